//! MiniZinc models as inputs, the library of global constraints, and `parallax minizinc`.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use parallax_solvers::process::find_program;
use serde_json::Value;

use crate::common::{Ran, script, skipped};

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/minizinc");

/// Returns a folder with the example models, which is also the user's home.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for entry in fs::read_dir(EXAMPLES).expect("a folder") {
        let file = entry.expect("an entry").path();
        fs::copy(&file, folder.path().join(file.file_name().expect("a name"))).expect("a copy");
    }
    folder
}

/// Runs a program in a folder, with that as home and a search path that begins with its `bin`.
fn ran(program: &str, folder: &Path, args: &[&str]) -> Ran {
    let bin = folder.join("bin");
    let path = std::env::var("PATH").expect("a search path");
    let output = Command::new(program)
        .args(args)
        .current_dir(folder)
        .env("HOME", folder)
        .env("PATH", format!("{}:{path}", bin.display()))
        .stdin(Stdio::null())
        .process_group(0)
        .output()
        .expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

fn parallax(folder: &Path, args: &[&str]) -> Ran {
    ran(env!("CARGO_BIN_EXE_parallax"), folder, args)
}

/// Whether MiniZinc and its Gecode are installed.
fn is_installed() -> bool {
    let missing = ["minizinc", "fzn-gecode"].into_iter().find(|name| find_program(name).is_none());
    if let Some(name) = missing {
        skipped(&format!("{name} is not installed"));
    }
    missing.is_none()
}

#[test]
fn models_are_compiled_with_their_data() {
    if !is_installed() {
        return;
    }
    let folder = folder();
    let count = parallax(folder.path(), &["count", "-q", "queens.mzn"]);
    assert_eq!((count.code, &*count.out, &*count.err), (Some(10), "92\n", ""));
    for args in [
        &["hike.mzn", "hike-trip.json"][..],
        &["hike.mzn hike-trip.json"],
        &["hike.mzn", "--data", "hike-trip.json"],
        &["hike.mzn", "hike-trip.json", "--model", "model"],
    ] {
        let args: Vec<&str> = ["solve"].iter().chain(args).copied().collect();
        let solved = parallax(folder.path(), &args);
        assert_eq!(solved.code, Some(30), "{args:?}: {} {}", solved.out, solved.err);
        assert!(solved.out.contains("\nworth 7: rope bread\n"), "{args:?}: {}", solved.out);
    }
    let args = ["solve", "hike.mzn", "hike-hut.dzn", "hike.mzn", "hike-trip.json", "--format=json"];
    let both = parallax(folder.path(), &args);
    let names: Vec<&str> = ["hike.mzn hike-hut.dzn", "hike.mzn hike-trip.json"].into();
    for name in names {
        assert!(both.out.contains(&format!("\"{name}\"")), "{name}: {} {}", both.out, both.err);
    }
}

#[test]
fn outputs_that_the_compiler_fixes_are_printed() {
    if !is_installed() {
        return;
    }
    let folder = folder();
    let text = "var 1..3: x; var 1..2: y;\nconstraint x = 3 /\\ y = 1;\n";
    fs::write(folder.path().join("fixed.mzn"), text).expect("a model");
    for form in ["text", "json"] {
        let solved = parallax(folder.path(), &["solve", "fixed.mzn", "--format", form]);
        let between = if form == "text" { "x = 3;\ny = 1;\n" } else { "[\"x = 3; y = 1;\"]" };
        assert!(solved.out.contains(between), "{form}: {}{}", solved.out, solved.err);
    }
    for (solution, code) in [("x = 3; y = 1;\n", 0), ("x = 3;\ny = 1;\n----------\n", 0)] {
        fs::write(folder.path().join("solution.txt"), solution).expect("a solution");
        let checked = parallax(folder.path(), &["check", "fixed.mzn", "solution.txt"]);
        assert_eq!(checked.code, Some(code), "{solution}: {}{}", checked.out, checked.err);
    }
}

/// Enums in every place: single, in arrays, sets, optional, made by a constructor.
const COLOURS: &str = "enum C = {Red, Blue, 'dark green'}; enum D = A(C) ++ {Z};\n\
    var C: c; array [1..2] of var C: a; var set of C: s; var opt C: o; var D: d; var 1..2: x;\n\
    constraint c != Red /\\ a = [Blue, c] /\\ s = {Red, c} /\\ d = A(c) /\\ x = 1;\n\
    constraint absent(o) <-> c = Blue; constraint occurs(o) -> o = c;\n";

#[test]
fn enums_have_their_names() {
    if !is_installed() {
        return;
    }
    let folder = folder();
    assert_eq!(parallax(folder.path(), &["minizinc", "--install"]).code, Some(0));
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect(name);
    let item = "output [\"\\(c) \\(a) \\(s) \\(o) \\(d) \\(x) \\([c | i in 1..2])\\n\"];\n";
    write("shown.mzn", &format!("{COLOURS}{item}"));
    write("plain.mzn", COLOURS);
    for name in ["shown.mzn", "plain.mzn"] {
        let own = parallax(folder.path(), &["solve", name, "--all"]);
        let by = ran("minizinc", folder.path(), &["--solver", "parallax", "-a", name]);
        assert_eq!(by.code, Some(0), "{}", by.err);
        let solutions: Vec<&str> = by.out.split("----------\n").collect();
        assert_eq!(solutions.len(), 3, "{}", by.out);
        for solution in &solutions[..2] {
            assert!(own.out.contains(solution), "{}\n{}\n{}", own.out, by.out, own.err);
            // What is printed is read again, and judged.
            write("solution.txt", &format!("{solution}----------\n"));
            let checked = parallax(folder.path(), &["check", name, "solution.txt"]);
            assert_eq!(checked.code, Some(0), "{solution}: {}{}", checked.out, checked.err);
            write("solution.txt", &solution.replace("Blue", "Red").replace("dark green", "Red"));
            let checked = parallax(folder.path(), &["check", name, "solution.txt"]);
            assert!(matches!(checked.code, Some(1 | 2)), "{solution}: {}", checked.out);
        }
    }
    let json = parallax(folder.path(), &["solve", "plain.mzn", "--all", "--format", "json"]);
    let rows = json.out.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    let solutions: Vec<Value> = rows.filter(|row: &Value| row.get("solution").is_some()).collect();
    assert_eq!(solutions.len(), 2, "{}", json.out);
    for solution in &solutions {
        let solution = solution["solution"].as_str().expect("a text");
        let names = ["a = array1d(1..2,[Blue,Blue]);", "a = array1d(1..2,[Blue,'dark green']);"];
        assert!(names.iter().any(|name| solution.contains(name)), "{solution}");
        let checked = parallax(folder.path(), &["check", "plain.mzn", solution]);
        assert_eq!(checked.code, Some(0), "{solution}: {}{}", checked.out, checked.err);
    }
}

/// A draw of small numbers that is the same everywhere.
struct Draw(u64);

impl Draw {
    /// Returns a number below `end`.
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// Draws a model with enums and at most some 30 solutions, with or without an output item.
fn drawn_enums(draw: &mut Draw) -> String {
    let names = ["Red", "'dark green'", "_b1", "Blue"];
    let count = 2 + draw.below(3);
    let mut text = format!("enum C = {{{}}};\n", names[..count].join(", "));
    text += "enum D = {Y} ++ A(C) ++ {Z};\n";
    let kinds = [
        ("var C", count),
        ("array [1..2] of var C", count * count),
        ("array [0..1, 1..1] of var C", count * count),
        ("array [C] of var bool", 1 << count),
        ("var set of C", 1 << count),
        ("var opt C", count + 1),
        ("array [1..1] of var opt C", count + 1),
        ("array [1..1] of var set of C", 1 << count),
        ("var D", count + 2),
        ("array [C] of var 1..1", 1),
        ("var 1..3", 3),
        ("var bool", 2),
    ];
    let (mut product, mut variables) = (1, Vec::new());
    for name in ["u", "v", "w", "x"] {
        let (kind, values) = kinds[draw.below(kinds.len())];
        if product * values <= 30 {
            product *= values;
            text += &format!("{kind}: {name};\n");
            variables.push(name);
        }
    }
    if draw.below(3) > 0 {
        let mut items = Vec::new();
        for _ in 0..1 + draw.below(4) {
            let name = variables[draw.below(variables.len())];
            items.push(match draw.below(4) {
                0 => format!("\"<\\({name})>\""),
                1 => format!("show({name})"),
                2 => format!("\"{name}: \" ++ show({name}) ++ \" \\(C) \\({name})\""),
                _ => format!("\"{name}\\n\""),
            });
        }
        text += &format!("output [{}, \"\\n\"];\n", items.join(", "));
    }
    text
}

/// With the output item that the compiler writes, which has no types, the first model has numbers
/// for names. `PARALLAX_CASES` is the number of models.
#[test]
fn drawn_enums_are_printed_as_minizinc_prints_them() {
    if !is_installed() {
        return;
    }
    let cases = std::env::var("PARALLAX_CASES").ok().and_then(|own| own.parse().ok());
    let folder = folder();
    let mut draw = Draw(59);
    for case in 0..cases.unwrap_or(3) {
        let text = drawn_enums(&mut draw);
        fs::write(folder.path().join("drawn.mzn"), &text).expect("a model");
        let by =
            ran("minizinc", folder.path(), &["--solver", "gecode", "-G", "std", "-a", "drawn.mzn"]);
        let whole =
            by.out.strip_suffix("==========\n").unwrap_or_else(|| panic!("{text}{}", by.err));
        let expected: BTreeSet<&str> =
            whole.split("----------\n").map(str::trim_end).filter(|own| !own.is_empty()).collect();
        let own = parallax(folder.path(), &["solve", "drawn.mzn", "--all"]);
        let shown =
            own.out.split_once('\n').and_then(|(_, rest)| rest.split_once("\nsatisfiable: "));
        let (shown, _) = shown.unwrap_or_else(|| panic!("{text}{}{}", own.out, own.err));
        let shown: BTreeSet<&str> =
            shown.split("----------\n").map(str::trim_end).filter(|own| !own.is_empty()).collect();
        assert_eq!(shown, expected, "case {case}\n{text}");
    }
}

#[test]
fn floats_are_refused_at_the_line_of_the_user() {
    if !is_installed() {
        return;
    }
    let folder = folder();
    fs::write(folder.path().join("goal.mzn"), "% the goal\n solve maximize x * 0.5;\n")
        .expect("ok");
    for (text, place) in [
        ("var 0.0..1.0: f;\nvar 1..3: x;\nsolve\n maximize f;\n", ":3:1: the objective is a float"),
        ("var 1..3: x;\n% solve\nsolve maximize 0.5 * x;\n", ":3:1: the objective is a float"),
        ("var 1..3: x;\nsolve minimize 0.5;\n", ":2:1: the objective is a float"),
        ("var 1..3: x;\n\n  var 0.0..2.0: f;\n", ":3:17: the variable 'f' is a float"),
        ("var 1..3: x;\narray [1..2] of var float: g;\n", ":2:28: the variable 'g[1]' is a float"),
    ] {
        fs::write(folder.path().join("float.mzn"), text).expect("a model");
        let refused = parallax(folder.path(), &["solve", "float.mzn"]);
        assert_eq!(refused.code, Some(2), "{text}: {}", refused.err);
        let expected =
            format!("parallax: float.mzn{place}; Parallax has integers and truth values");
        assert!(refused.err.contains(&expected), "{text}: {}", refused.err);
        assert!(!refused.err.contains("FlatZinc"), "{}", refused.err);
    }
    let text = "include \"goal.mzn\"; var 1..3: x;\n";
    fs::write(folder.path().join("float.mzn"), text).expect("a model");
    let refused = parallax(folder.path(), &["solve", "float.mzn"]);
    assert!(refused.err.contains("goal.mzn:2:2: the objective is a float"), "{}", refused.err);
}

#[test]
fn models_in_folders_are_skipped_and_named() {
    if !is_installed() {
        return;
    }
    let folder = folder();
    fs::create_dir(folder.path().join("models")).expect("a folder");
    fs::rename(folder.path().join("queens.mzn"), folder.path().join("models/q.mzn"))
        .expect("moved");
    let skipped = parallax(folder.path(), &["count", "-q", "models"]);
    assert_eq!(skipped.code, Some(2), "{}", skipped.out);
    assert!(skipped.err.contains("skipped 1 file that is no instance: 1 .mzn"), "{}", skipped.err);
    let count = parallax(folder.path(), &["count", "-q", "models/q.mzn"]);
    assert_eq!((count.code, &*count.out), (Some(10), "92\n"), "{}", count.err);
}

#[test]
fn what_the_compiler_says_is_printed() {
    if !is_installed() {
        return;
    }
    let folder = folder();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect(name);
    write("syntax.mzn", "var 1..3: x\nsolve satisfy;\n");
    write("float.mzn", "var 0.0..1.0: x;\nconstraint x * 2.0 > 1.0;\nsolve satisfy;\n");
    write("none.mzn", "var 1..3: x;\nconstraint x > 4;\nsolve satisfy;\n");
    for (name, said) in [
        ("syntax.mzn", "unexpected item"),
        ("float.mzn", "Parallax has no variables of type float"),
        ("hike.mzn", "must be defined"),
    ] {
        let refused = parallax(folder.path(), &["solve", name]);
        assert_eq!(refused.code, Some(2), "{name}: {}", refused.err);
        let last = refused.err.lines().last().expect("an error");
        assert!(last.starts_with(&format!("parallax: {name}: minizinc does not compile this: ")));
        assert!(refused.err.contains("\nError: ") || refused.err.starts_with("Error: "), "{name}");
        assert!(last.contains(said) && refused.err.contains(name), "{name}: {}", refused.err);
    }
    let missing = parallax(folder.path(), &["solve", "hike.mzn", "no.dzn"]);
    assert_eq!(missing.code, Some(2));
    assert!(missing.err.contains("no.dzn: there is no such file"), "{}", missing.err);
    let none = parallax(folder.path(), &["solve", "none.mzn"]);
    assert_eq!(none.code, Some(20), "{}", none.err);
}

#[test]
fn a_compiler_that_fails_is_an_error_or_an_end_in_time() {
    let folder = folder();
    fs::create_dir(folder.path().join("bin")).expect("a folder");
    let fake = folder.path().join("bin/minizinc");
    for (text, expected) in [
        ("exit 0", "wrote no FlatZinc"),
        ("echo 'Error: strange' >&2; exit 3", "does not compile this: strange"),
        ("kill -9 $$", "signal 9"),
        ("yes", "printed more than"),
        // The file behind --fzn.
        ("echo 'this is no FlatZinc' >$5", "as FlatZinc"),
    ] {
        script(&fake, text);
        let failed = parallax(folder.path(), &["solve", "queens.mzn"]);
        assert_eq!(failed.code, Some(2), "{text}: {} {}", failed.out, failed.err);
        assert!(failed.err.contains(expected), "{text}: {}", failed.err);
    }
    script(&fake, "sleep 60 & sleep 60");
    let start = Instant::now();
    let late = parallax(folder.path(), &["solve", "queens.mzn", "--timeout", "0.5"]);
    assert!(start.elapsed() < Duration::from_secs(30));
    assert_eq!(late.code, Some(0), "{}", late.err);
    assert!(late.out.contains("unknown"), "{}", late.out);
}

#[test]
fn without_a_compiler_there_is_a_way_to_get_it() {
    let folder = folder();
    let output = Command::new(env!("CARGO_BIN_EXE_parallax"))
        .args(["solve", "queens.mzn"])
        .current_dir(folder.path())
        .env("PATH", "/nowhere")
        .output()
        .expect("the program runs");
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("no program 'minizinc'") && said.contains("apt-get install"), "{said}");
}

#[test]
fn an_installation_makes_minizinc_solve_with_parallax() {
    let folder = folder();
    let written = parallax(folder.path(), &["minizinc", "--install"]);
    assert_eq!((written.code, &*written.err), (Some(0), ""));
    assert!(folder.path().join(".minizinc/parallax/fzn_circuit.mzn").exists());
    let said = parallax(folder.path(), &["minizinc"]);
    assert!(said.out.contains("minizinc --solver parallax-cadical\n"), "{}", said.out);
    if is_installed() {
        let listed = ran("minizinc", folder.path(), &["--solvers"]);
        assert_eq!(listed.out.matches("org.parallax.parallax").count(), 5, "{}", listed.out);
        let all = ran("minizinc", folder.path(), &["--solver", "parallax", "-a", "queens.mzn"]);
        assert_eq!(all.out.matches("----------\n").count(), 92, "{}", all.err);
        assert!(all.out.ends_with("==========\n"), "{}", all.out);
        let named = ["--solver", "parallax", "--engine", "sat:varisat", "hike.mzn", "hike-hut.dzn"];
        let best = ran("minizinc", folder.path(), &named);
        assert_eq!(best.out, "worth 18: tent stove lamp\n----------\n==========\n", "{}", best.err);
    }
    let removed = parallax(folder.path(), &["minizinc", "--uninstall"]);
    assert_eq!(removed.code, Some(0), "{}", removed.err);
    assert!(!folder.path().join(".minizinc/parallax").exists());
}

/// Returns the names of the files of a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name in UTF-8"));
    let mut names: Vec<String> = entries.collect();
    names.sort();
    names
}

