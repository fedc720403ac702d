//! The output for new users: boards as they are typed, near names, answers to the obvious
//! questions, values in words.

use insta::assert_snapshot;

use crate::common::{Ran, fed};

const HOME: &str = env!("CARGO_MANIFEST_DIR");

/// Runs the program in the folder of the package; words are separated by one space.
fn parallax(line: &str) -> Ran {
    fed(HOME, &line.split(' ').collect::<Vec<_>>(), b"")
}

/// Returns the standard output of a run that ends with this code and no complaint.
fn prints(code: i32, line: &str) -> String {
    let ran = parallax(line);
    assert_eq!((ran.code, ran.errors().as_str()), (Some(code), ""), "{line}");
    ran.out
}

#[test]
fn solve_says_whether_a_solution_is_unique() {
    let sentence = |code: i32, line: &str| {
        let out = prints(code, line);
        let starts = ["satisfiable", "unsatisfiable", "unique", "not unique", "unknown"];
        let found = out.lines().find(|line| starts.iter().any(|start| line.starts_with(start)));
        found.unwrap_or_else(|| panic!("{line}: {out}")).to_owned()
    };
    // By default, only if it is cheap and no other task is requested.
    assert_snapshot!(sentence(10, "solve sudoku:4"), @"satisfiable: 1 solution found; there are others (--unique shows a second one, --all all)");
    assert_snapshot!(sentence(10, "solve instances/latin-5.pls --engine sat:batsat"), @"satisfiable: 1 solution found; there may be others");
    assert_snapshot!(sentence(10, "solve instances/latin-5.pls --limit 1"), @"satisfiable: 1 solution found; there may be others");
    assert_snapshot!(sentence(10, "solve magic:3 --model cells+symmetry"), @"satisfiable: 1 solution found up to symmetry, which stands for 8; there may be others");
    // With `--unique`.
    assert_snapshot!(sentence(10, "solve instances/latin-5.pls --unique"), @"unique: exactly one solution");
    assert_snapshot!(sentence(11, "solve sudoku:9 --unique --engine sat:batsat"), @"not unique: at least two solutions");
    assert_snapshot!(sentence(20, "solve instances/latin-4-none.pls --unique"), @"unsatisfiable: no solution (claimed)");
    assert_snapshot!(sentence(11, "solve magic:3 --model cells+symmetry --unique"), @"not unique: at least two solutions");
    assert_snapshot!(sentence(0, "solve magic:3 --model cells+corners --engine native,limit=1 --unique"), @"unknown (the limit of 1 enumerations was reached)");
    assert_snapshot!(prints(20, "solve instances/sudoku-4.sudoku --unique"), @r#"
    instances/sudoku-4.sudoku unique 3412124321344321
    instances/sudoku-4.sudoku#1 unique 2314413232411423
    instances/sudoku-4.sudoku#2 unique 4213314224311324
    instances/sudoku-4.sudoku#3 not-unique 1423324121344312
    instances/sudoku-4.sudoku#4 unsat
    "#);
    assert_eq!(parallax("solve sudoku:4 --unique --all").code, Some(2));
}

#[test]
fn quiet_and_verbose_are_options_of_all_commands() {
    assert_eq!(
        prints(10, "solve instances/latin-5.pls -q"),
        "5 3 2 4 1 4 1 5 3 2 2 4 3 1 5 1 5 4 2 3 3 2 1 5 4\n"
    );
    assert!(prints(10, "-v solve instances/latin-5.pls").contains("; nodes="));
    let compared = prints(3, "compare instances/latin-5.pls --engines native --color always");
    assert!(compared.contains("\u{1b}["));
    assert!(parallax("engines -q -v").err.contains("cannot be used with"));
}

#[test]
fn names_that_are_nearly_right_get_the_right_one() {
    for (line, meant) in [
        ("solve suduko:9", "did you mean 'sudoku:9'?"),
        ("solve zebar:4@2", "did you mean 'zebra:4@2'?"),
        ("solve instances/latin-5.plz", "did you mean 'instances/latin-5.pls'?"),
        ("solve latin:3 --engine natve", "did you mean 'native'?"),
        ("solve latin:3 --engine cadical", "did you mean 'sat:cadical'?"),
        ("compare latin:3 --engines brute,z3+bv", "did you mean 'smt:z3+bv'?"),
        ("compare latin:3 --engines native,singels", "did you mean 'singles'?"),
        ("compare latin:3 --engines native,sum=bouds", "did you mean 'bounds'?"),
        ("solve latin:3 --engine reform:splt=auto", "did you mean 'split'?"),
        ("solve latin:3 --model cell", "did you mean 'cells'?"),
        ("solve latin:3 --model cells+symetry", "did you mean 'symmetry'?"),
        ("solve latin:3 --puzzle lattin", "did you mean 'latin'?"),
        ("explian latin:3", "'explain'"),
    ] {
        let ran = parallax(line);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{line}");
        assert!(ran.err.contains(meant), "{line}: {}", ran.err);
    }
}

#[test]
fn completions_pages_and_versions_are_printed() {
    assert!(prints(0, "completions zsh").starts_with("#compdef parallax"));
    assert!(prints(0, "man").contains(".TH parallax 1"));
    assert!(prints(0, "man solve").contains("minimize\\-core"));
    assert!(parallax("man slove").err.contains("did you mean 'solve'?"));
    let folder = tempfile::tempdir().expect("a folder");
    let ran = fed(&folder, &["man", "--out", "pages"], b"");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(folder.path().join("pages/parallax-compare.1").exists());
    assert_eq!(prints(0, "-V").lines().count(), 1);
    let long = prints(0, "--version");
    for part in ["commit: ", "features: ", "solvers: varisat 0.2.2, batsat 0.6.0"] {
        assert!(long.contains(part), "{long}");
    }
}

#[test]
fn tables_fit_the_terminal_and_end_without_space() {
    let engines = prints(0, "engines");
    assert!(engines.lines().all(|line| line.chars().count() <= 80 && !line.ends_with(' ')));
    for line in
        ["encodings", "encode instances/latin-5.pls --check", "encodings latin:3 --probes 5"]
    {
        let table = prints(0, line);
        assert!(table.lines().all(|line| !line.ends_with(' ') && !line.contains('│')), "{table}");
    }
}

const BOARD: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[test]
fn a_board_is_read_as_it_is_typed() {
    let solved = prints(10, &format!("solve -q {BOARD}"));
    assert!(solved.starts_with("534678912672195348"), "{solved}");
    assert!(prints(10, "solve 1.3.......1.4...").starts_with("<argument>: sudoku 4x4, 4 clues\n"));
    let rows: Vec<&str> = (0..9).map(|row| &BOARD[9 * row..9 * row + 9]).collect();
    let spaces = rows.join("\n").replace('.', " ");
    let border = "+---+---+---+\n";
    let barred = |row: &&str| format!("|{}|{}|{}|\n", &row[..3], &row[3..6], &row[6..]);
    let framed: String = rows.iter().map(barred).collect::<String>().replace('.', " ");
    let headed = format!("Tuesday, hard\n\n{border}{framed}{border}");
    for text in [&rows.join("\n"), &spaces, &format!("{border}{framed}"), &headed] {
        let ran = fed(HOME, &["solve", "-q", "-"], text.as_bytes());
        assert_eq!((ran.code, &ran.out), (Some(10), &solved), "{text}\n{}", ran.err);
        let ran = fed(HOME, &["solve", "-q", &format!("\n{text}")], b"");
        assert_eq!((ran.code, &ran.out), (Some(10), &solved), "{text}\n{}", ran.err);
    }
}

#[test]
fn what_is_nearly_a_board_says_what_it_lacks() {
    let error = |text: &str| {
        let ran = fed(HOME, &["solve", "-"], text.as_bytes());
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{text}");
        ran.err
    };
    let rows: Vec<&str> = (0..9).map(|row| &BOARD[9 * row..9 * row + 9]).collect();
    let short = rows.join("\n").replacen("....", "...", 1);
    assert_snapshot!(error(&short), @"parallax: <stdin>:1: nearly a Sudoku: row 1 has 8 cells, 9 expected");
    let spaced = rows.join("\n").replacen("6..195...", "6 . . | 1 9 5 | . .", 1);
    assert_snapshot!(error(&spaced), @"parallax: <stdin>:2: nearly a Sudoku: row 2 has 8 cells, 9 expected");
    assert_snapshot!(error(&BOARD[1..]), @"parallax: <stdin>:1: nearly a Sudoku: 80 cells on a line, 81 expected");
    assert_snapshot!(parallax(&format!("solve {}", &BOARD[2..])).err, @"parallax: <argument>:1: nearly a Sudoku: 79 cells on a line, 81 expected");
    assert_snapshot!(error(&rows[1..].join("\n")), @"parallax: <stdin>:8: the board ends after 8 of 9 rows");
    assert!(error("Dear reader,\nhow are you?\n").contains("no known form"));
}

#[test]
fn a_core_takes_an_engine_that_has_cores() {
    let text = prints(20, "solve instances/latin-4-none.pls --core");
    assert!(text.contains("these cannot hold together:\n") && text.contains("\nsat:"), "{text}");
    let named = prints(20, "solve instances/latin-4-none.pls --core --engine native");
    assert!(named.contains("no core"), "{named}");
}

#[test]
fn explanations_take_the_engine_that_fits() {
    let sudoku = prints(0, "explain 1.3.......1.4...");
    assert!(
        sudoku.contains("\nnative\n") && sudoku.contains("│  1  4  | 3  2\n│  .  .  | 4  1\n"),
        "{sudoku}"
    );
    assert!(sudoku.contains("\n. open cell, * fixed since the node above\n"), "{sudoku}");
    assert!(prints(0, "explain set:12@7").contains("\nreform:paper\n"));
    let page = prints(0, "explain set:12@7 --format html");
    assert!(
        page.contains("\"engine\":\"reform:paper\"")
            && page.contains("\"engine\":\"native:set-paper\"")
    );
    assert!(page.chars().all(|c| c.is_ascii() || "·…≠".contains(c)), "only common glyphs");
    let lines = prints(0, "explain zebra:3 --engine reform --engine native --format json");
    assert_eq!(lines.lines().count(), 2);
}

const HOUSES: &str = r#"{
  "format": "parallax-model-1",
  "name": "houses",
  "variables": [
    {"name": "c1", "domain": ["red", "green"], "label": "first house"},
    {"name": "c2", "domain": ["red", "green"]},
    {"name": "d1", "domain": ["tea", "milk"]},
    {"name": "d2", "domain": ["tea", "milk"]},
    {"name": "n", "domain": "1..2"}
  ],
  "picture": [["c1", "c2"], ["d1", "d2"]],
  "constraints": [
    {"kind": "all_different", "scope": ["c1", "c2"]},
    {"kind": "table", "scope": ["c1", "d1"], "tuples": [["red", "tea"], ["green", "milk"]]},
    {"kind": "clause", "atoms": [{"variable": "d2", "relation": "=", "value": "milk"}]},
    {"kind": "clause", "atoms": [{"variable": "c2", "relation": "!=", "value": "red"}]},
    {"kind": "clause", "atoms": [{"variable": "n", "relation": ">=", "value": 2}]}
  ]
}"#;

