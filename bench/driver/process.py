"""Child processes that always end: with a time limit, and with everything they started."""
import os
import signal
import subprocess
import tempfile
import time


class CommandFailed(Exception):
    """Carries one line that names the command and the cause, and the end of what it printed."""

    def __init__(self, command, cause, output):
        tail = "\n".join("    " + line for line in output.strip().splitlines()[-12:])
        super().__init__(f"{' '.join(map(str, command))}: {cause}" + (f"\n{tail}" if tail else ""))


def end_on_sigterm():
    """Lets SIGTERM unwind like Ctrl-C, so that `finally` ends the children and removes the files."""
    def unwind(number, _frame):
        raise SystemExit(128 + number)
    signal.signal(signal.SIGTERM, unwind)


def _end(child):
    # The launcher first, alone: it knows PEs that have left its process group. Then whatever remains of the group.
    if child.poll() is None:
        child.terminate()
        try:
            child.wait(5)
        except subprocess.TimeoutExpired:
            pass
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    child.wait()


def run(command, limit_s, cwd=None, env=None):
    """Returns (output, wall seconds). Raises CommandFailed on a non-zero status or after limit_s seconds."""
    # A file and not a pipe: a grandchild that keeps a pipe open would keep us waiting behind the limit.
    with tempfile.TemporaryFile() as output:
        def text():
            output.seek(0)
            return output.read().decode(errors="replace")
        start = time.monotonic()
        try:
            child = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=output,
                                     stderr=subprocess.STDOUT, start_new_session=True, cwd=cwd, env=env)
        except OSError as error:
            raise CommandFailed(command, error.strerror, "") from error
        try:
            status = child.wait(limit_s)
            wall = time.monotonic() - start
        except subprocess.TimeoutExpired as error:
            _end(child)
            raise CommandFailed(command, f"ended after the limit of {limit_s:g} s", text()) from error
        finally:
            _end(child)
        if status != 0:
            cause = f"status {status}" if status > 0 else f"signal {-status}"
            raise CommandFailed(command, cause, text())
        return text(), wall
