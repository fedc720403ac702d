//! The page of result fields against what commands print: each member that they print is on the
//! page with its type, and each member of the page is printed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::{Map, Value};

/// The page.
const PAGE: &str = "docs/reference/results.md";

/// A command, and the parts of the page that describe its objects: an object belongs to the first
/// part whose member it has.
type Printed = (&'static str, &'static [(&'static str, &'static str)]);

const ROWS: &[(&str, &str)] = &[
    ("Solutions one by one", "number"),
    ("Rows", "index"),
    ("Inputs that cannot be read", "reason"),
    ("Last line of a live comparison", "verdict"),
];
const SUMS: &[(&str, &str)] =
    &[("Sums of a comparison", "engine"), ("Sums of everything", "verdicts")];
const HINTS: &[(&str, &str)] = &[("Hints for SET", "choices"), ("Hints and paths", "answer")];
const RATINGS: &[(&str, &str)] =
    &[("Ratings", "engines"), ("Ratings of inputs that cannot be read", "grade")];
const WHY: &[(&str, &str)] = &[("Explanations", "sets")];
const LATE: &[(&str, &str)] = &[("Commands that ran out of time", "answer")];
const SHRUNK: &[(&str, &str)] = &[("Shrunk instances", "cases")];

const COMMANDS: &[Printed] = &[
    ("parallax solve latin:3 --format json", ROWS),
    ("parallax solve latin:3 --all --format json", ROWS),
    ("parallax solve latin:4 --count --engine count:native --format json", ROWS),
    ("parallax solve queens:3 --engine sat:batsat --core --format json", ROWS),
    ("parallax solve queens:3 --engine sat:varisat --proof proof --format json", ROWS),
    ("parallax solve instances/job-shop-5.model.json --engine auto --format json", ROWS),
    ("parallax count latin:4 --model cells+symmetry --format json", ROWS),
    ("parallax count latin:4 --format json", ROWS),
    ("parallax solve latin:3 --engine 'dimacs:./sat' --format json", ROWS),
    ("parallax solve latin:3 --given r1c1=2 --format json", ROWS),
    ("parallax compare latin:3 magic:3 no-file --engines native,reform --live --format json", ROWS),
    ("parallax solve empty.model.json --format json", ROWS),
    ("parallax compare latin:3 --engines 'native,bad=dimacs:./unsat' --format json", ROWS),
    (
        "parallax compare latin:3 magic:3 --models all --engines native,brute --summary --format json",
        SUMS,
    ),
    ("parallax compare latin:3 latin:4 --engines native,reform --summary --format json", SUMS),
    ("parallax solve latin:3 queens:3 --propagate --format json", PROPAGATED),
    ("parallax solve latin:3 --given r1c1=1 --propagate --format json", PROPAGATED),
    (
        "parallax solve latin:9 --propagate --engine sat:batsat --timeout 0.000001 --format json",
        PROPAGATED,
    ),
    ("parallax sample latin:3 --number 2 --given r1c1=1 --format json", DRAWS),
    ("parallax sample latin:3 --number 2 --diverse --format json", DRAWS),
    ("parallax sample queens:3 --format json", DRAWS),
    ("parallax sample latin:3 --given r1c1=1 --distinct --number 50 --format json", DRAWS),
    ("parallax check instances/set-12.set '2 5 8' --format json", CHECKED),
    ("parallax check instances/set-12.set '2 5 9' --format json", CHECKED),
    (
        "parallax check queens:4 'q1 = 2, q2 = 4, q3 = 1, q4 = 3' --engine local:steps=1 --format json",
        CHECKED,
    ),
    (
        "parallax check queens:4 'q1 = 2, q2 = 4, q3 = 1, q4 = 3' --engine 'dimacs:./unsat' --format json",
        CHECKED,
    ),
    ("parallax show instances/sudoku-9.sudoku --index 0 --format json", &[("Instances", "form")]),
    ("parallax show instances/set-12.set --format json", &[("Instances", "form")]),
    ("parallax show instances/killer-6.grid --format json", &[("Instances", "form")]),
    ("parallax show latin:3 --format features", &[("Features", "features")]),
    ("parallax why pigeons.model.json --all --repair --format json", WHY),
    ("parallax why latin:3 --value r1c1=1 --given r2c2=1 --format json", WHY),
    ("parallax why instances/latin-4-none.pls --smallest --repair --format json", WHY),
    ("parallax why instances/latin-4-none.pls --smallest --confirm local --format json", WHY),
    ("parallax why friends.md --format json", WHY),
    ("parallax why talks.model.json --repair --confirm local --format json", WHY),
    ("parallax why instances/sudoku-9.sudoku --index 0 --timeout 0.000001 --format json", LATE),
    ("parallax clues small.grid --certificates proofs --format json", CLUES),
    ("parallax clues small.grid --minimal --certificates proofs --format json", CLUES),
    ("parallax clues open.grid --format json", CLUES),
    ("parallax clues small.grid --fewest --certificates proofs --format json", FEWEST),
    ("parallax clues small.grid --fewest --format json", FEWEST),
    ("parallax clues open.grid --complete --certificates proofs --format json", COMPLETE),
    ("parallax clues small.grid --complete --format json", COMPLETE),
    ("parallax clues open.grid --complete --with cage --certificates proofs --format json", WITH),
    ("parallax clues open.grid --complete --with cage --format json", WITH),
    ("parallax hint instances/sudoku-9.sudoku --index 0 --format json", HINTS),
    ("parallax hint instances/sudoku-4.sudoku --index 0 --remove r2c2=2 --format json", HINTS),
    (
        "parallax hint instances/sudoku-4.sudoku --index 0 --remove r2c2=2 --tier 1 --format json",
        HINTS,
    ),
    ("parallax hint instances/sudoku-4.sudoku --index 0 --given r1c2=1 --format json", HINTS),
    (
        "parallax hint instances/sudoku-4.sudoku --index 0 --state '.1..............' --format json",
        HINTS,
    ),
    ("parallax hint instances/set-12.set --format json", HINTS),
    ("parallax hint instances/sudoku-4.sudoku --index 0 --confirm local --format json", HINTS),
    ("parallax hint instances/sudoku-4.sudoku --index 0 --engine brute --format json", HINTS),
    (
        "parallax hint instances/sudoku-4.sudoku --index 0 --state '.1..............' --confirm local \
      --format json",
        HINTS,
    ),
    ("parallax path instances/sudoku-4.sudoku --index 0 --format json", HINTS),
    ("parallax rate instances/sudoku-4.sudoku no-file --format json", RATINGS),
    (
        "sed 's/(9/[9/' fee.dmn > broken.dmn; \
      parallax evaluate broken.dmn --given age=9 --decision Fare --format json; \
      parallax why fee.dmn --decision Fare --given age=10 --format json; \
      parallax why fee.dmn --decision Fare --given age=3 --instead 5 --format json; \
      parallax solve fee.dmn --decision Fare --given age=7 --format json",
        &[("Evaluated cases", "values")],
    ),
    (
        "printf 'age,Amount\\n7,10\\n6\\n7,x\\n' > cases.csv; \
      parallax evaluate fee.dmn cases.csv --format json",
        &[("Evaluated cases", "values"), ("Cases that cannot be evaluated", "error")],
    ),
    ("parallax lint ticket.md --format json", &[("Faults of tables", "fault")]),
    ("parallax lint ticket.md ticket.md --format json", &[("Faults of tables", "fault")]),
    (
        "sed 's/<text>5</<text>6</' fee.dmn > dear.dmn; \
      parallax lint fee.dmn --against dear.dmn --format json",
        &[
            ("Confirmed ranges", "confirmed"),
            ("Differences between versions of tables", "difference"),
            ("What lint does not answer", "unchecked"),
        ],
    ),
    (
        "parallax lint fee.dmn --find 'fare = 5' --format json",
        &[("Confirmed ranges", "confirmed"), ("Inputs for an output of a table", "value")],
    ),
    (
        "parallax lint fee.dmn fee.dmn --format json",
        &[
            ("Faults of tables", "fault"),
            ("Advice on tables", "advice"),
            ("What lint does not answer", "unchecked"),
        ],
    ),
    (
        "parallax sheet sudoku --order 4 --number 1 --title Small --format json; \
      parallax sheet instances/set-12.set --format json",
        &[("Sheets", "puzzles")],
    ),
    ("parallax regress suite.toml --format json", CASES),
    ("parallax regress suite.toml --bless --format json", CASES),
    ("parallax experiment run runs.toml -q >&2; head -n 1 runs.results.jsonl", HEADER),
    ("parallax experiment run best.toml -q >&2; head -n 1 best.results.jsonl", HEADER),
    ("parallax experiment run orbits.toml -q >&2; head -n 1 orbits.results.jsonl", HEADER),
    (
        "parallax cubes latin:4 --number 4 --out cubes --certify -q >&2; \
      parallax experiment run cubes/cubes.toml -q >&2; head -n 1 cubes/cubes.results.jsonl",
        HEADER,
    ),
    (
        "parallax experiment run once.toml -q >&2; tail -n +2 runs.results.jsonl; \
      tail -n +2 best.results.jsonl; tail -n +2 orbits.results.jsonl; \
      tail -n +2 once.results.jsonl",
        RECORDS,
    ),
    ("parallax report runs.results.jsonl --rows --format json", RUNS),
    ("parallax report best.results.jsonl --rows --format json", RUNS),
    ("parallax report orbits.results.jsonl --rows --format json", RUNS),
    ("parallax report results/before.jsonl --format json", REPORT),
    ("parallax report runs.results.jsonl --format json", REPORT),
    ("parallax report once.results.jsonl --format json", REPORT),
    (
        "grep -v '\"engine\":\"brute\"' results/before.jsonl > absent.jsonl; \
      parallax report absent.jsonl --format json",
        REPORT,
    ),
    (
        "parallax experiment run sizes.toml -q >&2; \
      parallax report sizes.results.jsonl --format json",
        REPORT,
    ),
    ("parallax report compare results/before.jsonl results/after.jsonl --format json", CHANGE),
    ("parallax encodings --format json", &[("Encodings", "choice")]),
    (
        "parallax encodings instances/magic-3.dat --runs 1 --probes 9 --engines sat:batsat+order \
      --format json",
        &[("Measured encodings", "engine")],
    ),
    ("parallax engines --format json", &[("Engines", "engine")]),
    ("parallax encode latin:3 --check --format json", &[("Groups of clauses", "group")]),
    (
        "parallax encode latin:3 > latin.cnf; echo 's UNSATISFIABLE' > answer; \
      parallax decode latin:3 --assignment answer --format json",
        &[("Decoded answers", "answer")],
    ),
    ("parallax generate set --format json", &[("Generated instances", "asked")]),
    (
        "parallax generate sudoku --order 4 --seed 1 --format json",
        &[("Generated instances", "asked")],
    ),
    (
        "parallax generate sudoku --order 4 --seed 1 --certify --out made --format json >&2; \
      cat made/sudoku-1-0.json",
        &[("Generated instances", "asked")],
    ),
    ("parallax explain instances/set-4-values.set --format json", STEPS),
    ("parallax explain latin:3 --engine native --format json", STEPS),
    ("parallax explain talks.model.json --engine native --format json", STEPS),
    ("parallax fuzz --cases 3 --format json", &[("Fuzzed models", "choices")]),
    (
        "parallax shrink latin:3 --engines 'native,bad=dimacs:./unsat' --out small --format json",
        SHRUNK,
    ),
    ("parallax shrink latin:3 --engines native,brute --format json", SHRUNK),
];

