//! `parallax flatzinc`, as MiniZinc calls it, and by MiniZinc where it is installed.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{Ran, fed, script, skipped, spawn};

/// Two digits that differ, with an array that is printed.
const PAIRS: &str = "var 0..2: x :: output_var; var bool: b :: output_var;\n\
    array [1..2] of var int: a :: output_array([1..1,0..1]) = [x,7];\n\
    constraint int_ne(x,1); constraint bool_eq(b,true); solve satisfy;\n";

/// A sum of two, to be as large as possible.
const LARGEST: &str = "var 0..9: x :: output_var; var 0..9: y :: output_var; var 0..18: s;\n\
    constraint int_lin_eq([1,1,-1],[x,y,s],0); constraint int_lin_le([1,3],[x,y],12);\n\
    solve :: int_search([x,y],input_order,indomain_min,complete) maximize s;\n";

/// Four pigeons in three holes.
const PIGEONS: &str = "var 1..3: a :: output_var; var 1..3: b; var 1..3: c; var 1..3: d;\n\
    constraint int_ne(a,b); constraint int_ne(a,c); constraint int_ne(a,d);\n\
    constraint int_ne(b,c); constraint int_ne(b,d); constraint int_ne(c,d); solve satisfy;\n";

/// Returns a folder with these texts as `pairs.fzn`, `largest.fzn` and `pigeons.fzn`.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [("pairs", PAIRS), ("largest", LARGEST), ("pigeons", PIGEONS)] {
        fs::write(folder.path().join(format!("{name}.fzn")), text).expect("written");
    }
    folder
}

fn ran(folder: &tempfile::TempDir, args: &[&str]) -> Ran {
    let args: Vec<&str> = ["flatzinc"].iter().chain(args).copied().collect();
    fed(folder, &args, b"")
}

/// Runs, asserts that there is no error, and returns standard output.
fn out(folder: &tempfile::TempDir, args: &[&str]) -> String {
    let ran = ran(folder, args);
    assert_eq!((ran.code, &*ran.err), (Some(0), ""), "{args:?}: {}", ran.out);
    ran.out
}

/// Returns the lines that are no statistics.
fn plain(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with('%'));
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn solutions_and_the_end_are_printed_as_minizinc_reads_them() {
    let folder = folder();
    let one = |x: u8| format!("x = {x};\nb = true;\na = array2d(1..1,0..1,[{x},7]);\n----------\n");
    let first = out(&folder, &["pairs.fzn"]);
    assert!(first == one(0) || first == one(2), "{first}");
    let both = BTreeSet::from([one(0) + &one(2), one(2) + &one(0)]);
    for args in [&["-a", "pairs.fzn"][..], &["-n", "3", "pairs.fzn"], &["-n", "0", "pairs.fzn"]] {
        let all = out(&folder, args);
        assert!(both.contains(all.strip_suffix("==========\n").expect("an end")), "{all}");
    }
    for args in
        [&["-n", "2", "pairs.fzn"][..], &["-n", "2", "-r", "7", "-f", "-p", "2", "pairs.fzn"]]
    {
        let two = out(&folder, args);
        assert!(both.contains(two.trim_end_matches("==========\n")), "{two}");
    }
    assert_eq!(out(&folder, &["pigeons.fzn"]), "=====UNSATISFIABLE=====\n");
    assert_eq!(out(&folder, &["-a", "pigeons.fzn"]), "=====UNSATISFIABLE=====\n");
    fs::write(folder.path().join("empty.fzn"), "solve satisfy;").expect("written");
    assert_eq!(out(&folder, &["-a", "empty.fzn"]), "----------\n==========\n");
}

/// A cycle of three orders among assumptions, and two assumptions that do no harm.
const CYCLE: &str = "var 1..3: x :: output_var; var 1..3: y; var 1..3: z; var bool: a; var bool: b;
    var bool: c; var bool: d; var bool: e; constraint int_lt_reif(x,y,a);
    constraint int_lt_reif(y,z,b); constraint int_lt_reif(z,x,c); constraint int_ne_reif(x,y,d);
    constraint fzn_assume([d,a]); constraint fzn_assume([e,b,c]); solve satisfy;";

