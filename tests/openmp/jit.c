/* Preloaded where libomptarget compiles device code when it loads it, and a distribution's libLLVM has the compiler for
 * GPUs but nobody has switched it on (Debian's LLVM 19). */
void LLVMInitializeNVPTXTargetInfo(void);
void LLVMInitializeNVPTXTarget(void);
void LLVMInitializeNVPTXTargetMC(void);
void LLVMInitializeNVPTXAsmPrinter(void);

__attribute__((constructor)) static void switch_on(void) {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
}