const PROPAGATED: &[(&str, &str)] = &[("Values that hold in every solution", "answer")];
const DRAWS: &[(&str, &str)] = &[("Draws", "uniform")];
const CHECKED: &[(&str, &str)] = &[("Checked solutions", "valid")];
const CASES: &[(&str, &str)] = &[("Cases of a suite", "case")];
const HEADER: &[(&str, &str)] = &[("Header of an experiment", "manifest")];
const RECORDS: &[(&str, &str)] = &[("Records of an experiment", "run")];
const RUNS: &[(&str, &str)] = &[(OF_RUNS, "run")];
const REPORT: &[(&str, &str)] = &[("Reports", "experiments")];
const CHANGE: &[(&str, &str)] = &[("Two files of results", "differences")];
const CLUES: &[(&str, &str)] = &[("Clues", "minimal")];
const FEWEST: &[(&str, &str)] = &[("Fewest clues", "left_out")];
const COMPLETE: &[(&str, &str)] = &[("Fewest givens", "givens")];
const WITH: &[(&str, &str)] = &[("Single clues of a rule", "rule")];
const STEPS: &[(&str, &str)] = &[("Steps of an engine", "steps")];

/// Members of the page that these commands need not print: they depend on the machine, on time or
/// on files that are not here.
const UNSEEN: &[(&str, &str)] = &[
    ("Faults of tables", "note"),
    ("Decoded answers", "meanings"),
    ("Explanations", "repair.reason"),
    ("Faults of tables", "sheet"),
    ("Header of an experiment", "machines.governor"),
    ("Hints and paths", "steps.inner.lines"),
    ("Hints and paths", "steps.inner.suppose"),
    ("Rows", "settled"),
    ("Shrunk instances", "cases.after.cuts.*"),
    ("Values that hold in every solution", "variables.unknown"),
    ("What lint does not answer", "open"),
    ("Differences between versions of tables", "number"),
];