#[test]
fn a_core_of_the_assumptions_is_minimal_and_confirmed() {
    let folder = folder();
    let file = folder.path().join("cycle.fzn");
    fs::write(&file, CYCLE).expect("written");
    for args in [&["cycle.fzn"][..], &["-a", "cycle.fzn"], &["--engine", "native", "cycle.fzn"]] {
        let all = out(&folder, args);
        let lines: Vec<&str> = all.lines().collect();
        assert!(lines.contains(&"%%%mzn-core: [a, b, c]"), "{all}");
        assert!(lines.contains(&"%%%mzn-stat: coreMinimal=true"), "{all}");
        assert!(all.contains("coreConfirmed=\"") && !all.contains("not confirmed"), "{all}");
        assert_eq!(plain(&all), "=====UNSATISFIABLE=====\n");
    }
    let both = out(&folder, &["--engines", "native,sat:varisat", "cycle.fzn"]);
    assert_eq!(both.matches("%%%mzn-core: [a, b, c]").count(), 1, "{both}");
    assert!(both.ends_with("=====UNSATISFIABLE=====\n"), "{both}");
    // With a solution, or without assumptions, there is no core.
    fs::write(&file, CYCLE.replace("[e,b,c]", "[e,b]")).expect("written");
    assert!(!out(&folder, &["cycle.fzn"]).contains("core"));
    assert!(!out(&folder, &["pigeons.fzn"]).contains("core"));
    // A constant that is false is a core alone; without its help the rest may be one too.
    fs::write(&file, CYCLE.replace("[e,b,c]", "[e,false]")).expect("written");
    assert!(out(&folder, &["cycle.fzn"]).contains("%%%mzn-core: [false]\n"));
    // The rest of the model has no solution: no assumption is needed.
    fs::write(&file, CYCLE.replace("solve", "constraint int_eq(x,4); solve")).expect("written");
    assert!(out(&folder, &["cycle.fzn"]).contains("%%%mzn-core: []\n"));
}

#[test]
fn the_best_solution_is_printed_alone_or_after_each_better_one() {
    let folder = folder();
    let best = "x = 9;\ny = 1;\n----------\n==========\n";
    assert_eq!(out(&folder, &["largest.fzn"]), best);
    assert_eq!(out(&folder, &["-n", "5", "-t", "60000", "largest.fzn"]), best);
    for flag in ["-a", "-i"] {
        // By the search annotation x and y start at 0.
        let all = out(&folder, &[flag, "largest.fzn"]);
        assert!(all.starts_with("x = 0;\ny = 0;\n----------\n"), "{all}");
        assert!(all.ends_with(best), "{all}");
        let sums: Vec<u32> = all
            .split("----------\n")
            .filter_map(|one| {
                let values = one.lines().filter_map(|line| line.split([' ', ';']).nth(2));
                let values: Vec<u32> = values.filter_map(|value| value.parse().ok()).collect();
                (!values.is_empty()).then(|| values.iter().sum())
            })
            .collect();
        assert!(sums.len() > 1 && sums.is_sorted_by(|a, b| a < b), "{all}");
    }
}

#[test]
fn statistics_have_the_names_of_minizinc() {
    let folder = folder();
    let text = out(&folder, &["-s", "--engine", "native", "largest.fzn"]);
    let statistics: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix("%%%mzn-stat: ")).collect();
    for name in ["nodes=", "failures=", "variables=", "objective=10", "solveTime=", "initTime="] {
        assert!(statistics.iter().any(|line| line.starts_with(name)), "{name}\n{text}");
    }
    assert!(text.ends_with("%%%mzn-stat-end\n==========\n"), "{text}");
    assert_eq!(plain(&text), "x = 9;\ny = 1;\n----------\n==========\n");
}

