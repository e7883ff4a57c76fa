"""What every other package may use: files, locks, progress on a terminal, words for durations."""
