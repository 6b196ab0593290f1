/* Active messages have a function for every number of arguments, and a macro of the same name that counts them. These
 * macros write both; am.h uses them. IG_EACH(X) calls X(M) for M from 0 to 16. */
#ifndef ISTHMUS_GASNET_AM_COUNTS_H
#define ISTHMUS_GASNET_AM_COUNTS_H

#define IG_EACH(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16)

/* Parameters of the function for M arguments. */
#define IG_P0
#define IG_P1 IG_P0, gex_AM_Arg_t ig_a0
#define IG_P2 IG_P1, gex_AM_Arg_t ig_a1
#define IG_P3 IG_P2, gex_AM_Arg_t ig_a2
#define IG_P4 IG_P3, gex_AM_Arg_t ig_a3
#define IG_P5 IG_P4, gex_AM_Arg_t ig_a4
#define IG_P6 IG_P5, gex_AM_Arg_t ig_a5
#define IG_P7 IG_P6, gex_AM_Arg_t ig_a6
#define IG_P8 IG_P7, gex_AM_Arg_t ig_a7
#define IG_P9 IG_P8, gex_AM_Arg_t ig_a8
#define IG_P10 IG_P9, gex_AM_Arg_t ig_a9
#define IG_P11 IG_P10, gex_AM_Arg_t ig_a10
#define IG_P12 IG_P11, gex_AM_Arg_t ig_a11
#define IG_P13 IG_P12, gex_AM_Arg_t ig_a12
#define IG_P14 IG_P13, gex_AM_Arg_t ig_a13
#define IG_P15 IG_P14, gex_AM_Arg_t ig_a14
#define IG_P16 IG_P15, gex_AM_Arg_t ig_a15

/* Its statements that put the arguments into the array ig_a. */
#define IG_S0 ig_a[0] = 0;
#define IG_S1 ig_a[0] = ig_a0;
#define IG_S2 IG_S1 ig_a[1] = ig_a1;
#define IG_S3 IG_S2 ig_a[2] = ig_a2;
#define IG_S4 IG_S3 ig_a[3] = ig_a3;
#define IG_S5 IG_S4 ig_a[4] = ig_a4;
#define IG_S6 IG_S5 ig_a[5] = ig_a5;
#define IG_S7 IG_S6 ig_a[6] = ig_a6;
#define IG_S8 IG_S7 ig_a[7] = ig_a7;
#define IG_S9 IG_S8 ig_a[8] = ig_a8;
#define IG_S10 IG_S9 ig_a[9] = ig_a9;
#define IG_S11 IG_S10 ig_a[10] = ig_a10;
#define IG_S12 IG_S11 ig_a[11] = ig_a11;
#define IG_S13 IG_S12 ig_a[12] = ig_a12;
#define IG_S14 IG_S13 ig_a[13] = ig_a13;
#define IG_S15 IG_S14 ig_a[14] = ig_a14;
#define IG_S16 IG_S15 ig_a[15] = ig_a15;

/* The head and the beginning of such a function; its body ends with a return that passes M and ig_a. */
#define IG_FN(type, name, M, params) \
  __attribute__((__unused__)) static __inline__ type name(params IG_P##M) { \
    gex_AM_Arg_t ig_a[(M) + !(M)]; \
    IG_S##M

/* The number of arguments behind K fixed ones, and the call of the function for that number. */
#define IG_PICK(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, count, ...) count
#define IG_COUNT(...) IG_PICK(__VA_ARGS__)
#define IG_TAIL 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0
#define IG_AFTER8(...) IG_COUNT(__VA_ARGS__, IG_TAIL)
#define IG_AFTER7(...) IG_COUNT(__VA_ARGS__, 0, IG_TAIL)
#define IG_AFTER6(...) IG_COUNT(__VA_ARGS__, 0, 0, IG_TAIL)
#define IG_AFTER5(...) IG_COUNT(__VA_ARGS__, 0, 0, 0, IG_TAIL)
#define IG_AFTER4(...) IG_COUNT(__VA_ARGS__, 0, 0, 0, 0, IG_TAIL)
#define IG_AFTER3(...) IG_COUNT(__VA_ARGS__, 0, 0, 0, 0, 0, IG_TAIL)
#define IG_AFTER2(...) IG_COUNT(__VA_ARGS__, 0, 0, 0, 0, 0, 0, IG_TAIL)
#define IG_JOIN(a, b) IG_JOIN_(a, b)
#define IG_JOIN_(a, b) a##b
#define IG_JOIN3(a, b, c) IG_JOIN3_(a, b, c)
#define IG_JOIN3_(a, b, c) a##b##c
#define IG_CALL(name, K, ...) IG_JOIN(name, IG_AFTER##K(__VA_ARGS__))(__VA_ARGS__)
#define IG_CALL_V2(name, K, ...) IG_JOIN3(name, IG_AFTER##K(__VA_ARGS__), _v2)(__VA_ARGS__)

#endif