#[test]
fn installed_files_are_those_of_the_repository() {
    let home = tempfile::tempdir().expect("a folder");
    assert_eq!(parallax(home.path(), &["minizinc", "--install"]).code, Some(0));
    let (own, share) = (home.path().join(".minizinc"), Path::new(env!("CARGO_MANIFEST_DIR")));
    let share = share.join("crates/minizinc/share");
    for folder in ["parallax", "solvers"] {
        assert_eq!(names(&own.join(folder)), names(&share.join(folder)), "{folder}");
    }
    let assume = "experimental/assume/fzn_assume.mzn".to_owned();
    let is_file = |name: &String| share.join("parallax").join(name).is_file();
    for name in names(&share.join("parallax")).into_iter().filter(is_file).chain([assume]) {
        let [own, kept] = [&own, &share].map(|place| fs::read(place.join("parallax").join(&name)));
        assert!(own.expect("a file") == kept.expect("a file"), "{name}");
    }
    // An unknown member makes MiniZinc ignore the whole configuration.
    let known = [
        "id",
        "name",
        "version",
        "description",
        "executable",
        "mznlib",
        "tags",
        "stdFlags",
        "extraFlags",
        "supportsMzn",
        "supportsFzn",
        "needsSolns2Out",
        "needsMznExecutable",
        "needsStdlibDir",
        "isGUIApplication",
    ];
    for name in names(&share.join("solvers")) {
        let read = |place: &Path| -> Value {
            let text = fs::read_to_string(place.join("solvers").join(&name)).expect("a file");
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
        };
        let (mut installed, kept) = (read(&own), read(&share));
        assert_eq!(installed["executable"][0], env!("CARGO_BIN_EXE_parallax"), "{name}");
        assert_eq!(installed["mznlib"], own.join("parallax").display().to_string(), "{name}");
        installed["executable"][0] = "parallax".into();
        installed["mznlib"] = "../parallax".into();
        assert_eq!(installed, kept, "{name}");
        assert_eq!(kept["version"], env!("CARGO_PKG_VERSION"), "{name}");
        let id = name.strip_suffix(".msc").expect("a configuration");
        assert_eq!(kept["id"], format!("org.parallax.{id}"), "{name}");
        for member in kept.as_object().expect("an object").keys() {
            assert!(known.contains(&member.as_str()), "{name}: {member}");
        }
    }
}

