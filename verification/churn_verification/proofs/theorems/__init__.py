"""The theorems about all positions of one board, by what they are about."""
