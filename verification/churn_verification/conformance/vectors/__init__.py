"""The published test cases: usable from any language, without this project.

- `models`: what the files hold; their JSON Schema is made from these;
- `files`: where they are, reading them, and the hash that names an edition;
- `cases`: vectors as questions to an adapter.

None is written by hand: `python -m tools.vectors` makes the files.
"""