#[test]
fn errors_have_a_place_and_exit_code_1() {
    let folder = folder();
    fs::write(folder.path().join("float.fzn"), "\nvar float: f;\nsolve satisfy;").expect("written");
    fs::write(folder.path().join("bytes.fzn"), b"var int: \xff;").expect("written");
    for (args, part) in [
        (&["bytes.fzn"][..], "parallax: bytes.fzn:1:10: not UTF-8"),
        (&["float.fzn"], "parallax: float.fzn:2:5: the variable 'f' is a float"),
        (&["missing.fzn"], "missing.fzn: there is no such file"),
        (&["--engine", "fzn:./no-such-program", "pairs.fzn"], "no-such-program"),
    ] {
        let ran = ran(&folder, args);
        assert_eq!((ran.code, &*ran.out), (Some(1), ""), "{}", ran.err);
        assert!(ran.err.contains(part), "{}", ran.err);
    }
}

#[test]
fn two_families_must_agree() {
    let folder = folder();
    // With a limit, slow engines are waited for.
    let engines = ["-t", "60000", "--engines", "native,sat:batsat+order,brute"];
    let with = |file| [&engines[..], &["-a", file]].concat();
    let text = out(&folder, &with("pigeons.fzn"));
    let sentence = text.strip_suffix(": there is no solution\n=====UNSATISFIABLE=====\n");
    let names =
        sentence.expect("one sentence and the answer").strip_prefix("% ").expect("a comment");
    assert!(names.ends_with(" agree") && names.contains(" and "), "{text}");
    let text = out(&folder, &[&["-s"][..], &with("pigeons.fzn")].concat());
    assert_eq!(plain(&text), "=====UNSATISFIABLE=====\n");
    assert!(text.matches("%%%mzn-stat: answer=\"unsat\"").count() >= 2, "{text}");
    assert!(!text.contains("claimed"), "{text}");
    let text = out(&folder, &with("pairs.fzn"));
    assert_eq!(plain(&text).matches("----------\n").count(), 2, "{text}");
    assert!(plain(&text).ends_with("\n==========\n"), "{text}");
    assert!(text.contains(" agree: these 2 solutions are all\n==========\n"), "{text}");
    let text = out(&folder, &[&engines[..], &["largest.fzn"]].concat());
    assert_eq!(plain(&text), "x = 9;\ny = 1;\n----------\n==========\n");
    assert!(text.contains(" agree: no solution is better than 10\n=========="), "{text}");
    assert!(!text.contains("%%%mzn-stat"), "{text}");
    // A run for one solution does not state that there is no other.
    let text = out(&folder, &[&engines[..], &["pairs.fzn"]].concat());
    assert_eq!(text.matches("\n% ").count(), 1, "{text}");
    assert!(text.ends_with(" agree: there is a solution, and each one is checked\n"), "{text}");
    // Of one family, the answer stays a claim.
    let text = out(&folder, &["--engines", "native,native:mid", "pigeons.fzn"]);
    let said = "there is no solution; no other engine confirms it\n=====UNSATISFIABLE=====\n";
    assert!(text.starts_with("% native") && text.ends_with(said), "{text}");
    let text = out(&folder, &["-s", "--engines", "native,native:mid", "pigeons.fzn"]);
    assert_eq!(plain(&text), "=====UNSATISFIABLE=====\n");
    assert!(text.contains("%%%mzn-stat: standing=\"claimed\"\n"), "{text}");
}

#[test]
fn a_disagreement_is_an_error_that_says_who_said_what() {
    let folder = folder();
    script(&folder.path().join("liar"), "echo s UNSATISFIABLE; exit 20");
    let engines = "native,liar=dimacs:./liar";
    let ran = ran(&folder, &["-t", "60000", "--engines", engines, "-a", "pairs.fzn"]);
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
    assert!(ran.out.ends_with("=====ERROR=====\n"), "{}", ran.out);
    assert!(!ran.out.contains("==========\n"), "{}", ran.out);
    for part in ["native says sat, 2 solutions", "liar says unsat", "the model is in "] {
        assert!(ran.err.contains(part), "{part}\n{}", ran.err);
    }
    let kept = |words: &str| {
        let (_, path) = ran.err.split_once(words).unwrap_or_else(|| panic!("{}", ran.err));
        let path = path.lines().next().unwrap_or_default();
        let text = fs::read_to_string(path).expect("a model");
        fs::remove_file(path).expect("removed");
        text
    };
    assert_eq!(kept("the model is in "), PAIRS);
    let smaller = kept("a smaller model that shows it is in ");
    assert!(smaller.len() < PAIRS.len() / 2 && !smaller.contains("constraint"), "{smaller}");
}

