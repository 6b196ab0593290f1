/* C++ programs that keep to C's complex types (a GNU extension of C++) can pass them to the complex routines as well; the
 * layout is that of std::complex, which the prototypes have. A system header, so that no warning flag minds _Complex. */
#ifndef ISTHMUS_SHMEM_COMPLEX_CXX_H
#define ISTHMUS_SHMEM_COMPLEX_CXX_H
#pragma GCC system_header

extern "C++" {

#define ISTHMUS_C_COMPLEX(NAME, REAL, op)                                                                          \
  inline int shmem_##NAME##_##op(shmem_team_t team, REAL _Complex *dest, const REAL _Complex *source, size_t n) {  \
    return shmem_##NAME##_##op(team, reinterpret_cast<std::complex<REAL> *>(dest),                                 \
                               reinterpret_cast<const std::complex<REAL> *>(source), n);                           \
  }                                                                                                                \
  inline int shmem_##op(shmem_team_t team, REAL _Complex *dest, const REAL _Complex *source, size_t n) {           \
    return shmem_##NAME##_##op(team, dest, source, n);                                                             \
  }
#define ISTHMUS_C_COMPLEX_TO_ALL(NAME, REAL, op)                                                                   \
  inline void shmem_##NAME##_##op(REAL _Complex *dest, const REAL _Complex *source, int nreduce, int PE_start,     \
                                  int logPE_stride, int PE_size, REAL _Complex *pWrk, long *pSync) {               \
    shmem_##NAME##_##op(reinterpret_cast<std::complex<REAL> *>(dest),                                              \
                        reinterpret_cast<const std::complex<REAL> *>(source), nreduce, PE_start, logPE_stride,     \
                        PE_size, reinterpret_cast<std::complex<REAL> *>(pWrk), pSync);                             \
  }
#define ISTHMUS_C_COMPLEX_ALL(NAME, REAL)           \
  ISTHMUS_C_COMPLEX(NAME, REAL, sum_reduce)         \
  ISTHMUS_C_COMPLEX(NAME, REAL, prod_reduce)        \
  ISTHMUS_C_COMPLEX(NAME, REAL, sum_inscan)         \
  ISTHMUS_C_COMPLEX(NAME, REAL, sum_exscan)         \
  ISTHMUS_C_COMPLEX_TO_ALL(NAME, REAL, sum_to_all)  \
  ISTHMUS_C_COMPLEX_TO_ALL(NAME, REAL, prod_to_all)
ISTHMUS_C_COMPLEX_ALL(complexd, double)
ISTHMUS_C_COMPLEX_ALL(complexf, float)
#undef ISTHMUS_C_COMPLEX
#undef ISTHMUS_C_COMPLEX_TO_ALL
#undef ISTHMUS_C_COMPLEX_ALL

}

#endif