#[test]
fn values_have_names() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("houses.model.json"), HOUSES).expect("written");
    let run = |args: &[&str]| fed(&folder, args, b"");
    let ran = run(&["solve", "houses.model.json", "--engine", "sat:batsat"]);
    let picture: Vec<&str> = ran.out.lines().skip(1).take(5).collect();
    assert_snapshot!(picture.join("\n"), @r"
    ┌────────────┐
    │ red  green │
    │ tea  milk  │
    └────────────┘
    n = 2
    ");
    let ran = run(&["solve", "houses.model.json", "-q"]);
    assert_snapshot!(ran.out, @"c1 = red, c2 = green, d1 = tea, d2 = milk, n = 2");
    assert_eq!(run(&["check", "houses.model.json", ran.out.trim()]).out, "valid\n");
    let object = r#"{"c1": "red", "c2": "green", "d1": "tea", "d2": "milk", "n": 1}"#;
    let ran = fed(&folder, &["check", "houses.model.json", "-"], object.as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""));
    let error = |solution: &str| run(&["check", "houses.model.json", solution]).err;
    assert_snapshot!(error("c1 = reed"), @"parallax: <argument>:1: value 'reed' of 'c1' (did you mean 'red'?); expected one of green, red");
    assert_snapshot!(error("c = red"), @"parallax: <argument>:1: there is no variable 'c'");
    // The written file can be read again, with its names.
    let form = run(&["show", "houses.model.json", "--format", "form"]).out;
    std::fs::write(folder.path().join("again.model.json"), &form).expect("written");
    assert_eq!(run(&["show", "again.model.json", "--format", "form"]).out, form);
    assert!(form.contains("\"label\": \"first house\"") && form.contains("\"green\""), "{form}");
    // All engines find the same one solution.
    let ran = run(&["compare", "houses.model.json", "--engines", "native,brute,sat:batsat"]);
    assert_eq!(ran.code, Some(0), "{}", ran.out);
}

