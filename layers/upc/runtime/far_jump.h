/* The jump in a upc_fence to what waits for other nodes (inline.c), and the bytes that take its place where there are none
 * (fences.cpp). Its places in the code are listed in a section, each as its distance from the entry. */
#ifndef ISTHMUS_UPC_FAR_JUMP_H
#define ISTHMUS_UPC_FAR_JUMP_H
#if defined(__aarch64__)
#define UPCR_JUMP "b"
#define UPCR_NO_OPERATION "\x1f\x20\x03\xd5"
#elif defined(__x86_64__)
#define UPCR_JUMP "jmp.d32"
#define UPCR_NO_OPERATION "\x0f\x1f\x44\x00\x00"
#else
#error upc_fence needs the jump of this processor: the instruction with a label of 32 bits or one word, and a no-op as long
#endif
#define UPCR_JUMP_TO(LABEL)                                                                                                            \
  __asm__ goto("1: " UPCR_JUMP " %l[" #LABEL "]\n\t.pushsection upcr_far_jumps, \"a\", %%progbits\n\t.long 1b - .\n\t.popsection" \
               :                                                                                                                       \
               :                                                                                                                       \
               : "memory"                                                                                                              \
               : LABEL)
#endif
