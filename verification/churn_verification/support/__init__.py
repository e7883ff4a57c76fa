"""What every other package may use.

| module | holds |
|---|---|
| `files` | reading with a size limit, writing whole or not at all |
| `environment` | optional packages, the cache folder, and other runs on the same file |
| `progress` | progress on a terminal or in a log |
| `durations` | lengths of time as text |
| `typed` | what people type, turned into exact notation |
"""
