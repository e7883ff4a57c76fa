"""Each clause as a property of the specification alone.

A property restates a clause in other words than the specification does, with networkx finding the
groups, so that a slip in `churn_spec` does not repeat itself here. `property` runs one with
Hypothesis; `placing` holds those about choosing and removing, `course` those about boards, turns,
swap and end.
"""

from churn_verification.properties.course import COURSE
from churn_verification.properties.placing import PLACING
from churn_verification.properties.property import Property, require_property

PROPERTIES: tuple[Property, ...] = (*COURSE, *PLACING)

__all__ = ["PROPERTIES", "Property", "require_property"]
