#!/bin/sh
# Runs a rank's program in a PID namespace of its own, so that the ranks cannot open each other's memory. Needs root.
exec unshare --pid --fork "$@"
