/* Setup, exit, queries. */

ISTHMUS_FN(void, shmem_init, (void))
ISTHMUS_FN(int, shmem_init_thread, (int requested, int *provided))
ISTHMUS_FN(void, shmem_finalize, (void))
ISTHMUS_FN(__attribute__((__noreturn__)) void, shmem_global_exit, (int status))
ISTHMUS_FN(void, shmem_query_initialized, (int *initialized))
ISTHMUS_FN(void, shmem_query_thread, (int *provided))
ISTHMUS_FN(int, shmem_my_pe, (void))
ISTHMUS_FN(int, shmem_n_pes, (void))
ISTHMUS_FN(int, shmem_pe_accessible, (int pe))
ISTHMUS_FN(int, shmem_addr_accessible, (const void *addr, int pe))
ISTHMUS_FN(void *, shmem_ptr, (const void *dest, int pe))
ISTHMUS_FN(void *, shmem_team_ptr, (shmem_team_t team, const void *dest, int pe))
ISTHMUS_FN(void, shmem_info_get_version, (int *major, int *minor))
ISTHMUS_FN(void, shmem_info_get_name, (char *name))
ISTHMUS_FN(void, shmem_pcontrol, (int level, ...))

/* Deprecated since 1.2. */
ISTHMUS_FN(void, start_pes, (int npes))
ISTHMUS_FN(int, _my_pe, (void))
ISTHMUS_FN(int, _num_pes, (void))
