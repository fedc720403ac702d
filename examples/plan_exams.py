"""Plans exams: no student has two at a time, and they take as few periods as possible.

Writes a model, has Parallax solve it, and prints the plan. Needs only Python 3:
python3 examples/plan_exams.py [PROGRAM], where PROGRAM is `parallax` by default.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

EXAMS = {
    "algebra": {"Ann", "Bob", "Cem"},
    "biology": {"Ann", "Dora"},
    "chemistry": {"Bob", "Dora", "Eva"},
    "drawing": {"Cem", "Eva"},
    "ethics": {"Fay", "Ann"},
}

names = list(EXAMS)
model = {
    "format": "parallax-model-2",
    "name": "exams",
    "parameters": {"clash": [[len(EXAMS[a] & EXAMS[b]) for b in names] for a in names]},
    "variables": [{"name": "period", "size": len(names), "domain": [1, 2, 3, 4, 5]}],
    "constraints": [
        {"expr": "clash[i][j] > 0 -> period[i] != period[j]", "for": "i, j in 0..4, i < j"}
    ],
    "minimize": "max(period)",
}

with tempfile.TemporaryDirectory() as folder:
    file = pathlib.Path(folder, "exams.model.json")
    file.write_text(json.dumps(model), encoding="utf-8")
    program = sys.argv[1] if len(sys.argv) > 1 else "parallax"
    command = [program, "solve", str(file), "--format", "json", "--engine", "native"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
row = json.loads(ran.stdout) if ran.stdout else {}
if row.get("answer") != "optimal":
    sys.exit(f"no plan: {row.get('answer', ran.stderr)}")
plan = dict(pair.split(" = ") for pair in row["solutions"][0].split(", "))
for period in range(1, row["value"] + 1):
    exams = [name for i, name in enumerate(names) if plan[f"period[{i}]"] == str(period)]
    print(f"period {period}: {', '.join(exams)}")
