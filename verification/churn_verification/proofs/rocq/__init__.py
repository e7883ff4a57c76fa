"""The rules in Coq (`verification/rocq/`): its theorems, building it, and comparing it."""