/// Tables as CSV, and the parts of the page that list their columns.
const TABLES: &[(&str, &str)] = &[
    ("parallax compare latin:3 --engines native,brute --format csv", "Columns of compare"),
    ("parallax rate latin:3 --engines native --format csv", "Columns of rate"),
    ("parallax report results/before.jsonl --format csv", "Columns of report"),
    ("parallax report results/before.jsonl --rows --format csv", "Columns of report with rows"),
    ("parallax encodings --format csv", "Columns of encodings"),
    (
        "parallax encodings instances/magic-3.dat --runs 1 --probes 9 --engines sat:batsat+order \
      --format csv",
        "Columns of measured encodings",
    ),
];

/// Files that the commands need.
const FILES: &[(&str, &str)] = &[
    ("unsat", "#!/bin/sh\ncat > /dev/null\necho s UNSATISFIABLE\n"),
    ("small.grid", "puzzle: sudoku 4\n12..\n...2\n..2.\n.3.1\n"),
    ("open.grid", "puzzle: sudoku 4\n12..\n3...\n....\n...1\n"),
    ("sat", "#!/bin/sh\ncat > /dev/null\necho s SATISFIABLE\necho v 1 2 3 4 5 6 0\n"),
    ("broken.sudoku", "12345\n"),
    (
        "talks.model.json",
        r#"{"format":"parallax-model-1","name":"talks","variables":[
        {"name":"ann","domain":["noon","evening"]},{"name":"bob","domain":["noon","evening"]}],
        "constraints":[
        {"label":"x","kind":"compare","left":"ann","relation":"<","right":"bob"},
        {"label":"y","kind":"compare","left":"bob","relation":"<","right":"ann"}]}"#,
    ),
    (
        "orbits.toml",
        "instances = [\"latin:4\", \"broken.sudoku\"]\nengines = [\"native\", \"bad\"]\n\
        programs = { bad = \"dimacs:./sat\" }\nmodels = [\"cells+symmetry\"]\ntask = \"count\"\n",
    ),
    (
        "pigeons.model.json",
        r#"{"format":"parallax-model-1","name":"pigeons","variables":[
        {"name":"a","domain":[1,2]},{"name":"b","domain":[1,2]},{"name":"c","domain":[1,2]}],
        "constraints":[{"label":"holes","kind":"all_different","scope":["a","b","c"]}]}"#,
    ),
    (
        "ticket.md",
        "## Constant\n\n| Name | Type |\n|---|---|\n| age | Age |\n| price | Euro |\n\n\
        ## Type\n\n| Name | Type | Values |\n|---|---|---|\n| Age | Int | [0..99] |\n\
        | Euro | Int | 0, 5, 9 |\n\n## Ticket\n\n| U | age | price |\n|---|---|---|\n| 1 | < 6 | 0 |\n\
        | 2 | [6..18] | 5 |\n| 3 | [18..64] | 9 |\n",
    ),
    (
        "fee.dmn",
        "<definitions xmlns='https://www.omg.org/spec/DMN/20191111/MODEL/'><decision name='Fee'>\
        <literalExpression><text>Amount * 0.01</text></literalExpression></decision>\
        <decision name='Fare'><decisionTable><input><inputExpression typeRef='number'><text>age</text>\
        </inputExpression></input><output name='fare'/><rule><inputEntry><text>[6..9]</text>\
        </inputEntry><outputEntry><text>5</text></outputEntry></rule><rule><inputEntry><text>(9..10]</text>\
        </inputEntry><outputEntry><text>5</text></outputEntry></rule></decisionTable></decision>\
        </definitions>",
    ),
    (
        "friends.md",
        "## Type\n\n| Name | Type | Values |\n|---|---|---|\n| Friend | String | A, B, C, D |\n\
        | Seat | Int | [1..2] |\n\n## Function\n\n| Name | Type |\n|---|---|\n\
        | seat of Friend | Seat |\n\n## Seats\n\n\
        | E* | Friend called x | Friend called y | seat of x |\n|---|---|---|---|\n\
        | 1 | - | not(x) | not(seat of y) |\n",
    ),
    (
        "suite.toml",
        "engines = [\"native\"]\n[[case]]\ninstance = \"latin:3\"\nanswer = \"sat\"\n\
        count = 5\ntask = \"all\"\n",
    ),
    (
        "runs.toml",
        "instances = [\"latin:4\", \"set:12@1\"]\nengines = [\"native\", \"brute\", \"bad\"]\n\
        programs = { bad = \"dimacs:./unsat\" }\nmodels = \"all\"\ntask = \"count\"\nseeds = \"1..2\"\nlimits = { wall = 20, memory = 500 }\n",
    ),
    (
        "empty.model.json",
        r#"{"format":"parallax-model-1","variables":[{"name":"a","domain":"8..1"}],"constraints":[]}"#,
    ),
    (
        "once.toml",
        "instances = [\"latin:3\", \"latin:4\"]\nengines = [\"native\", \"reform\"]\n\
        in-process = true\n",
    ),
    (
        "sizes.toml",
        "instances = [\"latin:3\"]\nengines = [\"sat:batsat\", \"sat:batsat+order\"]\n\
        task = \"first\"\nin-process = true\n",
    ),
    (
        "best.toml",
        "instances = [\"instances/job-shop-5.model.json\"]\nengines = [\"auto\"]\n\
        limits = { cpu = 20 }\n",
    ),
];

