/* EACH(X) calls X(M) for every number M of arguments of a message. PARAMETERS_M are those of a handler, ARGUMENTS_M(M) what is sent, and
 * CHECK_M(M) checks that they are the same. */
#ifndef TESTS_GASNET_CORE_EACH_H
#define TESTS_GASNET_CORE_EACH_H

#define PARAMETERS_0
#define PARAMETERS_1 , gex_AM_Arg_t a0
#define PARAMETERS_2 PARAMETERS_1, gex_AM_Arg_t a1
#define PARAMETERS_3 PARAMETERS_2, gex_AM_Arg_t a2
#define PARAMETERS_4 PARAMETERS_3, gex_AM_Arg_t a3
#define PARAMETERS_5 PARAMETERS_4, gex_AM_Arg_t a4
#define PARAMETERS_6 PARAMETERS_5, gex_AM_Arg_t a5
#define PARAMETERS_7 PARAMETERS_6, gex_AM_Arg_t a6
#define PARAMETERS_8 PARAMETERS_7, gex_AM_Arg_t a7
#define PARAMETERS_9 PARAMETERS_8, gex_AM_Arg_t a8
#define PARAMETERS_10 PARAMETERS_9, gex_AM_Arg_t a9
#define PARAMETERS_11 PARAMETERS_10, gex_AM_Arg_t a10
#define PARAMETERS_12 PARAMETERS_11, gex_AM_Arg_t a11
#define PARAMETERS_13 PARAMETERS_12, gex_AM_Arg_t a12
#define PARAMETERS_14 PARAMETERS_13, gex_AM_Arg_t a13
#define PARAMETERS_15 PARAMETERS_14, gex_AM_Arg_t a14
#define PARAMETERS_16 PARAMETERS_15, gex_AM_Arg_t a15

/* Argument i is 1000 * M + i. */
#define ARGUMENTS_0(M)
#define ARGUMENTS_1(M) , 1000 * M
#define ARGUMENTS_2(M) ARGUMENTS_1(M), 1000 * M + 1
#define ARGUMENTS_3(M) ARGUMENTS_2(M), 1000 * M + 2
#define ARGUMENTS_4(M) ARGUMENTS_3(M), 1000 * M + 3
#define ARGUMENTS_5(M) ARGUMENTS_4(M), 1000 * M + 4
#define ARGUMENTS_6(M) ARGUMENTS_5(M), 1000 * M + 5
#define ARGUMENTS_7(M) ARGUMENTS_6(M), 1000 * M + 6
#define ARGUMENTS_8(M) ARGUMENTS_7(M), 1000 * M + 7
#define ARGUMENTS_9(M) ARGUMENTS_8(M), 1000 * M + 8
#define ARGUMENTS_10(M) ARGUMENTS_9(M), 1000 * M + 9
#define ARGUMENTS_11(M) ARGUMENTS_10(M), 1000 * M + 10
#define ARGUMENTS_12(M) ARGUMENTS_11(M), 1000 * M + 11
#define ARGUMENTS_13(M) ARGUMENTS_12(M), 1000 * M + 12
#define ARGUMENTS_14(M) ARGUMENTS_13(M), 1000 * M + 13
#define ARGUMENTS_15(M) ARGUMENTS_14(M), 1000 * M + 14
#define ARGUMENTS_16(M) ARGUMENTS_15(M), 1000 * M + 15

#define CHECK_0(M)
#define CHECK_1(M) EXPECT_EQ(a0, 1000 * M);
#define CHECK_2(M) CHECK_1(M) EXPECT_EQ(a1, 1000 * M + 1);
#define CHECK_3(M) CHECK_2(M) EXPECT_EQ(a2, 1000 * M + 2);
#define CHECK_4(M) CHECK_3(M) EXPECT_EQ(a3, 1000 * M + 3);
#define CHECK_5(M) CHECK_4(M) EXPECT_EQ(a4, 1000 * M + 4);
#define CHECK_6(M) CHECK_5(M) EXPECT_EQ(a5, 1000 * M + 5);
#define CHECK_7(M) CHECK_6(M) EXPECT_EQ(a6, 1000 * M + 6);
#define CHECK_8(M) CHECK_7(M) EXPECT_EQ(a7, 1000 * M + 7);
#define CHECK_9(M) CHECK_8(M) EXPECT_EQ(a8, 1000 * M + 8);
#define CHECK_10(M) CHECK_9(M) EXPECT_EQ(a9, 1000 * M + 9);
#define CHECK_11(M) CHECK_10(M) EXPECT_EQ(a10, 1000 * M + 10);
#define CHECK_12(M) CHECK_11(M) EXPECT_EQ(a11, 1000 * M + 11);
#define CHECK_13(M) CHECK_12(M) EXPECT_EQ(a12, 1000 * M + 12);
#define CHECK_14(M) CHECK_13(M) EXPECT_EQ(a13, 1000 * M + 13);
#define CHECK_15(M) CHECK_14(M) EXPECT_EQ(a14, 1000 * M + 14);
#define CHECK_16(M) CHECK_15(M) EXPECT_EQ(a15, 1000 * M + 15);

#define EACH(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12) X(13) X(14) X(15) X(16)

#endif