/// A problem without a soon end: a Golomb ruler as long as the limit.
fn ruler(marks: usize) -> String {
    let mut text = String::new();
    let most = marks * marks;
    for mark in 0..marks {
        text += &format!("var 0..{most}: m{mark} :: output_var;\n");
    }
    let mut items = String::new();
    let mut differences = Vec::new();
    for high in 1..marks {
        items += &format!("constraint int_lt(m{},m{high});\n", high - 1);
        for low in 0..high {
            let name = format!("d{low}_{high}");
            text += &format!("var 1..{most}: {name};\n");
            items += &format!("constraint int_lin_eq([1,-1,-1],[m{high},m{low},{name}],0);\n");
            for other in &differences {
                items += &format!("constraint int_ne({other},{name});\n");
            }
            differences.push(name);
        }
    }
    text + &items + &format!("constraint int_eq(m0,0);\nsolve minimize m{};\n", marks - 1)
}

#[test]
fn a_signal_ends_the_run_with_the_best_solution() {
    let folder = folder();
    fs::write(folder.path().join("ruler.fzn"), ruler(14)).expect("written");
    for (signal, flags) in [("TERM", &["-i"][..]), ("INT", &[])] {
        let args: Vec<&str> =
            ["flatzinc"].iter().chain(flags).chain(&["ruler.fzn"]).copied().collect();
        let mut child = spawn(&folder, &args);
        let stdout = child.stdout.take().expect("a pipe");
        let mut lines = BufReader::new(stdout).lines().map_while(Result::ok);
        let mut all = Vec::new();
        if flags.is_empty() {
            std::thread::sleep(Duration::from_secs(3));
        } else {
            all.extend(lines.by_ref().take_while(|line| line != "----------"));
            all.push("----------".to_owned());
        }
        let start = Instant::now();
        let kill = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
        assert!(kill.expect("kill runs").success());
        all.extend(lines);
        let status = child.wait().expect("an end");
        assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
        assert_eq!(status.code(), Some(0), "{signal}");
        let last = all.last().map_or("", String::as_str);
        let is_early = flags.is_empty() && last == "=====UNKNOWN=====";
        assert!(last == "----------" || is_early, "{signal}: {all:?}");
    }
}

#[test]
fn the_time_limit_ends_the_run_with_an_answer() {
    let folder = folder();
    fs::write(folder.path().join("ruler.fzn"), ruler(14)).expect("written");
    for limit in ["2000", "1"] {
        let text = out(&folder, &["-t", limit, "ruler.fzn"]);
        let is_one = text.ends_with("\n----------\n") && text.matches("----------").count() == 1;
        assert!(is_one || text == "=====UNKNOWN=====\n", "{text}");
    }
}

/// Writes a solver configuration whose solver is this program with these options.
fn configuration(folder: &tempfile::TempDir, options: &[&str]) {
    let mut command = vec![env!("CARGO_BIN_EXE_parallax"), "flatzinc"];
    command.extend(options);
    let text = serde_json::json!({
        "id": "org.parallax.test", "name": "Parallax under test", "version": "1.0",
        "executable": command, "mznlib": "lib", "tags": ["cp", "int"],
        "stdFlags": ["-a", "-n", "-i", "-f", "-p", "-r", "-t", "-s", "-v"],
        "supportsMzn": false, "supportsFzn": true,
    });
    fs::create_dir_all(folder.path().join("lib")).expect("a folder");
    let redefined = folder.path().join("lib/redefinitions.mzn");
    fs::write(redefined, "include \"nosets.mzn\";\n").expect("written");
    fs::write(folder.path().join("solver.msc"), text.to_string()).expect("written");
}