#[test]
fn classes_explain_values() {
    let zebra = prints(10, "solve zebra:3");
    assert!(zebra.contains("house 1 = 14 (green Finn dog)\n"), "{zebra}");
}

#[test]
fn errors_in_models_name_path_value_and_what_is_expected() {
    let error = |from: &str, to: &str| {
        assert!(HOUSES.contains(from), "{from}");
        let ran = fed(HOME, &["solve", "-"], HOUSES.replace(from, to).as_bytes());
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{to}");
        ran.err.strip_prefix("parallax: <stdin>:").unwrap_or(&ran.err).to_owned()
    };
    let all = [
        ("parallax-model-1", "parallax-model-9"),
        ("\"1..2\"", "\"1...2\""),
        ("\"1..2\"", "true"),
        ("\"domain\": \"1..2\"", "\"domian\": \"1..2\""),
        ("[\"red\", \"green\"], \"label\"", "[\"red\", \"a=b\"], \"label\""),
        ("\"all_different\"", "\"alldifferent\""),
        ("[\"c1\", \"c2\"]}", "[\"c1\", \"cc2\"]}"),
        ("[\"green\", \"milk\"]]", "[\"green\", \"millk\"]]"),
        ("\"tuples\": [", "\"tuples\": [[1], "),
        ("\"picture\": [[\"c1\"", "\"picture\": [[\"C1\""),
        ("\"name\": \"houses\",", "\"name\": \"houses\""),
    ];
    assert_snapshot!(all.map(|(from, to)| error(from, to)).concat(), @r#"
    2:13: format: "parallax-model-9"; expected "parallax-model-1" or "parallax-model-2"
    9:27: variables[4].domain: domain "1...2"; expected for example "1..9" or "{1, 3..5}"
    9:29: variables[4].domain: a domain; expected for example "1..9", "{1, 3..5}", [1, 3] or ["red", "green"]
    9:26: variables[4].domian: unknown field `domian`, expected one of `name`, `domain`, `shown`, `label` (did you mean 'domain'?)
    5:28: variables[0].domain: value named 'a=b'; expected a name without = , ; | ( ) and without space around it
    13:27: constraints[0].kind: unknown variant `alldifferent`, expected one of `all_different`, `global_cardinality`, `linear`, `compare`, `table`, `element`, `lexicographic`, `extremum`, `product`, `inverse`, `clause`, `dimension`, `reify`, `implies`, `regular`, `count`, `distinct_count`, `cumulative`, `no_overlap`, `circuit`, `bin_packing` (did you mean 'all_different'?)
    13:47: constraints[0].scope[1]: there is no variable 'cc2' (did you mean 'c2'?)
    14:83: constraints[1].tuples[1][1]: there is no value named 'millk' (did you mean 'milk'?)
    14:5: constraints[1]: constraint 2: tuple 1 has 1 values, its scope 2 variables
    11:16: picture[0][0]: there is no variable 'C1' (did you mean 'c1'?)
    4:3: name: expected `,` or `}`
    "#);
}

/// Two houses without a solution, whose values have names.
const TWO: &str = r#"{"format": "parallax-model-1",
 "variables": [{"name": "left", "domain": ["red", "blue"]}, {"name": "right", "domain": ["red", "blue"]}],
 "constraints": [{"kind": "compare", "left": "left", "relation": "=", "right": "right"},
  {"kind": "clause", "atoms": [{"variable": "left", "relation": "=", "value": "red"}]},
  {"kind": "clause", "atoms": [{"variable": "right", "relation": "=", "value": "blue"}]}]}"#;

