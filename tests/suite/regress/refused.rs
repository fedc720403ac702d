//! Texts that are not suites: one error, with line and column.

use insta::assert_snapshot;

use super::{folder, regress};

/// Returns the error of a suite.
fn error(suite: &str) -> String {
    let folder = folder(&[("s.toml", suite)]);
    let ran = regress(&folder, "s.toml");
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{suite}\n{}", ran.out);
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    ran.err.trim_start_matches("parallax: ").to_owned()
}

/// Returns the error of a case with these lines; the first of them is line 3.
fn of_case(lines: &str) -> String {
    error(&format!("[[case]]\ninstance = 'latin:2'\n{lines}\n"))
}

#[test]
fn suites_have_cases_and_cases_instances() {
    assert_snapshot!(error(""), @"s.toml:1:1: a suite without cases; expected [[case]]");
    assert_snapshot!(error("case = []"), @"s.toml:1:1: a suite without cases; expected [[case]]");
    assert_snapshot!(error("case = 3"), @"s.toml:1:8: case: expected tables, each under a line [[…]], found an integer");
    assert_snapshot!(error("[case]\ninstance = 'latin:2'"), @"s.toml:1:1: case: expected tables, each under a line [[…]], found a table");
    assert_snapshot!(error("[[case]]\nname = 'a'"), @"s.toml:1:1: a case without instance = \"…\"");
    assert_snapshot!(error("[[case]]\ninstance = []"), @"s.toml:1:1: a case without instance = \"…\"");
    assert_snapshot!(error("[[case]]\ninstance = 'none.pls'"), @"s.toml:2:12: instance 'none.pls': there is no file or folder none.pls");
    assert_snapshot!(error("[[case]]\ninstance = 'no*.pls'"), @"s.toml:2:12: instance 'no*.pls': no file matches");
    assert_snapshot!(error("[[case]]\ninstance = '-'"), @"s.toml:2:12: instance: expected a file, a folder, a glob, or a name such as latin:4, found '-'");
}

#[test]
fn keys_are_known_and_of_their_type() {
    assert_snapshot!(of_case("anser = 'sat'"), @"s.toml:3:1: unknown key of a case 'anser' (did you mean 'answer'?); known: engines, model, timeout, seed, task, tolerance, name, instance, puzzle, sheet, index, required, answer, digest, counters, count, value, standing, instances, race");
    assert_snapshot!(of_case("answer = 'maybe'"), @"s.toml:3:10: unknown answer 'maybe'; known: sat, unsat, optimal");
    assert_snapshot!(of_case("answer = ['sat', 1]"), @"s.toml:3:18: answer: expected a string for each instance, found an integer");
    assert_snapshot!(of_case("count = -1"), @"s.toml:3:9: count: expected a whole number from 0, found an integer");
    assert_snapshot!(of_case("count = 'many'"), @"s.toml:3:9: count: expected a whole number from 0, found a string");
    assert_snapshot!(of_case("digest = '12'"), @"s.toml:3:10: digest: expected 32 hexadecimal digits");
    assert_snapshot!(of_case("digest = '+0000000000000000000000000000000'"), @"s.toml:3:10: digest: expected 32 hexadecimal digits");
    assert_snapshot!(of_case("task = 'limit 0'"), @"s.toml:3:8: unknown task 'limit 0' (did you mean 'limit 2'?); known: first, all, count, optimise, limit 2");
    assert_snapshot!(of_case("timeout = 0"), @"s.toml:3:11: timeout: expected seconds above 0");
    assert_snapshot!(of_case("timeout = nan"), @"s.toml:3:11: timeout: expected seconds above 0");
    assert_snapshot!(of_case("seed = -1"), @"s.toml:3:8: seed: expected a whole number from 0");
    assert_snapshot!(of_case("tolerance = -0.1"), @"s.toml:3:13: tolerance: expected a number from 0, such as 0.1 for a tenth");
    assert_snapshot!(of_case("puzzle = 'chess'"), @"s.toml:3:10: there is no puzzle 'chess'; expected one of set, sudoku, latin, magic, keisuke, grid, model, cnf, opb, smt2, xcsp3, fzn, cdmn");
    assert_snapshot!(of_case("name = \"a\\nb\""), @"s.toml:3:8: name: expected one line of plain text");
    assert_snapshot!(error("[[case]]\ninstance = ['latin:2', 'latin:3']\nindex = 0"), @"s.toml:1:1: index goes with one file");
    assert_snapshot!(error("[[case]]\ninstance = 'latin:2'\ninstance = 'latin:3'"), @"s.toml:3:1: not TOML: duplicate key");
    assert_snapshot!(error("a = \n"), @"s.toml:1:5: not TOML: string values must be quoted, expected literal string");
    assert_snapshot!(error("[[case]]\nname = 'a'\ninstance = 'latin:2'\n[[case]]\nname = 'a'\ninstance = 'latin:2'"), @"s.toml:5:8: a second case with the name 'a'");
}

