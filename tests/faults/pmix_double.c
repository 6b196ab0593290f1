/* A libpmix.so.2 for a job of one PE that gives values of the wrong type: WRONG=size for the job's size, WRONG=value
 * for what PEs publish. The memory of the wrong value is not from malloc, so that freeing it would be noticed. */
#include <pmix.h>
#include <stdlib.h>
#include <string.h>

pmix_status_t PMIx_Init(pmix_proc_t* self, pmix_info_t info[], size_t n) {
  (void)info, (void)n;
  memset(self, 0, sizeof *self);
  strcpy(self->nspace, "double");
  return PMIX_SUCCESS;
}

pmix_status_t PMIx_Finalize(const pmix_info_t info[], size_t n) { return (void)info, (void)n, PMIX_SUCCESS; }
pmix_status_t PMIx_Commit(void) { return PMIX_SUCCESS; }

pmix_status_t PMIx_Put(pmix_scope_t scope, const char key[], pmix_value_t* value) {
  return (void)scope, (void)key, (void)value, PMIX_SUCCESS;
}

pmix_status_t PMIx_Fence(const pmix_proc_t procs[], size_t n, const pmix_info_t info[], size_t n_info) {
  return (void)procs, (void)n, (void)info, (void)n_info, PMIX_SUCCESS;
}

pmix_status_t PMIx_Abort(int status, const char* text, pmix_proc_t procs[], size_t n) {
  (void)text, (void)procs, (void)n;
  _Exit(status);
}

const char* PMIx_Error_string(pmix_status_t status) { return status == PMIX_SUCCESS ? "success" : "error"; }

pmix_status_t PMIx_Get(const pmix_proc_t* proc, const char key[], const pmix_info_t info[], size_t n,
                       pmix_value_t** value) {
  (void)proc, (void)info, (void)n;
  static char text[] = "not a byte object";
  const char* wrong = getenv("WRONG");
  const int asks_size = strcmp(key, PMIX_JOB_SIZE) == 0;
  *value = calloc(1, sizeof **value);
  (*value)->type = PMIX_UINT32;
  (*value)->data.uint32 = 1;
  if (!asks_size || strcmp(wrong, "size") == 0) {
    (*value)->type = PMIX_STRING;
    (*value)->data.string = text;
  }
  return PMIX_SUCCESS;
}