/// Runs the program with this text at standard input.
fn typed(line: &[&str], text: &str) -> Ran {
    fed(HOME, line, text.as_bytes())
}

#[test]
fn values_have_their_names_in_cores_and_explanations() {
    let core = typed(&["solve", "-", "--core"], TWO).out;
    assert!(core.contains("\n  left = red\n  right = blue\n"), "{core}");
    let free = TWO.split(",\n  {").next().expect("a part").to_owned() + "]}";
    for format in ["text", "dot"] {
        let tree = typed(&["explain", "-", "--format", format], &free).out;
        assert!(tree.contains("left: 2 {red, blue}") && tree.contains("left = red"), "{tree}");
    }
    let json = typed(&["explain", "-", "--format", "json"], &free).out;
    assert!(json.contains(r#""names":{"left":{"1":"red","2":"blue"}"#), "{json}");
}

#[test]
fn a_child_process_keeps_the_numbers_of_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("named.model.json");
    let text = TWO.replace("\"variables\"", r#""values": {"red": 7, "blue": 5}, "variables""#);
    let open = text.replace("\"blue\"}]}]}", "\"red\"}]}]}");
    std::fs::write(&file, open).expect("a file");
    let file = file.to_str().expect("a name");
    for engine in ["native", "sat:batsat"] {
        let here = prints(10, &format!("solve -q {file} --engine {engine}"));
        assert_eq!(prints(10, &format!("solve -q {file} --engine {engine} --isolate")), here);
        assert_eq!(here, "left = red, right = red\n");
    }
}

#[test]
fn a_model_without_its_format_is_named() {
    let error = typed(&["solve", "-"], r#"{"variables": []}"#).err;
    assert_snapshot!(error, @r#"parallax: <stdin>: nearly a model; expected the member "format": "parallax-model-1" or "parallax-model-2""#);
    let error = typed(&["solve", "-"], &TWO.replace("\"clause\"", "\"clauze\"")).err;
    assert!(error.contains("(did you mean 'clause'?)"), "{error}");
}
