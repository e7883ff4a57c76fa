"""The suite against the catalogue of misreadings: which checks kill each mutant.

A suite that passes says little until it is known what it would have caught.
"""
