# To be sourced by scripts that run on a real NVIDIA device: with_mps COMMAND runs the command while MPS shares the
# device, if MPS can be started.
with_mps() {
  command -v nvidia-cuda-mps-control > /dev/null || return 0
  CUDA_MPS_PIPE_DIRECTORY=$(mktemp -d) CUDA_MPS_LOG_DIRECTORY=$(mktemp -d)
  export CUDA_MPS_PIPE_DIRECTORY CUDA_MPS_LOG_DIRECTORY
  if nvidia-cuda-mps-control -d; then
    echo "== with MPS"
    "$@"
    echo quit | nvidia-cuda-mps-control || true
  else
    echo "== MPS could not be started"
  fi
}