#[test]
fn engines_are_those_of_the_build() {
    assert_snapshot!(error("engines = 'natve'\n"), @"s.toml:1:11: unknown engine 'natve'; did you mean 'native'? ('parallax engines' lists all)");
    assert_snapshot!(of_case("engines = ['native', 'sat:nothing']"), @"s.toml:3:22: unknown SAT solver 'nothing'; known: varisat, batsat, cadical, minisat, glucose");
    assert_snapshot!(of_case("engines = []"), @"s.toml:3:11: engines: no engine named");
    assert_snapshot!(of_case("engines = 'sat:batsat'\n[case.counters.'sat:batsat']\nx = 1\n[case.counters.'sat:batsat+direct']\nx = 1"), @"s.toml:6:16: a second table of counters for sat:batsat+direct");
    assert_snapshot!(of_case("required = 'reform'"), @"s.toml:3:12: unknown engine of the case 'reform'; known: native, sat:batsat+direct");
    assert_snapshot!(of_case("[case.counters.brute]\nnodes = 1"), @"s.toml:3:16: unknown engine of the case 'brute'; known: native, sat:batsat+direct");
    assert_snapshot!(of_case("[case.counters.native]\nnodes = -1"), @"s.toml:4:1: nodes: expected a whole number from 0");
    assert_snapshot!(of_case("[case.counters.native]\nnodes = { value = 1, most = 2 }"), @"s.toml:4:22: unknown key of a counter 'most'; known: value, tolerance");
    assert_snapshot!(of_case("model = 'all'\n[case.counters.native]\nnodes = 1"), @"s.toml:4:7: counters are of one model; give each model its own case");
    assert_snapshot!(of_case("[[case.race]]\nengine = 'native'"), @"s.toml:3:1: a race without against = \"…\"");
    assert_snapshot!(of_case("[[case.race]]\nengine = 'native'\nagainst = 'native'\nat_most = 1\nmargin = 0"), @"s.toml:3:1: a race of an engine against itself");
    assert_snapshot!(of_case("[[case.race]]\nengine = 'native'\nagainst = 'brute'\nat_most = 1\nmargin = 0\nruns = 0"), @"s.toml:8:8: runs: expected 1 to 1000");
}

#[test]
#[cfg(not(feature = "z3"))]
fn engines_of_other_builds_are_refused() {
    assert_snapshot!(error("engines = 'smt:z3'\n"), @"s.toml:1:11: this build does not have the engine 'smt:z3+fd'; 'parallax engines' lists those it has");
}

#[test]
fn hostile_suites_are_errors() {
    for (bytes, part) in [
        (b"\xff\xfe[[case]]".to_vec(), "s.toml:1:1: not UTF-8"),
        (b"[[case]]\ninstance = 'a\0b'".to_vec(), "s.toml:2:"),
        ("[".repeat(1 << 20).into_bytes(), "s.toml:1:"),
        (format!("x = {}", "[".repeat(1 << 16)).into_bytes(), "s.toml:1:"),
        (b"x = 99999999999999999999".to_vec(), "s.toml:1:"),
    ] {
        let folder = folder(&[]);
        std::fs::write(folder.path().join("s.toml"), bytes).expect("a file");
        let ran = regress(&folder, "s.toml");
        assert_eq!(ran.code, Some(2), "{}", ran.err);
        assert!(ran.err.contains(part) && ran.err.lines().count() == 1, "{}", ran.err);
    }
    let folder = folder(&[]);
    assert_eq!(regress(&folder, "none.toml").code, Some(2));
    assert_eq!(regress(&folder, "-").code, Some(2));
    assert_eq!(regress(&folder, ".").code, Some(2));
}
