/* A program for libisthmus.so.0 as it was in Isthmus 0.2.0: what it declares, calls and compares must hold for every later library
 * of that name. Written by tests/api/abi_record.py; the prototypes of OpenSHMEM's own functions are in tests/api/data/api.tsv. */
#include <shmem.h>
#include <shmemx.h>
#include <pshmem.h>
#include <shmemx_device.h>
#include <complex.h>
#include <stdio.h>

/* ---- The extensions ---- */
void *shmem_partition_align (size_t, size_t, int);
void shmem_partition_free (void *);
void *shmem_partition_malloc (size_t, int);
int shmemx_alltoallmem_nb (shmem_team_t, void *, const void *, size_t, shmemx_req_t *);
int shmemx_alltoallmem_on_stream (shmem_team_t, void *, const void *, size_t, shmemx_stream_t);
int shmemx_alltoallvmem (shmem_team_t, void *, const size_t *, const void *, const size_t *, const size_t *);
size_t shmemx_am_max_medium (void);
void shmemx_am_poll (void);
void shmemx_am_quiet (void);
int shmemx_am_register (shmemx_am_handler_t);
void shmemx_am_reply_long (shmemx_am_token_t, int, const uint64_t *, int, const void *, size_t, void *);
void shmemx_am_reply_medium (shmemx_am_token_t, int, const uint64_t *, int, const void *, size_t);
void shmemx_am_reply_short (shmemx_am_token_t, int, const uint64_t *, int);
void shmemx_am_request_long (int, int, const uint64_t *, int, const void *, size_t, void *);
void shmemx_am_request_medium (int, int, const uint64_t *, int, const void *, size_t);
void shmemx_am_request_short (int, int, const uint64_t *, int);
int shmemx_am_source (shmemx_am_token_t);
void shmemx_barrier_all_on_stream (shmemx_stream_t);
int shmemx_barrier_on_stream (shmem_team_t, shmemx_stream_t);
int shmemx_broadcastmem_nb (shmem_team_t, void *, const void *, size_t, int, shmemx_req_t *);
int shmemx_broadcastmem_on_stream (shmem_team_t, void *, const void *, size_t, int, shmemx_stream_t);
int shmemx_char_alltoall_nb (shmem_team_t, char *, const char *, size_t, shmemx_req_t *);
int shmemx_char_alltoall_on_stream (shmem_team_t, char *, const char *, size_t, shmemx_stream_t);
int shmemx_char_broadcast_nb (shmem_team_t, char *, const char *, size_t, int, shmemx_req_t *);
int shmemx_char_broadcast_on_stream (shmem_team_t, char *, const char *, size_t, int, shmemx_stream_t);
int shmemx_char_fcollect_nb (shmem_team_t, char *, const char *, size_t, shmemx_req_t *);
int shmemx_char_fcollect_on_stream (shmem_team_t, char *, const char *, size_t, shmemx_stream_t);
void shmemx_char_get_nbi_on_stream (char *, const char *, size_t, int, shmemx_stream_t);
void shmemx_char_get_on_stream (char *, const char *, size_t, int, shmemx_stream_t);
void shmemx_char_iget_on_stream (char *, const char *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
void shmemx_char_iput_on_stream (char *, const char *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
int shmemx_char_max_reduce_nb (shmem_team_t, char *, const char *, size_t, shmemx_req_t *);
int shmemx_char_max_reduce_on_stream (shmem_team_t, char *, const char *, size_t, shmemx_stream_t);
int shmemx_char_min_reduce_nb (shmem_team_t, char *, const char *, size_t, shmemx_req_t *);
int shmemx_char_min_reduce_on_stream (shmem_team_t, char *, const char *, size_t, shmemx_stream_t);
void shmemx_char_p_on_stream (char *, char, int, shmemx_stream_t);
int shmemx_char_prod_reduce_nb (shmem_team_t, char *, const char *, size_t, shmemx_req_t *);
int shmemx_char_prod_reduce_on_stream (shmem_team_t, char *, const char *, size_t, shmemx_stream_t);
void shmemx_char_put_nbi_on_stream (char *, const char *, size_t, int, shmemx_stream_t);
void shmemx_char_put_on_stream (char *, const char *, size_t, int, shmemx_stream_t);
void shmemx_char_put_signal_nbi_on_stream (char *, const char *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
void shmemx_char_put_signal_on_stream (char *, const char *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
int shmemx_char_sum_reduce_nb (shmem_team_t, char *, const char *, size_t, shmemx_req_t *);
int shmemx_char_sum_reduce_on_stream (shmem_team_t, char *, const char *, size_t, shmemx_stream_t);
int shmemx_complexd_prod_reduce_nb (shmem_team_t, complex double *, const complex double *, size_t, shmemx_req_t *);
int shmemx_complexd_prod_reduce_on_stream (shmem_team_t, complex double *, const complex double *, size_t, shmemx_stream_t);
int shmemx_complexd_sum_reduce_nb (shmem_team_t, complex double *, const complex double *, size_t, shmemx_req_t *);
int shmemx_complexd_sum_reduce_on_stream (shmem_team_t, complex double *, const complex double *, size_t, shmemx_stream_t);
int shmemx_complexf_prod_reduce_nb (shmem_team_t, complex float *, const complex float *, size_t, shmemx_req_t *);
int shmemx_complexf_prod_reduce_on_stream (shmem_team_t, complex float *, const complex float *, size_t, shmemx_stream_t);
int shmemx_complexf_sum_reduce_nb (shmem_team_t, complex float *, const complex float *, size_t, shmemx_req_t *);
int shmemx_complexf_sum_reduce_on_stream (shmem_team_t, complex float *, const complex float *, size_t, shmemx_stream_t);
int shmemx_device_fill (void *, size_t);
void shmemx_device_register (struct isthmus_device_image *);
void shmemx_device_unregister (struct isthmus_device_image *);
int shmemx_device_update (void);
int shmemx_double_alltoall_nb (shmem_team_t, double *, const double *, size_t, shmemx_req_t *);
int shmemx_double_alltoall_on_stream (shmem_team_t, double *, const double *, size_t, shmemx_stream_t);
int shmemx_double_broadcast_nb (shmem_team_t, double *, const double *, size_t, int, shmemx_req_t *);
int shmemx_double_broadcast_on_stream (shmem_team_t, double *, const double *, size_t, int, shmemx_stream_t);
int shmemx_double_fcollect_nb (shmem_team_t, double *, const double *, size_t, shmemx_req_t *);
int shmemx_double_fcollect_on_stream (shmem_team_t, double *, const double *, size_t, shmemx_stream_t);
void shmemx_double_get_nbi_on_stream (double *, const double *, size_t, int, shmemx_stream_t);
void shmemx_double_get_on_stream (double *, const double *, size_t, int, shmemx_stream_t);
void shmemx_double_iget_on_stream (double *, const double *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
void shmemx_double_iput_on_stream (double *, const double *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
int shmemx_double_max_reduce_nb (shmem_team_t, double *, const double *, size_t, shmemx_req_t *);
int shmemx_double_max_reduce_on_stream (shmem_team_t, double *, const double *, size_t, shmemx_stream_t);
int shmemx_double_min_reduce_nb (shmem_team_t, double *, const double *, size_t, shmemx_req_t *);
int shmemx_double_min_reduce_on_stream (shmem_team_t, double *, const double *, size_t, shmemx_stream_t);
void shmemx_double_p_on_stream (double *, double, int, shmemx_stream_t);
int shmemx_double_prod_reduce_nb (shmem_team_t, double *, const double *, size_t, shmemx_req_t *);
int shmemx_double_prod_reduce_on_stream (shmem_team_t, double *, const double *, size_t, shmemx_stream_t);
void shmemx_double_put_nbi_on_stream (double *, const double *, size_t, int, shmemx_stream_t);
void shmemx_double_put_on_stream (double *, const double *, size_t, int, shmemx_stream_t);
void shmemx_double_put_signal_nbi_on_stream (double *, const double *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
void shmemx_double_put_signal_on_stream (double *, const double *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
int shmemx_double_sum_reduce_nb (shmem_team_t, double *, const double *, size_t, shmemx_req_t *);
int shmemx_double_sum_reduce_on_stream (shmem_team_t, double *, const double *, size_t, shmemx_stream_t);
int shmemx_fcollectmem_nb (shmem_team_t, void *, const void *, size_t, shmemx_req_t *);
int shmemx_fcollectmem_on_stream (shmem_team_t, void *, const void *, size_t, shmemx_stream_t);
int shmemx_float_alltoall_nb (shmem_team_t, float *, const float *, size_t, shmemx_req_t *);
int shmemx_float_alltoall_on_stream (shmem_team_t, float *, const float *, size_t, shmemx_stream_t);
int shmemx_float_broadcast_nb (shmem_team_t, float *, const float *, size_t, int, shmemx_req_t *);
int shmemx_float_broadcast_on_stream (shmem_team_t, float *, const float *, size_t, int, shmemx_stream_t);
int shmemx_float_fcollect_nb (shmem_team_t, float *, const float *, size_t, shmemx_req_t *);
int shmemx_float_fcollect_on_stream (shmem_team_t, float *, const float *, size_t, shmemx_stream_t);
void shmemx_float_get_nbi_on_stream (float *, const float *, size_t, int, shmemx_stream_t);
void shmemx_float_get_on_stream (float *, const float *, size_t, int, shmemx_stream_t);
void shmemx_float_iget_on_stream (float *, const float *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
void shmemx_float_iput_on_stream (float *, const float *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
int shmemx_float_max_reduce_nb (shmem_team_t, float *, const float *, size_t, shmemx_req_t *);
int shmemx_float_max_reduce_on_stream (shmem_team_t, float *, const float *, size_t, shmemx_stream_t);
int shmemx_float_min_reduce_nb (shmem_team_t, float *, const float *, size_t, shmemx_req_t *);
int shmemx_float_min_reduce_on_stream (shmem_team_t, float *, const float *, size_t, shmemx_stream_t);
void shmemx_float_p_on_stream (float *, float, int, shmemx_stream_t);
int shmemx_float_prod_reduce_nb (shmem_team_t, float *, const float *, size_t, shmemx_req_t *);
int shmemx_float_prod_reduce_on_stream (shmem_team_t, float *, const float *, size_t, shmemx_stream_t);
void shmemx_float_put_nbi_on_stream (float *, const float *, size_t, int, shmemx_stream_t);
void shmemx_float_put_on_stream (float *, const float *, size_t, int, shmemx_stream_t);
void shmemx_float_put_signal_nbi_on_stream (float *, const float *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
void shmemx_float_put_signal_on_stream (float *, const float *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
int shmemx_float_sum_reduce_nb (shmem_team_t, float *, const float *, size_t, shmemx_req_t *);
int shmemx_float_sum_reduce_on_stream (shmem_team_t, float *, const float *, size_t, shmemx_stream_t);
int shmemx_gathermem (shmem_team_t, void *, const void *, size_t, int);
int shmemx_gathervmem (shmem_team_t, void *, const size_t *, const void *, const size_t *, int);
void shmemx_get128_nbi_on_stream (void *, const void *, size_t, int, shmemx_stream_t);
void shmemx_get128_on_stream (void *, const void *, size_t, int, shmemx_stream_t);
void shmemx_get16_nbi_on_stream (void *, const void *, size_t, int, shmemx_stream_t);
void shmemx_get16_on_stream (void *, const void *, size_t, int, shmemx_stream_t);
void shmemx_get32_nbi_on_stream (void *, const void *, size_t, int, shmemx_stream_t);
void shmemx_get32_on_stream (void *, const void *, size_t, int, shmemx_stream_t);
void shmemx_get64_nbi_on_stream (void *, const void *, size_t, int, shmemx_stream_t);
void shmemx_get64_on_stream (void *, const void *, size_t, int, shmemx_stream_t);
void shmemx_get8_nbi_on_stream (void *, const void *, size_t, int, shmemx_stream_t);
void shmemx_get8_on_stream (void *, const void *, size_t, int, shmemx_stream_t);
void shmemx_getmem_counted (void *, const void *, size_t, int, uint64_t *);
void shmemx_getmem_nbi_on_stream (void *, const void *, size_t, int, shmemx_stream_t);
void shmemx_getmem_on_stream (void *, const void *, size_t, int, shmemx_stream_t);
int shmemx_heap_query (int, shmemx_heap_info_t *);
void shmemx_iget128_on_stream (void *, const void *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
void shmemx_iget16_on_stream (void *, const void *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
void shmemx_iget32_on_stream (void *, const void *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
void shmemx_iget64_on_stream (void *, const void *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
void shmemx_iget8_on_stream (void *, const void *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
int shmemx_int16_alltoall_nb (shmem_team_t, int16_t *, const int16_t *, size_t, shmemx_req_t *);
int shmemx_int16_alltoall_on_stream (shmem_team_t, int16_t *, const int16_t *, size_t, shmemx_stream_t);
int shmemx_int16_and_reduce_nb (shmem_team_t, int16_t *, const int16_t *, size_t, shmemx_req_t *);
int shmemx_int16_and_reduce_on_stream (shmem_team_t, int16_t *, const int16_t *, size_t, shmemx_stream_t);
int shmemx_int16_broadcast_nb (shmem_team_t, int16_t *, const int16_t *, size_t, int, shmemx_req_t *);
int shmemx_int16_broadcast_on_stream (shmem_team_t, int16_t *, const int16_t *, size_t, int, shmemx_stream_t);
int shmemx_int16_fcollect_nb (shmem_team_t, int16_t *, const int16_t *, size_t, shmemx_req_t *);
int shmemx_int16_fcollect_on_stream (shmem_team_t, int16_t *, const int16_t *, size_t, shmemx_stream_t);
void shmemx_int16_get_nbi_on_stream (int16_t *, const int16_t *, size_t, int, shmemx_stream_t);
void shmemx_int16_get_on_stream (int16_t *, const int16_t *, size_t, int, shmemx_stream_t);
void shmemx_int16_iget_on_stream (int16_t *, const int16_t *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
void shmemx_int16_iput_on_stream (int16_t *, const int16_t *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
int shmemx_int16_max_reduce_nb (shmem_team_t, int16_t *, const int16_t *, size_t, shmemx_req_t *);
int shmemx_int16_max_reduce_on_stream (shmem_team_t, int16_t *, const int16_t *, size_t, shmemx_stream_t);
int shmemx_int16_min_reduce_nb (shmem_team_t, int16_t *, const int16_t *, size_t, shmemx_req_t *);
int shmemx_int16_min_reduce_on_stream (shmem_team_t, int16_t *, const int16_t *, size_t, shmemx_stream_t);
int shmemx_int16_or_reduce_nb (shmem_team_t, int16_t *, const int16_t *, size_t, shmemx_req_t *);
int shmemx_int16_or_reduce_on_stream (shmem_team_t, int16_t *, const int16_t *, size_t, shmemx_stream_t);
void shmemx_int16_p_on_stream (int16_t *, int16_t, int, shmemx_stream_t);
int shmemx_int16_prod_reduce_nb (shmem_team_t, int16_t *, const int16_t *, size_t, shmemx_req_t *);
int shmemx_int16_prod_reduce_on_stream (shmem_team_t, int16_t *, const int16_t *, size_t, shmemx_stream_t);
void shmemx_int16_put_nbi_on_stream (int16_t *, const int16_t *, size_t, int, shmemx_stream_t);
void shmemx_int16_put_on_stream (int16_t *, const int16_t *, size_t, int, shmemx_stream_t);
void shmemx_int16_put_signal_nbi_on_stream (int16_t *, const int16_t *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
void shmemx_int16_put_signal_on_stream (int16_t *, const int16_t *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
int shmemx_int16_sum_reduce_nb (shmem_team_t, int16_t *, const int16_t *, size_t, shmemx_req_t *);
int shmemx_int16_sum_reduce_on_stream (shmem_team_t, int16_t *, const int16_t *, size_t, shmemx_stream_t);
int shmemx_int16_xor_reduce_nb (shmem_team_t, int16_t *, const int16_t *, size_t, shmemx_req_t *);
int shmemx_int16_xor_reduce_on_stream (shmem_team_t, int16_t *, const int16_t *, size_t, shmemx_stream_t);
int shmemx_int32_alltoall_nb (shmem_team_t, int32_t *, const int32_t *, size_t, shmemx_req_t *);
int shmemx_int32_alltoall_on_stream (shmem_team_t, int32_t *, const int32_t *, size_t, shmemx_stream_t);
int shmemx_int32_and_reduce_nb (shmem_team_t, int32_t *, const int32_t *, size_t, shmemx_req_t *);
int shmemx_int32_and_reduce_on_stream (shmem_team_t, int32_t *, const int32_t *, size_t, shmemx_stream_t);
int shmemx_int32_broadcast_nb (shmem_team_t, int32_t *, const int32_t *, size_t, int, shmemx_req_t *);
int shmemx_int32_broadcast_on_stream (shmem_team_t, int32_t *, const int32_t *, size_t, int, shmemx_stream_t);
int shmemx_int32_fcollect_nb (shmem_team_t, int32_t *, const int32_t *, size_t, shmemx_req_t *);
int shmemx_int32_fcollect_on_stream (shmem_team_t, int32_t *, const int32_t *, size_t, shmemx_stream_t);
void shmemx_int32_get_nbi_on_stream (int32_t *, const int32_t *, size_t, int, shmemx_stream_t);
void shmemx_int32_get_on_stream (int32_t *, const int32_t *, size_t, int, shmemx_stream_t);
void shmemx_int32_iget_on_stream (int32_t *, const int32_t *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
void shmemx_int32_iput_on_stream (int32_t *, const int32_t *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
int shmemx_int32_max_reduce_nb (shmem_team_t, int32_t *, const int32_t *, size_t, shmemx_req_t *);
int shmemx_int32_max_reduce_on_stream (shmem_team_t, int32_t *, const int32_t *, size_t, shmemx_stream_t);
int shmemx_int32_min_reduce_nb (shmem_team_t, int32_t *, const int32_t *, size_t, shmemx_req_t *);
int shmemx_int32_min_reduce_on_stream (shmem_team_t, int32_t *, const int32_t *, size_t, shmemx_stream_t);
int shmemx_int32_or_reduce_nb (shmem_team_t, int32_t *, const int32_t *, size_t, shmemx_req_t *);
int shmemx_int32_or_reduce_on_stream (shmem_team_t, int32_t *, const int32_t *, size_t, shmemx_stream_t);
void shmemx_int32_p_on_stream (int32_t *, int32_t, int, shmemx_stream_t);
int shmemx_int32_prod_reduce_nb (shmem_team_t, int32_t *, const int32_t *, size_t, shmemx_req_t *);
int shmemx_int32_prod_reduce_on_stream (shmem_team_t, int32_t *, const int32_t *, size_t, shmemx_stream_t);
void shmemx_int32_put_nbi_on_stream (int32_t *, const int32_t *, size_t, int, shmemx_stream_t);
void shmemx_int32_put_on_stream (int32_t *, const int32_t *, size_t, int, shmemx_stream_t);
void shmemx_int32_put_signal_nbi_on_stream (int32_t *, const int32_t *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
void shmemx_int32_put_signal_on_stream (int32_t *, const int32_t *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
int shmemx_int32_sum_reduce_nb (shmem_team_t, int32_t *, const int32_t *, size_t, shmemx_req_t *);
int shmemx_int32_sum_reduce_on_stream (shmem_team_t, int32_t *, const int32_t *, size_t, shmemx_stream_t);
void shmemx_int32_wait_until_on_stream (int32_t *, int, int32_t, shmemx_stream_t);
int shmemx_int32_xor_reduce_nb (shmem_team_t, int32_t *, const int32_t *, size_t, shmemx_req_t *);
int shmemx_int32_xor_reduce_on_stream (shmem_team_t, int32_t *, const int32_t *, size_t, shmemx_stream_t);
int shmemx_int64_alltoall_nb (shmem_team_t, int64_t *, const int64_t *, size_t, shmemx_req_t *);
int shmemx_int64_alltoall_on_stream (shmem_team_t, int64_t *, const int64_t *, size_t, shmemx_stream_t);
int shmemx_int64_and_reduce_nb (shmem_team_t, int64_t *, const int64_t *, size_t, shmemx_req_t *);
int shmemx_int64_and_reduce_on_stream (shmem_team_t, int64_t *, const int64_t *, size_t, shmemx_stream_t);
int shmemx_int64_broadcast_nb (shmem_team_t, int64_t *, const int64_t *, size_t, int, shmemx_req_t *);
int shmemx_int64_broadcast_on_stream (shmem_team_t, int64_t *, const int64_t *, size_t, int, shmemx_stream_t);
int shmemx_int64_fcollect_nb (shmem_team_t, int64_t *, const int64_t *, size_t, shmemx_req_t *);
int shmemx_int64_fcollect_on_stream (shmem_team_t, int64_t *, const int64_t *, size_t, shmemx_stream_t);
void shmemx_int64_get_nbi_on_stream (int64_t *, const int64_t *, size_t, int, shmemx_stream_t);
void shmemx_int64_get_on_stream (int64_t *, const int64_t *, size_t, int, shmemx_stream_t);
void shmemx_int64_iget_on_stream (int64_t *, const int64_t *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
void shmemx_int64_iput_on_stream (int64_t *, const int64_t *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
int shmemx_int64_max_reduce_nb (shmem_team_t, int64_t *, const int64_t *, size_t, shmemx_req_t *);
int shmemx_int64_max_reduce_on_stream (shmem_team_t, int64_t *, const int64_t *, size_t, shmemx_stream_t);
int shmemx_int64_min_reduce_nb (shmem_team_t, int64_t *, const int64_t *, size_t, shmemx_req_t *);
int shmemx_int64_min_reduce_on_stream (shmem_team_t, int64_t *, const int64_t *, size_t, shmemx_stream_t);
int shmemx_int64_or_reduce_nb (shmem_team_t, int64_t *, const int64_t *, size_t, shmemx_req_t *);
int shmemx_int64_or_reduce_on_stream (shmem_team_t, int64_t *, const int64_t *, size_t, shmemx_stream_t);
void shmemx_int64_p_on_stream (int64_t *, int64_t, int, shmemx_stream_t);
int shmemx_int64_prod_reduce_nb (shmem_team_t, int64_t *, const int64_t *, size_t, shmemx_req_t *);
int shmemx_int64_prod_reduce_on_stream (shmem_team_t, int64_t *, const int64_t *, size_t, shmemx_stream_t);
void shmemx_int64_put_nbi_on_stream (int64_t *, const int64_t *, size_t, int, shmemx_stream_t);
void shmemx_int64_put_on_stream (int64_t *, const int64_t *, size_t, int, shmemx_stream_t);
void shmemx_int64_put_signal_nbi_on_stream (int64_t *, const int64_t *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
void shmemx_int64_put_signal_on_stream (int64_t *, const int64_t *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
int shmemx_int64_sum_reduce_nb (shmem_team_t, int64_t *, const int64_t *, size_t, shmemx_req_t *);
int shmemx_int64_sum_reduce_on_stream (shmem_team_t, int64_t *, const int64_t *, size_t, shmemx_stream_t);
void shmemx_int64_wait_until_on_stream (int64_t *, int, int64_t, shmemx_stream_t);
int shmemx_int64_xor_reduce_nb (shmem_team_t, int64_t *, const int64_t *, size_t, shmemx_req_t *);
int shmemx_int64_xor_reduce_on_stream (shmem_team_t, int64_t *, const int64_t *, size_t, shmemx_stream_t);
int shmemx_int8_alltoall_nb (shmem_team_t, int8_t *, const int8_t *, size_t, shmemx_req_t *);
int shmemx_int8_alltoall_on_stream (shmem_team_t, int8_t *, const int8_t *, size_t, shmemx_stream_t);
int shmemx_int8_and_reduce_nb (shmem_team_t, int8_t *, const int8_t *, size_t, shmemx_req_t *);
int shmemx_int8_and_reduce_on_stream (shmem_team_t, int8_t *, const int8_t *, size_t, shmemx_stream_t);
int shmemx_int8_broadcast_nb (shmem_team_t, int8_t *, const int8_t *, size_t, int, shmemx_req_t *);
int shmemx_int8_broadcast_on_stream (shmem_team_t, int8_t *, const int8_t *, size_t, int, shmemx_stream_t);
int shmemx_int8_fcollect_nb (shmem_team_t, int8_t *, const int8_t *, size_t, shmemx_req_t *);
int shmemx_int8_fcollect_on_stream (shmem_team_t, int8_t *, const int8_t *, size_t, shmemx_stream_t);
void shmemx_int8_get_nbi_on_stream (int8_t *, const int8_t *, size_t, int, shmemx_stream_t);
void shmemx_int8_get_on_stream (int8_t *, const int8_t *, size_t, int, shmemx_stream_t);
void shmemx_int8_iget_on_stream (int8_t *, const int8_t *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
void shmemx_int8_iput_on_stream (int8_t *, const int8_t *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
int shmemx_int8_max_reduce_nb (shmem_team_t, int8_t *, const int8_t *, size_t, shmemx_req_t *);
int shmemx_int8_max_reduce_on_stream (shmem_team_t, int8_t *, const int8_t *, size_t, shmemx_stream_t);
int shmemx_int8_min_reduce_nb (shmem_team_t, int8_t *, const int8_t *, size_t, shmemx_req_t *);
int shmemx_int8_min_reduce_on_stream (shmem_team_t, int8_t *, const int8_t *, size_t, shmemx_stream_t);
int shmemx_int8_or_reduce_nb (shmem_team_t, int8_t *, const int8_t *, size_t, shmemx_req_t *);
int shmemx_int8_or_reduce_on_stream (shmem_team_t, int8_t *, const int8_t *, size_t, shmemx_stream_t);
void shmemx_int8_p_on_stream (int8_t *, int8_t, int, shmemx_stream_t);
int shmemx_int8_prod_reduce_nb (shmem_team_t, int8_t *, const int8_t *, size_t, shmemx_req_t *);
int shmemx_int8_prod_reduce_on_stream (shmem_team_t, int8_t *, const int8_t *, size_t, shmemx_stream_t);
void shmemx_int8_put_nbi_on_stream (int8_t *, const int8_t *, size_t, int, shmemx_stream_t);
void shmemx_int8_put_on_stream (int8_t *, const int8_t *, size_t, int, shmemx_stream_t);
void shmemx_int8_put_signal_nbi_on_stream (int8_t *, const int8_t *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
void shmemx_int8_put_signal_on_stream (int8_t *, const int8_t *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
int shmemx_int8_sum_reduce_nb (shmem_team_t, int8_t *, const int8_t *, size_t, shmemx_req_t *);
int shmemx_int8_sum_reduce_on_stream (shmem_team_t, int8_t *, const int8_t *, size_t, shmemx_stream_t);
int shmemx_int8_xor_reduce_nb (shmem_team_t, int8_t *, const int8_t *, size_t, shmemx_req_t *);
int shmemx_int8_xor_reduce_on_stream (shmem_team_t, int8_t *, const int8_t *, size_t, shmemx_stream_t);
int shmemx_int_alltoall_nb (shmem_team_t, int *, const int *, size_t, shmemx_req_t *);
int shmemx_int_alltoall_on_stream (shmem_team_t, int *, const int *, size_t, shmemx_stream_t);
int shmemx_int_broadcast_nb (shmem_team_t, int *, const int *, size_t, int, shmemx_req_t *);
int shmemx_int_broadcast_on_stream (shmem_team_t, int *, const int *, size_t, int, shmemx_stream_t);
int shmemx_int_fcollect_nb (shmem_team_t, int *, const int *, size_t, shmemx_req_t *);
int shmemx_int_fcollect_on_stream (shmem_team_t, int *, const int *, size_t, shmemx_stream_t);
void shmemx_int_get_nbi_on_stream (int *, const int *, size_t, int, shmemx_stream_t);
void shmemx_int_get_on_stream (int *, const int *, size_t, int, shmemx_stream_t);
void shmemx_int_iget_on_stream (int *, const int *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
void shmemx_int_iput_on_stream (int *, const int *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
int shmemx_int_max_reduce_nb (shmem_team_t, int *, const int *, size_t, shmemx_req_t *);
int shmemx_int_max_reduce_on_stream (shmem_team_t, int *, const int *, size_t, shmemx_stream_t);
int shmemx_int_min_reduce_nb (shmem_team_t, int *, const int *, size_t, shmemx_req_t *);
int shmemx_int_min_reduce_on_stream (shmem_team_t, int *, const int *, size_t, shmemx_stream_t);
void shmemx_int_p_on_stream (int *, int, int, shmemx_stream_t);
int shmemx_int_prod_reduce_nb (shmem_team_t, int *, const int *, size_t, shmemx_req_t *);
int shmemx_int_prod_reduce_on_stream (shmem_team_t, int *, const int *, size_t, shmemx_stream_t);
void shmemx_int_put_nbi_on_stream (int *, const int *, size_t, int, shmemx_stream_t);
void shmemx_int_put_on_stream (int *, const int *, size_t, int, shmemx_stream_t);
void shmemx_int_put_signal_nbi_on_stream (int *, const int *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
void shmemx_int_put_signal_on_stream (int *, const int *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
int shmemx_int_sum_reduce_nb (shmem_team_t, int *, const int *, size_t, shmemx_req_t *);
int shmemx_int_sum_reduce_on_stream (shmem_team_t, int *, const int *, size_t, shmemx_stream_t);
void shmemx_int_wait_until_on_stream (int *, int, int, shmemx_stream_t);
void shmemx_iput128_on_stream (void *, const void *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
void shmemx_iput16_on_stream (void *, const void *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
void shmemx_iput32_on_stream (void *, const void *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
void shmemx_iput64_on_stream (void *, const void *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
void shmemx_iput8_on_stream (void *, const void *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
const char *shmemx_kind_of (const void *);
void shmemx_leave (void);
void shmemx_local_copy (void *, const void *, size_t);
void shmemx_local_free (void *);
void *shmemx_local_malloc (const char *, int, size_t);
void *shmemx_local_map (const shmemx_local_handle_t *);
int shmemx_local_share (const void *, shmemx_local_handle_t *);
int shmemx_long_alltoall_nb (shmem_team_t, long int *, const long int *, size_t, shmemx_req_t *);
int shmemx_long_alltoall_on_stream (shmem_team_t, long int *, const long int *, size_t, shmemx_stream_t);
int shmemx_long_broadcast_nb (shmem_team_t, long int *, const long int *, size_t, int, shmemx_req_t *);
int shmemx_long_broadcast_on_stream (shmem_team_t, long int *, const long int *, size_t, int, shmemx_stream_t);
int shmemx_long_fcollect_nb (shmem_team_t, long int *, const long int *, size_t, shmemx_req_t *);
int shmemx_long_fcollect_on_stream (shmem_team_t, long int *, const long int *, size_t, shmemx_stream_t);
void shmemx_long_get_nbi_on_stream (long int *, const long int *, size_t, int, shmemx_stream_t);
void shmemx_long_get_on_stream (long int *, const long int *, size_t, int, shmemx_stream_t);
void shmemx_long_iget_on_stream (long int *, const long int *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
void shmemx_long_iput_on_stream (long int *, const long int *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
int shmemx_long_max_reduce_nb (shmem_team_t, long int *, const long int *, size_t, shmemx_req_t *);
int shmemx_long_max_reduce_on_stream (shmem_team_t, long int *, const long int *, size_t, shmemx_stream_t);
int shmemx_long_min_reduce_nb (shmem_team_t, long int *, const long int *, size_t, shmemx_req_t *);
int shmemx_long_min_reduce_on_stream (shmem_team_t, long int *, const long int *, size_t, shmemx_stream_t);
void shmemx_long_p_on_stream (long int *, long int, int, shmemx_stream_t);
int shmemx_long_prod_reduce_nb (shmem_team_t, long int *, const long int *, size_t, shmemx_req_t *);
int shmemx_long_prod_reduce_on_stream (shmem_team_t, long int *, const long int *, size_t, shmemx_stream_t);
void shmemx_long_put_nbi_on_stream (long int *, const long int *, size_t, int, shmemx_stream_t);
void shmemx_long_put_on_stream (long int *, const long int *, size_t, int, shmemx_stream_t);
void shmemx_long_put_signal_nbi_on_stream (long int *, const long int *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
void shmemx_long_put_signal_on_stream (long int *, const long int *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
int shmemx_long_sum_reduce_nb (shmem_team_t, long int *, const long int *, size_t, shmemx_req_t *);
int shmemx_long_sum_reduce_on_stream (shmem_team_t, long int *, const long int *, size_t, shmemx_stream_t);
void shmemx_long_wait_until_on_stream (long int *, int, long int, shmemx_stream_t);
int shmemx_longdouble_alltoall_nb (shmem_team_t, long double *, const long double *, size_t, shmemx_req_t *);
int shmemx_longdouble_alltoall_on_stream (shmem_team_t, long double *, const long double *, size_t, shmemx_stream_t);
int shmemx_longdouble_broadcast_nb (shmem_team_t, long double *, const long double *, size_t, int, shmemx_req_t *);
int shmemx_longdouble_broadcast_on_stream (shmem_team_t, long double *, const long double *, size_t, int, shmemx_stream_t);
int shmemx_longdouble_fcollect_nb (shmem_team_t, long double *, const long double *, size_t, shmemx_req_t *);
int shmemx_longdouble_fcollect_on_stream (shmem_team_t, long double *, const long double *, size_t, shmemx_stream_t);
void shmemx_longdouble_get_nbi_on_stream (long double *, const long double *, size_t, int, shmemx_stream_t);
void shmemx_longdouble_get_on_stream (long double *, const long double *, size_t, int, shmemx_stream_t);
void shmemx_longdouble_iget_on_stream (long double *, const long double *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
void shmemx_longdouble_iput_on_stream (long double *, const long double *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
int shmemx_longdouble_max_reduce_nb (shmem_team_t, long double *, const long double *, size_t, shmemx_req_t *);
int shmemx_longdouble_max_reduce_on_stream (shmem_team_t, long double *, const long double *, size_t, shmemx_stream_t);
int shmemx_longdouble_min_reduce_nb (shmem_team_t, long double *, const long double *, size_t, shmemx_req_t *);
int shmemx_longdouble_min_reduce_on_stream (shmem_team_t, long double *, const long double *, size_t, shmemx_stream_t);
void shmemx_longdouble_p_on_stream (long double *, long double, int, shmemx_stream_t);
int shmemx_longdouble_prod_reduce_nb (shmem_team_t, long double *, const long double *, size_t, shmemx_req_t *);
int shmemx_longdouble_prod_reduce_on_stream (shmem_team_t, long double *, const long double *, size_t, shmemx_stream_t);
void shmemx_longdouble_put_nbi_on_stream (long double *, const long double *, size_t, int, shmemx_stream_t);
void shmemx_longdouble_put_on_stream (long double *, const long double *, size_t, int, shmemx_stream_t);
void shmemx_longdouble_put_signal_nbi_on_stream (long double *, const long double *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
void shmemx_longdouble_put_signal_on_stream (long double *, const long double *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
int shmemx_longdouble_sum_reduce_nb (shmem_team_t, long double *, const long double *, size_t, shmemx_req_t *);
int shmemx_longdouble_sum_reduce_on_stream (shmem_team_t, long double *, const long double *, size_t, shmemx_stream_t);
int shmemx_longlong_alltoall_nb (shmem_team_t, long long int *, const long long int *, size_t, shmemx_req_t *);
int shmemx_longlong_alltoall_on_stream (shmem_team_t, long long int *, const long long int *, size_t, shmemx_stream_t);
int shmemx_longlong_broadcast_nb (shmem_team_t, long long int *, const long long int *, size_t, int, shmemx_req_t *);
int shmemx_longlong_broadcast_on_stream (shmem_team_t, long long int *, const long long int *, size_t, int, shmemx_stream_t);
int shmemx_longlong_fcollect_nb (shmem_team_t, long long int *, const long long int *, size_t, shmemx_req_t *);
int shmemx_longlong_fcollect_on_stream (shmem_team_t, long long int *, const long long int *, size_t, shmemx_stream_t);
void shmemx_longlong_get_nbi_on_stream (long long int *, const long long int *, size_t, int, shmemx_stream_t);
void shmemx_longlong_get_on_stream (long long int *, const long long int *, size_t, int, shmemx_stream_t);
void shmemx_longlong_iget_on_stream (long long int *, const long long int *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
void shmemx_longlong_iput_on_stream (long long int *, const long long int *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
int shmemx_longlong_max_reduce_nb (shmem_team_t, long long int *, const long long int *, size_t, shmemx_req_t *);
int shmemx_longlong_max_reduce_on_stream (shmem_team_t, long long int *, const long long int *, size_t, shmemx_stream_t);
int shmemx_longlong_min_reduce_nb (shmem_team_t, long long int *, const long long int *, size_t, shmemx_req_t *);
int shmemx_longlong_min_reduce_on_stream (shmem_team_t, long long int *, const long long int *, size_t, shmemx_stream_t);
void shmemx_longlong_p_on_stream (long long int *, long long int, int, shmemx_stream_t);
int shmemx_longlong_prod_reduce_nb (shmem_team_t, long long int *, const long long int *, size_t, shmemx_req_t *);
int shmemx_longlong_prod_reduce_on_stream (shmem_team_t, long long int *, const long long int *, size_t, shmemx_stream_t);
void shmemx_longlong_put_nbi_on_stream (long long int *, const long long int *, size_t, int, shmemx_stream_t);
void shmemx_longlong_put_on_stream (long long int *, const long long int *, size_t, int, shmemx_stream_t);
void shmemx_longlong_put_signal_nbi_on_stream (long long int *, const long long int *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
void shmemx_longlong_put_signal_on_stream (long long int *, const long long int *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
int shmemx_longlong_sum_reduce_nb (shmem_team_t, long long int *, const long long int *, size_t, shmemx_req_t *);
int shmemx_longlong_sum_reduce_on_stream (shmem_team_t, long long int *, const long long int *, size_t, shmemx_stream_t);
void shmemx_longlong_wait_until_on_stream (long long int *, int, long long int, shmemx_stream_t);
int shmemx_partition_of (const void *);
int shmemx_partition_query (int, shmemx_partition_info_t *);
int shmemx_ptrdiff_alltoall_nb (shmem_team_t, ptrdiff_t *, const ptrdiff_t *, size_t, shmemx_req_t *);
int shmemx_ptrdiff_alltoall_on_stream (shmem_team_t, ptrdiff_t *, const ptrdiff_t *, size_t, shmemx_stream_t);
int shmemx_ptrdiff_broadcast_nb (shmem_team_t, ptrdiff_t *, const ptrdiff_t *, size_t, int, shmemx_req_t *);
int shmemx_ptrdiff_broadcast_on_stream (shmem_team_t, ptrdiff_t *, const ptrdiff_t *, size_t, int, shmemx_stream_t);
int shmemx_ptrdiff_fcollect_nb (shmem_team_t, ptrdiff_t *, const ptrdiff_t *, size_t, shmemx_req_t *);
int shmemx_ptrdiff_fcollect_on_stream (shmem_team_t, ptrdiff_t *, const ptrdiff_t *, size_t, shmemx_stream_t);
void shmemx_ptrdiff_get_nbi_on_stream (ptrdiff_t *, const ptrdiff_t *, size_t, int, shmemx_stream_t);
void shmemx_ptrdiff_get_on_stream (ptrdiff_t *, const ptrdiff_t *, size_t, int, shmemx_stream_t);
void shmemx_ptrdiff_iget_on_stream (ptrdiff_t *, const ptrdiff_t *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
void shmemx_ptrdiff_iput_on_stream (ptrdiff_t *, const ptrdiff_t *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
int shmemx_ptrdiff_max_reduce_nb (shmem_team_t, ptrdiff_t *, const ptrdiff_t *, size_t, shmemx_req_t *);
int shmemx_ptrdiff_max_reduce_on_stream (shmem_team_t, ptrdiff_t *, const ptrdiff_t *, size_t, shmemx_stream_t);
int shmemx_ptrdiff_min_reduce_nb (shmem_team_t, ptrdiff_t *, const ptrdiff_t *, size_t, shmemx_req_t *);
int shmemx_ptrdiff_min_reduce_on_stream (shmem_team_t, ptrdiff_t *, const ptrdiff_t *, size_t, shmemx_stream_t);
void shmemx_ptrdiff_p_on_stream (ptrdiff_t *, ptrdiff_t, int, shmemx_stream_t);
int shmemx_ptrdiff_prod_reduce_nb (shmem_team_t, ptrdiff_t *, const ptrdiff_t *, size_t, shmemx_req_t *);
int shmemx_ptrdiff_prod_reduce_on_stream (shmem_team_t, ptrdiff_t *, const ptrdiff_t *, size_t, shmemx_stream_t);
void shmemx_ptrdiff_put_nbi_on_stream (ptrdiff_t *, const ptrdiff_t *, size_t, int, shmemx_stream_t);
void shmemx_ptrdiff_put_on_stream (ptrdiff_t *, const ptrdiff_t *, size_t, int, shmemx_stream_t);
void shmemx_ptrdiff_put_signal_nbi_on_stream (ptrdiff_t *, const ptrdiff_t *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
void shmemx_ptrdiff_put_signal_on_stream (ptrdiff_t *, const ptrdiff_t *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
int shmemx_ptrdiff_sum_reduce_nb (shmem_team_t, ptrdiff_t *, const ptrdiff_t *, size_t, shmemx_req_t *);
int shmemx_ptrdiff_sum_reduce_on_stream (shmem_team_t, ptrdiff_t *, const ptrdiff_t *, size_t, shmemx_stream_t);
void shmemx_ptrdiff_wait_until_on_stream (ptrdiff_t *, int, ptrdiff_t, shmemx_stream_t);
void shmemx_put128_nbi_on_stream (void *, const void *, size_t, int, shmemx_stream_t);
void shmemx_put128_on_stream (void *, const void *, size_t, int, shmemx_stream_t);
void shmemx_put128_signal_nbi_on_stream (void *, const void *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
void shmemx_put128_signal_on_stream (void *, const void *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
void shmemx_put16_nbi_on_stream (void *, const void *, size_t, int, shmemx_stream_t);
void shmemx_put16_on_stream (void *, const void *, size_t, int, shmemx_stream_t);
void shmemx_put16_signal_nbi_on_stream (void *, const void *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
void shmemx_put16_signal_on_stream (void *, const void *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
void shmemx_put32_nbi_on_stream (void *, const void *, size_t, int, shmemx_stream_t);
void shmemx_put32_on_stream (void *, const void *, size_t, int, shmemx_stream_t);
void shmemx_put32_signal_nbi_on_stream (void *, const void *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
void shmemx_put32_signal_on_stream (void *, const void *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
void shmemx_put64_nbi_on_stream (void *, const void *, size_t, int, shmemx_stream_t);
void shmemx_put64_on_stream (void *, const void *, size_t, int, shmemx_stream_t);
void shmemx_put64_signal_nbi_on_stream (void *, const void *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
void shmemx_put64_signal_on_stream (void *, const void *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
void shmemx_put8_nbi_on_stream (void *, const void *, size_t, int, shmemx_stream_t);
void shmemx_put8_on_stream (void *, const void *, size_t, int, shmemx_stream_t);
void shmemx_put8_signal_nbi_on_stream (void *, const void *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
void shmemx_put8_signal_on_stream (void *, const void *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
void shmemx_putmem_counted (void *, const void *, size_t, int, uint64_t *);
void shmemx_putmem_nbi_on_stream (void *, const void *, size_t, int, shmemx_stream_t);
void shmemx_putmem_on_stream (void *, const void *, size_t, int, shmemx_stream_t);
void shmemx_putmem_signal_nbi_on_stream (void *, const void *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
void shmemx_putmem_signal_on_stream (void *, const void *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
void shmemx_quiet_on_stream (shmemx_stream_t);
int shmemx_quiet_test (void);
int shmemx_req_test (shmemx_req_t *);
void shmemx_req_wait (shmemx_req_t *);
int shmemx_scattermem (shmem_team_t, void *, const void *, size_t, int);
int shmemx_scattervmem (shmem_team_t, void *, const void *, const size_t *, const size_t *, int);
int shmemx_schar_alltoall_nb (shmem_team_t, signed char *, const signed char *, size_t, shmemx_req_t *);
int shmemx_schar_alltoall_on_stream (shmem_team_t, signed char *, const signed char *, size_t, shmemx_stream_t);
int shmemx_schar_broadcast_nb (shmem_team_t, signed char *, const signed char *, size_t, int, shmemx_req_t *);
int shmemx_schar_broadcast_on_stream (shmem_team_t, signed char *, const signed char *, size_t, int, shmemx_stream_t);
int shmemx_schar_fcollect_nb (shmem_team_t, signed char *, const signed char *, size_t, shmemx_req_t *);
int shmemx_schar_fcollect_on_stream (shmem_team_t, signed char *, const signed char *, size_t, shmemx_stream_t);
void shmemx_schar_get_nbi_on_stream (signed char *, const signed char *, size_t, int, shmemx_stream_t);
void shmemx_schar_get_on_stream (signed char *, const signed char *, size_t, int, shmemx_stream_t);
void shmemx_schar_iget_on_stream (signed char *, const signed char *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
void shmemx_schar_iput_on_stream (signed char *, const signed char *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
int shmemx_schar_max_reduce_nb (shmem_team_t, signed char *, const signed char *, size_t, shmemx_req_t *);
int shmemx_schar_max_reduce_on_stream (shmem_team_t, signed char *, const signed char *, size_t, shmemx_stream_t);
int shmemx_schar_min_reduce_nb (shmem_team_t, signed char *, const signed char *, size_t, shmemx_req_t *);
int shmemx_schar_min_reduce_on_stream (shmem_team_t, signed char *, const signed char *, size_t, shmemx_stream_t);
void shmemx_schar_p_on_stream (signed char *, signed char, int, shmemx_stream_t);
int shmemx_schar_prod_reduce_nb (shmem_team_t, signed char *, const signed char *, size_t, shmemx_req_t *);
int shmemx_schar_prod_reduce_on_stream (shmem_team_t, signed char *, const signed char *, size_t, shmemx_stream_t);
void shmemx_schar_put_nbi_on_stream (signed char *, const signed char *, size_t, int, shmemx_stream_t);
void shmemx_schar_put_on_stream (signed char *, const signed char *, size_t, int, shmemx_stream_t);
void shmemx_schar_put_signal_nbi_on_stream (signed char *, const signed char *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
void shmemx_schar_put_signal_on_stream (signed char *, const signed char *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
int shmemx_schar_sum_reduce_nb (shmem_team_t, signed char *, const signed char *, size_t, shmemx_req_t *);
int shmemx_schar_sum_reduce_on_stream (shmem_team_t, signed char *, const signed char *, size_t, shmemx_stream_t);
int shmemx_short_alltoall_nb (shmem_team_t, short int *, const short int *, size_t, shmemx_req_t *);
int shmemx_short_alltoall_on_stream (shmem_team_t, short int *, const short int *, size_t, shmemx_stream_t);
int shmemx_short_broadcast_nb (shmem_team_t, short int *, const short int *, size_t, int, shmemx_req_t *);
int shmemx_short_broadcast_on_stream (shmem_team_t, short int *, const short int *, size_t, int, shmemx_stream_t);
int shmemx_short_fcollect_nb (shmem_team_t, short int *, const short int *, size_t, shmemx_req_t *);
int shmemx_short_fcollect_on_stream (shmem_team_t, short int *, const short int *, size_t, shmemx_stream_t);
void shmemx_short_get_nbi_on_stream (short int *, const short int *, size_t, int, shmemx_stream_t);
void shmemx_short_get_on_stream (short int *, const short int *, size_t, int, shmemx_stream_t);
void shmemx_short_iget_on_stream (short int *, const short int *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
void shmemx_short_iput_on_stream (short int *, const short int *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
int shmemx_short_max_reduce_nb (shmem_team_t, short int *, const short int *, size_t, shmemx_req_t *);
int shmemx_short_max_reduce_on_stream (shmem_team_t, short int *, const short int *, size_t, shmemx_stream_t);
int shmemx_short_min_reduce_nb (shmem_team_t, short int *, const short int *, size_t, shmemx_req_t *);
int shmemx_short_min_reduce_on_stream (shmem_team_t, short int *, const short int *, size_t, shmemx_stream_t);
void shmemx_short_p_on_stream (short int *, short int, int, shmemx_stream_t);
int shmemx_short_prod_reduce_nb (shmem_team_t, short int *, const short int *, size_t, shmemx_req_t *);
int shmemx_short_prod_reduce_on_stream (shmem_team_t, short int *, const short int *, size_t, shmemx_stream_t);
void shmemx_short_put_nbi_on_stream (short int *, const short int *, size_t, int, shmemx_stream_t);
void shmemx_short_put_on_stream (short int *, const short int *, size_t, int, shmemx_stream_t);
void shmemx_short_put_signal_nbi_on_stream (short int *, const short int *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
void shmemx_short_put_signal_on_stream (short int *, const short int *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
int shmemx_short_sum_reduce_nb (shmem_team_t, short int *, const short int *, size_t, shmemx_req_t *);
int shmemx_short_sum_reduce_on_stream (shmem_team_t, short int *, const short int *, size_t, shmemx_stream_t);
void shmemx_signal_add_on_stream (uint64_t *, uint64_t, int, shmemx_stream_t);
void shmemx_signal_set_on_stream (uint64_t *, uint64_t, int, shmemx_stream_t);
void shmemx_signal_wait_until_on_stream (uint64_t *, int, uint64_t, shmemx_stream_t);
int shmemx_size_alltoall_nb (shmem_team_t, size_t *, const size_t *, size_t, shmemx_req_t *);
int shmemx_size_alltoall_on_stream (shmem_team_t, size_t *, const size_t *, size_t, shmemx_stream_t);
int shmemx_size_and_reduce_nb (shmem_team_t, size_t *, const size_t *, size_t, shmemx_req_t *);
int shmemx_size_and_reduce_on_stream (shmem_team_t, size_t *, const size_t *, size_t, shmemx_stream_t);
int shmemx_size_broadcast_nb (shmem_team_t, size_t *, const size_t *, size_t, int, shmemx_req_t *);
int shmemx_size_broadcast_on_stream (shmem_team_t, size_t *, const size_t *, size_t, int, shmemx_stream_t);
int shmemx_size_fcollect_nb (shmem_team_t, size_t *, const size_t *, size_t, shmemx_req_t *);
int shmemx_size_fcollect_on_stream (shmem_team_t, size_t *, const size_t *, size_t, shmemx_stream_t);
void shmemx_size_get_nbi_on_stream (size_t *, const size_t *, size_t, int, shmemx_stream_t);
void shmemx_size_get_on_stream (size_t *, const size_t *, size_t, int, shmemx_stream_t);
void shmemx_size_iget_on_stream (size_t *, const size_t *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
void shmemx_size_iput_on_stream (size_t *, const size_t *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
int shmemx_size_max_reduce_nb (shmem_team_t, size_t *, const size_t *, size_t, shmemx_req_t *);
int shmemx_size_max_reduce_on_stream (shmem_team_t, size_t *, const size_t *, size_t, shmemx_stream_t);
int shmemx_size_min_reduce_nb (shmem_team_t, size_t *, const size_t *, size_t, shmemx_req_t *);
int shmemx_size_min_reduce_on_stream (shmem_team_t, size_t *, const size_t *, size_t, shmemx_stream_t);
int shmemx_size_or_reduce_nb (shmem_team_t, size_t *, const size_t *, size_t, shmemx_req_t *);
int shmemx_size_or_reduce_on_stream (shmem_team_t, size_t *, const size_t *, size_t, shmemx_stream_t);
void shmemx_size_p_on_stream (size_t *, size_t, int, shmemx_stream_t);
int shmemx_size_prod_reduce_nb (shmem_team_t, size_t *, const size_t *, size_t, shmemx_req_t *);
int shmemx_size_prod_reduce_on_stream (shmem_team_t, size_t *, const size_t *, size_t, shmemx_stream_t);
void shmemx_size_put_nbi_on_stream (size_t *, const size_t *, size_t, int, shmemx_stream_t);
void shmemx_size_put_on_stream (size_t *, const size_t *, size_t, int, shmemx_stream_t);
void shmemx_size_put_signal_nbi_on_stream (size_t *, const size_t *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
void shmemx_size_put_signal_on_stream (size_t *, const size_t *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
int shmemx_size_sum_reduce_nb (shmem_team_t, size_t *, const size_t *, size_t, shmemx_req_t *);
int shmemx_size_sum_reduce_on_stream (shmem_team_t, size_t *, const size_t *, size_t, shmemx_stream_t);
void shmemx_size_wait_until_on_stream (size_t *, int, size_t, shmemx_stream_t);
int shmemx_size_xor_reduce_nb (shmem_team_t, size_t *, const size_t *, size_t, shmemx_req_t *);
int shmemx_size_xor_reduce_on_stream (shmem_team_t, size_t *, const size_t *, size_t, shmemx_stream_t);
shmemx_space_t shmemx_space_create (const char *);
void shmemx_space_destroy (shmemx_space_t);
void *shmemx_space_malloc (shmemx_space_t, size_t);
void shmemx_sync_all_on_stream (shmemx_stream_t);
int shmemx_sync_nb (shmem_team_t, shmemx_req_t *);
void *shmemx_team_align (shmem_team_t, size_t, size_t);
void shmemx_team_free (shmem_team_t, void *);
int shmemx_team_from_set (shmem_team_t, const int *, int, const shmem_team_config_t *, long int, shmem_team_t *);
void *shmemx_team_malloc (shmem_team_t, size_t);
int shmemx_team_node_leaders (shmem_team_t, const shmem_team_config_t *, long int, shmem_team_t *);
int shmemx_team_split_color (shmem_team_t, int, int, const shmem_team_config_t *, long int, shmem_team_t *);
int shmemx_team_sync_on_stream (shmem_team_t, shmemx_stream_t);
int shmemx_uchar_alltoall_nb (shmem_team_t, unsigned char *, const unsigned char *, size_t, shmemx_req_t *);
int shmemx_uchar_alltoall_on_stream (shmem_team_t, unsigned char *, const unsigned char *, size_t, shmemx_stream_t);
int shmemx_uchar_and_reduce_nb (shmem_team_t, unsigned char *, const unsigned char *, size_t, shmemx_req_t *);
int shmemx_uchar_and_reduce_on_stream (shmem_team_t, unsigned char *, const unsigned char *, size_t, shmemx_stream_t);
int shmemx_uchar_broadcast_nb (shmem_team_t, unsigned char *, const unsigned char *, size_t, int, shmemx_req_t *);
int shmemx_uchar_broadcast_on_stream (shmem_team_t, unsigned char *, const unsigned char *, size_t, int, shmemx_stream_t);
int shmemx_uchar_fcollect_nb (shmem_team_t, unsigned char *, const unsigned char *, size_t, shmemx_req_t *);
int shmemx_uchar_fcollect_on_stream (shmem_team_t, unsigned char *, const unsigned char *, size_t, shmemx_stream_t);
void shmemx_uchar_get_nbi_on_stream (unsigned char *, const unsigned char *, size_t, int, shmemx_stream_t);
void shmemx_uchar_get_on_stream (unsigned char *, const unsigned char *, size_t, int, shmemx_stream_t);
void shmemx_uchar_iget_on_stream (unsigned char *, const unsigned char *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
void shmemx_uchar_iput_on_stream (unsigned char *, const unsigned char *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
int shmemx_uchar_max_reduce_nb (shmem_team_t, unsigned char *, const unsigned char *, size_t, shmemx_req_t *);
int shmemx_uchar_max_reduce_on_stream (shmem_team_t, unsigned char *, const unsigned char *, size_t, shmemx_stream_t);
int shmemx_uchar_min_reduce_nb (shmem_team_t, unsigned char *, const unsigned char *, size_t, shmemx_req_t *);
int shmemx_uchar_min_reduce_on_stream (shmem_team_t, unsigned char *, const unsigned char *, size_t, shmemx_stream_t);
int shmemx_uchar_or_reduce_nb (shmem_team_t, unsigned char *, const unsigned char *, size_t, shmemx_req_t *);
int shmemx_uchar_or_reduce_on_stream (shmem_team_t, unsigned char *, const unsigned char *, size_t, shmemx_stream_t);
void shmemx_uchar_p_on_stream (unsigned char *, unsigned char, int, shmemx_stream_t);
int shmemx_uchar_prod_reduce_nb (shmem_team_t, unsigned char *, const unsigned char *, size_t, shmemx_req_t *);
int shmemx_uchar_prod_reduce_on_stream (shmem_team_t, unsigned char *, const unsigned char *, size_t, shmemx_stream_t);
void shmemx_uchar_put_nbi_on_stream (unsigned char *, const unsigned char *, size_t, int, shmemx_stream_t);
void shmemx_uchar_put_on_stream (unsigned char *, const unsigned char *, size_t, int, shmemx_stream_t);
void shmemx_uchar_put_signal_nbi_on_stream (unsigned char *, const unsigned char *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
void shmemx_uchar_put_signal_on_stream (unsigned char *, const unsigned char *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
int shmemx_uchar_sum_reduce_nb (shmem_team_t, unsigned char *, const unsigned char *, size_t, shmemx_req_t *);
int shmemx_uchar_sum_reduce_on_stream (shmem_team_t, unsigned char *, const unsigned char *, size_t, shmemx_stream_t);
int shmemx_uchar_xor_reduce_nb (shmem_team_t, unsigned char *, const unsigned char *, size_t, shmemx_req_t *);
int shmemx_uchar_xor_reduce_on_stream (shmem_team_t, unsigned char *, const unsigned char *, size_t, shmemx_stream_t);
int shmemx_uint16_alltoall_nb (shmem_team_t, uint16_t *, const uint16_t *, size_t, shmemx_req_t *);
int shmemx_uint16_alltoall_on_stream (shmem_team_t, uint16_t *, const uint16_t *, size_t, shmemx_stream_t);
int shmemx_uint16_and_reduce_nb (shmem_team_t, uint16_t *, const uint16_t *, size_t, shmemx_req_t *);
int shmemx_uint16_and_reduce_on_stream (shmem_team_t, uint16_t *, const uint16_t *, size_t, shmemx_stream_t);
int shmemx_uint16_broadcast_nb (shmem_team_t, uint16_t *, const uint16_t *, size_t, int, shmemx_req_t *);
int shmemx_uint16_broadcast_on_stream (shmem_team_t, uint16_t *, const uint16_t *, size_t, int, shmemx_stream_t);
int shmemx_uint16_fcollect_nb (shmem_team_t, uint16_t *, const uint16_t *, size_t, shmemx_req_t *);
int shmemx_uint16_fcollect_on_stream (shmem_team_t, uint16_t *, const uint16_t *, size_t, shmemx_stream_t);
void shmemx_uint16_get_nbi_on_stream (uint16_t *, const uint16_t *, size_t, int, shmemx_stream_t);
void shmemx_uint16_get_on_stream (uint16_t *, const uint16_t *, size_t, int, shmemx_stream_t);
void shmemx_uint16_iget_on_stream (uint16_t *, const uint16_t *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
void shmemx_uint16_iput_on_stream (uint16_t *, const uint16_t *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
int shmemx_uint16_max_reduce_nb (shmem_team_t, uint16_t *, const uint16_t *, size_t, shmemx_req_t *);
int shmemx_uint16_max_reduce_on_stream (shmem_team_t, uint16_t *, const uint16_t *, size_t, shmemx_stream_t);
int shmemx_uint16_min_reduce_nb (shmem_team_t, uint16_t *, const uint16_t *, size_t, shmemx_req_t *);
int shmemx_uint16_min_reduce_on_stream (shmem_team_t, uint16_t *, const uint16_t *, size_t, shmemx_stream_t);
int shmemx_uint16_or_reduce_nb (shmem_team_t, uint16_t *, const uint16_t *, size_t, shmemx_req_t *);
int shmemx_uint16_or_reduce_on_stream (shmem_team_t, uint16_t *, const uint16_t *, size_t, shmemx_stream_t);
void shmemx_uint16_p_on_stream (uint16_t *, uint16_t, int, shmemx_stream_t);
int shmemx_uint16_prod_reduce_nb (shmem_team_t, uint16_t *, const uint16_t *, size_t, shmemx_req_t *);
int shmemx_uint16_prod_reduce_on_stream (shmem_team_t, uint16_t *, const uint16_t *, size_t, shmemx_stream_t);
void shmemx_uint16_put_nbi_on_stream (uint16_t *, const uint16_t *, size_t, int, shmemx_stream_t);
void shmemx_uint16_put_on_stream (uint16_t *, const uint16_t *, size_t, int, shmemx_stream_t);
void shmemx_uint16_put_signal_nbi_on_stream (uint16_t *, const uint16_t *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
void shmemx_uint16_put_signal_on_stream (uint16_t *, const uint16_t *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
int shmemx_uint16_sum_reduce_nb (shmem_team_t, uint16_t *, const uint16_t *, size_t, shmemx_req_t *);
int shmemx_uint16_sum_reduce_on_stream (shmem_team_t, uint16_t *, const uint16_t *, size_t, shmemx_stream_t);
int shmemx_uint16_xor_reduce_nb (shmem_team_t, uint16_t *, const uint16_t *, size_t, shmemx_req_t *);
int shmemx_uint16_xor_reduce_on_stream (shmem_team_t, uint16_t *, const uint16_t *, size_t, shmemx_stream_t);
int shmemx_uint32_alltoall_nb (shmem_team_t, uint32_t *, const uint32_t *, size_t, shmemx_req_t *);
int shmemx_uint32_alltoall_on_stream (shmem_team_t, uint32_t *, const uint32_t *, size_t, shmemx_stream_t);
int shmemx_uint32_and_reduce_nb (shmem_team_t, uint32_t *, const uint32_t *, size_t, shmemx_req_t *);
int shmemx_uint32_and_reduce_on_stream (shmem_team_t, uint32_t *, const uint32_t *, size_t, shmemx_stream_t);
int shmemx_uint32_broadcast_nb (shmem_team_t, uint32_t *, const uint32_t *, size_t, int, shmemx_req_t *);
int shmemx_uint32_broadcast_on_stream (shmem_team_t, uint32_t *, const uint32_t *, size_t, int, shmemx_stream_t);
int shmemx_uint32_fcollect_nb (shmem_team_t, uint32_t *, const uint32_t *, size_t, shmemx_req_t *);
int shmemx_uint32_fcollect_on_stream (shmem_team_t, uint32_t *, const uint32_t *, size_t, shmemx_stream_t);
void shmemx_uint32_get_nbi_on_stream (uint32_t *, const uint32_t *, size_t, int, shmemx_stream_t);
void shmemx_uint32_get_on_stream (uint32_t *, const uint32_t *, size_t, int, shmemx_stream_t);
void shmemx_uint32_iget_on_stream (uint32_t *, const uint32_t *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
void shmemx_uint32_iput_on_stream (uint32_t *, const uint32_t *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
int shmemx_uint32_max_reduce_nb (shmem_team_t, uint32_t *, const uint32_t *, size_t, shmemx_req_t *);
int shmemx_uint32_max_reduce_on_stream (shmem_team_t, uint32_t *, const uint32_t *, size_t, shmemx_stream_t);
int shmemx_uint32_min_reduce_nb (shmem_team_t, uint32_t *, const uint32_t *, size_t, shmemx_req_t *);
int shmemx_uint32_min_reduce_on_stream (shmem_team_t, uint32_t *, const uint32_t *, size_t, shmemx_stream_t);
int shmemx_uint32_or_reduce_nb (shmem_team_t, uint32_t *, const uint32_t *, size_t, shmemx_req_t *);
int shmemx_uint32_or_reduce_on_stream (shmem_team_t, uint32_t *, const uint32_t *, size_t, shmemx_stream_t);
void shmemx_uint32_p_on_stream (uint32_t *, uint32_t, int, shmemx_stream_t);
int shmemx_uint32_prod_reduce_nb (shmem_team_t, uint32_t *, const uint32_t *, size_t, shmemx_req_t *);
int shmemx_uint32_prod_reduce_on_stream (shmem_team_t, uint32_t *, const uint32_t *, size_t, shmemx_stream_t);
void shmemx_uint32_put_nbi_on_stream (uint32_t *, const uint32_t *, size_t, int, shmemx_stream_t);
void shmemx_uint32_put_on_stream (uint32_t *, const uint32_t *, size_t, int, shmemx_stream_t);
void shmemx_uint32_put_signal_nbi_on_stream (uint32_t *, const uint32_t *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
void shmemx_uint32_put_signal_on_stream (uint32_t *, const uint32_t *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
int shmemx_uint32_sum_reduce_nb (shmem_team_t, uint32_t *, const uint32_t *, size_t, shmemx_req_t *);
int shmemx_uint32_sum_reduce_on_stream (shmem_team_t, uint32_t *, const uint32_t *, size_t, shmemx_stream_t);
void shmemx_uint32_wait_until_on_stream (uint32_t *, int, uint32_t, shmemx_stream_t);
int shmemx_uint32_xor_reduce_nb (shmem_team_t, uint32_t *, const uint32_t *, size_t, shmemx_req_t *);
int shmemx_uint32_xor_reduce_on_stream (shmem_team_t, uint32_t *, const uint32_t *, size_t, shmemx_stream_t);
int shmemx_uint64_alltoall_nb (shmem_team_t, uint64_t *, const uint64_t *, size_t, shmemx_req_t *);
int shmemx_uint64_alltoall_on_stream (shmem_team_t, uint64_t *, const uint64_t *, size_t, shmemx_stream_t);
int shmemx_uint64_and_reduce_nb (shmem_team_t, uint64_t *, const uint64_t *, size_t, shmemx_req_t *);
int shmemx_uint64_and_reduce_on_stream (shmem_team_t, uint64_t *, const uint64_t *, size_t, shmemx_stream_t);
int shmemx_uint64_broadcast_nb (shmem_team_t, uint64_t *, const uint64_t *, size_t, int, shmemx_req_t *);
int shmemx_uint64_broadcast_on_stream (shmem_team_t, uint64_t *, const uint64_t *, size_t, int, shmemx_stream_t);
int shmemx_uint64_fcollect_nb (shmem_team_t, uint64_t *, const uint64_t *, size_t, shmemx_req_t *);
int shmemx_uint64_fcollect_on_stream (shmem_team_t, uint64_t *, const uint64_t *, size_t, shmemx_stream_t);
void shmemx_uint64_get_nbi_on_stream (uint64_t *, const uint64_t *, size_t, int, shmemx_stream_t);
void shmemx_uint64_get_on_stream (uint64_t *, const uint64_t *, size_t, int, shmemx_stream_t);
void shmemx_uint64_iget_on_stream (uint64_t *, const uint64_t *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
void shmemx_uint64_iput_on_stream (uint64_t *, const uint64_t *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
int shmemx_uint64_max_reduce_nb (shmem_team_t, uint64_t *, const uint64_t *, size_t, shmemx_req_t *);
int shmemx_uint64_max_reduce_on_stream (shmem_team_t, uint64_t *, const uint64_t *, size_t, shmemx_stream_t);
int shmemx_uint64_min_reduce_nb (shmem_team_t, uint64_t *, const uint64_t *, size_t, shmemx_req_t *);
int shmemx_uint64_min_reduce_on_stream (shmem_team_t, uint64_t *, const uint64_t *, size_t, shmemx_stream_t);
int shmemx_uint64_or_reduce_nb (shmem_team_t, uint64_t *, const uint64_t *, size_t, shmemx_req_t *);
int shmemx_uint64_or_reduce_on_stream (shmem_team_t, uint64_t *, const uint64_t *, size_t, shmemx_stream_t);
void shmemx_uint64_p_on_stream (uint64_t *, uint64_t, int, shmemx_stream_t);
int shmemx_uint64_prod_reduce_nb (shmem_team_t, uint64_t *, const uint64_t *, size_t, shmemx_req_t *);
int shmemx_uint64_prod_reduce_on_stream (shmem_team_t, uint64_t *, const uint64_t *, size_t, shmemx_stream_t);
void shmemx_uint64_put_nbi_on_stream (uint64_t *, const uint64_t *, size_t, int, shmemx_stream_t);
void shmemx_uint64_put_on_stream (uint64_t *, const uint64_t *, size_t, int, shmemx_stream_t);
void shmemx_uint64_put_signal_nbi_on_stream (uint64_t *, const uint64_t *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
void shmemx_uint64_put_signal_on_stream (uint64_t *, const uint64_t *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
int shmemx_uint64_sum_reduce_nb (shmem_team_t, uint64_t *, const uint64_t *, size_t, shmemx_req_t *);
int shmemx_uint64_sum_reduce_on_stream (shmem_team_t, uint64_t *, const uint64_t *, size_t, shmemx_stream_t);
void shmemx_uint64_wait_until_on_stream (uint64_t *, int, uint64_t, shmemx_stream_t);
int shmemx_uint64_xor_reduce_nb (shmem_team_t, uint64_t *, const uint64_t *, size_t, shmemx_req_t *);
int shmemx_uint64_xor_reduce_on_stream (shmem_team_t, uint64_t *, const uint64_t *, size_t, shmemx_stream_t);
int shmemx_uint8_alltoall_nb (shmem_team_t, uint8_t *, const uint8_t *, size_t, shmemx_req_t *);
int shmemx_uint8_alltoall_on_stream (shmem_team_t, uint8_t *, const uint8_t *, size_t, shmemx_stream_t);
int shmemx_uint8_and_reduce_nb (shmem_team_t, uint8_t *, const uint8_t *, size_t, shmemx_req_t *);
int shmemx_uint8_and_reduce_on_stream (shmem_team_t, uint8_t *, const uint8_t *, size_t, shmemx_stream_t);
int shmemx_uint8_broadcast_nb (shmem_team_t, uint8_t *, const uint8_t *, size_t, int, shmemx_req_t *);
int shmemx_uint8_broadcast_on_stream (shmem_team_t, uint8_t *, const uint8_t *, size_t, int, shmemx_stream_t);
int shmemx_uint8_fcollect_nb (shmem_team_t, uint8_t *, const uint8_t *, size_t, shmemx_req_t *);
int shmemx_uint8_fcollect_on_stream (shmem_team_t, uint8_t *, const uint8_t *, size_t, shmemx_stream_t);
void shmemx_uint8_get_nbi_on_stream (uint8_t *, const uint8_t *, size_t, int, shmemx_stream_t);
void shmemx_uint8_get_on_stream (uint8_t *, const uint8_t *, size_t, int, shmemx_stream_t);
void shmemx_uint8_iget_on_stream (uint8_t *, const uint8_t *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
void shmemx_uint8_iput_on_stream (uint8_t *, const uint8_t *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
int shmemx_uint8_max_reduce_nb (shmem_team_t, uint8_t *, const uint8_t *, size_t, shmemx_req_t *);
int shmemx_uint8_max_reduce_on_stream (shmem_team_t, uint8_t *, const uint8_t *, size_t, shmemx_stream_t);
int shmemx_uint8_min_reduce_nb (shmem_team_t, uint8_t *, const uint8_t *, size_t, shmemx_req_t *);
int shmemx_uint8_min_reduce_on_stream (shmem_team_t, uint8_t *, const uint8_t *, size_t, shmemx_stream_t);
int shmemx_uint8_or_reduce_nb (shmem_team_t, uint8_t *, const uint8_t *, size_t, shmemx_req_t *);
int shmemx_uint8_or_reduce_on_stream (shmem_team_t, uint8_t *, const uint8_t *, size_t, shmemx_stream_t);
void shmemx_uint8_p_on_stream (uint8_t *, uint8_t, int, shmemx_stream_t);
int shmemx_uint8_prod_reduce_nb (shmem_team_t, uint8_t *, const uint8_t *, size_t, shmemx_req_t *);
int shmemx_uint8_prod_reduce_on_stream (shmem_team_t, uint8_t *, const uint8_t *, size_t, shmemx_stream_t);
void shmemx_uint8_put_nbi_on_stream (uint8_t *, const uint8_t *, size_t, int, shmemx_stream_t);
void shmemx_uint8_put_on_stream (uint8_t *, const uint8_t *, size_t, int, shmemx_stream_t);
void shmemx_uint8_put_signal_nbi_on_stream (uint8_t *, const uint8_t *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
void shmemx_uint8_put_signal_on_stream (uint8_t *, const uint8_t *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
int shmemx_uint8_sum_reduce_nb (shmem_team_t, uint8_t *, const uint8_t *, size_t, shmemx_req_t *);
int shmemx_uint8_sum_reduce_on_stream (shmem_team_t, uint8_t *, const uint8_t *, size_t, shmemx_stream_t);
int shmemx_uint8_xor_reduce_nb (shmem_team_t, uint8_t *, const uint8_t *, size_t, shmemx_req_t *);
int shmemx_uint8_xor_reduce_on_stream (shmem_team_t, uint8_t *, const uint8_t *, size_t, shmemx_stream_t);
int shmemx_uint_alltoall_nb (shmem_team_t, unsigned int *, const unsigned int *, size_t, shmemx_req_t *);
int shmemx_uint_alltoall_on_stream (shmem_team_t, unsigned int *, const unsigned int *, size_t, shmemx_stream_t);
int shmemx_uint_and_reduce_nb (shmem_team_t, unsigned int *, const unsigned int *, size_t, shmemx_req_t *);
int shmemx_uint_and_reduce_on_stream (shmem_team_t, unsigned int *, const unsigned int *, size_t, shmemx_stream_t);
int shmemx_uint_broadcast_nb (shmem_team_t, unsigned int *, const unsigned int *, size_t, int, shmemx_req_t *);
int shmemx_uint_broadcast_on_stream (shmem_team_t, unsigned int *, const unsigned int *, size_t, int, shmemx_stream_t);
int shmemx_uint_fcollect_nb (shmem_team_t, unsigned int *, const unsigned int *, size_t, shmemx_req_t *);
int shmemx_uint_fcollect_on_stream (shmem_team_t, unsigned int *, const unsigned int *, size_t, shmemx_stream_t);
void shmemx_uint_get_nbi_on_stream (unsigned int *, const unsigned int *, size_t, int, shmemx_stream_t);
void shmemx_uint_get_on_stream (unsigned int *, const unsigned int *, size_t, int, shmemx_stream_t);
void shmemx_uint_iget_on_stream (unsigned int *, const unsigned int *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
void shmemx_uint_iput_on_stream (unsigned int *, const unsigned int *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
int shmemx_uint_max_reduce_nb (shmem_team_t, unsigned int *, const unsigned int *, size_t, shmemx_req_t *);
int shmemx_uint_max_reduce_on_stream (shmem_team_t, unsigned int *, const unsigned int *, size_t, shmemx_stream_t);
int shmemx_uint_min_reduce_nb (shmem_team_t, unsigned int *, const unsigned int *, size_t, shmemx_req_t *);
int shmemx_uint_min_reduce_on_stream (shmem_team_t, unsigned int *, const unsigned int *, size_t, shmemx_stream_t);
int shmemx_uint_or_reduce_nb (shmem_team_t, unsigned int *, const unsigned int *, size_t, shmemx_req_t *);
int shmemx_uint_or_reduce_on_stream (shmem_team_t, unsigned int *, const unsigned int *, size_t, shmemx_stream_t);
void shmemx_uint_p_on_stream (unsigned int *, unsigned int, int, shmemx_stream_t);
int shmemx_uint_prod_reduce_nb (shmem_team_t, unsigned int *, const unsigned int *, size_t, shmemx_req_t *);
int shmemx_uint_prod_reduce_on_stream (shmem_team_t, unsigned int *, const unsigned int *, size_t, shmemx_stream_t);
void shmemx_uint_put_nbi_on_stream (unsigned int *, const unsigned int *, size_t, int, shmemx_stream_t);
void shmemx_uint_put_on_stream (unsigned int *, const unsigned int *, size_t, int, shmemx_stream_t);
void shmemx_uint_put_signal_nbi_on_stream (unsigned int *, const unsigned int *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
void shmemx_uint_put_signal_on_stream (unsigned int *, const unsigned int *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
int shmemx_uint_sum_reduce_nb (shmem_team_t, unsigned int *, const unsigned int *, size_t, shmemx_req_t *);
int shmemx_uint_sum_reduce_on_stream (shmem_team_t, unsigned int *, const unsigned int *, size_t, shmemx_stream_t);
void shmemx_uint_wait_until_on_stream (unsigned int *, int, unsigned int, shmemx_stream_t);
int shmemx_uint_xor_reduce_nb (shmem_team_t, unsigned int *, const unsigned int *, size_t, shmemx_req_t *);
int shmemx_uint_xor_reduce_on_stream (shmem_team_t, unsigned int *, const unsigned int *, size_t, shmemx_stream_t);
int shmemx_ulong_alltoall_nb (shmem_team_t, long unsigned int *, const long unsigned int *, size_t, shmemx_req_t *);
int shmemx_ulong_alltoall_on_stream (shmem_team_t, long unsigned int *, const long unsigned int *, size_t, shmemx_stream_t);
int shmemx_ulong_and_reduce_nb (shmem_team_t, long unsigned int *, const long unsigned int *, size_t, shmemx_req_t *);
int shmemx_ulong_and_reduce_on_stream (shmem_team_t, long unsigned int *, const long unsigned int *, size_t, shmemx_stream_t);
int shmemx_ulong_broadcast_nb (shmem_team_t, long unsigned int *, const long unsigned int *, size_t, int, shmemx_req_t *);
int shmemx_ulong_broadcast_on_stream (shmem_team_t, long unsigned int *, const long unsigned int *, size_t, int, shmemx_stream_t);
int shmemx_ulong_fcollect_nb (shmem_team_t, long unsigned int *, const long unsigned int *, size_t, shmemx_req_t *);
int shmemx_ulong_fcollect_on_stream (shmem_team_t, long unsigned int *, const long unsigned int *, size_t, shmemx_stream_t);
void shmemx_ulong_get_nbi_on_stream (long unsigned int *, const long unsigned int *, size_t, int, shmemx_stream_t);
void shmemx_ulong_get_on_stream (long unsigned int *, const long unsigned int *, size_t, int, shmemx_stream_t);
void shmemx_ulong_iget_on_stream (long unsigned int *, const long unsigned int *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
void shmemx_ulong_iput_on_stream (long unsigned int *, const long unsigned int *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
int shmemx_ulong_max_reduce_nb (shmem_team_t, long unsigned int *, const long unsigned int *, size_t, shmemx_req_t *);
int shmemx_ulong_max_reduce_on_stream (shmem_team_t, long unsigned int *, const long unsigned int *, size_t, shmemx_stream_t);
int shmemx_ulong_min_reduce_nb (shmem_team_t, long unsigned int *, const long unsigned int *, size_t, shmemx_req_t *);
int shmemx_ulong_min_reduce_on_stream (shmem_team_t, long unsigned int *, const long unsigned int *, size_t, shmemx_stream_t);
int shmemx_ulong_or_reduce_nb (shmem_team_t, long unsigned int *, const long unsigned int *, size_t, shmemx_req_t *);
int shmemx_ulong_or_reduce_on_stream (shmem_team_t, long unsigned int *, const long unsigned int *, size_t, shmemx_stream_t);
void shmemx_ulong_p_on_stream (long unsigned int *, long unsigned int, int, shmemx_stream_t);
int shmemx_ulong_prod_reduce_nb (shmem_team_t, long unsigned int *, const long unsigned int *, size_t, shmemx_req_t *);
int shmemx_ulong_prod_reduce_on_stream (shmem_team_t, long unsigned int *, const long unsigned int *, size_t, shmemx_stream_t);
void shmemx_ulong_put_nbi_on_stream (long unsigned int *, const long unsigned int *, size_t, int, shmemx_stream_t);
void shmemx_ulong_put_on_stream (long unsigned int *, const long unsigned int *, size_t, int, shmemx_stream_t);
void shmemx_ulong_put_signal_nbi_on_stream (long unsigned int *, const long unsigned int *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
void shmemx_ulong_put_signal_on_stream (long unsigned int *, const long unsigned int *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
int shmemx_ulong_sum_reduce_nb (shmem_team_t, long unsigned int *, const long unsigned int *, size_t, shmemx_req_t *);
int shmemx_ulong_sum_reduce_on_stream (shmem_team_t, long unsigned int *, const long unsigned int *, size_t, shmemx_stream_t);
void shmemx_ulong_wait_until_on_stream (long unsigned int *, int, long unsigned int, shmemx_stream_t);
int shmemx_ulong_xor_reduce_nb (shmem_team_t, long unsigned int *, const long unsigned int *, size_t, shmemx_req_t *);
int shmemx_ulong_xor_reduce_on_stream (shmem_team_t, long unsigned int *, const long unsigned int *, size_t, shmemx_stream_t);
int shmemx_ulonglong_alltoall_nb (shmem_team_t, long long unsigned int *, const long long unsigned int *, size_t, shmemx_req_t *);
int shmemx_ulonglong_alltoall_on_stream (shmem_team_t, long long unsigned int *, const long long unsigned int *, size_t, shmemx_stream_t);
int shmemx_ulonglong_and_reduce_nb (shmem_team_t, long long unsigned int *, const long long unsigned int *, size_t, shmemx_req_t *);
int shmemx_ulonglong_and_reduce_on_stream (shmem_team_t, long long unsigned int *, const long long unsigned int *, size_t, shmemx_stream_t);
int shmemx_ulonglong_broadcast_nb (shmem_team_t, long long unsigned int *, const long long unsigned int *, size_t, int, shmemx_req_t *);
int shmemx_ulonglong_broadcast_on_stream (shmem_team_t, long long unsigned int *, const long long unsigned int *, size_t, int, shmemx_stream_t);
int shmemx_ulonglong_fcollect_nb (shmem_team_t, long long unsigned int *, const long long unsigned int *, size_t, shmemx_req_t *);
int shmemx_ulonglong_fcollect_on_stream (shmem_team_t, long long unsigned int *, const long long unsigned int *, size_t, shmemx_stream_t);
void shmemx_ulonglong_get_nbi_on_stream (long long unsigned int *, const long long unsigned int *, size_t, int, shmemx_stream_t);
void shmemx_ulonglong_get_on_stream (long long unsigned int *, const long long unsigned int *, size_t, int, shmemx_stream_t);
void shmemx_ulonglong_iget_on_stream (long long unsigned int *, const long long unsigned int *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
void shmemx_ulonglong_iput_on_stream (long long unsigned int *, const long long unsigned int *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
int shmemx_ulonglong_max_reduce_nb (shmem_team_t, long long unsigned int *, const long long unsigned int *, size_t, shmemx_req_t *);
int shmemx_ulonglong_max_reduce_on_stream (shmem_team_t, long long unsigned int *, const long long unsigned int *, size_t, shmemx_stream_t);
int shmemx_ulonglong_min_reduce_nb (shmem_team_t, long long unsigned int *, const long long unsigned int *, size_t, shmemx_req_t *);
int shmemx_ulonglong_min_reduce_on_stream (shmem_team_t, long long unsigned int *, const long long unsigned int *, size_t, shmemx_stream_t);
int shmemx_ulonglong_or_reduce_nb (shmem_team_t, long long unsigned int *, const long long unsigned int *, size_t, shmemx_req_t *);
int shmemx_ulonglong_or_reduce_on_stream (shmem_team_t, long long unsigned int *, const long long unsigned int *, size_t, shmemx_stream_t);
void shmemx_ulonglong_p_on_stream (long long unsigned int *, long long unsigned int, int, shmemx_stream_t);
int shmemx_ulonglong_prod_reduce_nb (shmem_team_t, long long unsigned int *, const long long unsigned int *, size_t, shmemx_req_t *);
int shmemx_ulonglong_prod_reduce_on_stream (shmem_team_t, long long unsigned int *, const long long unsigned int *, size_t, shmemx_stream_t);
void shmemx_ulonglong_put_nbi_on_stream (long long unsigned int *, const long long unsigned int *, size_t, int, shmemx_stream_t);
void shmemx_ulonglong_put_on_stream (long long unsigned int *, const long long unsigned int *, size_t, int, shmemx_stream_t);
void shmemx_ulonglong_put_signal_nbi_on_stream (long long unsigned int *, const long long unsigned int *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
void shmemx_ulonglong_put_signal_on_stream (long long unsigned int *, const long long unsigned int *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
int shmemx_ulonglong_sum_reduce_nb (shmem_team_t, long long unsigned int *, const long long unsigned int *, size_t, shmemx_req_t *);
int shmemx_ulonglong_sum_reduce_on_stream (shmem_team_t, long long unsigned int *, const long long unsigned int *, size_t, shmemx_stream_t);
void shmemx_ulonglong_wait_until_on_stream (long long unsigned int *, int, long long unsigned int, shmemx_stream_t);
int shmemx_ulonglong_xor_reduce_nb (shmem_team_t, long long unsigned int *, const long long unsigned int *, size_t, shmemx_req_t *);
int shmemx_ulonglong_xor_reduce_on_stream (shmem_team_t, long long unsigned int *, const long long unsigned int *, size_t, shmemx_stream_t);
int shmemx_ushort_alltoall_nb (shmem_team_t, short unsigned int *, const short unsigned int *, size_t, shmemx_req_t *);
int shmemx_ushort_alltoall_on_stream (shmem_team_t, short unsigned int *, const short unsigned int *, size_t, shmemx_stream_t);
int shmemx_ushort_and_reduce_nb (shmem_team_t, short unsigned int *, const short unsigned int *, size_t, shmemx_req_t *);
int shmemx_ushort_and_reduce_on_stream (shmem_team_t, short unsigned int *, const short unsigned int *, size_t, shmemx_stream_t);
int shmemx_ushort_broadcast_nb (shmem_team_t, short unsigned int *, const short unsigned int *, size_t, int, shmemx_req_t *);
int shmemx_ushort_broadcast_on_stream (shmem_team_t, short unsigned int *, const short unsigned int *, size_t, int, shmemx_stream_t);
int shmemx_ushort_fcollect_nb (shmem_team_t, short unsigned int *, const short unsigned int *, size_t, shmemx_req_t *);
int shmemx_ushort_fcollect_on_stream (shmem_team_t, short unsigned int *, const short unsigned int *, size_t, shmemx_stream_t);
void shmemx_ushort_get_nbi_on_stream (short unsigned int *, const short unsigned int *, size_t, int, shmemx_stream_t);
void shmemx_ushort_get_on_stream (short unsigned int *, const short unsigned int *, size_t, int, shmemx_stream_t);
void shmemx_ushort_iget_on_stream (short unsigned int *, const short unsigned int *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
void shmemx_ushort_iput_on_stream (short unsigned int *, const short unsigned int *, ptrdiff_t, ptrdiff_t, size_t, int, shmemx_stream_t);
int shmemx_ushort_max_reduce_nb (shmem_team_t, short unsigned int *, const short unsigned int *, size_t, shmemx_req_t *);
int shmemx_ushort_max_reduce_on_stream (shmem_team_t, short unsigned int *, const short unsigned int *, size_t, shmemx_stream_t);
int shmemx_ushort_min_reduce_nb (shmem_team_t, short unsigned int *, const short unsigned int *, size_t, shmemx_req_t *);
int shmemx_ushort_min_reduce_on_stream (shmem_team_t, short unsigned int *, const short unsigned int *, size_t, shmemx_stream_t);
int shmemx_ushort_or_reduce_nb (shmem_team_t, short unsigned int *, const short unsigned int *, size_t, shmemx_req_t *);
int shmemx_ushort_or_reduce_on_stream (shmem_team_t, short unsigned int *, const short unsigned int *, size_t, shmemx_stream_t);
void shmemx_ushort_p_on_stream (short unsigned int *, short unsigned int, int, shmemx_stream_t);
int shmemx_ushort_prod_reduce_nb (shmem_team_t, short unsigned int *, const short unsigned int *, size_t, shmemx_req_t *);
int shmemx_ushort_prod_reduce_on_stream (shmem_team_t, short unsigned int *, const short unsigned int *, size_t, shmemx_stream_t);
void shmemx_ushort_put_nbi_on_stream (short unsigned int *, const short unsigned int *, size_t, int, shmemx_stream_t);
void shmemx_ushort_put_on_stream (short unsigned int *, const short unsigned int *, size_t, int, shmemx_stream_t);
void shmemx_ushort_put_signal_nbi_on_stream (short unsigned int *, const short unsigned int *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
void shmemx_ushort_put_signal_on_stream (short unsigned int *, const short unsigned int *, size_t, uint64_t *, uint64_t, int, int, shmemx_stream_t);
int shmemx_ushort_sum_reduce_nb (shmem_team_t, short unsigned int *, const short unsigned int *, size_t, shmemx_req_t *);
int shmemx_ushort_sum_reduce_on_stream (shmem_team_t, short unsigned int *, const short unsigned int *, size_t, shmemx_stream_t);
int shmemx_ushort_xor_reduce_nb (shmem_team_t, short unsigned int *, const short unsigned int *, size_t, shmemx_req_t *);
int shmemx_ushort_xor_reduce_on_stream (shmem_team_t, short unsigned int *, const short unsigned int *, size_t, shmemx_stream_t);
int shmemx_wire_listen (shmemx_wire_receiver_t);
int shmemx_wire_look (void);
size_t shmemx_wire_max (void);
int shmemx_wire_nap (long int);
int shmemx_wire_send (int, void *, size_t);

/* ---- Every function: the linker must find it ---- */
typedef void (*Function)(void);
#define TWINS(name) (Function)name, (Function)p##name,
#define ALONE(name) (Function)name,
const Function functions[] = {
  TWINS(_my_pe)
  TWINS(_num_pes)
  TWINS(shfree)
  TWINS(shmalloc)
  TWINS(shmem_addr_accessible)
  TWINS(shmem_align)
  TWINS(shmem_alltoall32)
  TWINS(shmem_alltoall64)
  TWINS(shmem_alltoallmem)
  TWINS(shmem_alltoalls32)
  TWINS(shmem_alltoalls64)
  TWINS(shmem_alltoallsmem)
  TWINS(shmem_barrier)
  TWINS(shmem_barrier_all)
  TWINS(shmem_broadcast32)
  TWINS(shmem_broadcast64)
  TWINS(shmem_broadcastmem)
  TWINS(shmem_calloc)
  TWINS(shmem_char_alltoall)
  TWINS(shmem_char_alltoalls)
  TWINS(shmem_char_broadcast)
  TWINS(shmem_char_collect)
  TWINS(shmem_char_fcollect)
  TWINS(shmem_char_g)
  TWINS(shmem_char_get)
  TWINS(shmem_char_get_nbi)
  TWINS(shmem_char_ibget)
  TWINS(shmem_char_ibput)
  TWINS(shmem_char_iget)
  TWINS(shmem_char_iput)
  TWINS(shmem_char_max_reduce)
  TWINS(shmem_char_min_reduce)
  TWINS(shmem_char_p)
  TWINS(shmem_char_prod_reduce)
  TWINS(shmem_char_put)
  TWINS(shmem_char_put_nbi)
  TWINS(shmem_char_put_signal)
  TWINS(shmem_char_put_signal_nbi)
  TWINS(shmem_char_sum_exscan)
  TWINS(shmem_char_sum_inscan)
  TWINS(shmem_char_sum_reduce)
  TWINS(shmem_clear_lock)
  TWINS(shmem_collect32)
  TWINS(shmem_collect64)
  TWINS(shmem_collectmem)
  TWINS(shmem_complexd_prod_reduce)
  TWINS(shmem_complexd_prod_to_all)
  TWINS(shmem_complexd_sum_exscan)
  TWINS(shmem_complexd_sum_inscan)
  TWINS(shmem_complexd_sum_reduce)
  TWINS(shmem_complexd_sum_to_all)
  TWINS(shmem_complexf_prod_reduce)
  TWINS(shmem_complexf_prod_to_all)
  TWINS(shmem_complexf_sum_exscan)
  TWINS(shmem_complexf_sum_inscan)
  TWINS(shmem_complexf_sum_reduce)
  TWINS(shmem_complexf_sum_to_all)
  TWINS(shmem_ctx_char_g)
  TWINS(shmem_ctx_char_get)
  TWINS(shmem_ctx_char_get_nbi)
  TWINS(shmem_ctx_char_ibget)
  TWINS(shmem_ctx_char_ibput)
  TWINS(shmem_ctx_char_iget)
  TWINS(shmem_ctx_char_iput)
  TWINS(shmem_ctx_char_p)
  TWINS(shmem_ctx_char_put)
  TWINS(shmem_ctx_char_put_nbi)
  TWINS(shmem_ctx_char_put_signal)
  TWINS(shmem_ctx_char_put_signal_nbi)
  TWINS(shmem_ctx_create)
  TWINS(shmem_ctx_destroy)
  TWINS(shmem_ctx_double_atomic_fetch)
  TWINS(shmem_ctx_double_atomic_fetch_nbi)
  TWINS(shmem_ctx_double_atomic_set)
  TWINS(shmem_ctx_double_atomic_swap)
  TWINS(shmem_ctx_double_atomic_swap_nbi)
  TWINS(shmem_ctx_double_g)
  TWINS(shmem_ctx_double_get)
  TWINS(shmem_ctx_double_get_nbi)
  TWINS(shmem_ctx_double_ibget)
  TWINS(shmem_ctx_double_ibput)
  TWINS(shmem_ctx_double_iget)
  TWINS(shmem_ctx_double_iput)
  TWINS(shmem_ctx_double_p)
  TWINS(shmem_ctx_double_put)
  TWINS(shmem_ctx_double_put_nbi)
  TWINS(shmem_ctx_double_put_signal)
  TWINS(shmem_ctx_double_put_signal_nbi)
  TWINS(shmem_ctx_fence)
  TWINS(shmem_ctx_float_atomic_fetch)
  TWINS(shmem_ctx_float_atomic_fetch_nbi)
  TWINS(shmem_ctx_float_atomic_set)
  TWINS(shmem_ctx_float_atomic_swap)
  TWINS(shmem_ctx_float_atomic_swap_nbi)
  TWINS(shmem_ctx_float_g)
  TWINS(shmem_ctx_float_get)
  TWINS(shmem_ctx_float_get_nbi)
  TWINS(shmem_ctx_float_ibget)
  TWINS(shmem_ctx_float_ibput)
  TWINS(shmem_ctx_float_iget)
  TWINS(shmem_ctx_float_iput)
  TWINS(shmem_ctx_float_p)
  TWINS(shmem_ctx_float_put)
  TWINS(shmem_ctx_float_put_nbi)
  TWINS(shmem_ctx_float_put_signal)
  TWINS(shmem_ctx_float_put_signal_nbi)
  TWINS(shmem_ctx_get128)
  TWINS(shmem_ctx_get128_nbi)
  TWINS(shmem_ctx_get16)
  TWINS(shmem_ctx_get16_nbi)
  TWINS(shmem_ctx_get32)
  TWINS(shmem_ctx_get32_nbi)
  TWINS(shmem_ctx_get64)
  TWINS(shmem_ctx_get64_nbi)
  TWINS(shmem_ctx_get8)
  TWINS(shmem_ctx_get8_nbi)
  TWINS(shmem_ctx_get_team)
  TWINS(shmem_ctx_getmem)
  TWINS(shmem_ctx_getmem_nbi)
  TWINS(shmem_ctx_ibget128)
  TWINS(shmem_ctx_ibget16)
  TWINS(shmem_ctx_ibget32)
  TWINS(shmem_ctx_ibget64)
  TWINS(shmem_ctx_ibget8)
  TWINS(shmem_ctx_ibput128)
  TWINS(shmem_ctx_ibput16)
  TWINS(shmem_ctx_ibput32)
  TWINS(shmem_ctx_ibput64)
  TWINS(shmem_ctx_ibput8)
  TWINS(shmem_ctx_iget128)
  TWINS(shmem_ctx_iget16)
  TWINS(shmem_ctx_iget32)
  TWINS(shmem_ctx_iget64)
  TWINS(shmem_ctx_iget8)
  TWINS(shmem_ctx_int16_g)
  TWINS(shmem_ctx_int16_get)
  TWINS(shmem_ctx_int16_get_nbi)
  TWINS(shmem_ctx_int16_ibget)
  TWINS(shmem_ctx_int16_ibput)
  TWINS(shmem_ctx_int16_iget)
  TWINS(shmem_ctx_int16_iput)
  TWINS(shmem_ctx_int16_p)
  TWINS(shmem_ctx_int16_put)
  TWINS(shmem_ctx_int16_put_nbi)
  TWINS(shmem_ctx_int16_put_signal)
  TWINS(shmem_ctx_int16_put_signal_nbi)
  TWINS(shmem_ctx_int32_atomic_add)
  TWINS(shmem_ctx_int32_atomic_and)
  TWINS(shmem_ctx_int32_atomic_compare_swap)
  TWINS(shmem_ctx_int32_atomic_compare_swap_nbi)
  TWINS(shmem_ctx_int32_atomic_fetch)
  TWINS(shmem_ctx_int32_atomic_fetch_add)
  TWINS(shmem_ctx_int32_atomic_fetch_add_nbi)
  TWINS(shmem_ctx_int32_atomic_fetch_and)
  TWINS(shmem_ctx_int32_atomic_fetch_and_nbi)
  TWINS(shmem_ctx_int32_atomic_fetch_inc)
  TWINS(shmem_ctx_int32_atomic_fetch_inc_nbi)
  TWINS(shmem_ctx_int32_atomic_fetch_nbi)
  TWINS(shmem_ctx_int32_atomic_fetch_or)
  TWINS(shmem_ctx_int32_atomic_fetch_or_nbi)
  TWINS(shmem_ctx_int32_atomic_fetch_xor)
  TWINS(shmem_ctx_int32_atomic_fetch_xor_nbi)
  TWINS(shmem_ctx_int32_atomic_inc)
  TWINS(shmem_ctx_int32_atomic_or)
  TWINS(shmem_ctx_int32_atomic_set)
  TWINS(shmem_ctx_int32_atomic_swap)
  TWINS(shmem_ctx_int32_atomic_swap_nbi)
  TWINS(shmem_ctx_int32_atomic_xor)
  TWINS(shmem_ctx_int32_g)
  TWINS(shmem_ctx_int32_get)
  TWINS(shmem_ctx_int32_get_nbi)
  TWINS(shmem_ctx_int32_ibget)
  TWINS(shmem_ctx_int32_ibput)
  TWINS(shmem_ctx_int32_iget)
  TWINS(shmem_ctx_int32_iput)
  TWINS(shmem_ctx_int32_p)
  TWINS(shmem_ctx_int32_put)
  TWINS(shmem_ctx_int32_put_nbi)
  TWINS(shmem_ctx_int32_put_signal)
  TWINS(shmem_ctx_int32_put_signal_nbi)
  TWINS(shmem_ctx_int64_atomic_add)
  TWINS(shmem_ctx_int64_atomic_and)
  TWINS(shmem_ctx_int64_atomic_compare_swap)
  TWINS(shmem_ctx_int64_atomic_compare_swap_nbi)
  TWINS(shmem_ctx_int64_atomic_fetch)
  TWINS(shmem_ctx_int64_atomic_fetch_add)
  TWINS(shmem_ctx_int64_atomic_fetch_add_nbi)
  TWINS(shmem_ctx_int64_atomic_fetch_and)
  TWINS(shmem_ctx_int64_atomic_fetch_and_nbi)
  TWINS(shmem_ctx_int64_atomic_fetch_inc)
  TWINS(shmem_ctx_int64_atomic_fetch_inc_nbi)
  TWINS(shmem_ctx_int64_atomic_fetch_nbi)
  TWINS(shmem_ctx_int64_atomic_fetch_or)
  TWINS(shmem_ctx_int64_atomic_fetch_or_nbi)
  TWINS(shmem_ctx_int64_atomic_fetch_xor)
  TWINS(shmem_ctx_int64_atomic_fetch_xor_nbi)
  TWINS(shmem_ctx_int64_atomic_inc)
  TWINS(shmem_ctx_int64_atomic_or)
  TWINS(shmem_ctx_int64_atomic_set)
  TWINS(shmem_ctx_int64_atomic_swap)
  TWINS(shmem_ctx_int64_atomic_swap_nbi)
  TWINS(shmem_ctx_int64_atomic_xor)
  TWINS(shmem_ctx_int64_g)
  TWINS(shmem_ctx_int64_get)
  TWINS(shmem_ctx_int64_get_nbi)
  TWINS(shmem_ctx_int64_ibget)
  TWINS(shmem_ctx_int64_ibput)
  TWINS(shmem_ctx_int64_iget)
  TWINS(shmem_ctx_int64_iput)
  TWINS(shmem_ctx_int64_p)
  TWINS(shmem_ctx_int64_put)
  TWINS(shmem_ctx_int64_put_nbi)
  TWINS(shmem_ctx_int64_put_signal)
  TWINS(shmem_ctx_int64_put_signal_nbi)
  TWINS(shmem_ctx_int8_g)
  TWINS(shmem_ctx_int8_get)
  TWINS(shmem_ctx_int8_get_nbi)
  TWINS(shmem_ctx_int8_ibget)
  TWINS(shmem_ctx_int8_ibput)
  TWINS(shmem_ctx_int8_iget)
  TWINS(shmem_ctx_int8_iput)
  TWINS(shmem_ctx_int8_p)
  TWINS(shmem_ctx_int8_put)
  TWINS(shmem_ctx_int8_put_nbi)
  TWINS(shmem_ctx_int8_put_signal)
  TWINS(shmem_ctx_int8_put_signal_nbi)
  TWINS(shmem_ctx_int_atomic_add)
  TWINS(shmem_ctx_int_atomic_compare_swap)
  TWINS(shmem_ctx_int_atomic_compare_swap_nbi)
  TWINS(shmem_ctx_int_atomic_fetch)
  TWINS(shmem_ctx_int_atomic_fetch_add)
  TWINS(shmem_ctx_int_atomic_fetch_add_nbi)
  TWINS(shmem_ctx_int_atomic_fetch_inc)
  TWINS(shmem_ctx_int_atomic_fetch_inc_nbi)
  TWINS(shmem_ctx_int_atomic_fetch_nbi)
  TWINS(shmem_ctx_int_atomic_inc)
  TWINS(shmem_ctx_int_atomic_set)
  TWINS(shmem_ctx_int_atomic_swap)
  TWINS(shmem_ctx_int_atomic_swap_nbi)
  TWINS(shmem_ctx_int_g)
  TWINS(shmem_ctx_int_get)
  TWINS(shmem_ctx_int_get_nbi)
  TWINS(shmem_ctx_int_ibget)
  TWINS(shmem_ctx_int_ibput)
  TWINS(shmem_ctx_int_iget)
  TWINS(shmem_ctx_int_iput)
  TWINS(shmem_ctx_int_p)
  TWINS(shmem_ctx_int_put)
  TWINS(shmem_ctx_int_put_nbi)
  TWINS(shmem_ctx_int_put_signal)
  TWINS(shmem_ctx_int_put_signal_nbi)
  TWINS(shmem_ctx_iput128)
  TWINS(shmem_ctx_iput16)
  TWINS(shmem_ctx_iput32)
  TWINS(shmem_ctx_iput64)
  TWINS(shmem_ctx_iput8)
  TWINS(shmem_ctx_long_atomic_add)
  TWINS(shmem_ctx_long_atomic_compare_swap)
  TWINS(shmem_ctx_long_atomic_compare_swap_nbi)
  TWINS(shmem_ctx_long_atomic_fetch)
  TWINS(shmem_ctx_long_atomic_fetch_add)
  TWINS(shmem_ctx_long_atomic_fetch_add_nbi)
  TWINS(shmem_ctx_long_atomic_fetch_inc)
  TWINS(shmem_ctx_long_atomic_fetch_inc_nbi)
  TWINS(shmem_ctx_long_atomic_fetch_nbi)
  TWINS(shmem_ctx_long_atomic_inc)
  TWINS(shmem_ctx_long_atomic_set)
  TWINS(shmem_ctx_long_atomic_swap)
  TWINS(shmem_ctx_long_atomic_swap_nbi)
  TWINS(shmem_ctx_long_g)
  TWINS(shmem_ctx_long_get)
  TWINS(shmem_ctx_long_get_nbi)
  TWINS(shmem_ctx_long_ibget)
  TWINS(shmem_ctx_long_ibput)
  TWINS(shmem_ctx_long_iget)
  TWINS(shmem_ctx_long_iput)
  TWINS(shmem_ctx_long_p)
  TWINS(shmem_ctx_long_put)
  TWINS(shmem_ctx_long_put_nbi)
  TWINS(shmem_ctx_long_put_signal)
  TWINS(shmem_ctx_long_put_signal_nbi)
  TWINS(shmem_ctx_longdouble_g)
  TWINS(shmem_ctx_longdouble_get)
  TWINS(shmem_ctx_longdouble_get_nbi)
  TWINS(shmem_ctx_longdouble_ibget)
  TWINS(shmem_ctx_longdouble_ibput)
  TWINS(shmem_ctx_longdouble_iget)
  TWINS(shmem_ctx_longdouble_iput)
  TWINS(shmem_ctx_longdouble_p)
  TWINS(shmem_ctx_longdouble_put)
  TWINS(shmem_ctx_longdouble_put_nbi)
  TWINS(shmem_ctx_longdouble_put_signal)
  TWINS(shmem_ctx_longdouble_put_signal_nbi)
  TWINS(shmem_ctx_longlong_atomic_add)
  TWINS(shmem_ctx_longlong_atomic_compare_swap)
  TWINS(shmem_ctx_longlong_atomic_compare_swap_nbi)
  TWINS(shmem_ctx_longlong_atomic_fetch)
  TWINS(shmem_ctx_longlong_atomic_fetch_add)
  TWINS(shmem_ctx_longlong_atomic_fetch_add_nbi)
  TWINS(shmem_ctx_longlong_atomic_fetch_inc)
  TWINS(shmem_ctx_longlong_atomic_fetch_inc_nbi)
  TWINS(shmem_ctx_longlong_atomic_fetch_nbi)
  TWINS(shmem_ctx_longlong_atomic_inc)
  TWINS(shmem_ctx_longlong_atomic_set)
  TWINS(shmem_ctx_longlong_atomic_swap)
  TWINS(shmem_ctx_longlong_atomic_swap_nbi)
  TWINS(shmem_ctx_longlong_g)
  TWINS(shmem_ctx_longlong_get)
  TWINS(shmem_ctx_longlong_get_nbi)
  TWINS(shmem_ctx_longlong_ibget)
  TWINS(shmem_ctx_longlong_ibput)
  TWINS(shmem_ctx_longlong_iget)
  TWINS(shmem_ctx_longlong_iput)
  TWINS(shmem_ctx_longlong_p)
  TWINS(shmem_ctx_longlong_put)
  TWINS(shmem_ctx_longlong_put_nbi)
  TWINS(shmem_ctx_longlong_put_signal)
  TWINS(shmem_ctx_longlong_put_signal_nbi)
  TWINS(shmem_ctx_pe_quiet)
  TWINS(shmem_ctx_ptrdiff_atomic_add)
  TWINS(shmem_ctx_ptrdiff_atomic_compare_swap)
  TWINS(shmem_ctx_ptrdiff_atomic_compare_swap_nbi)
  TWINS(shmem_ctx_ptrdiff_atomic_fetch)
  TWINS(shmem_ctx_ptrdiff_atomic_fetch_add)
  TWINS(shmem_ctx_ptrdiff_atomic_fetch_add_nbi)
  TWINS(shmem_ctx_ptrdiff_atomic_fetch_inc)
  TWINS(shmem_ctx_ptrdiff_atomic_fetch_inc_nbi)
  TWINS(shmem_ctx_ptrdiff_atomic_fetch_nbi)
  TWINS(shmem_ctx_ptrdiff_atomic_inc)
  TWINS(shmem_ctx_ptrdiff_atomic_set)
  TWINS(shmem_ctx_ptrdiff_atomic_swap)
  TWINS(shmem_ctx_ptrdiff_atomic_swap_nbi)
  TWINS(shmem_ctx_ptrdiff_g)
  TWINS(shmem_ctx_ptrdiff_get)
  TWINS(shmem_ctx_ptrdiff_get_nbi)
  TWINS(shmem_ctx_ptrdiff_ibget)
  TWINS(shmem_ctx_ptrdiff_ibput)
  TWINS(shmem_ctx_ptrdiff_iget)
  TWINS(shmem_ctx_ptrdiff_iput)
  TWINS(shmem_ctx_ptrdiff_p)
  TWINS(shmem_ctx_ptrdiff_put)
  TWINS(shmem_ctx_ptrdiff_put_nbi)
  TWINS(shmem_ctx_ptrdiff_put_signal)
  TWINS(shmem_ctx_ptrdiff_put_signal_nbi)
  TWINS(shmem_ctx_put128)
  TWINS(shmem_ctx_put128_nbi)
  TWINS(shmem_ctx_put128_signal)
  TWINS(shmem_ctx_put128_signal_nbi)
  TWINS(shmem_ctx_put16)
  TWINS(shmem_ctx_put16_nbi)
  TWINS(shmem_ctx_put16_signal)
  TWINS(shmem_ctx_put16_signal_nbi)
  TWINS(shmem_ctx_put32)
  TWINS(shmem_ctx_put32_nbi)
  TWINS(shmem_ctx_put32_signal)
  TWINS(shmem_ctx_put32_signal_nbi)
  TWINS(shmem_ctx_put64)
  TWINS(shmem_ctx_put64_nbi)
  TWINS(shmem_ctx_put64_signal)
  TWINS(shmem_ctx_put64_signal_nbi)
  TWINS(shmem_ctx_put8)
  TWINS(shmem_ctx_put8_nbi)
  TWINS(shmem_ctx_put8_signal)
  TWINS(shmem_ctx_put8_signal_nbi)
  TWINS(shmem_ctx_putmem)
  TWINS(shmem_ctx_putmem_nbi)
  TWINS(shmem_ctx_putmem_signal)
  TWINS(shmem_ctx_putmem_signal_nbi)
  TWINS(shmem_ctx_quiet)
  TWINS(shmem_ctx_schar_g)
  TWINS(shmem_ctx_schar_get)
  TWINS(shmem_ctx_schar_get_nbi)
  TWINS(shmem_ctx_schar_ibget)
  TWINS(shmem_ctx_schar_ibput)
  TWINS(shmem_ctx_schar_iget)
  TWINS(shmem_ctx_schar_iput)
  TWINS(shmem_ctx_schar_p)
  TWINS(shmem_ctx_schar_put)
  TWINS(shmem_ctx_schar_put_nbi)
  TWINS(shmem_ctx_schar_put_signal)
  TWINS(shmem_ctx_schar_put_signal_nbi)
  TWINS(shmem_ctx_session_start)
  TWINS(shmem_ctx_session_stop)
  TWINS(shmem_ctx_short_g)
  TWINS(shmem_ctx_short_get)
  TWINS(shmem_ctx_short_get_nbi)
  TWINS(shmem_ctx_short_ibget)
  TWINS(shmem_ctx_short_ibput)
  TWINS(shmem_ctx_short_iget)
  TWINS(shmem_ctx_short_iput)
  TWINS(shmem_ctx_short_p)
  TWINS(shmem_ctx_short_put)
  TWINS(shmem_ctx_short_put_nbi)
  TWINS(shmem_ctx_short_put_signal)
  TWINS(shmem_ctx_short_put_signal_nbi)
  TWINS(shmem_ctx_signal_add)
  TWINS(shmem_ctx_signal_set)
  TWINS(shmem_ctx_size_atomic_add)
  TWINS(shmem_ctx_size_atomic_compare_swap)
  TWINS(shmem_ctx_size_atomic_compare_swap_nbi)
  TWINS(shmem_ctx_size_atomic_fetch)
  TWINS(shmem_ctx_size_atomic_fetch_add)
  TWINS(shmem_ctx_size_atomic_fetch_add_nbi)
  TWINS(shmem_ctx_size_atomic_fetch_inc)
  TWINS(shmem_ctx_size_atomic_fetch_inc_nbi)
  TWINS(shmem_ctx_size_atomic_fetch_nbi)
  TWINS(shmem_ctx_size_atomic_inc)
  TWINS(shmem_ctx_size_atomic_set)
  TWINS(shmem_ctx_size_atomic_swap)
  TWINS(shmem_ctx_size_atomic_swap_nbi)
  TWINS(shmem_ctx_size_g)
  TWINS(shmem_ctx_size_get)
  TWINS(shmem_ctx_size_get_nbi)
  TWINS(shmem_ctx_size_ibget)
  TWINS(shmem_ctx_size_ibput)
  TWINS(shmem_ctx_size_iget)
  TWINS(shmem_ctx_size_iput)
  TWINS(shmem_ctx_size_p)
  TWINS(shmem_ctx_size_put)
  TWINS(shmem_ctx_size_put_nbi)
  TWINS(shmem_ctx_size_put_signal)
  TWINS(shmem_ctx_size_put_signal_nbi)
  TWINS(shmem_ctx_uchar_g)
  TWINS(shmem_ctx_uchar_get)
  TWINS(shmem_ctx_uchar_get_nbi)
  TWINS(shmem_ctx_uchar_ibget)
  TWINS(shmem_ctx_uchar_ibput)
  TWINS(shmem_ctx_uchar_iget)
  TWINS(shmem_ctx_uchar_iput)
  TWINS(shmem_ctx_uchar_p)
  TWINS(shmem_ctx_uchar_put)
  TWINS(shmem_ctx_uchar_put_nbi)
  TWINS(shmem_ctx_uchar_put_signal)
  TWINS(shmem_ctx_uchar_put_signal_nbi)
  TWINS(shmem_ctx_uint16_g)
  TWINS(shmem_ctx_uint16_get)
  TWINS(shmem_ctx_uint16_get_nbi)
  TWINS(shmem_ctx_uint16_ibget)
  TWINS(shmem_ctx_uint16_ibput)
  TWINS(shmem_ctx_uint16_iget)
  TWINS(shmem_ctx_uint16_iput)
  TWINS(shmem_ctx_uint16_p)
  TWINS(shmem_ctx_uint16_put)
  TWINS(shmem_ctx_uint16_put_nbi)
  TWINS(shmem_ctx_uint16_put_signal)
  TWINS(shmem_ctx_uint16_put_signal_nbi)
  TWINS(shmem_ctx_uint32_atomic_add)
  TWINS(shmem_ctx_uint32_atomic_and)
  TWINS(shmem_ctx_uint32_atomic_compare_swap)
  TWINS(shmem_ctx_uint32_atomic_compare_swap_nbi)
  TWINS(shmem_ctx_uint32_atomic_fetch)
  TWINS(shmem_ctx_uint32_atomic_fetch_add)
  TWINS(shmem_ctx_uint32_atomic_fetch_add_nbi)
  TWINS(shmem_ctx_uint32_atomic_fetch_and)
  TWINS(shmem_ctx_uint32_atomic_fetch_and_nbi)
  TWINS(shmem_ctx_uint32_atomic_fetch_inc)
  TWINS(shmem_ctx_uint32_atomic_fetch_inc_nbi)
  TWINS(shmem_ctx_uint32_atomic_fetch_nbi)
  TWINS(shmem_ctx_uint32_atomic_fetch_or)
  TWINS(shmem_ctx_uint32_atomic_fetch_or_nbi)
  TWINS(shmem_ctx_uint32_atomic_fetch_xor)
  TWINS(shmem_ctx_uint32_atomic_fetch_xor_nbi)
  TWINS(shmem_ctx_uint32_atomic_inc)
  TWINS(shmem_ctx_uint32_atomic_or)
  TWINS(shmem_ctx_uint32_atomic_set)
  TWINS(shmem_ctx_uint32_atomic_swap)
  TWINS(shmem_ctx_uint32_atomic_swap_nbi)
  TWINS(shmem_ctx_uint32_atomic_xor)
  TWINS(shmem_ctx_uint32_g)
  TWINS(shmem_ctx_uint32_get)
  TWINS(shmem_ctx_uint32_get_nbi)
  TWINS(shmem_ctx_uint32_ibget)
  TWINS(shmem_ctx_uint32_ibput)
  TWINS(shmem_ctx_uint32_iget)
  TWINS(shmem_ctx_uint32_iput)
  TWINS(shmem_ctx_uint32_p)
  TWINS(shmem_ctx_uint32_put)
  TWINS(shmem_ctx_uint32_put_nbi)
  TWINS(shmem_ctx_uint32_put_signal)
  TWINS(shmem_ctx_uint32_put_signal_nbi)
  TWINS(shmem_ctx_uint64_atomic_add)
  TWINS(shmem_ctx_uint64_atomic_and)
  TWINS(shmem_ctx_uint64_atomic_compare_swap)
  TWINS(shmem_ctx_uint64_atomic_compare_swap_nbi)
  TWINS(shmem_ctx_uint64_atomic_fetch)
  TWINS(shmem_ctx_uint64_atomic_fetch_add)
  TWINS(shmem_ctx_uint64_atomic_fetch_add_nbi)
  TWINS(shmem_ctx_uint64_atomic_fetch_and)
  TWINS(shmem_ctx_uint64_atomic_fetch_and_nbi)
  TWINS(shmem_ctx_uint64_atomic_fetch_inc)
  TWINS(shmem_ctx_uint64_atomic_fetch_inc_nbi)
  TWINS(shmem_ctx_uint64_atomic_fetch_nbi)
  TWINS(shmem_ctx_uint64_atomic_fetch_or)
  TWINS(shmem_ctx_uint64_atomic_fetch_or_nbi)
  TWINS(shmem_ctx_uint64_atomic_fetch_xor)
  TWINS(shmem_ctx_uint64_atomic_fetch_xor_nbi)
  TWINS(shmem_ctx_uint64_atomic_inc)
  TWINS(shmem_ctx_uint64_atomic_or)
  TWINS(shmem_ctx_uint64_atomic_set)
  TWINS(shmem_ctx_uint64_atomic_swap)
  TWINS(shmem_ctx_uint64_atomic_swap_nbi)
  TWINS(shmem_ctx_uint64_atomic_xor)
  TWINS(shmem_ctx_uint64_g)
  TWINS(shmem_ctx_uint64_get)
  TWINS(shmem_ctx_uint64_get_nbi)
  TWINS(shmem_ctx_uint64_ibget)
  TWINS(shmem_ctx_uint64_ibput)
  TWINS(shmem_ctx_uint64_iget)
  TWINS(shmem_ctx_uint64_iput)
  TWINS(shmem_ctx_uint64_p)
  TWINS(shmem_ctx_uint64_put)
  TWINS(shmem_ctx_uint64_put_nbi)
  TWINS(shmem_ctx_uint64_put_signal)
  TWINS(shmem_ctx_uint64_put_signal_nbi)
  TWINS(shmem_ctx_uint8_g)
  TWINS(shmem_ctx_uint8_get)
  TWINS(shmem_ctx_uint8_get_nbi)
  TWINS(shmem_ctx_uint8_ibget)
  TWINS(shmem_ctx_uint8_ibput)
  TWINS(shmem_ctx_uint8_iget)
  TWINS(shmem_ctx_uint8_iput)
  TWINS(shmem_ctx_uint8_p)
  TWINS(shmem_ctx_uint8_put)
  TWINS(shmem_ctx_uint8_put_nbi)
  TWINS(shmem_ctx_uint8_put_signal)
  TWINS(shmem_ctx_uint8_put_signal_nbi)
  TWINS(shmem_ctx_uint_atomic_add)
  TWINS(shmem_ctx_uint_atomic_and)
  TWINS(shmem_ctx_uint_atomic_compare_swap)
  TWINS(shmem_ctx_uint_atomic_compare_swap_nbi)
  TWINS(shmem_ctx_uint_atomic_fetch)
  TWINS(shmem_ctx_uint_atomic_fetch_add)
  TWINS(shmem_ctx_uint_atomic_fetch_add_nbi)
  TWINS(shmem_ctx_uint_atomic_fetch_and)
  TWINS(shmem_ctx_uint_atomic_fetch_and_nbi)
  TWINS(shmem_ctx_uint_atomic_fetch_inc)
  TWINS(shmem_ctx_uint_atomic_fetch_inc_nbi)
  TWINS(shmem_ctx_uint_atomic_fetch_nbi)
  TWINS(shmem_ctx_uint_atomic_fetch_or)
  TWINS(shmem_ctx_uint_atomic_fetch_or_nbi)
  TWINS(shmem_ctx_uint_atomic_fetch_xor)
  TWINS(shmem_ctx_uint_atomic_fetch_xor_nbi)
  TWINS(shmem_ctx_uint_atomic_inc)
  TWINS(shmem_ctx_uint_atomic_or)
  TWINS(shmem_ctx_uint_atomic_set)
  TWINS(shmem_ctx_uint_atomic_swap)
  TWINS(shmem_ctx_uint_atomic_swap_nbi)
  TWINS(shmem_ctx_uint_atomic_xor)
  TWINS(shmem_ctx_uint_g)
  TWINS(shmem_ctx_uint_get)
  TWINS(shmem_ctx_uint_get_nbi)
  TWINS(shmem_ctx_uint_ibget)
  TWINS(shmem_ctx_uint_ibput)
  TWINS(shmem_ctx_uint_iget)
  TWINS(shmem_ctx_uint_iput)
  TWINS(shmem_ctx_uint_p)
  TWINS(shmem_ctx_uint_put)
  TWINS(shmem_ctx_uint_put_nbi)
  TWINS(shmem_ctx_uint_put_signal)
  TWINS(shmem_ctx_uint_put_signal_nbi)
  TWINS(shmem_ctx_ulong_atomic_add)
  TWINS(shmem_ctx_ulong_atomic_and)
  TWINS(shmem_ctx_ulong_atomic_compare_swap)
  TWINS(shmem_ctx_ulong_atomic_compare_swap_nbi)
  TWINS(shmem_ctx_ulong_atomic_fetch)
  TWINS(shmem_ctx_ulong_atomic_fetch_add)
  TWINS(shmem_ctx_ulong_atomic_fetch_add_nbi)
  TWINS(shmem_ctx_ulong_atomic_fetch_and)
  TWINS(shmem_ctx_ulong_atomic_fetch_and_nbi)
  TWINS(shmem_ctx_ulong_atomic_fetch_inc)
  TWINS(shmem_ctx_ulong_atomic_fetch_inc_nbi)
  TWINS(shmem_ctx_ulong_atomic_fetch_nbi)
  TWINS(shmem_ctx_ulong_atomic_fetch_or)
  TWINS(shmem_ctx_ulong_atomic_fetch_or_nbi)
  TWINS(shmem_ctx_ulong_atomic_fetch_xor)
  TWINS(shmem_ctx_ulong_atomic_fetch_xor_nbi)
  TWINS(shmem_ctx_ulong_atomic_inc)
  TWINS(shmem_ctx_ulong_atomic_or)
  TWINS(shmem_ctx_ulong_atomic_set)
  TWINS(shmem_ctx_ulong_atomic_swap)
  TWINS(shmem_ctx_ulong_atomic_swap_nbi)
  TWINS(shmem_ctx_ulong_atomic_xor)
  TWINS(shmem_ctx_ulong_g)
  TWINS(shmem_ctx_ulong_get)
  TWINS(shmem_ctx_ulong_get_nbi)
  TWINS(shmem_ctx_ulong_ibget)
  TWINS(shmem_ctx_ulong_ibput)
  TWINS(shmem_ctx_ulong_iget)
  TWINS(shmem_ctx_ulong_iput)
  TWINS(shmem_ctx_ulong_p)
  TWINS(shmem_ctx_ulong_put)
  TWINS(shmem_ctx_ulong_put_nbi)
  TWINS(shmem_ctx_ulong_put_signal)
  TWINS(shmem_ctx_ulong_put_signal_nbi)
  TWINS(shmem_ctx_ulonglong_atomic_add)
  TWINS(shmem_ctx_ulonglong_atomic_and)
  TWINS(shmem_ctx_ulonglong_atomic_compare_swap)
  TWINS(shmem_ctx_ulonglong_atomic_compare_swap_nbi)
  TWINS(shmem_ctx_ulonglong_atomic_fetch)
  TWINS(shmem_ctx_ulonglong_atomic_fetch_add)
  TWINS(shmem_ctx_ulonglong_atomic_fetch_add_nbi)
  TWINS(shmem_ctx_ulonglong_atomic_fetch_and)
  TWINS(shmem_ctx_ulonglong_atomic_fetch_and_nbi)
  TWINS(shmem_ctx_ulonglong_atomic_fetch_inc)
  TWINS(shmem_ctx_ulonglong_atomic_fetch_inc_nbi)
  TWINS(shmem_ctx_ulonglong_atomic_fetch_nbi)
  TWINS(shmem_ctx_ulonglong_atomic_fetch_or)
  TWINS(shmem_ctx_ulonglong_atomic_fetch_or_nbi)
  TWINS(shmem_ctx_ulonglong_atomic_fetch_xor)
  TWINS(shmem_ctx_ulonglong_atomic_fetch_xor_nbi)
  TWINS(shmem_ctx_ulonglong_atomic_inc)
  TWINS(shmem_ctx_ulonglong_atomic_or)
  TWINS(shmem_ctx_ulonglong_atomic_set)
  TWINS(shmem_ctx_ulonglong_atomic_swap)
  TWINS(shmem_ctx_ulonglong_atomic_swap_nbi)
  TWINS(shmem_ctx_ulonglong_atomic_xor)
  TWINS(shmem_ctx_ulonglong_g)
  TWINS(shmem_ctx_ulonglong_get)
  TWINS(shmem_ctx_ulonglong_get_nbi)
  TWINS(shmem_ctx_ulonglong_ibget)
  TWINS(shmem_ctx_ulonglong_ibput)
  TWINS(shmem_ctx_ulonglong_iget)
  TWINS(shmem_ctx_ulonglong_iput)
  TWINS(shmem_ctx_ulonglong_p)
  TWINS(shmem_ctx_ulonglong_put)
  TWINS(shmem_ctx_ulonglong_put_nbi)
  TWINS(shmem_ctx_ulonglong_put_signal)
  TWINS(shmem_ctx_ulonglong_put_signal_nbi)
  TWINS(shmem_ctx_ushort_g)
  TWINS(shmem_ctx_ushort_get)
  TWINS(shmem_ctx_ushort_get_nbi)
  TWINS(shmem_ctx_ushort_ibget)
  TWINS(shmem_ctx_ushort_ibput)
  TWINS(shmem_ctx_ushort_iget)
  TWINS(shmem_ctx_ushort_iput)
  TWINS(shmem_ctx_ushort_p)
  TWINS(shmem_ctx_ushort_put)
  TWINS(shmem_ctx_ushort_put_nbi)
  TWINS(shmem_ctx_ushort_put_signal)
  TWINS(shmem_ctx_ushort_put_signal_nbi)
  TWINS(shmem_double_alltoall)
  TWINS(shmem_double_alltoalls)
  TWINS(shmem_double_atomic_fetch)
  TWINS(shmem_double_atomic_fetch_nbi)
  TWINS(shmem_double_atomic_set)
  TWINS(shmem_double_atomic_swap)
  TWINS(shmem_double_atomic_swap_nbi)
  TWINS(shmem_double_broadcast)
  TWINS(shmem_double_collect)
  TWINS(shmem_double_fcollect)
  TWINS(shmem_double_fetch)
  TWINS(shmem_double_g)
  TWINS(shmem_double_get)
  TWINS(shmem_double_get_nbi)
  TWINS(shmem_double_ibget)
  TWINS(shmem_double_ibput)
  TWINS(shmem_double_iget)
  TWINS(shmem_double_iput)
  TWINS(shmem_double_max_reduce)
  TWINS(shmem_double_max_to_all)
  TWINS(shmem_double_min_reduce)
  TWINS(shmem_double_min_to_all)
  TWINS(shmem_double_p)
  TWINS(shmem_double_prod_reduce)
  TWINS(shmem_double_prod_to_all)
  TWINS(shmem_double_put)
  TWINS(shmem_double_put_nbi)
  TWINS(shmem_double_put_signal)
  TWINS(shmem_double_put_signal_nbi)
  TWINS(shmem_double_set)
  TWINS(shmem_double_sum_exscan)
  TWINS(shmem_double_sum_inscan)
  TWINS(shmem_double_sum_reduce)
  TWINS(shmem_double_sum_to_all)
  TWINS(shmem_double_swap)
  TWINS(shmem_fcollect32)
  TWINS(shmem_fcollect64)
  TWINS(shmem_fcollectmem)
  TWINS(shmem_fence)
  TWINS(shmem_finalize)
  TWINS(shmem_float_alltoall)
  TWINS(shmem_float_alltoalls)
  TWINS(shmem_float_atomic_fetch)
  TWINS(shmem_float_atomic_fetch_nbi)
  TWINS(shmem_float_atomic_set)
  TWINS(shmem_float_atomic_swap)
  TWINS(shmem_float_atomic_swap_nbi)
  TWINS(shmem_float_broadcast)
  TWINS(shmem_float_collect)
  TWINS(shmem_float_fcollect)
  TWINS(shmem_float_fetch)
  TWINS(shmem_float_g)
  TWINS(shmem_float_get)
  TWINS(shmem_float_get_nbi)
  TWINS(shmem_float_ibget)
  TWINS(shmem_float_ibput)
  TWINS(shmem_float_iget)
  TWINS(shmem_float_iput)
  TWINS(shmem_float_max_reduce)
  TWINS(shmem_float_max_to_all)
  TWINS(shmem_float_min_reduce)
  TWINS(shmem_float_min_to_all)
  TWINS(shmem_float_p)
  TWINS(shmem_float_prod_reduce)
  TWINS(shmem_float_prod_to_all)
  TWINS(shmem_float_put)
  TWINS(shmem_float_put_nbi)
  TWINS(shmem_float_put_signal)
  TWINS(shmem_float_put_signal_nbi)
  TWINS(shmem_float_set)
  TWINS(shmem_float_sum_exscan)
  TWINS(shmem_float_sum_inscan)
  TWINS(shmem_float_sum_reduce)
  TWINS(shmem_float_sum_to_all)
  TWINS(shmem_float_swap)
  TWINS(shmem_free)
  TWINS(shmem_get128)
  TWINS(shmem_get128_nbi)
  TWINS(shmem_get16)
  TWINS(shmem_get16_nbi)
  TWINS(shmem_get32)
  TWINS(shmem_get32_nbi)
  TWINS(shmem_get64)
  TWINS(shmem_get64_nbi)
  TWINS(shmem_get8)
  TWINS(shmem_get8_nbi)
  TWINS(shmem_getmem)
  TWINS(shmem_getmem_nbi)
  TWINS(shmem_global_exit)
  TWINS(shmem_ibget128)
  TWINS(shmem_ibget16)
  TWINS(shmem_ibget32)
  TWINS(shmem_ibget64)
  TWINS(shmem_ibget8)
  TWINS(shmem_ibput128)
  TWINS(shmem_ibput16)
  TWINS(shmem_ibput32)
  TWINS(shmem_ibput64)
  TWINS(shmem_ibput8)
  TWINS(shmem_iget128)
  TWINS(shmem_iget16)
  TWINS(shmem_iget32)
  TWINS(shmem_iget64)
  TWINS(shmem_iget8)
  TWINS(shmem_info_get_name)
  TWINS(shmem_info_get_version)
  TWINS(shmem_init)
  TWINS(shmem_init_thread)
  TWINS(shmem_int16_alltoall)
  TWINS(shmem_int16_alltoalls)
  TWINS(shmem_int16_and_reduce)
  TWINS(shmem_int16_broadcast)
  TWINS(shmem_int16_collect)
  TWINS(shmem_int16_fcollect)
  TWINS(shmem_int16_g)
  TWINS(shmem_int16_get)
  TWINS(shmem_int16_get_nbi)
  TWINS(shmem_int16_ibget)
  TWINS(shmem_int16_ibput)
  TWINS(shmem_int16_iget)
  TWINS(shmem_int16_iput)
  TWINS(shmem_int16_max_reduce)
  TWINS(shmem_int16_min_reduce)
  TWINS(shmem_int16_or_reduce)
  TWINS(shmem_int16_p)
  TWINS(shmem_int16_prod_reduce)
  TWINS(shmem_int16_put)
  TWINS(shmem_int16_put_nbi)
  TWINS(shmem_int16_put_signal)
  TWINS(shmem_int16_put_signal_nbi)
  TWINS(shmem_int16_sum_exscan)
  TWINS(shmem_int16_sum_inscan)
  TWINS(shmem_int16_sum_reduce)
  TWINS(shmem_int16_xor_reduce)
  TWINS(shmem_int32_alltoall)
  TWINS(shmem_int32_alltoalls)
  TWINS(shmem_int32_and_reduce)
  TWINS(shmem_int32_atomic_add)
  TWINS(shmem_int32_atomic_and)
  TWINS(shmem_int32_atomic_compare_swap)
  TWINS(shmem_int32_atomic_compare_swap_nbi)
  TWINS(shmem_int32_atomic_fetch)
  TWINS(shmem_int32_atomic_fetch_add)
  TWINS(shmem_int32_atomic_fetch_add_nbi)
  TWINS(shmem_int32_atomic_fetch_and)
  TWINS(shmem_int32_atomic_fetch_and_nbi)
  TWINS(shmem_int32_atomic_fetch_inc)
  TWINS(shmem_int32_atomic_fetch_inc_nbi)
  TWINS(shmem_int32_atomic_fetch_nbi)
  TWINS(shmem_int32_atomic_fetch_or)
  TWINS(shmem_int32_atomic_fetch_or_nbi)
  TWINS(shmem_int32_atomic_fetch_xor)
  TWINS(shmem_int32_atomic_fetch_xor_nbi)
  TWINS(shmem_int32_atomic_inc)
  TWINS(shmem_int32_atomic_or)
  TWINS(shmem_int32_atomic_set)
  TWINS(shmem_int32_atomic_swap)
  TWINS(shmem_int32_atomic_swap_nbi)
  TWINS(shmem_int32_atomic_xor)
  TWINS(shmem_int32_broadcast)
  TWINS(shmem_int32_collect)
  TWINS(shmem_int32_fcollect)
  TWINS(shmem_int32_g)
  TWINS(shmem_int32_get)
  TWINS(shmem_int32_get_nbi)
  TWINS(shmem_int32_ibget)
  TWINS(shmem_int32_ibput)
  TWINS(shmem_int32_iget)
  TWINS(shmem_int32_iput)
  TWINS(shmem_int32_max_reduce)
  TWINS(shmem_int32_min_reduce)
  TWINS(shmem_int32_or_reduce)
  TWINS(shmem_int32_p)
  TWINS(shmem_int32_prod_reduce)
  TWINS(shmem_int32_put)
  TWINS(shmem_int32_put_nbi)
  TWINS(shmem_int32_put_signal)
  TWINS(shmem_int32_put_signal_nbi)
  TWINS(shmem_int32_sum_exscan)
  TWINS(shmem_int32_sum_inscan)
  TWINS(shmem_int32_sum_reduce)
  TWINS(shmem_int32_test)
  TWINS(shmem_int32_test_all)
  TWINS(shmem_int32_test_all_vector)
  TWINS(shmem_int32_test_any)
  TWINS(shmem_int32_test_any_vector)
  TWINS(shmem_int32_test_some)
  TWINS(shmem_int32_test_some_vector)
  TWINS(shmem_int32_wait_until)
  TWINS(shmem_int32_wait_until_all)
  TWINS(shmem_int32_wait_until_all_vector)
  TWINS(shmem_int32_wait_until_any)
  TWINS(shmem_int32_wait_until_any_vector)
  TWINS(shmem_int32_wait_until_some)
  TWINS(shmem_int32_wait_until_some_vector)
  TWINS(shmem_int32_xor_reduce)
  TWINS(shmem_int64_alltoall)
  TWINS(shmem_int64_alltoalls)
  TWINS(shmem_int64_and_reduce)
  TWINS(shmem_int64_atomic_add)
  TWINS(shmem_int64_atomic_and)
  TWINS(shmem_int64_atomic_compare_swap)
  TWINS(shmem_int64_atomic_compare_swap_nbi)
  TWINS(shmem_int64_atomic_fetch)
  TWINS(shmem_int64_atomic_fetch_add)
  TWINS(shmem_int64_atomic_fetch_add_nbi)
  TWINS(shmem_int64_atomic_fetch_and)
  TWINS(shmem_int64_atomic_fetch_and_nbi)
  TWINS(shmem_int64_atomic_fetch_inc)
  TWINS(shmem_int64_atomic_fetch_inc_nbi)
  TWINS(shmem_int64_atomic_fetch_nbi)
  TWINS(shmem_int64_atomic_fetch_or)
  TWINS(shmem_int64_atomic_fetch_or_nbi)
  TWINS(shmem_int64_atomic_fetch_xor)
  TWINS(shmem_int64_atomic_fetch_xor_nbi)
  TWINS(shmem_int64_atomic_inc)
  TWINS(shmem_int64_atomic_or)
  TWINS(shmem_int64_atomic_set)
  TWINS(shmem_int64_atomic_swap)
  TWINS(shmem_int64_atomic_swap_nbi)
  TWINS(shmem_int64_atomic_xor)
  TWINS(shmem_int64_broadcast)
  TWINS(shmem_int64_collect)
  TWINS(shmem_int64_fcollect)
  TWINS(shmem_int64_g)
  TWINS(shmem_int64_get)
  TWINS(shmem_int64_get_nbi)
  TWINS(shmem_int64_ibget)
  TWINS(shmem_int64_ibput)
  TWINS(shmem_int64_iget)
  TWINS(shmem_int64_iput)
  TWINS(shmem_int64_max_reduce)
  TWINS(shmem_int64_min_reduce)
  TWINS(shmem_int64_or_reduce)
  TWINS(shmem_int64_p)
  TWINS(shmem_int64_prod_reduce)
  TWINS(shmem_int64_put)
  TWINS(shmem_int64_put_nbi)
  TWINS(shmem_int64_put_signal)
  TWINS(shmem_int64_put_signal_nbi)
  TWINS(shmem_int64_sum_exscan)
  TWINS(shmem_int64_sum_inscan)
  TWINS(shmem_int64_sum_reduce)
  TWINS(shmem_int64_test)
  TWINS(shmem_int64_test_all)
  TWINS(shmem_int64_test_all_vector)
  TWINS(shmem_int64_test_any)
  TWINS(shmem_int64_test_any_vector)
  TWINS(shmem_int64_test_some)
  TWINS(shmem_int64_test_some_vector)
  TWINS(shmem_int64_wait_until)
  TWINS(shmem_int64_wait_until_all)
  TWINS(shmem_int64_wait_until_all_vector)
  TWINS(shmem_int64_wait_until_any)
  TWINS(shmem_int64_wait_until_any_vector)
  TWINS(shmem_int64_wait_until_some)
  TWINS(shmem_int64_wait_until_some_vector)
  TWINS(shmem_int64_xor_reduce)
  TWINS(shmem_int8_alltoall)
  TWINS(shmem_int8_alltoalls)
  TWINS(shmem_int8_and_reduce)
  TWINS(shmem_int8_broadcast)
  TWINS(shmem_int8_collect)
  TWINS(shmem_int8_fcollect)
  TWINS(shmem_int8_g)
  TWINS(shmem_int8_get)
  TWINS(shmem_int8_get_nbi)
  TWINS(shmem_int8_ibget)
  TWINS(shmem_int8_ibput)
  TWINS(shmem_int8_iget)
  TWINS(shmem_int8_iput)
  TWINS(shmem_int8_max_reduce)
  TWINS(shmem_int8_min_reduce)
  TWINS(shmem_int8_or_reduce)
  TWINS(shmem_int8_p)
  TWINS(shmem_int8_prod_reduce)
  TWINS(shmem_int8_put)
  TWINS(shmem_int8_put_nbi)
  TWINS(shmem_int8_put_signal)
  TWINS(shmem_int8_put_signal_nbi)
  TWINS(shmem_int8_sum_exscan)
  TWINS(shmem_int8_sum_inscan)
  TWINS(shmem_int8_sum_reduce)
  TWINS(shmem_int8_xor_reduce)
  TWINS(shmem_int_add)
  TWINS(shmem_int_alltoall)
  TWINS(shmem_int_alltoalls)
  TWINS(shmem_int_and_to_all)
  TWINS(shmem_int_atomic_add)
  TWINS(shmem_int_atomic_compare_swap)
  TWINS(shmem_int_atomic_compare_swap_nbi)
  TWINS(shmem_int_atomic_fetch)
  TWINS(shmem_int_atomic_fetch_add)
  TWINS(shmem_int_atomic_fetch_add_nbi)
  TWINS(shmem_int_atomic_fetch_inc)
  TWINS(shmem_int_atomic_fetch_inc_nbi)
  TWINS(shmem_int_atomic_fetch_nbi)
  TWINS(shmem_int_atomic_inc)
  TWINS(shmem_int_atomic_set)
  TWINS(shmem_int_atomic_swap)
  TWINS(shmem_int_atomic_swap_nbi)
  TWINS(shmem_int_broadcast)
  TWINS(shmem_int_collect)
  TWINS(shmem_int_cswap)
  TWINS(shmem_int_fadd)
  TWINS(shmem_int_fcollect)
  TWINS(shmem_int_fetch)
  TWINS(shmem_int_finc)
  TWINS(shmem_int_g)
  TWINS(shmem_int_get)
  TWINS(shmem_int_get_nbi)
  TWINS(shmem_int_ibget)
  TWINS(shmem_int_ibput)
  TWINS(shmem_int_iget)
  TWINS(shmem_int_inc)
  TWINS(shmem_int_iput)
  TWINS(shmem_int_max_reduce)
  TWINS(shmem_int_max_to_all)
  TWINS(shmem_int_min_reduce)
  TWINS(shmem_int_min_to_all)
  TWINS(shmem_int_or_to_all)
  TWINS(shmem_int_p)
  TWINS(shmem_int_prod_reduce)
  TWINS(shmem_int_prod_to_all)
  TWINS(shmem_int_put)
  TWINS(shmem_int_put_nbi)
  TWINS(shmem_int_put_signal)
  TWINS(shmem_int_put_signal_nbi)
  TWINS(shmem_int_set)
  TWINS(shmem_int_sum_exscan)
  TWINS(shmem_int_sum_inscan)
  TWINS(shmem_int_sum_reduce)
  TWINS(shmem_int_sum_to_all)
  TWINS(shmem_int_swap)
  TWINS(shmem_int_test)
  TWINS(shmem_int_test_all)
  TWINS(shmem_int_test_all_vector)
  TWINS(shmem_int_test_any)
  TWINS(shmem_int_test_any_vector)
  TWINS(shmem_int_test_some)
  TWINS(shmem_int_test_some_vector)
  TWINS(shmem_int_wait)
  TWINS(shmem_int_wait_until)
  TWINS(shmem_int_wait_until_all)
  TWINS(shmem_int_wait_until_all_vector)
  TWINS(shmem_int_wait_until_any)
  TWINS(shmem_int_wait_until_any_vector)
  TWINS(shmem_int_wait_until_some)
  TWINS(shmem_int_wait_until_some_vector)
  TWINS(shmem_int_xor_to_all)
  TWINS(shmem_iput128)
  TWINS(shmem_iput16)
  TWINS(shmem_iput32)
  TWINS(shmem_iput64)
  TWINS(shmem_iput8)
  TWINS(shmem_long_add)
  TWINS(shmem_long_alltoall)
  TWINS(shmem_long_alltoalls)
  TWINS(shmem_long_and_to_all)
  TWINS(shmem_long_atomic_add)
  TWINS(shmem_long_atomic_compare_swap)
  TWINS(shmem_long_atomic_compare_swap_nbi)
  TWINS(shmem_long_atomic_fetch)
  TWINS(shmem_long_atomic_fetch_add)
  TWINS(shmem_long_atomic_fetch_add_nbi)
  TWINS(shmem_long_atomic_fetch_inc)
  TWINS(shmem_long_atomic_fetch_inc_nbi)
  TWINS(shmem_long_atomic_fetch_nbi)
  TWINS(shmem_long_atomic_inc)
  TWINS(shmem_long_atomic_set)
  TWINS(shmem_long_atomic_swap)
  TWINS(shmem_long_atomic_swap_nbi)
  TWINS(shmem_long_broadcast)
  TWINS(shmem_long_collect)
  TWINS(shmem_long_cswap)
  TWINS(shmem_long_fadd)
  TWINS(shmem_long_fcollect)
  TWINS(shmem_long_fetch)
  TWINS(shmem_long_finc)
  TWINS(shmem_long_g)
  TWINS(shmem_long_get)
  TWINS(shmem_long_get_nbi)
  TWINS(shmem_long_ibget)
  TWINS(shmem_long_ibput)
  TWINS(shmem_long_iget)
  TWINS(shmem_long_inc)
  TWINS(shmem_long_iput)
  TWINS(shmem_long_max_reduce)
  TWINS(shmem_long_max_to_all)
  TWINS(shmem_long_min_reduce)
  TWINS(shmem_long_min_to_all)
  TWINS(shmem_long_or_to_all)
  TWINS(shmem_long_p)
  TWINS(shmem_long_prod_reduce)
  TWINS(shmem_long_prod_to_all)
  TWINS(shmem_long_put)
  TWINS(shmem_long_put_nbi)
  TWINS(shmem_long_put_signal)
  TWINS(shmem_long_put_signal_nbi)
  TWINS(shmem_long_set)
  TWINS(shmem_long_sum_exscan)
  TWINS(shmem_long_sum_inscan)
  TWINS(shmem_long_sum_reduce)
  TWINS(shmem_long_sum_to_all)
  TWINS(shmem_long_swap)
  TWINS(shmem_long_test)
  TWINS(shmem_long_test_all)
  TWINS(shmem_long_test_all_vector)
  TWINS(shmem_long_test_any)
  TWINS(shmem_long_test_any_vector)
  TWINS(shmem_long_test_some)
  TWINS(shmem_long_test_some_vector)
  TWINS(shmem_long_wait)
  TWINS(shmem_long_wait_until)
  TWINS(shmem_long_wait_until_all)
  TWINS(shmem_long_wait_until_all_vector)
  TWINS(shmem_long_wait_until_any)
  TWINS(shmem_long_wait_until_any_vector)
  TWINS(shmem_long_wait_until_some)
  TWINS(shmem_long_wait_until_some_vector)
  TWINS(shmem_long_xor_to_all)
  TWINS(shmem_longdouble_alltoall)
  TWINS(shmem_longdouble_alltoalls)
  TWINS(shmem_longdouble_broadcast)
  TWINS(shmem_longdouble_collect)
  TWINS(shmem_longdouble_fcollect)
  TWINS(shmem_longdouble_g)
  TWINS(shmem_longdouble_get)
  TWINS(shmem_longdouble_get_nbi)
  TWINS(shmem_longdouble_ibget)
  TWINS(shmem_longdouble_ibput)
  TWINS(shmem_longdouble_iget)
  TWINS(shmem_longdouble_iput)
  TWINS(shmem_longdouble_max_reduce)
  TWINS(shmem_longdouble_max_to_all)
  TWINS(shmem_longdouble_min_reduce)
  TWINS(shmem_longdouble_min_to_all)
  TWINS(shmem_longdouble_p)
  TWINS(shmem_longdouble_prod_reduce)
  TWINS(shmem_longdouble_prod_to_all)
  TWINS(shmem_longdouble_put)
  TWINS(shmem_longdouble_put_nbi)
  TWINS(shmem_longdouble_put_signal)
  TWINS(shmem_longdouble_put_signal_nbi)
  TWINS(shmem_longdouble_sum_exscan)
  TWINS(shmem_longdouble_sum_inscan)
  TWINS(shmem_longdouble_sum_reduce)
  TWINS(shmem_longdouble_sum_to_all)
  TWINS(shmem_longlong_add)
  TWINS(shmem_longlong_alltoall)
  TWINS(shmem_longlong_alltoalls)
  TWINS(shmem_longlong_and_to_all)
  TWINS(shmem_longlong_atomic_add)
  TWINS(shmem_longlong_atomic_compare_swap)
  TWINS(shmem_longlong_atomic_compare_swap_nbi)
  TWINS(shmem_longlong_atomic_fetch)
  TWINS(shmem_longlong_atomic_fetch_add)
  TWINS(shmem_longlong_atomic_fetch_add_nbi)
  TWINS(shmem_longlong_atomic_fetch_inc)
  TWINS(shmem_longlong_atomic_fetch_inc_nbi)
  TWINS(shmem_longlong_atomic_fetch_nbi)
  TWINS(shmem_longlong_atomic_inc)
  TWINS(shmem_longlong_atomic_set)
  TWINS(shmem_longlong_atomic_swap)
  TWINS(shmem_longlong_atomic_swap_nbi)
  TWINS(shmem_longlong_broadcast)
  TWINS(shmem_longlong_collect)
  TWINS(shmem_longlong_cswap)
  TWINS(shmem_longlong_fadd)
  TWINS(shmem_longlong_fcollect)
  TWINS(shmem_longlong_fetch)
  TWINS(shmem_longlong_finc)
  TWINS(shmem_longlong_g)
  TWINS(shmem_longlong_get)
  TWINS(shmem_longlong_get_nbi)
  TWINS(shmem_longlong_ibget)
  TWINS(shmem_longlong_ibput)
  TWINS(shmem_longlong_iget)
  TWINS(shmem_longlong_inc)
  TWINS(shmem_longlong_iput)
  TWINS(shmem_longlong_max_reduce)
  TWINS(shmem_longlong_max_to_all)
  TWINS(shmem_longlong_min_reduce)
  TWINS(shmem_longlong_min_to_all)
  TWINS(shmem_longlong_or_to_all)
  TWINS(shmem_longlong_p)
  TWINS(shmem_longlong_prod_reduce)
  TWINS(shmem_longlong_prod_to_all)
  TWINS(shmem_longlong_put)
  TWINS(shmem_longlong_put_nbi)
  TWINS(shmem_longlong_put_signal)
  TWINS(shmem_longlong_put_signal_nbi)
  TWINS(shmem_longlong_set)
  TWINS(shmem_longlong_sum_exscan)
  TWINS(shmem_longlong_sum_inscan)
  TWINS(shmem_longlong_sum_reduce)
  TWINS(shmem_longlong_sum_to_all)
  TWINS(shmem_longlong_swap)
  TWINS(shmem_longlong_test)
  TWINS(shmem_longlong_test_all)
  TWINS(shmem_longlong_test_all_vector)
  TWINS(shmem_longlong_test_any)
  TWINS(shmem_longlong_test_any_vector)
  TWINS(shmem_longlong_test_some)
  TWINS(shmem_longlong_test_some_vector)
  TWINS(shmem_longlong_wait)
  TWINS(shmem_longlong_wait_until)
  TWINS(shmem_longlong_wait_until_all)
  TWINS(shmem_longlong_wait_until_all_vector)
  TWINS(shmem_longlong_wait_until_any)
  TWINS(shmem_longlong_wait_until_any_vector)
  TWINS(shmem_longlong_wait_until_some)
  TWINS(shmem_longlong_wait_until_some_vector)
  TWINS(shmem_longlong_xor_to_all)
  TWINS(shmem_malloc)
  TWINS(shmem_malloc_with_hints)
  TWINS(shmem_my_pe)
  TWINS(shmem_n_pes)
  TWINS(shmem_pcontrol)
  TWINS(shmem_pe_accessible)
  TWINS(shmem_pe_quiet)
  TWINS(shmem_ptr)
  TWINS(shmem_ptrdiff_alltoall)
  TWINS(shmem_ptrdiff_alltoalls)
  TWINS(shmem_ptrdiff_atomic_add)
  TWINS(shmem_ptrdiff_atomic_compare_swap)
  TWINS(shmem_ptrdiff_atomic_compare_swap_nbi)
  TWINS(shmem_ptrdiff_atomic_fetch)
  TWINS(shmem_ptrdiff_atomic_fetch_add)
  TWINS(shmem_ptrdiff_atomic_fetch_add_nbi)
  TWINS(shmem_ptrdiff_atomic_fetch_inc)
  TWINS(shmem_ptrdiff_atomic_fetch_inc_nbi)
  TWINS(shmem_ptrdiff_atomic_fetch_nbi)
  TWINS(shmem_ptrdiff_atomic_inc)
  TWINS(shmem_ptrdiff_atomic_set)
  TWINS(shmem_ptrdiff_atomic_swap)
  TWINS(shmem_ptrdiff_atomic_swap_nbi)
  TWINS(shmem_ptrdiff_broadcast)
  TWINS(shmem_ptrdiff_collect)
  TWINS(shmem_ptrdiff_fcollect)
  TWINS(shmem_ptrdiff_g)
  TWINS(shmem_ptrdiff_get)
  TWINS(shmem_ptrdiff_get_nbi)
  TWINS(shmem_ptrdiff_ibget)
  TWINS(shmem_ptrdiff_ibput)
  TWINS(shmem_ptrdiff_iget)
  TWINS(shmem_ptrdiff_iput)
  TWINS(shmem_ptrdiff_max_reduce)
  TWINS(shmem_ptrdiff_min_reduce)
  TWINS(shmem_ptrdiff_p)
  TWINS(shmem_ptrdiff_prod_reduce)
  TWINS(shmem_ptrdiff_put)
  TWINS(shmem_ptrdiff_put_nbi)
  TWINS(shmem_ptrdiff_put_signal)
  TWINS(shmem_ptrdiff_put_signal_nbi)
  TWINS(shmem_ptrdiff_sum_exscan)
  TWINS(shmem_ptrdiff_sum_inscan)
  TWINS(shmem_ptrdiff_sum_reduce)
  TWINS(shmem_ptrdiff_test)
  TWINS(shmem_ptrdiff_test_all)
  TWINS(shmem_ptrdiff_test_all_vector)
  TWINS(shmem_ptrdiff_test_any)
  TWINS(shmem_ptrdiff_test_any_vector)
  TWINS(shmem_ptrdiff_test_some)
  TWINS(shmem_ptrdiff_test_some_vector)
  TWINS(shmem_ptrdiff_wait_until)
  TWINS(shmem_ptrdiff_wait_until_all)
  TWINS(shmem_ptrdiff_wait_until_all_vector)
  TWINS(shmem_ptrdiff_wait_until_any)
  TWINS(shmem_ptrdiff_wait_until_any_vector)
  TWINS(shmem_ptrdiff_wait_until_some)
  TWINS(shmem_ptrdiff_wait_until_some_vector)
  TWINS(shmem_put128)
  TWINS(shmem_put128_nbi)
  TWINS(shmem_put128_signal)
  TWINS(shmem_put128_signal_nbi)
  TWINS(shmem_put16)
  TWINS(shmem_put16_nbi)
  TWINS(shmem_put16_signal)
  TWINS(shmem_put16_signal_nbi)
  TWINS(shmem_put32)
  TWINS(shmem_put32_nbi)
  TWINS(shmem_put32_signal)
  TWINS(shmem_put32_signal_nbi)
  TWINS(shmem_put64)
  TWINS(shmem_put64_nbi)
  TWINS(shmem_put64_signal)
  TWINS(shmem_put64_signal_nbi)
  TWINS(shmem_put8)
  TWINS(shmem_put8_nbi)
  TWINS(shmem_put8_signal)
  TWINS(shmem_put8_signal_nbi)
  TWINS(shmem_putmem)
  TWINS(shmem_putmem_nbi)
  TWINS(shmem_putmem_signal)
  TWINS(shmem_putmem_signal_nbi)
  TWINS(shmem_query_initialized)
  TWINS(shmem_query_thread)
  TWINS(shmem_quiet)
  TWINS(shmem_realloc)
  TWINS(shmem_schar_alltoall)
  TWINS(shmem_schar_alltoalls)
  TWINS(shmem_schar_broadcast)
  TWINS(shmem_schar_collect)
  TWINS(shmem_schar_fcollect)
  TWINS(shmem_schar_g)
  TWINS(shmem_schar_get)
  TWINS(shmem_schar_get_nbi)
  TWINS(shmem_schar_ibget)
  TWINS(shmem_schar_ibput)
  TWINS(shmem_schar_iget)
  TWINS(shmem_schar_iput)
  TWINS(shmem_schar_max_reduce)
  TWINS(shmem_schar_min_reduce)
  TWINS(shmem_schar_p)
  TWINS(shmem_schar_prod_reduce)
  TWINS(shmem_schar_put)
  TWINS(shmem_schar_put_nbi)
  TWINS(shmem_schar_put_signal)
  TWINS(shmem_schar_put_signal_nbi)
  TWINS(shmem_schar_sum_exscan)
  TWINS(shmem_schar_sum_inscan)
  TWINS(shmem_schar_sum_reduce)
  TWINS(shmem_set_lock)
  TWINS(shmem_short_alltoall)
  TWINS(shmem_short_alltoalls)
  TWINS(shmem_short_and_to_all)
  TWINS(shmem_short_broadcast)
  TWINS(shmem_short_collect)
  TWINS(shmem_short_fcollect)
  TWINS(shmem_short_g)
  TWINS(shmem_short_get)
  TWINS(shmem_short_get_nbi)
  TWINS(shmem_short_ibget)
  TWINS(shmem_short_ibput)
  TWINS(shmem_short_iget)
  TWINS(shmem_short_iput)
  TWINS(shmem_short_max_reduce)
  TWINS(shmem_short_max_to_all)
  TWINS(shmem_short_min_reduce)
  TWINS(shmem_short_min_to_all)
  TWINS(shmem_short_or_to_all)
  TWINS(shmem_short_p)
  TWINS(shmem_short_prod_reduce)
  TWINS(shmem_short_prod_to_all)
  TWINS(shmem_short_put)
  TWINS(shmem_short_put_nbi)
  TWINS(shmem_short_put_signal)
  TWINS(shmem_short_put_signal_nbi)
  TWINS(shmem_short_sum_exscan)
  TWINS(shmem_short_sum_inscan)
  TWINS(shmem_short_sum_reduce)
  TWINS(shmem_short_sum_to_all)
  TWINS(shmem_short_test)
  TWINS(shmem_short_wait)
  TWINS(shmem_short_wait_until)
  TWINS(shmem_short_xor_to_all)
  TWINS(shmem_signal_add)
  TWINS(shmem_signal_fetch)
  TWINS(shmem_signal_set)
  TWINS(shmem_signal_wait_until)
  TWINS(shmem_size_alltoall)
  TWINS(shmem_size_alltoalls)
  TWINS(shmem_size_and_reduce)
  TWINS(shmem_size_atomic_add)
  TWINS(shmem_size_atomic_compare_swap)
  TWINS(shmem_size_atomic_compare_swap_nbi)
  TWINS(shmem_size_atomic_fetch)
  TWINS(shmem_size_atomic_fetch_add)
  TWINS(shmem_size_atomic_fetch_add_nbi)
  TWINS(shmem_size_atomic_fetch_inc)
  TWINS(shmem_size_atomic_fetch_inc_nbi)
  TWINS(shmem_size_atomic_fetch_nbi)
  TWINS(shmem_size_atomic_inc)
  TWINS(shmem_size_atomic_set)
  TWINS(shmem_size_atomic_swap)
  TWINS(shmem_size_atomic_swap_nbi)
  TWINS(shmem_size_broadcast)
  TWINS(shmem_size_collect)
  TWINS(shmem_size_fcollect)
  TWINS(shmem_size_g)
  TWINS(shmem_size_get)
  TWINS(shmem_size_get_nbi)
  TWINS(shmem_size_ibget)
  TWINS(shmem_size_ibput)
  TWINS(shmem_size_iget)
  TWINS(shmem_size_iput)
  TWINS(shmem_size_max_reduce)
  TWINS(shmem_size_min_reduce)
  TWINS(shmem_size_or_reduce)
  TWINS(shmem_size_p)
  TWINS(shmem_size_prod_reduce)
  TWINS(shmem_size_put)
  TWINS(shmem_size_put_nbi)
  TWINS(shmem_size_put_signal)
  TWINS(shmem_size_put_signal_nbi)
  TWINS(shmem_size_sum_exscan)
  TWINS(shmem_size_sum_inscan)
  TWINS(shmem_size_sum_reduce)
  TWINS(shmem_size_test)
  TWINS(shmem_size_test_all)
  TWINS(shmem_size_test_all_vector)
  TWINS(shmem_size_test_any)
  TWINS(shmem_size_test_any_vector)
  TWINS(shmem_size_test_some)
  TWINS(shmem_size_test_some_vector)
  TWINS(shmem_size_wait_until)
  TWINS(shmem_size_wait_until_all)
  TWINS(shmem_size_wait_until_all_vector)
  TWINS(shmem_size_wait_until_any)
  TWINS(shmem_size_wait_until_any_vector)
  TWINS(shmem_size_wait_until_some)
  TWINS(shmem_size_wait_until_some_vector)
  TWINS(shmem_size_xor_reduce)
  TWINS(shmem_sync)
  TWINS(shmem_sync_all)
  TWINS(shmem_team_create_ctx)
  TWINS(shmem_team_destroy)
  TWINS(shmem_team_get_config)
  TWINS(shmem_team_my_pe)
  TWINS(shmem_team_n_pes)
  TWINS(shmem_team_ptr)
  TWINS(shmem_team_split_2d)
  TWINS(shmem_team_split_strided)
  TWINS(shmem_team_sync)
  TWINS(shmem_team_translate_pe)
  TWINS(shmem_test_lock)
  TWINS(shmem_uchar_alltoall)
  TWINS(shmem_uchar_alltoalls)
  TWINS(shmem_uchar_and_reduce)
  TWINS(shmem_uchar_broadcast)
  TWINS(shmem_uchar_collect)
  TWINS(shmem_uchar_fcollect)
  TWINS(shmem_uchar_g)
  TWINS(shmem_uchar_get)
  TWINS(shmem_uchar_get_nbi)
  TWINS(shmem_uchar_ibget)
  TWINS(shmem_uchar_ibput)
  TWINS(shmem_uchar_iget)
  TWINS(shmem_uchar_iput)
  TWINS(shmem_uchar_max_reduce)
  TWINS(shmem_uchar_min_reduce)
  TWINS(shmem_uchar_or_reduce)
  TWINS(shmem_uchar_p)
  TWINS(shmem_uchar_prod_reduce)
  TWINS(shmem_uchar_put)
  TWINS(shmem_uchar_put_nbi)
  TWINS(shmem_uchar_put_signal)
  TWINS(shmem_uchar_put_signal_nbi)
  TWINS(shmem_uchar_sum_exscan)
  TWINS(shmem_uchar_sum_inscan)
  TWINS(shmem_uchar_sum_reduce)
  TWINS(shmem_uchar_xor_reduce)
  TWINS(shmem_uint16_alltoall)
  TWINS(shmem_uint16_alltoalls)
  TWINS(shmem_uint16_and_reduce)
  TWINS(shmem_uint16_broadcast)
  TWINS(shmem_uint16_collect)
  TWINS(shmem_uint16_fcollect)
  TWINS(shmem_uint16_g)
  TWINS(shmem_uint16_get)
  TWINS(shmem_uint16_get_nbi)
  TWINS(shmem_uint16_ibget)
  TWINS(shmem_uint16_ibput)
  TWINS(shmem_uint16_iget)
  TWINS(shmem_uint16_iput)
  TWINS(shmem_uint16_max_reduce)
  TWINS(shmem_uint16_min_reduce)
  TWINS(shmem_uint16_or_reduce)
  TWINS(shmem_uint16_p)
  TWINS(shmem_uint16_prod_reduce)
  TWINS(shmem_uint16_put)
  TWINS(shmem_uint16_put_nbi)
  TWINS(shmem_uint16_put_signal)
  TWINS(shmem_uint16_put_signal_nbi)
  TWINS(shmem_uint16_sum_exscan)
  TWINS(shmem_uint16_sum_inscan)
  TWINS(shmem_uint16_sum_reduce)
  TWINS(shmem_uint16_xor_reduce)
  TWINS(shmem_uint32_alltoall)
  TWINS(shmem_uint32_alltoalls)
  TWINS(shmem_uint32_and_reduce)
  TWINS(shmem_uint32_atomic_add)
  TWINS(shmem_uint32_atomic_and)
  TWINS(shmem_uint32_atomic_compare_swap)
  TWINS(shmem_uint32_atomic_compare_swap_nbi)
  TWINS(shmem_uint32_atomic_fetch)
  TWINS(shmem_uint32_atomic_fetch_add)
  TWINS(shmem_uint32_atomic_fetch_add_nbi)
  TWINS(shmem_uint32_atomic_fetch_and)
  TWINS(shmem_uint32_atomic_fetch_and_nbi)
  TWINS(shmem_uint32_atomic_fetch_inc)
  TWINS(shmem_uint32_atomic_fetch_inc_nbi)
  TWINS(shmem_uint32_atomic_fetch_nbi)
  TWINS(shmem_uint32_atomic_fetch_or)
  TWINS(shmem_uint32_atomic_fetch_or_nbi)
  TWINS(shmem_uint32_atomic_fetch_xor)
  TWINS(shmem_uint32_atomic_fetch_xor_nbi)
  TWINS(shmem_uint32_atomic_inc)
  TWINS(shmem_uint32_atomic_or)
  TWINS(shmem_uint32_atomic_set)
  TWINS(shmem_uint32_atomic_swap)
  TWINS(shmem_uint32_atomic_swap_nbi)
  TWINS(shmem_uint32_atomic_xor)
  TWINS(shmem_uint32_broadcast)
  TWINS(shmem_uint32_collect)
  TWINS(shmem_uint32_fcollect)
  TWINS(shmem_uint32_g)
  TWINS(shmem_uint32_get)
  TWINS(shmem_uint32_get_nbi)
  TWINS(shmem_uint32_ibget)
  TWINS(shmem_uint32_ibput)
  TWINS(shmem_uint32_iget)
  TWINS(shmem_uint32_iput)
  TWINS(shmem_uint32_max_reduce)
  TWINS(shmem_uint32_min_reduce)
  TWINS(shmem_uint32_or_reduce)
  TWINS(shmem_uint32_p)
  TWINS(shmem_uint32_prod_reduce)
  TWINS(shmem_uint32_put)
  TWINS(shmem_uint32_put_nbi)
  TWINS(shmem_uint32_put_signal)
  TWINS(shmem_uint32_put_signal_nbi)
  TWINS(shmem_uint32_sum_exscan)
  TWINS(shmem_uint32_sum_inscan)
  TWINS(shmem_uint32_sum_reduce)
  TWINS(shmem_uint32_test)
  TWINS(shmem_uint32_test_all)
  TWINS(shmem_uint32_test_all_vector)
  TWINS(shmem_uint32_test_any)
  TWINS(shmem_uint32_test_any_vector)
  TWINS(shmem_uint32_test_some)
  TWINS(shmem_uint32_test_some_vector)
  TWINS(shmem_uint32_wait_until)
  TWINS(shmem_uint32_wait_until_all)
  TWINS(shmem_uint32_wait_until_all_vector)
  TWINS(shmem_uint32_wait_until_any)
  TWINS(shmem_uint32_wait_until_any_vector)
  TWINS(shmem_uint32_wait_until_some)
  TWINS(shmem_uint32_wait_until_some_vector)
  TWINS(shmem_uint32_xor_reduce)
  TWINS(shmem_uint64_alltoall)
  TWINS(shmem_uint64_alltoalls)
  TWINS(shmem_uint64_and_reduce)
  TWINS(shmem_uint64_atomic_add)
  TWINS(shmem_uint64_atomic_and)
  TWINS(shmem_uint64_atomic_compare_swap)
  TWINS(shmem_uint64_atomic_compare_swap_nbi)
  TWINS(shmem_uint64_atomic_fetch)
  TWINS(shmem_uint64_atomic_fetch_add)
  TWINS(shmem_uint64_atomic_fetch_add_nbi)
  TWINS(shmem_uint64_atomic_fetch_and)
  TWINS(shmem_uint64_atomic_fetch_and_nbi)
  TWINS(shmem_uint64_atomic_fetch_inc)
  TWINS(shmem_uint64_atomic_fetch_inc_nbi)
  TWINS(shmem_uint64_atomic_fetch_nbi)
  TWINS(shmem_uint64_atomic_fetch_or)
  TWINS(shmem_uint64_atomic_fetch_or_nbi)
  TWINS(shmem_uint64_atomic_fetch_xor)
  TWINS(shmem_uint64_atomic_fetch_xor_nbi)
  TWINS(shmem_uint64_atomic_inc)
  TWINS(shmem_uint64_atomic_or)
  TWINS(shmem_uint64_atomic_set)
  TWINS(shmem_uint64_atomic_swap)
  TWINS(shmem_uint64_atomic_swap_nbi)
  TWINS(shmem_uint64_atomic_xor)
  TWINS(shmem_uint64_broadcast)
  TWINS(shmem_uint64_collect)
  TWINS(shmem_uint64_fcollect)
  TWINS(shmem_uint64_g)
  TWINS(shmem_uint64_get)
  TWINS(shmem_uint64_get_nbi)
  TWINS(shmem_uint64_ibget)
  TWINS(shmem_uint64_ibput)
  TWINS(shmem_uint64_iget)
  TWINS(shmem_uint64_iput)
  TWINS(shmem_uint64_max_reduce)
  TWINS(shmem_uint64_min_reduce)
  TWINS(shmem_uint64_or_reduce)
  TWINS(shmem_uint64_p)
  TWINS(shmem_uint64_prod_reduce)
  TWINS(shmem_uint64_put)
  TWINS(shmem_uint64_put_nbi)
  TWINS(shmem_uint64_put_signal)
  TWINS(shmem_uint64_put_signal_nbi)
  TWINS(shmem_uint64_sum_exscan)
  TWINS(shmem_uint64_sum_inscan)
  TWINS(shmem_uint64_sum_reduce)
  TWINS(shmem_uint64_test)
  TWINS(shmem_uint64_test_all)
  TWINS(shmem_uint64_test_all_vector)
  TWINS(shmem_uint64_test_any)
  TWINS(shmem_uint64_test_any_vector)
  TWINS(shmem_uint64_test_some)
  TWINS(shmem_uint64_test_some_vector)
  TWINS(shmem_uint64_wait_until)
  TWINS(shmem_uint64_wait_until_all)
  TWINS(shmem_uint64_wait_until_all_vector)
  TWINS(shmem_uint64_wait_until_any)
  TWINS(shmem_uint64_wait_until_any_vector)
  TWINS(shmem_uint64_wait_until_some)
  TWINS(shmem_uint64_wait_until_some_vector)
  TWINS(shmem_uint64_xor_reduce)
  TWINS(shmem_uint8_alltoall)
  TWINS(shmem_uint8_alltoalls)
  TWINS(shmem_uint8_and_reduce)
  TWINS(shmem_uint8_broadcast)
  TWINS(shmem_uint8_collect)
  TWINS(shmem_uint8_fcollect)
  TWINS(shmem_uint8_g)
  TWINS(shmem_uint8_get)
  TWINS(shmem_uint8_get_nbi)
  TWINS(shmem_uint8_ibget)
  TWINS(shmem_uint8_ibput)
  TWINS(shmem_uint8_iget)
  TWINS(shmem_uint8_iput)
  TWINS(shmem_uint8_max_reduce)
  TWINS(shmem_uint8_min_reduce)
  TWINS(shmem_uint8_or_reduce)
  TWINS(shmem_uint8_p)
  TWINS(shmem_uint8_prod_reduce)
  TWINS(shmem_uint8_put)
  TWINS(shmem_uint8_put_nbi)
  TWINS(shmem_uint8_put_signal)
  TWINS(shmem_uint8_put_signal_nbi)
  TWINS(shmem_uint8_sum_exscan)
  TWINS(shmem_uint8_sum_inscan)
  TWINS(shmem_uint8_sum_reduce)
  TWINS(shmem_uint8_xor_reduce)
  TWINS(shmem_uint_alltoall)
  TWINS(shmem_uint_alltoalls)
  TWINS(shmem_uint_and_reduce)
  TWINS(shmem_uint_atomic_add)
  TWINS(shmem_uint_atomic_and)
  TWINS(shmem_uint_atomic_compare_swap)
  TWINS(shmem_uint_atomic_compare_swap_nbi)
  TWINS(shmem_uint_atomic_fetch)
  TWINS(shmem_uint_atomic_fetch_add)
  TWINS(shmem_uint_atomic_fetch_add_nbi)
  TWINS(shmem_uint_atomic_fetch_and)
  TWINS(shmem_uint_atomic_fetch_and_nbi)
  TWINS(shmem_uint_atomic_fetch_inc)
  TWINS(shmem_uint_atomic_fetch_inc_nbi)
  TWINS(shmem_uint_atomic_fetch_nbi)
  TWINS(shmem_uint_atomic_fetch_or)
  TWINS(shmem_uint_atomic_fetch_or_nbi)
  TWINS(shmem_uint_atomic_fetch_xor)
  TWINS(shmem_uint_atomic_fetch_xor_nbi)
  TWINS(shmem_uint_atomic_inc)
  TWINS(shmem_uint_atomic_or)
  TWINS(shmem_uint_atomic_set)
  TWINS(shmem_uint_atomic_swap)
  TWINS(shmem_uint_atomic_swap_nbi)
  TWINS(shmem_uint_atomic_xor)
  TWINS(shmem_uint_broadcast)
  TWINS(shmem_uint_collect)
  TWINS(shmem_uint_fcollect)
  TWINS(shmem_uint_g)
  TWINS(shmem_uint_get)
  TWINS(shmem_uint_get_nbi)
  TWINS(shmem_uint_ibget)
  TWINS(shmem_uint_ibput)
  TWINS(shmem_uint_iget)
  TWINS(shmem_uint_iput)
  TWINS(shmem_uint_max_reduce)
  TWINS(shmem_uint_min_reduce)
  TWINS(shmem_uint_or_reduce)
  TWINS(shmem_uint_p)
  TWINS(shmem_uint_prod_reduce)
  TWINS(shmem_uint_put)
  TWINS(shmem_uint_put_nbi)
  TWINS(shmem_uint_put_signal)
  TWINS(shmem_uint_put_signal_nbi)
  TWINS(shmem_uint_sum_exscan)
  TWINS(shmem_uint_sum_inscan)
  TWINS(shmem_uint_sum_reduce)
  TWINS(shmem_uint_test)
  TWINS(shmem_uint_test_all)
  TWINS(shmem_uint_test_all_vector)
  TWINS(shmem_uint_test_any)
  TWINS(shmem_uint_test_any_vector)
  TWINS(shmem_uint_test_some)
  TWINS(shmem_uint_test_some_vector)
  TWINS(shmem_uint_wait_until)
  TWINS(shmem_uint_wait_until_all)
  TWINS(shmem_uint_wait_until_all_vector)
  TWINS(shmem_uint_wait_until_any)
  TWINS(shmem_uint_wait_until_any_vector)
  TWINS(shmem_uint_wait_until_some)
  TWINS(shmem_uint_wait_until_some_vector)
  TWINS(shmem_uint_xor_reduce)
  TWINS(shmem_ulong_alltoall)
  TWINS(shmem_ulong_alltoalls)
  TWINS(shmem_ulong_and_reduce)
  TWINS(shmem_ulong_atomic_add)
  TWINS(shmem_ulong_atomic_and)
  TWINS(shmem_ulong_atomic_compare_swap)
  TWINS(shmem_ulong_atomic_compare_swap_nbi)
  TWINS(shmem_ulong_atomic_fetch)
  TWINS(shmem_ulong_atomic_fetch_add)
  TWINS(shmem_ulong_atomic_fetch_add_nbi)
  TWINS(shmem_ulong_atomic_fetch_and)
  TWINS(shmem_ulong_atomic_fetch_and_nbi)
  TWINS(shmem_ulong_atomic_fetch_inc)
  TWINS(shmem_ulong_atomic_fetch_inc_nbi)
  TWINS(shmem_ulong_atomic_fetch_nbi)
  TWINS(shmem_ulong_atomic_fetch_or)
  TWINS(shmem_ulong_atomic_fetch_or_nbi)
  TWINS(shmem_ulong_atomic_fetch_xor)
  TWINS(shmem_ulong_atomic_fetch_xor_nbi)
  TWINS(shmem_ulong_atomic_inc)
  TWINS(shmem_ulong_atomic_or)
  TWINS(shmem_ulong_atomic_set)
  TWINS(shmem_ulong_atomic_swap)
  TWINS(shmem_ulong_atomic_swap_nbi)
  TWINS(shmem_ulong_atomic_xor)
  TWINS(shmem_ulong_broadcast)
  TWINS(shmem_ulong_collect)
  TWINS(shmem_ulong_fcollect)
  TWINS(shmem_ulong_g)
  TWINS(shmem_ulong_get)
  TWINS(shmem_ulong_get_nbi)
  TWINS(shmem_ulong_ibget)
  TWINS(shmem_ulong_ibput)
  TWINS(shmem_ulong_iget)
  TWINS(shmem_ulong_iput)
  TWINS(shmem_ulong_max_reduce)
  TWINS(shmem_ulong_min_reduce)
  TWINS(shmem_ulong_or_reduce)
  TWINS(shmem_ulong_p)
  TWINS(shmem_ulong_prod_reduce)
  TWINS(shmem_ulong_put)
  TWINS(shmem_ulong_put_nbi)
  TWINS(shmem_ulong_put_signal)
  TWINS(shmem_ulong_put_signal_nbi)
  TWINS(shmem_ulong_sum_exscan)
  TWINS(shmem_ulong_sum_inscan)
  TWINS(shmem_ulong_sum_reduce)
  TWINS(shmem_ulong_test)
  TWINS(shmem_ulong_test_all)
  TWINS(shmem_ulong_test_all_vector)
  TWINS(shmem_ulong_test_any)
  TWINS(shmem_ulong_test_any_vector)
  TWINS(shmem_ulong_test_some)
  TWINS(shmem_ulong_test_some_vector)
  TWINS(shmem_ulong_wait_until)
  TWINS(shmem_ulong_wait_until_all)
  TWINS(shmem_ulong_wait_until_all_vector)
  TWINS(shmem_ulong_wait_until_any)
  TWINS(shmem_ulong_wait_until_any_vector)
  TWINS(shmem_ulong_wait_until_some)
  TWINS(shmem_ulong_wait_until_some_vector)
  TWINS(shmem_ulong_xor_reduce)
  TWINS(shmem_ulonglong_alltoall)
  TWINS(shmem_ulonglong_alltoalls)
  TWINS(shmem_ulonglong_and_reduce)
  TWINS(shmem_ulonglong_atomic_add)
  TWINS(shmem_ulonglong_atomic_and)
  TWINS(shmem_ulonglong_atomic_compare_swap)
  TWINS(shmem_ulonglong_atomic_compare_swap_nbi)
  TWINS(shmem_ulonglong_atomic_fetch)
  TWINS(shmem_ulonglong_atomic_fetch_add)
  TWINS(shmem_ulonglong_atomic_fetch_add_nbi)
  TWINS(shmem_ulonglong_atomic_fetch_and)
  TWINS(shmem_ulonglong_atomic_fetch_and_nbi)
  TWINS(shmem_ulonglong_atomic_fetch_inc)
  TWINS(shmem_ulonglong_atomic_fetch_inc_nbi)
  TWINS(shmem_ulonglong_atomic_fetch_nbi)
  TWINS(shmem_ulonglong_atomic_fetch_or)
  TWINS(shmem_ulonglong_atomic_fetch_or_nbi)
  TWINS(shmem_ulonglong_atomic_fetch_xor)
  TWINS(shmem_ulonglong_atomic_fetch_xor_nbi)
  TWINS(shmem_ulonglong_atomic_inc)
  TWINS(shmem_ulonglong_atomic_or)
  TWINS(shmem_ulonglong_atomic_set)
  TWINS(shmem_ulonglong_atomic_swap)
  TWINS(shmem_ulonglong_atomic_swap_nbi)
  TWINS(shmem_ulonglong_atomic_xor)
  TWINS(shmem_ulonglong_broadcast)
  TWINS(shmem_ulonglong_collect)
  TWINS(shmem_ulonglong_fcollect)
  TWINS(shmem_ulonglong_g)
  TWINS(shmem_ulonglong_get)
  TWINS(shmem_ulonglong_get_nbi)
  TWINS(shmem_ulonglong_ibget)
  TWINS(shmem_ulonglong_ibput)
  TWINS(shmem_ulonglong_iget)
  TWINS(shmem_ulonglong_iput)
  TWINS(shmem_ulonglong_max_reduce)
  TWINS(shmem_ulonglong_min_reduce)
  TWINS(shmem_ulonglong_or_reduce)
  TWINS(shmem_ulonglong_p)
  TWINS(shmem_ulonglong_prod_reduce)
  TWINS(shmem_ulonglong_put)
  TWINS(shmem_ulonglong_put_nbi)
  TWINS(shmem_ulonglong_put_signal)
  TWINS(shmem_ulonglong_put_signal_nbi)
  TWINS(shmem_ulonglong_sum_exscan)
  TWINS(shmem_ulonglong_sum_inscan)
  TWINS(shmem_ulonglong_sum_reduce)
  TWINS(shmem_ulonglong_test)
  TWINS(shmem_ulonglong_test_all)
  TWINS(shmem_ulonglong_test_all_vector)
  TWINS(shmem_ulonglong_test_any)
  TWINS(shmem_ulonglong_test_any_vector)
  TWINS(shmem_ulonglong_test_some)
  TWINS(shmem_ulonglong_test_some_vector)
  TWINS(shmem_ulonglong_wait_until)
  TWINS(shmem_ulonglong_wait_until_all)
  TWINS(shmem_ulonglong_wait_until_all_vector)
  TWINS(shmem_ulonglong_wait_until_any)
  TWINS(shmem_ulonglong_wait_until_any_vector)
  TWINS(shmem_ulonglong_wait_until_some)
  TWINS(shmem_ulonglong_wait_until_some_vector)
  TWINS(shmem_ulonglong_xor_reduce)
  TWINS(shmem_ushort_alltoall)
  TWINS(shmem_ushort_alltoalls)
  TWINS(shmem_ushort_and_reduce)
  TWINS(shmem_ushort_broadcast)
  TWINS(shmem_ushort_collect)
  TWINS(shmem_ushort_fcollect)
  TWINS(shmem_ushort_g)
  TWINS(shmem_ushort_get)
  TWINS(shmem_ushort_get_nbi)
  TWINS(shmem_ushort_ibget)
  TWINS(shmem_ushort_ibput)
  TWINS(shmem_ushort_iget)
  TWINS(shmem_ushort_iput)
  TWINS(shmem_ushort_max_reduce)
  TWINS(shmem_ushort_min_reduce)
  TWINS(shmem_ushort_or_reduce)
  TWINS(shmem_ushort_p)
  TWINS(shmem_ushort_prod_reduce)
  TWINS(shmem_ushort_put)
  TWINS(shmem_ushort_put_nbi)
  TWINS(shmem_ushort_put_signal)
  TWINS(shmem_ushort_put_signal_nbi)
  TWINS(shmem_ushort_sum_exscan)
  TWINS(shmem_ushort_sum_inscan)
  TWINS(shmem_ushort_sum_reduce)
  TWINS(shmem_ushort_test)
  TWINS(shmem_ushort_wait_until)
  TWINS(shmem_ushort_xor_reduce)
  TWINS(shmem_wait)
  TWINS(shmem_wait_until)
  TWINS(shmemalign)
  TWINS(shrealloc)
  TWINS(start_pes)
  ALONE(shmem_partition_align)
  ALONE(shmem_partition_free)
  ALONE(shmem_partition_malloc)
  ALONE(shmemx_alltoallmem_nb)
  ALONE(shmemx_alltoallmem_on_stream)
  ALONE(shmemx_alltoallvmem)
  ALONE(shmemx_am_max_medium)
  ALONE(shmemx_am_poll)
  ALONE(shmemx_am_quiet)
  ALONE(shmemx_am_register)
  ALONE(shmemx_am_reply_long)
  ALONE(shmemx_am_reply_medium)
  ALONE(shmemx_am_reply_short)
  ALONE(shmemx_am_request_long)
  ALONE(shmemx_am_request_medium)
  ALONE(shmemx_am_request_short)
  ALONE(shmemx_am_source)
  ALONE(shmemx_barrier_all_on_stream)
  ALONE(shmemx_barrier_on_stream)
  ALONE(shmemx_broadcastmem_nb)
  ALONE(shmemx_broadcastmem_on_stream)
  ALONE(shmemx_char_alltoall_nb)
  ALONE(shmemx_char_alltoall_on_stream)
  ALONE(shmemx_char_broadcast_nb)
  ALONE(shmemx_char_broadcast_on_stream)
  ALONE(shmemx_char_fcollect_nb)
  ALONE(shmemx_char_fcollect_on_stream)
  ALONE(shmemx_char_get_nbi_on_stream)
  ALONE(shmemx_char_get_on_stream)
  ALONE(shmemx_char_iget_on_stream)
  ALONE(shmemx_char_iput_on_stream)
  ALONE(shmemx_char_max_reduce_nb)
  ALONE(shmemx_char_max_reduce_on_stream)
  ALONE(shmemx_char_min_reduce_nb)
  ALONE(shmemx_char_min_reduce_on_stream)
  ALONE(shmemx_char_p_on_stream)
  ALONE(shmemx_char_prod_reduce_nb)
  ALONE(shmemx_char_prod_reduce_on_stream)
  ALONE(shmemx_char_put_nbi_on_stream)
  ALONE(shmemx_char_put_on_stream)
  ALONE(shmemx_char_put_signal_nbi_on_stream)
  ALONE(shmemx_char_put_signal_on_stream)
  ALONE(shmemx_char_sum_reduce_nb)
  ALONE(shmemx_char_sum_reduce_on_stream)
  ALONE(shmemx_complexd_prod_reduce_nb)
  ALONE(shmemx_complexd_prod_reduce_on_stream)
  ALONE(shmemx_complexd_sum_reduce_nb)
  ALONE(shmemx_complexd_sum_reduce_on_stream)
  ALONE(shmemx_complexf_prod_reduce_nb)
  ALONE(shmemx_complexf_prod_reduce_on_stream)
  ALONE(shmemx_complexf_sum_reduce_nb)
  ALONE(shmemx_complexf_sum_reduce_on_stream)
  ALONE(shmemx_device_fill)
  ALONE(shmemx_device_register)
  ALONE(shmemx_device_unregister)
  ALONE(shmemx_device_update)
  ALONE(shmemx_double_alltoall_nb)
  ALONE(shmemx_double_alltoall_on_stream)
  ALONE(shmemx_double_broadcast_nb)
  ALONE(shmemx_double_broadcast_on_stream)
  ALONE(shmemx_double_fcollect_nb)
  ALONE(shmemx_double_fcollect_on_stream)
  ALONE(shmemx_double_get_nbi_on_stream)
  ALONE(shmemx_double_get_on_stream)
  ALONE(shmemx_double_iget_on_stream)
  ALONE(shmemx_double_iput_on_stream)
  ALONE(shmemx_double_max_reduce_nb)
  ALONE(shmemx_double_max_reduce_on_stream)
  ALONE(shmemx_double_min_reduce_nb)
  ALONE(shmemx_double_min_reduce_on_stream)
  ALONE(shmemx_double_p_on_stream)
  ALONE(shmemx_double_prod_reduce_nb)
  ALONE(shmemx_double_prod_reduce_on_stream)
  ALONE(shmemx_double_put_nbi_on_stream)
  ALONE(shmemx_double_put_on_stream)
  ALONE(shmemx_double_put_signal_nbi_on_stream)
  ALONE(shmemx_double_put_signal_on_stream)
  ALONE(shmemx_double_sum_reduce_nb)
  ALONE(shmemx_double_sum_reduce_on_stream)
  ALONE(shmemx_fcollectmem_nb)
  ALONE(shmemx_fcollectmem_on_stream)
  ALONE(shmemx_float_alltoall_nb)
  ALONE(shmemx_float_alltoall_on_stream)
  ALONE(shmemx_float_broadcast_nb)
  ALONE(shmemx_float_broadcast_on_stream)
  ALONE(shmemx_float_fcollect_nb)
  ALONE(shmemx_float_fcollect_on_stream)
  ALONE(shmemx_float_get_nbi_on_stream)
  ALONE(shmemx_float_get_on_stream)
  ALONE(shmemx_float_iget_on_stream)
  ALONE(shmemx_float_iput_on_stream)
  ALONE(shmemx_float_max_reduce_nb)
  ALONE(shmemx_float_max_reduce_on_stream)
  ALONE(shmemx_float_min_reduce_nb)
  ALONE(shmemx_float_min_reduce_on_stream)
  ALONE(shmemx_float_p_on_stream)
  ALONE(shmemx_float_prod_reduce_nb)
  ALONE(shmemx_float_prod_reduce_on_stream)
  ALONE(shmemx_float_put_nbi_on_stream)
  ALONE(shmemx_float_put_on_stream)
  ALONE(shmemx_float_put_signal_nbi_on_stream)
  ALONE(shmemx_float_put_signal_on_stream)
  ALONE(shmemx_float_sum_reduce_nb)
  ALONE(shmemx_float_sum_reduce_on_stream)
  ALONE(shmemx_gathermem)
  ALONE(shmemx_gathervmem)
  ALONE(shmemx_get128_nbi_on_stream)
  ALONE(shmemx_get128_on_stream)
  ALONE(shmemx_get16_nbi_on_stream)
  ALONE(shmemx_get16_on_stream)
  ALONE(shmemx_get32_nbi_on_stream)
  ALONE(shmemx_get32_on_stream)
  ALONE(shmemx_get64_nbi_on_stream)
  ALONE(shmemx_get64_on_stream)
  ALONE(shmemx_get8_nbi_on_stream)
  ALONE(shmemx_get8_on_stream)
  ALONE(shmemx_getmem_counted)
  ALONE(shmemx_getmem_nbi_on_stream)
  ALONE(shmemx_getmem_on_stream)
  ALONE(shmemx_heap_query)
  ALONE(shmemx_iget128_on_stream)
  ALONE(shmemx_iget16_on_stream)
  ALONE(shmemx_iget32_on_stream)
  ALONE(shmemx_iget64_on_stream)
  ALONE(shmemx_iget8_on_stream)
  ALONE(shmemx_int16_alltoall_nb)
  ALONE(shmemx_int16_alltoall_on_stream)
  ALONE(shmemx_int16_and_reduce_nb)
  ALONE(shmemx_int16_and_reduce_on_stream)
  ALONE(shmemx_int16_broadcast_nb)
  ALONE(shmemx_int16_broadcast_on_stream)
  ALONE(shmemx_int16_fcollect_nb)
  ALONE(shmemx_int16_fcollect_on_stream)
  ALONE(shmemx_int16_get_nbi_on_stream)
  ALONE(shmemx_int16_get_on_stream)
  ALONE(shmemx_int16_iget_on_stream)
  ALONE(shmemx_int16_iput_on_stream)
  ALONE(shmemx_int16_max_reduce_nb)
  ALONE(shmemx_int16_max_reduce_on_stream)
  ALONE(shmemx_int16_min_reduce_nb)
  ALONE(shmemx_int16_min_reduce_on_stream)
  ALONE(shmemx_int16_or_reduce_nb)
  ALONE(shmemx_int16_or_reduce_on_stream)
  ALONE(shmemx_int16_p_on_stream)
  ALONE(shmemx_int16_prod_reduce_nb)
  ALONE(shmemx_int16_prod_reduce_on_stream)
  ALONE(shmemx_int16_put_nbi_on_stream)
  ALONE(shmemx_int16_put_on_stream)
  ALONE(shmemx_int16_put_signal_nbi_on_stream)
  ALONE(shmemx_int16_put_signal_on_stream)
  ALONE(shmemx_int16_sum_reduce_nb)
  ALONE(shmemx_int16_sum_reduce_on_stream)
  ALONE(shmemx_int16_xor_reduce_nb)
  ALONE(shmemx_int16_xor_reduce_on_stream)
  ALONE(shmemx_int32_alltoall_nb)
  ALONE(shmemx_int32_alltoall_on_stream)
  ALONE(shmemx_int32_and_reduce_nb)
  ALONE(shmemx_int32_and_reduce_on_stream)
  ALONE(shmemx_int32_broadcast_nb)
  ALONE(shmemx_int32_broadcast_on_stream)
  ALONE(shmemx_int32_fcollect_nb)
  ALONE(shmemx_int32_fcollect_on_stream)
  ALONE(shmemx_int32_get_nbi_on_stream)
  ALONE(shmemx_int32_get_on_stream)
  ALONE(shmemx_int32_iget_on_stream)
  ALONE(shmemx_int32_iput_on_stream)
  ALONE(shmemx_int32_max_reduce_nb)
  ALONE(shmemx_int32_max_reduce_on_stream)
  ALONE(shmemx_int32_min_reduce_nb)
  ALONE(shmemx_int32_min_reduce_on_stream)
  ALONE(shmemx_int32_or_reduce_nb)
  ALONE(shmemx_int32_or_reduce_on_stream)
  ALONE(shmemx_int32_p_on_stream)
  ALONE(shmemx_int32_prod_reduce_nb)
  ALONE(shmemx_int32_prod_reduce_on_stream)
  ALONE(shmemx_int32_put_nbi_on_stream)
  ALONE(shmemx_int32_put_on_stream)
  ALONE(shmemx_int32_put_signal_nbi_on_stream)
  ALONE(shmemx_int32_put_signal_on_stream)
  ALONE(shmemx_int32_sum_reduce_nb)
  ALONE(shmemx_int32_sum_reduce_on_stream)
  ALONE(shmemx_int32_wait_until_on_stream)
  ALONE(shmemx_int32_xor_reduce_nb)
  ALONE(shmemx_int32_xor_reduce_on_stream)
  ALONE(shmemx_int64_alltoall_nb)
  ALONE(shmemx_int64_alltoall_on_stream)
  ALONE(shmemx_int64_and_reduce_nb)
  ALONE(shmemx_int64_and_reduce_on_stream)
  ALONE(shmemx_int64_broadcast_nb)
  ALONE(shmemx_int64_broadcast_on_stream)
  ALONE(shmemx_int64_fcollect_nb)
  ALONE(shmemx_int64_fcollect_on_stream)
  ALONE(shmemx_int64_get_nbi_on_stream)
  ALONE(shmemx_int64_get_on_stream)
  ALONE(shmemx_int64_iget_on_stream)
  ALONE(shmemx_int64_iput_on_stream)
  ALONE(shmemx_int64_max_reduce_nb)
  ALONE(shmemx_int64_max_reduce_on_stream)
  ALONE(shmemx_int64_min_reduce_nb)
  ALONE(shmemx_int64_min_reduce_on_stream)
  ALONE(shmemx_int64_or_reduce_nb)
  ALONE(shmemx_int64_or_reduce_on_stream)
  ALONE(shmemx_int64_p_on_stream)
  ALONE(shmemx_int64_prod_reduce_nb)
  ALONE(shmemx_int64_prod_reduce_on_stream)
  ALONE(shmemx_int64_put_nbi_on_stream)
  ALONE(shmemx_int64_put_on_stream)
  ALONE(shmemx_int64_put_signal_nbi_on_stream)
  ALONE(shmemx_int64_put_signal_on_stream)
  ALONE(shmemx_int64_sum_reduce_nb)
  ALONE(shmemx_int64_sum_reduce_on_stream)
  ALONE(shmemx_int64_wait_until_on_stream)
  ALONE(shmemx_int64_xor_reduce_nb)
  ALONE(shmemx_int64_xor_reduce_on_stream)
  ALONE(shmemx_int8_alltoall_nb)
  ALONE(shmemx_int8_alltoall_on_stream)
  ALONE(shmemx_int8_and_reduce_nb)
  ALONE(shmemx_int8_and_reduce_on_stream)
  ALONE(shmemx_int8_broadcast_nb)
  ALONE(shmemx_int8_broadcast_on_stream)
  ALONE(shmemx_int8_fcollect_nb)
  ALONE(shmemx_int8_fcollect_on_stream)
  ALONE(shmemx_int8_get_nbi_on_stream)
  ALONE(shmemx_int8_get_on_stream)
  ALONE(shmemx_int8_iget_on_stream)
  ALONE(shmemx_int8_iput_on_stream)
  ALONE(shmemx_int8_max_reduce_nb)
  ALONE(shmemx_int8_max_reduce_on_stream)
  ALONE(shmemx_int8_min_reduce_nb)
  ALONE(shmemx_int8_min_reduce_on_stream)
  ALONE(shmemx_int8_or_reduce_nb)
  ALONE(shmemx_int8_or_reduce_on_stream)
  ALONE(shmemx_int8_p_on_stream)
  ALONE(shmemx_int8_prod_reduce_nb)
  ALONE(shmemx_int8_prod_reduce_on_stream)
  ALONE(shmemx_int8_put_nbi_on_stream)
  ALONE(shmemx_int8_put_on_stream)
  ALONE(shmemx_int8_put_signal_nbi_on_stream)
  ALONE(shmemx_int8_put_signal_on_stream)
  ALONE(shmemx_int8_sum_reduce_nb)
  ALONE(shmemx_int8_sum_reduce_on_stream)
  ALONE(shmemx_int8_xor_reduce_nb)
  ALONE(shmemx_int8_xor_reduce_on_stream)
  ALONE(shmemx_int_alltoall_nb)
  ALONE(shmemx_int_alltoall_on_stream)
  ALONE(shmemx_int_broadcast_nb)
  ALONE(shmemx_int_broadcast_on_stream)
  ALONE(shmemx_int_fcollect_nb)
  ALONE(shmemx_int_fcollect_on_stream)
  ALONE(shmemx_int_get_nbi_on_stream)
  ALONE(shmemx_int_get_on_stream)
  ALONE(shmemx_int_iget_on_stream)
  ALONE(shmemx_int_iput_on_stream)
  ALONE(shmemx_int_max_reduce_nb)
  ALONE(shmemx_int_max_reduce_on_stream)
  ALONE(shmemx_int_min_reduce_nb)
  ALONE(shmemx_int_min_reduce_on_stream)
  ALONE(shmemx_int_p_on_stream)
  ALONE(shmemx_int_prod_reduce_nb)
  ALONE(shmemx_int_prod_reduce_on_stream)
  ALONE(shmemx_int_put_nbi_on_stream)
  ALONE(shmemx_int_put_on_stream)
  ALONE(shmemx_int_put_signal_nbi_on_stream)
  ALONE(shmemx_int_put_signal_on_stream)
  ALONE(shmemx_int_sum_reduce_nb)
  ALONE(shmemx_int_sum_reduce_on_stream)
  ALONE(shmemx_int_wait_until_on_stream)
  ALONE(shmemx_iput128_on_stream)
  ALONE(shmemx_iput16_on_stream)
  ALONE(shmemx_iput32_on_stream)
  ALONE(shmemx_iput64_on_stream)
  ALONE(shmemx_iput8_on_stream)
  ALONE(shmemx_kind_of)
  ALONE(shmemx_leave)
  ALONE(shmemx_local_copy)
  ALONE(shmemx_local_free)
  ALONE(shmemx_local_malloc)
  ALONE(shmemx_local_map)
  ALONE(shmemx_local_share)
  ALONE(shmemx_long_alltoall_nb)
  ALONE(shmemx_long_alltoall_on_stream)
  ALONE(shmemx_long_broadcast_nb)
  ALONE(shmemx_long_broadcast_on_stream)
  ALONE(shmemx_long_fcollect_nb)
  ALONE(shmemx_long_fcollect_on_stream)
  ALONE(shmemx_long_get_nbi_on_stream)
  ALONE(shmemx_long_get_on_stream)
  ALONE(shmemx_long_iget_on_stream)
  ALONE(shmemx_long_iput_on_stream)
  ALONE(shmemx_long_max_reduce_nb)
  ALONE(shmemx_long_max_reduce_on_stream)
  ALONE(shmemx_long_min_reduce_nb)
  ALONE(shmemx_long_min_reduce_on_stream)
  ALONE(shmemx_long_p_on_stream)
  ALONE(shmemx_long_prod_reduce_nb)
  ALONE(shmemx_long_prod_reduce_on_stream)
  ALONE(shmemx_long_put_nbi_on_stream)
  ALONE(shmemx_long_put_on_stream)
  ALONE(shmemx_long_put_signal_nbi_on_stream)
  ALONE(shmemx_long_put_signal_on_stream)
  ALONE(shmemx_long_sum_reduce_nb)
  ALONE(shmemx_long_sum_reduce_on_stream)
  ALONE(shmemx_long_wait_until_on_stream)
  ALONE(shmemx_longdouble_alltoall_nb)
  ALONE(shmemx_longdouble_alltoall_on_stream)
  ALONE(shmemx_longdouble_broadcast_nb)
  ALONE(shmemx_longdouble_broadcast_on_stream)
  ALONE(shmemx_longdouble_fcollect_nb)
  ALONE(shmemx_longdouble_fcollect_on_stream)
  ALONE(shmemx_longdouble_get_nbi_on_stream)
  ALONE(shmemx_longdouble_get_on_stream)
  ALONE(shmemx_longdouble_iget_on_stream)
  ALONE(shmemx_longdouble_iput_on_stream)
  ALONE(shmemx_longdouble_max_reduce_nb)
  ALONE(shmemx_longdouble_max_reduce_on_stream)
  ALONE(shmemx_longdouble_min_reduce_nb)
  ALONE(shmemx_longdouble_min_reduce_on_stream)
  ALONE(shmemx_longdouble_p_on_stream)
  ALONE(shmemx_longdouble_prod_reduce_nb)
  ALONE(shmemx_longdouble_prod_reduce_on_stream)
  ALONE(shmemx_longdouble_put_nbi_on_stream)
  ALONE(shmemx_longdouble_put_on_stream)
  ALONE(shmemx_longdouble_put_signal_nbi_on_stream)
  ALONE(shmemx_longdouble_put_signal_on_stream)
  ALONE(shmemx_longdouble_sum_reduce_nb)
  ALONE(shmemx_longdouble_sum_reduce_on_stream)
  ALONE(shmemx_longlong_alltoall_nb)
  ALONE(shmemx_longlong_alltoall_on_stream)
  ALONE(shmemx_longlong_broadcast_nb)
  ALONE(shmemx_longlong_broadcast_on_stream)
  ALONE(shmemx_longlong_fcollect_nb)
  ALONE(shmemx_longlong_fcollect_on_stream)
  ALONE(shmemx_longlong_get_nbi_on_stream)
  ALONE(shmemx_longlong_get_on_stream)
  ALONE(shmemx_longlong_iget_on_stream)
  ALONE(shmemx_longlong_iput_on_stream)
  ALONE(shmemx_longlong_max_reduce_nb)
  ALONE(shmemx_longlong_max_reduce_on_stream)
  ALONE(shmemx_longlong_min_reduce_nb)
  ALONE(shmemx_longlong_min_reduce_on_stream)
  ALONE(shmemx_longlong_p_on_stream)
  ALONE(shmemx_longlong_prod_reduce_nb)
  ALONE(shmemx_longlong_prod_reduce_on_stream)
  ALONE(shmemx_longlong_put_nbi_on_stream)
  ALONE(shmemx_longlong_put_on_stream)
  ALONE(shmemx_longlong_put_signal_nbi_on_stream)
  ALONE(shmemx_longlong_put_signal_on_stream)
  ALONE(shmemx_longlong_sum_reduce_nb)
  ALONE(shmemx_longlong_sum_reduce_on_stream)
  ALONE(shmemx_longlong_wait_until_on_stream)
  ALONE(shmemx_partition_of)
  ALONE(shmemx_partition_query)
  ALONE(shmemx_ptrdiff_alltoall_nb)
  ALONE(shmemx_ptrdiff_alltoall_on_stream)
  ALONE(shmemx_ptrdiff_broadcast_nb)
  ALONE(shmemx_ptrdiff_broadcast_on_stream)
  ALONE(shmemx_ptrdiff_fcollect_nb)
  ALONE(shmemx_ptrdiff_fcollect_on_stream)
  ALONE(shmemx_ptrdiff_get_nbi_on_stream)
  ALONE(shmemx_ptrdiff_get_on_stream)
  ALONE(shmemx_ptrdiff_iget_on_stream)
  ALONE(shmemx_ptrdiff_iput_on_stream)
  ALONE(shmemx_ptrdiff_max_reduce_nb)
  ALONE(shmemx_ptrdiff_max_reduce_on_stream)
  ALONE(shmemx_ptrdiff_min_reduce_nb)
  ALONE(shmemx_ptrdiff_min_reduce_on_stream)
  ALONE(shmemx_ptrdiff_p_on_stream)
  ALONE(shmemx_ptrdiff_prod_reduce_nb)
  ALONE(shmemx_ptrdiff_prod_reduce_on_stream)
  ALONE(shmemx_ptrdiff_put_nbi_on_stream)
  ALONE(shmemx_ptrdiff_put_on_stream)
  ALONE(shmemx_ptrdiff_put_signal_nbi_on_stream)
  ALONE(shmemx_ptrdiff_put_signal_on_stream)
  ALONE(shmemx_ptrdiff_sum_reduce_nb)
  ALONE(shmemx_ptrdiff_sum_reduce_on_stream)
  ALONE(shmemx_ptrdiff_wait_until_on_stream)
  ALONE(shmemx_put128_nbi_on_stream)
  ALONE(shmemx_put128_on_stream)
  ALONE(shmemx_put128_signal_nbi_on_stream)
  ALONE(shmemx_put128_signal_on_stream)
  ALONE(shmemx_put16_nbi_on_stream)
  ALONE(shmemx_put16_on_stream)
  ALONE(shmemx_put16_signal_nbi_on_stream)
  ALONE(shmemx_put16_signal_on_stream)
  ALONE(shmemx_put32_nbi_on_stream)
  ALONE(shmemx_put32_on_stream)
  ALONE(shmemx_put32_signal_nbi_on_stream)
  ALONE(shmemx_put32_signal_on_stream)
  ALONE(shmemx_put64_nbi_on_stream)
  ALONE(shmemx_put64_on_stream)
  ALONE(shmemx_put64_signal_nbi_on_stream)
  ALONE(shmemx_put64_signal_on_stream)
  ALONE(shmemx_put8_nbi_on_stream)
  ALONE(shmemx_put8_on_stream)
  ALONE(shmemx_put8_signal_nbi_on_stream)
  ALONE(shmemx_put8_signal_on_stream)
  ALONE(shmemx_putmem_counted)
  ALONE(shmemx_putmem_nbi_on_stream)
  ALONE(shmemx_putmem_on_stream)
  ALONE(shmemx_putmem_signal_nbi_on_stream)
  ALONE(shmemx_putmem_signal_on_stream)
  ALONE(shmemx_quiet_on_stream)
  ALONE(shmemx_quiet_test)
  ALONE(shmemx_req_test)
  ALONE(shmemx_req_wait)
  ALONE(shmemx_scattermem)
  ALONE(shmemx_scattervmem)
  ALONE(shmemx_schar_alltoall_nb)
  ALONE(shmemx_schar_alltoall_on_stream)
  ALONE(shmemx_schar_broadcast_nb)
  ALONE(shmemx_schar_broadcast_on_stream)
  ALONE(shmemx_schar_fcollect_nb)
  ALONE(shmemx_schar_fcollect_on_stream)
  ALONE(shmemx_schar_get_nbi_on_stream)
  ALONE(shmemx_schar_get_on_stream)
  ALONE(shmemx_schar_iget_on_stream)
  ALONE(shmemx_schar_iput_on_stream)
  ALONE(shmemx_schar_max_reduce_nb)
  ALONE(shmemx_schar_max_reduce_on_stream)
  ALONE(shmemx_schar_min_reduce_nb)
  ALONE(shmemx_schar_min_reduce_on_stream)
  ALONE(shmemx_schar_p_on_stream)
  ALONE(shmemx_schar_prod_reduce_nb)
  ALONE(shmemx_schar_prod_reduce_on_stream)
  ALONE(shmemx_schar_put_nbi_on_stream)
  ALONE(shmemx_schar_put_on_stream)
  ALONE(shmemx_schar_put_signal_nbi_on_stream)
  ALONE(shmemx_schar_put_signal_on_stream)
  ALONE(shmemx_schar_sum_reduce_nb)
  ALONE(shmemx_schar_sum_reduce_on_stream)
  ALONE(shmemx_short_alltoall_nb)
  ALONE(shmemx_short_alltoall_on_stream)
  ALONE(shmemx_short_broadcast_nb)
  ALONE(shmemx_short_broadcast_on_stream)
  ALONE(shmemx_short_fcollect_nb)
  ALONE(shmemx_short_fcollect_on_stream)
  ALONE(shmemx_short_get_nbi_on_stream)
  ALONE(shmemx_short_get_on_stream)
  ALONE(shmemx_short_iget_on_stream)
  ALONE(shmemx_short_iput_on_stream)
  ALONE(shmemx_short_max_reduce_nb)
  ALONE(shmemx_short_max_reduce_on_stream)
  ALONE(shmemx_short_min_reduce_nb)
  ALONE(shmemx_short_min_reduce_on_stream)
  ALONE(shmemx_short_p_on_stream)
  ALONE(shmemx_short_prod_reduce_nb)
  ALONE(shmemx_short_prod_reduce_on_stream)
  ALONE(shmemx_short_put_nbi_on_stream)
  ALONE(shmemx_short_put_on_stream)
  ALONE(shmemx_short_put_signal_nbi_on_stream)
  ALONE(shmemx_short_put_signal_on_stream)
  ALONE(shmemx_short_sum_reduce_nb)
  ALONE(shmemx_short_sum_reduce_on_stream)
  ALONE(shmemx_signal_add_on_stream)
  ALONE(shmemx_signal_set_on_stream)
  ALONE(shmemx_signal_wait_until_on_stream)
  ALONE(shmemx_size_alltoall_nb)
  ALONE(shmemx_size_alltoall_on_stream)
  ALONE(shmemx_size_and_reduce_nb)
  ALONE(shmemx_size_and_reduce_on_stream)
  ALONE(shmemx_size_broadcast_nb)
  ALONE(shmemx_size_broadcast_on_stream)
  ALONE(shmemx_size_fcollect_nb)
  ALONE(shmemx_size_fcollect_on_stream)
  ALONE(shmemx_size_get_nbi_on_stream)
  ALONE(shmemx_size_get_on_stream)
  ALONE(shmemx_size_iget_on_stream)
  ALONE(shmemx_size_iput_on_stream)
  ALONE(shmemx_size_max_reduce_nb)
  ALONE(shmemx_size_max_reduce_on_stream)
  ALONE(shmemx_size_min_reduce_nb)
  ALONE(shmemx_size_min_reduce_on_stream)
  ALONE(shmemx_size_or_reduce_nb)
  ALONE(shmemx_size_or_reduce_on_stream)
  ALONE(shmemx_size_p_on_stream)
  ALONE(shmemx_size_prod_reduce_nb)
  ALONE(shmemx_size_prod_reduce_on_stream)
  ALONE(shmemx_size_put_nbi_on_stream)
  ALONE(shmemx_size_put_on_stream)
  ALONE(shmemx_size_put_signal_nbi_on_stream)
  ALONE(shmemx_size_put_signal_on_stream)
  ALONE(shmemx_size_sum_reduce_nb)
  ALONE(shmemx_size_sum_reduce_on_stream)
  ALONE(shmemx_size_wait_until_on_stream)
  ALONE(shmemx_size_xor_reduce_nb)
  ALONE(shmemx_size_xor_reduce_on_stream)
  ALONE(shmemx_space_create)
  ALONE(shmemx_space_destroy)
  ALONE(shmemx_space_malloc)
  ALONE(shmemx_sync_all_on_stream)
  ALONE(shmemx_sync_nb)
  ALONE(shmemx_team_align)
  ALONE(shmemx_team_free)
  ALONE(shmemx_team_from_set)
  ALONE(shmemx_team_malloc)
  ALONE(shmemx_team_node_leaders)
  ALONE(shmemx_team_split_color)
  ALONE(shmemx_team_sync_on_stream)
  ALONE(shmemx_uchar_alltoall_nb)
  ALONE(shmemx_uchar_alltoall_on_stream)
  ALONE(shmemx_uchar_and_reduce_nb)
  ALONE(shmemx_uchar_and_reduce_on_stream)
  ALONE(shmemx_uchar_broadcast_nb)
  ALONE(shmemx_uchar_broadcast_on_stream)
  ALONE(shmemx_uchar_fcollect_nb)
  ALONE(shmemx_uchar_fcollect_on_stream)
  ALONE(shmemx_uchar_get_nbi_on_stream)
  ALONE(shmemx_uchar_get_on_stream)
  ALONE(shmemx_uchar_iget_on_stream)
  ALONE(shmemx_uchar_iput_on_stream)
  ALONE(shmemx_uchar_max_reduce_nb)
  ALONE(shmemx_uchar_max_reduce_on_stream)
  ALONE(shmemx_uchar_min_reduce_nb)
  ALONE(shmemx_uchar_min_reduce_on_stream)
  ALONE(shmemx_uchar_or_reduce_nb)
  ALONE(shmemx_uchar_or_reduce_on_stream)
  ALONE(shmemx_uchar_p_on_stream)
  ALONE(shmemx_uchar_prod_reduce_nb)
  ALONE(shmemx_uchar_prod_reduce_on_stream)
  ALONE(shmemx_uchar_put_nbi_on_stream)
  ALONE(shmemx_uchar_put_on_stream)
  ALONE(shmemx_uchar_put_signal_nbi_on_stream)
  ALONE(shmemx_uchar_put_signal_on_stream)
  ALONE(shmemx_uchar_sum_reduce_nb)
  ALONE(shmemx_uchar_sum_reduce_on_stream)
  ALONE(shmemx_uchar_xor_reduce_nb)
  ALONE(shmemx_uchar_xor_reduce_on_stream)
  ALONE(shmemx_uint16_alltoall_nb)
  ALONE(shmemx_uint16_alltoall_on_stream)
  ALONE(shmemx_uint16_and_reduce_nb)
  ALONE(shmemx_uint16_and_reduce_on_stream)
  ALONE(shmemx_uint16_broadcast_nb)
  ALONE(shmemx_uint16_broadcast_on_stream)
  ALONE(shmemx_uint16_fcollect_nb)
  ALONE(shmemx_uint16_fcollect_on_stream)
  ALONE(shmemx_uint16_get_nbi_on_stream)
  ALONE(shmemx_uint16_get_on_stream)
  ALONE(shmemx_uint16_iget_on_stream)
  ALONE(shmemx_uint16_iput_on_stream)
  ALONE(shmemx_uint16_max_reduce_nb)
  ALONE(shmemx_uint16_max_reduce_on_stream)
  ALONE(shmemx_uint16_min_reduce_nb)
  ALONE(shmemx_uint16_min_reduce_on_stream)
  ALONE(shmemx_uint16_or_reduce_nb)
  ALONE(shmemx_uint16_or_reduce_on_stream)
  ALONE(shmemx_uint16_p_on_stream)
  ALONE(shmemx_uint16_prod_reduce_nb)
  ALONE(shmemx_uint16_prod_reduce_on_stream)
  ALONE(shmemx_uint16_put_nbi_on_stream)
  ALONE(shmemx_uint16_put_on_stream)
  ALONE(shmemx_uint16_put_signal_nbi_on_stream)
  ALONE(shmemx_uint16_put_signal_on_stream)
  ALONE(shmemx_uint16_sum_reduce_nb)
  ALONE(shmemx_uint16_sum_reduce_on_stream)
  ALONE(shmemx_uint16_xor_reduce_nb)
  ALONE(shmemx_uint16_xor_reduce_on_stream)
  ALONE(shmemx_uint32_alltoall_nb)
  ALONE(shmemx_uint32_alltoall_on_stream)
  ALONE(shmemx_uint32_and_reduce_nb)
  ALONE(shmemx_uint32_and_reduce_on_stream)
  ALONE(shmemx_uint32_broadcast_nb)
  ALONE(shmemx_uint32_broadcast_on_stream)
  ALONE(shmemx_uint32_fcollect_nb)
  ALONE(shmemx_uint32_fcollect_on_stream)
  ALONE(shmemx_uint32_get_nbi_on_stream)
  ALONE(shmemx_uint32_get_on_stream)
  ALONE(shmemx_uint32_iget_on_stream)
  ALONE(shmemx_uint32_iput_on_stream)
  ALONE(shmemx_uint32_max_reduce_nb)
  ALONE(shmemx_uint32_max_reduce_on_stream)
  ALONE(shmemx_uint32_min_reduce_nb)
  ALONE(shmemx_uint32_min_reduce_on_stream)
  ALONE(shmemx_uint32_or_reduce_nb)
  ALONE(shmemx_uint32_or_reduce_on_stream)
  ALONE(shmemx_uint32_p_on_stream)
  ALONE(shmemx_uint32_prod_reduce_nb)
  ALONE(shmemx_uint32_prod_reduce_on_stream)
  ALONE(shmemx_uint32_put_nbi_on_stream)
  ALONE(shmemx_uint32_put_on_stream)
  ALONE(shmemx_uint32_put_signal_nbi_on_stream)
  ALONE(shmemx_uint32_put_signal_on_stream)
  ALONE(shmemx_uint32_sum_reduce_nb)
  ALONE(shmemx_uint32_sum_reduce_on_stream)
  ALONE(shmemx_uint32_wait_until_on_stream)
  ALONE(shmemx_uint32_xor_reduce_nb)
  ALONE(shmemx_uint32_xor_reduce_on_stream)
  ALONE(shmemx_uint64_alltoall_nb)
  ALONE(shmemx_uint64_alltoall_on_stream)
  ALONE(shmemx_uint64_and_reduce_nb)
  ALONE(shmemx_uint64_and_reduce_on_stream)
  ALONE(shmemx_uint64_broadcast_nb)
  ALONE(shmemx_uint64_broadcast_on_stream)
  ALONE(shmemx_uint64_fcollect_nb)
  ALONE(shmemx_uint64_fcollect_on_stream)
  ALONE(shmemx_uint64_get_nbi_on_stream)
  ALONE(shmemx_uint64_get_on_stream)
  ALONE(shmemx_uint64_iget_on_stream)
  ALONE(shmemx_uint64_iput_on_stream)
  ALONE(shmemx_uint64_max_reduce_nb)
  ALONE(shmemx_uint64_max_reduce_on_stream)
  ALONE(shmemx_uint64_min_reduce_nb)
  ALONE(shmemx_uint64_min_reduce_on_stream)
  ALONE(shmemx_uint64_or_reduce_nb)
  ALONE(shmemx_uint64_or_reduce_on_stream)
  ALONE(shmemx_uint64_p_on_stream)
  ALONE(shmemx_uint64_prod_reduce_nb)
  ALONE(shmemx_uint64_prod_reduce_on_stream)
  ALONE(shmemx_uint64_put_nbi_on_stream)
  ALONE(shmemx_uint64_put_on_stream)
  ALONE(shmemx_uint64_put_signal_nbi_on_stream)
  ALONE(shmemx_uint64_put_signal_on_stream)
  ALONE(shmemx_uint64_sum_reduce_nb)
  ALONE(shmemx_uint64_sum_reduce_on_stream)
  ALONE(shmemx_uint64_wait_until_on_stream)
  ALONE(shmemx_uint64_xor_reduce_nb)
  ALONE(shmemx_uint64_xor_reduce_on_stream)
  ALONE(shmemx_uint8_alltoall_nb)
  ALONE(shmemx_uint8_alltoall_on_stream)
  ALONE(shmemx_uint8_and_reduce_nb)
  ALONE(shmemx_uint8_and_reduce_on_stream)
  ALONE(shmemx_uint8_broadcast_nb)
  ALONE(shmemx_uint8_broadcast_on_stream)
  ALONE(shmemx_uint8_fcollect_nb)
  ALONE(shmemx_uint8_fcollect_on_stream)
  ALONE(shmemx_uint8_get_nbi_on_stream)
  ALONE(shmemx_uint8_get_on_stream)
  ALONE(shmemx_uint8_iget_on_stream)
  ALONE(shmemx_uint8_iput_on_stream)
  ALONE(shmemx_uint8_max_reduce_nb)
  ALONE(shmemx_uint8_max_reduce_on_stream)
  ALONE(shmemx_uint8_min_reduce_nb)
  ALONE(shmemx_uint8_min_reduce_on_stream)
  ALONE(shmemx_uint8_or_reduce_nb)
  ALONE(shmemx_uint8_or_reduce_on_stream)
  ALONE(shmemx_uint8_p_on_stream)
  ALONE(shmemx_uint8_prod_reduce_nb)
  ALONE(shmemx_uint8_prod_reduce_on_stream)
  ALONE(shmemx_uint8_put_nbi_on_stream)
  ALONE(shmemx_uint8_put_on_stream)
  ALONE(shmemx_uint8_put_signal_nbi_on_stream)
  ALONE(shmemx_uint8_put_signal_on_stream)
  ALONE(shmemx_uint8_sum_reduce_nb)
  ALONE(shmemx_uint8_sum_reduce_on_stream)
  ALONE(shmemx_uint8_xor_reduce_nb)
  ALONE(shmemx_uint8_xor_reduce_on_stream)
  ALONE(shmemx_uint_alltoall_nb)
  ALONE(shmemx_uint_alltoall_on_stream)
  ALONE(shmemx_uint_and_reduce_nb)
  ALONE(shmemx_uint_and_reduce_on_stream)
  ALONE(shmemx_uint_broadcast_nb)
  ALONE(shmemx_uint_broadcast_on_stream)
  ALONE(shmemx_uint_fcollect_nb)
  ALONE(shmemx_uint_fcollect_on_stream)
  ALONE(shmemx_uint_get_nbi_on_stream)
  ALONE(shmemx_uint_get_on_stream)
  ALONE(shmemx_uint_iget_on_stream)
  ALONE(shmemx_uint_iput_on_stream)
  ALONE(shmemx_uint_max_reduce_nb)
  ALONE(shmemx_uint_max_reduce_on_stream)
  ALONE(shmemx_uint_min_reduce_nb)
  ALONE(shmemx_uint_min_reduce_on_stream)
  ALONE(shmemx_uint_or_reduce_nb)
  ALONE(shmemx_uint_or_reduce_on_stream)
  ALONE(shmemx_uint_p_on_stream)
  ALONE(shmemx_uint_prod_reduce_nb)
  ALONE(shmemx_uint_prod_reduce_on_stream)
  ALONE(shmemx_uint_put_nbi_on_stream)
  ALONE(shmemx_uint_put_on_stream)
  ALONE(shmemx_uint_put_signal_nbi_on_stream)
  ALONE(shmemx_uint_put_signal_on_stream)
  ALONE(shmemx_uint_sum_reduce_nb)
  ALONE(shmemx_uint_sum_reduce_on_stream)
  ALONE(shmemx_uint_wait_until_on_stream)
  ALONE(shmemx_uint_xor_reduce_nb)
  ALONE(shmemx_uint_xor_reduce_on_stream)
  ALONE(shmemx_ulong_alltoall_nb)
  ALONE(shmemx_ulong_alltoall_on_stream)
  ALONE(shmemx_ulong_and_reduce_nb)
  ALONE(shmemx_ulong_and_reduce_on_stream)
  ALONE(shmemx_ulong_broadcast_nb)
  ALONE(shmemx_ulong_broadcast_on_stream)
  ALONE(shmemx_ulong_fcollect_nb)
  ALONE(shmemx_ulong_fcollect_on_stream)
  ALONE(shmemx_ulong_get_nbi_on_stream)
  ALONE(shmemx_ulong_get_on_stream)
  ALONE(shmemx_ulong_iget_on_stream)
  ALONE(shmemx_ulong_iput_on_stream)
  ALONE(shmemx_ulong_max_reduce_nb)
  ALONE(shmemx_ulong_max_reduce_on_stream)
  ALONE(shmemx_ulong_min_reduce_nb)
  ALONE(shmemx_ulong_min_reduce_on_stream)
  ALONE(shmemx_ulong_or_reduce_nb)
  ALONE(shmemx_ulong_or_reduce_on_stream)
  ALONE(shmemx_ulong_p_on_stream)
  ALONE(shmemx_ulong_prod_reduce_nb)
  ALONE(shmemx_ulong_prod_reduce_on_stream)
  ALONE(shmemx_ulong_put_nbi_on_stream)
  ALONE(shmemx_ulong_put_on_stream)
  ALONE(shmemx_ulong_put_signal_nbi_on_stream)
  ALONE(shmemx_ulong_put_signal_on_stream)
  ALONE(shmemx_ulong_sum_reduce_nb)
  ALONE(shmemx_ulong_sum_reduce_on_stream)
  ALONE(shmemx_ulong_wait_until_on_stream)
  ALONE(shmemx_ulong_xor_reduce_nb)
  ALONE(shmemx_ulong_xor_reduce_on_stream)
  ALONE(shmemx_ulonglong_alltoall_nb)
  ALONE(shmemx_ulonglong_alltoall_on_stream)
  ALONE(shmemx_ulonglong_and_reduce_nb)
  ALONE(shmemx_ulonglong_and_reduce_on_stream)
  ALONE(shmemx_ulonglong_broadcast_nb)
  ALONE(shmemx_ulonglong_broadcast_on_stream)
  ALONE(shmemx_ulonglong_fcollect_nb)
  ALONE(shmemx_ulonglong_fcollect_on_stream)
  ALONE(shmemx_ulonglong_get_nbi_on_stream)
  ALONE(shmemx_ulonglong_get_on_stream)
  ALONE(shmemx_ulonglong_iget_on_stream)
  ALONE(shmemx_ulonglong_iput_on_stream)
  ALONE(shmemx_ulonglong_max_reduce_nb)
  ALONE(shmemx_ulonglong_max_reduce_on_stream)
  ALONE(shmemx_ulonglong_min_reduce_nb)
  ALONE(shmemx_ulonglong_min_reduce_on_stream)
  ALONE(shmemx_ulonglong_or_reduce_nb)
  ALONE(shmemx_ulonglong_or_reduce_on_stream)
  ALONE(shmemx_ulonglong_p_on_stream)
  ALONE(shmemx_ulonglong_prod_reduce_nb)
  ALONE(shmemx_ulonglong_prod_reduce_on_stream)
  ALONE(shmemx_ulonglong_put_nbi_on_stream)
  ALONE(shmemx_ulonglong_put_on_stream)
  ALONE(shmemx_ulonglong_put_signal_nbi_on_stream)
  ALONE(shmemx_ulonglong_put_signal_on_stream)
  ALONE(shmemx_ulonglong_sum_reduce_nb)
  ALONE(shmemx_ulonglong_sum_reduce_on_stream)
  ALONE(shmemx_ulonglong_wait_until_on_stream)
  ALONE(shmemx_ulonglong_xor_reduce_nb)
  ALONE(shmemx_ulonglong_xor_reduce_on_stream)
  ALONE(shmemx_ushort_alltoall_nb)
  ALONE(shmemx_ushort_alltoall_on_stream)
  ALONE(shmemx_ushort_and_reduce_nb)
  ALONE(shmemx_ushort_and_reduce_on_stream)
  ALONE(shmemx_ushort_broadcast_nb)
  ALONE(shmemx_ushort_broadcast_on_stream)
  ALONE(shmemx_ushort_fcollect_nb)
  ALONE(shmemx_ushort_fcollect_on_stream)
  ALONE(shmemx_ushort_get_nbi_on_stream)
  ALONE(shmemx_ushort_get_on_stream)
  ALONE(shmemx_ushort_iget_on_stream)
  ALONE(shmemx_ushort_iput_on_stream)
  ALONE(shmemx_ushort_max_reduce_nb)
  ALONE(shmemx_ushort_max_reduce_on_stream)
  ALONE(shmemx_ushort_min_reduce_nb)
  ALONE(shmemx_ushort_min_reduce_on_stream)
  ALONE(shmemx_ushort_or_reduce_nb)
  ALONE(shmemx_ushort_or_reduce_on_stream)
  ALONE(shmemx_ushort_p_on_stream)
  ALONE(shmemx_ushort_prod_reduce_nb)
  ALONE(shmemx_ushort_prod_reduce_on_stream)
  ALONE(shmemx_ushort_put_nbi_on_stream)
  ALONE(shmemx_ushort_put_on_stream)
  ALONE(shmemx_ushort_put_signal_nbi_on_stream)
  ALONE(shmemx_ushort_put_signal_on_stream)
  ALONE(shmemx_ushort_sum_reduce_nb)
  ALONE(shmemx_ushort_sum_reduce_on_stream)
  ALONE(shmemx_ushort_xor_reduce_nb)
  ALONE(shmemx_ushort_xor_reduce_on_stream)
  ALONE(shmemx_wire_listen)
  ALONE(shmemx_wire_look)
  ALONE(shmemx_wire_max)
  ALONE(shmemx_wire_nap)
  ALONE(shmemx_wire_send)
};

/* ---- Constants, which are compiled into programs ---- */
static int compare(const char *name, long long value, long long recorded) {
  if (value == recorded) return 0;
  printf("%s was %lld and is %lld\n", name, recorded, value);
  return 1;
}
#define CONSTANT(name, recorded) wrong += compare(#name, (long long)(name), recorded);

int main(void) {
  int wrong = 0;
  CONSTANT(SHMEMX_AM_MAX_ARGS, 16)
  CONSTANT(SHMEMX_AM_MAX_HANDLERS, 256)
  CONSTANT(SHMEMX_REQ_INVALID, 0)
  CONSTANT(SHMEMX_SPACE_INVALID, 0)
  CONSTANT(SHMEMX_TEAM_NO_COLOR, -1)
  CONSTANT(SHMEMX_WIRE_FRAME, 16)
  CONSTANT(SHMEM_ALLTOALLS_SYNC_SIZE, 64)
  CONSTANT(SHMEM_ALLTOALL_SYNC_SIZE, 64)
  CONSTANT(SHMEM_BARRIER_SYNC_SIZE, 64)
  CONSTANT(SHMEM_BCAST_SYNC_SIZE, 64)
  CONSTANT(SHMEM_CMP_EQ, 0)
  CONSTANT(SHMEM_CMP_GE, 5)
  CONSTANT(SHMEM_CMP_GT, 2)
  CONSTANT(SHMEM_CMP_LE, 3)
  CONSTANT(SHMEM_CMP_LT, 4)
  CONSTANT(SHMEM_CMP_NE, 1)
  CONSTANT(SHMEM_COLLECT_SYNC_SIZE, 64)
  CONSTANT(SHMEM_CTX_DEFAULT, 128)
  CONSTANT(SHMEM_CTX_INVALID, 0)
  CONSTANT(SHMEM_CTX_NOSTORE, 4)
  CONSTANT(SHMEM_CTX_PRIVATE, 2)
  CONSTANT(SHMEM_CTX_SERIALIZED, 1)
  CONSTANT(SHMEM_CTX_SESSION_BATCH, 1)
  CONSTANT(SHMEM_CTX_SESSION_TOTAL_OPS, 1)
  CONSTANT(SHMEM_MALLOC_ATOMICS_REMOTE, 1)
  CONSTANT(SHMEM_MALLOC_SIGNAL_REMOTE, 2)
  CONSTANT(SHMEM_MAX_NAME_LEN, 64)
  CONSTANT(SHMEM_REDUCE_MIN_WRKDATA_SIZE, 1)
  CONSTANT(SHMEM_REDUCE_SYNC_SIZE, 64)
  CONSTANT(SHMEM_SIGNAL_ADD, 1)
  CONSTANT(SHMEM_SIGNAL_SET, 0)
  CONSTANT(SHMEM_SYNC_SIZE, 64)
  CONSTANT(SHMEM_SYNC_VALUE, 0)
  CONSTANT(SHMEM_TEAM_INVALID, 0)
  CONSTANT(SHMEM_TEAM_NUM_CONTEXTS, 1)
  CONSTANT(SHMEM_TEAM_SHARED, 16)
  CONSTANT(SHMEM_TEAM_WORLD, 8)
  CONSTANT(SHMEM_THREAD_FUNNELED, 1)
  CONSTANT(SHMEM_THREAD_MULTIPLE, 3)
  CONSTANT(SHMEM_THREAD_SERIALIZED, 2)
  CONSTANT(SHMEM_THREAD_SINGLE, 0)
  CONSTANT(_SHMEM_BARRIER_SYNC_SIZE, 64)
  CONSTANT(_SHMEM_BCAST_SYNC_SIZE, 64)
  CONSTANT(_SHMEM_CMP_EQ, 0)
  CONSTANT(_SHMEM_CMP_GE, 5)
  CONSTANT(_SHMEM_CMP_GT, 2)
  CONSTANT(_SHMEM_CMP_LE, 3)
  CONSTANT(_SHMEM_CMP_LT, 4)
  CONSTANT(_SHMEM_CMP_NE, 1)
  CONSTANT(_SHMEM_COLLECT_SYNC_SIZE, 64)
  CONSTANT(_SHMEM_MAX_NAME_LEN, 64)
  CONSTANT(_SHMEM_REDUCE_MIN_WRKDATA_SIZE, 1)
  CONSTANT(_SHMEM_REDUCE_SYNC_SIZE, 64)
  CONSTANT(_SHMEM_SYNC_VALUE, 0)
  return wrong != 0;
}
