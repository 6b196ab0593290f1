// Nothing: the target that it is of precompiles headers for the other programs in C++.
