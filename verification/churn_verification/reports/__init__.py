"""What is recorded of a run of the suite.

    Outcomes --model--> RunReport, the JSON document that `churn_verification.views` shows

`circumstances` is what was run, and on what; `traceability` is what each clause rests on;
`measuring`, `executable` and `covering` find out what the checks execute; `live` shows a run on
stderr while it goes on.
"""