#[test]
fn files_of_others_stay() {
    let home = tempfile::tempdir().expect("a folder");
    let own = home.path().join(".minizinc");
    fs::create_dir_all(own.join("solvers")).expect("a folder");
    let other = own.join("solvers/parallax.msc");
    fs::write(&other, "{\"id\": \"com.other.parallax\"}").expect("a file");
    let refused = parallax(home.path(), &["minizinc", "--install"]);
    assert_eq!(refused.code, Some(2), "{}", refused.out);
    assert!(refused.err.contains("parallax.msc") && refused.err.contains("--force"));
    assert!(!own.join("parallax").exists());
    assert_eq!(parallax(home.path(), &["minizinc", "--uninstall"]).code, Some(0));
    assert!(other.exists());
    let forced = parallax(home.path(), &["minizinc", "--install", "--force"]);
    assert_eq!(forced.code, Some(0), "{}", forced.err);
    assert!(forced.out.contains(&format!("replaced {}\n", other.display())), "{}", forced.out);
    // A part of an earlier version goes, a file of the user stays.
    for name in ["fzn_old.mzn", "mine.txt"] {
        fs::write(own.join("parallax").join(name), "").expect("a file");
    }
    assert_eq!(parallax(home.path(), &["minizinc", "--install"]).code, Some(0));
    assert!(!own.join("parallax/fzn_old.mzn").exists());
    assert_eq!(parallax(home.path(), &["minizinc", "--uninstall"]).code, Some(0));
    assert_eq!(names(&own.join("parallax")), ["mine.txt"]);
    assert!(names(&own.join("solvers")).is_empty());
    let blocked = tempfile::tempdir().expect("a folder");
    fs::write(blocked.path().join(".minizinc"), "a file").expect("a file");
    let refused = parallax(blocked.path(), &["minizinc", "--install"]);
    assert_eq!(refused.code, Some(2), "{}", refused.out);
    assert!(refused.err.contains(".minizinc"), "{}", refused.err);
}

/// A part of what the script compares.
const COMPARED: [&str; 17] = [
    "symmetric_all_different(array1d",
    "symmetric_all_different([x1])",
    "arg_sort(array1d",
    "sort([x1,x2]",
    "sliding_sum(0,4,2,[])",
    "increasing([])",
    "mdd_nondet(",
    "mdd([x1],",
    "circuit([])",
    "circuit([x1])",
    "nvalue(x1,[])",
    "inverse(array1d",
    "table([p,q,r]",
    "global_cardinality_closed(",
    "regular(array1d(5..7",
    "cumulative(array1d",
    "bin_packing_load(array1d",
];

#[test]
fn global_constraints_are_as_in_the_standard_library() {
    if !is_installed() || find_program("python3").is_none() {
        return;
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/check-minizinc-library");
    let compared = Command::new("python3")
        .arg(file)
        .arg(env!("CARGO_BIN_EXE_parallax"))
        .args(COMPARED)
        .output()
        .expect("python3 runs");
    let said = String::from_utf8(compared.stdout).expect("UTF-8");
    assert!(compared.status.success(), "{said}");
    assert!(said.ends_with(" comparisons, 0 differ\n") && !said.starts_with("0 "), "{said}");
}
