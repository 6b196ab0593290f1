#include "comm/arch/generic/inject.hpp"  // all of it is inline
