// Compares the records of tools/profile/roctracer.hpp with those of AMD's headers, where these are installed: this file
// compiles if every field is where the header has it. (The numbers of Operation are in a header that needs HIP's.)
#include <roctracer.h>

#include "layout.hpp"
#include "roctracer.hpp"

using namespace isthmus::profile::roctracer;

SAME(Record, domain, roctracer_record_t, domain);
SAME(Record, kind, roctracer_record_t, kind);
SAME(Record, operation, roctracer_record_t, op);
SAME(Record, correlation, roctracer_record_t, correlation_id);
SAME(Record, start, roctracer_record_t, begin_ns);
SAME(Record, end, roctracer_record_t, end_ns);
SAME(Record, device, roctracer_record_t, device_id);
SAME(Record, queue, roctracer_record_t, queue_id);
SAME(Record, bytes, roctracer_record_t, bytes);
SAME(Record, kernel, roctracer_record_t, kernel_name);
static_assert(sizeof(Record) == sizeof(roctracer_record_t));

SAME(Properties, mode, roctracer_properties_t, mode);
SAME(Properties, buffer_bytes, roctracer_properties_t, buffer_size);
SAME(Properties, allocate, roctracer_properties_t, alloc_fun);
SAME(Properties, allocate_argument, roctracer_properties_t, alloc_arg);
SAME(Properties, deliver, roctracer_properties_t, buffer_callback_fun);
SAME(Properties, deliver_argument, roctracer_properties_t, buffer_callback_arg);
static_assert(sizeof(Properties) == sizeof(roctracer_properties_t));

static_assert(hip_operations == static_cast<Domain>(ACTIVITY_DOMAIN_HIP_OPS));
static_assert(kMajor == ROCTRACER_VERSION_MAJOR && kLeastMinor <= ROCTRACER_VERSION_MINOR);
