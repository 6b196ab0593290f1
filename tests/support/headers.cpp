// Empty on purpose: the target of this file only precompiles the headers that the other programs in C++ reuse.
