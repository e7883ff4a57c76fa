"""How work is spread: processes of this machine, or a cluster that runs already."""