/// A member of a part of the page.
#[derive(Clone)]
struct Member {
    types: BTreeSet<String>,
    /// Whether it is there only under a condition.
    optional: bool,
}

/// The part that has the members of records and a few more.
const OF_RUNS: &str = "Runs of a report";

/// The members of each part of the page.
type Parts = BTreeMap<String, BTreeMap<String, Member>>;

/// Returns the page's lists, an item a line, by part.
fn items() -> Vec<(String, String)> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(PAGE);
    let text = fs::read_to_string(file).expect("a page");
    let mut items: Vec<(String, String)> = Vec::new();
    let mut part = String::new();
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            title.clone_into(&mut part);
        } else if let Some(item) = line.strip_prefix("- ") {
            items.push((part.clone(), item.to_owned()));
        } else if let (Some(more), Some(last)) = (line.strip_prefix("  "), items.last_mut()) {
            last.1 += " ";
            last.1 += more;
        }
    }
    items
}

/// Returns the members of the page: `name` (types, condition), before the first colon.
fn members() -> Parts {
    let mut parts = Parts::new();
    for (part, item) in items().into_iter().filter(|(part, _)| !part.starts_with("Columns")) {
        let mut rest = item.as_str();
        while let Some((name, after)) = rest.strip_prefix('`').and_then(|rest| rest.split_once('`'))
        {
            let inside = after.strip_prefix(" (").and_then(|after| after.split_once(')'));
            let (inside, after) = inside.unwrap_or_else(|| panic!("{part}: no types: {item}"));
            let types = inside.replace(" or ", ", ");
            let (types, conditions): (Vec<&str>, Vec<&str>) =
                types.split(", ").partition(|word| TYPES.contains(word));
            let member = Member {
                types: types.into_iter().map(str::to_owned).collect(),
                optional: !conditions.is_empty(),
            };
            let known = parts.entry(part.clone()).or_default().insert(name.to_owned(), member);
            assert!(known.is_none(), "{part}: {name} stands twice");
            rest = after.trim_start_matches([',', ' ']);
        }
        assert!(rest.starts_with(':'), "{part}: no meaning: {item}");
    }
    let mut records = parts.get("Records of an experiment").cloned().unwrap_or_default();
    records.remove("sum");
    parts.entry(OF_RUNS.to_owned()).or_default().append(&mut records);
    parts
}

