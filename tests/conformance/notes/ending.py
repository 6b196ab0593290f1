"""ending.py CODE OUTPUT COMMAND...: the command must end soon, with this exit code, and must print this output."""
import subprocess
import sys

code, output, command = int(sys.argv[1]), sys.argv[2], sys.argv[3:]
result = subprocess.run(command, capture_output=True, text=True, timeout=30)
if result.returncode != code or result.stdout.strip() != output:
    sys.exit(f"expected {code} and {output!r}, got {result.returncode} and {result.stdout!r}; errors: {result.stderr}")
