"""A plugin of pytest that loads one module with a line changed: see `test_weakened_checks`."""

import json
import os
import sys

from churn_verification.misreadings.edited_code import ChangedModule

sys.meta_path.insert(0, ChangedModule(*json.loads(os.environ["WEAKENED"])))
for name in [name for name in sys.modules if name.startswith("churn_verification")]:
    del sys.modules[name]  # what was imported on the way here