/// The words for types.
const TYPES: [&str; 6] = ["text", "number", "boolean", "list", "object", "null"];

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "text",
        Value::Array(_) => "list",
        Value::Object(_) => "object",
    }
}

/// The members that commands print in a part of the page.
struct Seen<'a> {
    part: &'a str,
    members: &'a BTreeMap<String, Member>,
    seen: BTreeSet<(String, String)>,
    faults: BTreeSet<String>,
}

impl Seen<'_> {
    /// Walks through an object at a path.
    fn object(&mut self, path: &str, object: &Map<String, Value>) {
        let below =
            |name: &str| if path.is_empty() { name.into() } else { format!("{path}.{name}") };
        let free = below("*");
        for (name, value) in object {
            let named = below(name);
            let path = if self.members.contains_key(&named) { named } else { free.clone() };
            let Some(member) = self.members.get(&path) else {
                self.faults.insert(format!("{}: {PAGE} lacks `{}`", self.part, below(name)));
                continue;
            };
            if !member.types.contains(type_of(value)) {
                let fault = format!("{}: `{path}` is also {}", self.part, type_of(value));
                self.faults.insert(fault);
            }
            self.seen.insert((self.part.to_owned(), path.clone()));
            self.value(&path, value);
        }
        for (name, member) in self.members {
            let own = name.strip_prefix(&below("")).filter(|own| !own.contains('.') && *own != "*");
            if own.is_some_and(|own| !member.optional && !object.contains_key(own)) {
                self.faults.insert(format!("{}: `{name}` is not always there", self.part));
            }
        }
    }

    /// Walks through the objects in a value whose members the page names.
    fn value(&mut self, path: &str, value: &Value) {
        let inside = format!("{path}.");
        if !self.members.keys().any(|name| name.starts_with(&inside)) {
            return;
        }
        match value {
            Value::Object(object) => self.object(path, object),
            Value::Array(list) => list.iter().for_each(|value| self.value(path, value)),
            _ => {}
        }
    }
}