/// Runs `minizinc` in a folder; `None` if it is not installed.
fn minizinc(folder: &tempfile::TempDir, args: &[&str]) -> Option<Ran> {
    let mut command = Command::new("minizinc");
    command.args(["--solver", "solver.msc"]).args(args).current_dir(folder);
    let Ok(ran) = command.stdin(Stdio::null()).output() else {
        skipped("minizinc is not installed");
        return None;
    };
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Some(Ran { code: ran.status.code(), out: text(ran.stdout), err: text(ran.stderr) })
}

#[test]
fn minizinc_reads_the_answers() {
    let folder = folder();
    configuration(&folder, &[]);
    let model = "int: n = 6; array [0..n-1] of var 1..n: q; set of int: S = 0..n-1;\n\
        array [0..1, 1..2] of var bool: t; var set of 1..3: s;\n\
        constraint forall(i, j in S where i < j)(q[i] != q[j] /\\ abs(q[i] - q[j]) != j - i);\n\
        constraint forall(i in 0..1, j in 1..2)(t[i, j] <-> i < j); constraint card(s) = 3;\n\
        solve satisfy; output [\"\\(q) \\(t[1, 1]) \\(t[0, 1]) \\(s)\\n\"];\n";
    fs::write(folder.path().join("queens.mzn"), model).expect("written");
    let best = "var 0..9: x; var 0..9: y; constraint x + 3*y <= 12;\n\
        solve :: int_search([x, y], first_fail, indomain_max) maximize x + y;\n\
        output [\"\\(x) \\(y)\\n\"];\n";
    fs::write(folder.path().join("best.mzn"), best).expect("written");
    let Some(ran) = minizinc(&folder, &["-a", "queens.mzn"]) else { return };
    assert_eq!((ran.code, &*ran.err), (Some(0), ""), "{}", ran.out);
    let found: BTreeSet<&str> = ran.out.lines().filter(|line| line.starts_with('[')).collect();
    let expected =
        ["[2, 4, 6, 1, 3, 5]", "[3, 6, 2, 5, 1, 4]", "[4, 1, 5, 2, 6, 3]", "[5, 3, 1, 6, 4, 2]"];
    let expected: Vec<String> =
        expected.iter().map(|queens| format!("{queens} false true 1..3")).collect();
    assert_eq!(found.into_iter().collect::<Vec<_>>(), expected);
    assert!(ran.out.ends_with("==========\n"), "{}", ran.out);
    let two = minizinc(&folder, &["-n", "2", "queens.mzn"]).expect("it is installed").out;
    assert_eq!(two.matches("----------").count(), 2, "{two}");
    for flags in [&[][..], &["-i"], &["-a", "-s"], &["-f", "-p", "2", "-r", "3", "-t", "60000"]] {
        let args: Vec<&str> = flags.iter().chain(&["best.mzn"]).copied().collect();
        let ran = minizinc(&folder, &args).expect("it is installed");
        assert_eq!((ran.code, &*ran.err), (Some(0), ""), "{}", ran.out);
        assert!(plain(&ran.out).ends_with("9 1\n----------\n==========\n"), "{}", ran.out);
    }
    fs::write(
        folder.path().join("none.mzn"),
        "var 1..2: x; var 1..2: y; var 1..2: z;\n\
        constraint x != y /\\ y != z /\\ x != z; solve satisfy;\n",
    )
    .expect("written");
    let none = minizinc(&folder, &["none.mzn"]).expect("it is installed");
    assert_eq!((none.code, &*none.out), (Some(0), "=====UNSATISFIABLE=====\n"), "{}", none.err);
    configuration(&folder, &["--engines", "native,sat:batsat+order"]);
    let both = minizinc(&folder, &["best.mzn"]).expect("it is installed");
    assert_eq!(plain(&both.out), "9 1\n----------\n==========\n", "{}", both.err);
}
