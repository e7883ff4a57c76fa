"""The published test cases: usable from any language, without this project.

- `models`: what the files hold; their JSON Schema is made from these;
- `files`: where they are, reading them, and the hash that names an edition;
- `items`: vectors as questions to an adapter;
- `candidates`, `covering`, `generating`: how they are made. None is written by hand.

`python -m churn_verification.conformance.vectors` makes the files anew.
"""