/// Makes the folder in which the commands run.
fn folder() -> tempfile::TempDir {
    let folder = super::with_instances();
    for (name, text) in FILES {
        fs::write(folder.path().join(name), text).expect("a file");
    }
    let made = super::run("chmod +x unsat sat", folder.path());
    assert_eq!(made.map(|(code, _)| code), Ok(0));
    folder
}

#[test]
fn members_are_those_that_commands_print() {
    let parts = members();
    let folder = folder();
    let (mut seen, mut faults) = (BTreeSet::new(), BTreeSet::new());
    for (command, titles) in COMMANDS {
        let ran = super::run(&format!("({command}) 2>errors"), folder.path());
        let (_, printed) = ran.unwrap_or_else(|why| panic!("{command}: {why}"));
        let errors = fs::read_to_string(folder.path().join("errors")).unwrap_or_default();
        assert!(!printed.is_empty(), "{command} prints nothing: {errors}");
        for line in printed.lines() {
            let object: Map<String, Value> = serde_json::from_str(line)
                .unwrap_or_else(|error| panic!("{command}: {error}: {line}"));
            let part = titles.iter().find(|(_, member)| object.contains_key(*member));
            let (part, _) = part.unwrap_or_else(|| panic!("{command}: no part for {line}"));
            let members = parts.get(*part).unwrap_or_else(|| panic!("no part '{part}' in {PAGE}"));
            let mut walk = Seen { part, members, seen: BTreeSet::new(), faults: BTreeSet::new() };
            walk.object("", &object);
            seen.append(&mut walk.seen);
            faults.append(&mut walk.faults);
        }
    }
    for (part, members) in &parts {
        for name in members.keys() {
            let known = seen.contains(&(part.clone(), name.clone()));
            if !known && !UNSEEN.contains(&(part.as_str(), name.as_str())) {
                faults.insert(format!("{part}: `{name}` is never printed"));
            }
        }
    }
    let faults: Vec<String> = faults.into_iter().collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn columns_are_those_that_commands_print() {
    let mut columns: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (part, item) in items().into_iter().filter(|(part, _)| part.starts_with("Columns")) {
        let names = item.split(':').next().unwrap_or_default().split('`').skip(1).step_by(2);
        columns.entry(part).or_default().extend(names.map(str::to_owned));
    }
    let folder = folder();
    for (command, part) in TABLES {
        let (_, printed) = super::run(command, folder.path()).expect("a table");
        let header = printed.lines().next().unwrap_or_default();
        let printed: BTreeSet<String> = header.split(',').map(str::to_owned).collect();
        assert_eq!(columns.remove(*part), Some(printed), "{part}");
    }
    assert!(columns.is_empty(), "no command for {columns:?}");
}
