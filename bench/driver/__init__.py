"""The parts of bench/run and bench/instructions. Standard library only."""
