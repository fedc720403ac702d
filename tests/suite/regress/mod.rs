//! `parallax regress`: suites, their differences, and blessing.

mod blessed;
mod junit;
mod lying;
mod paths;
mod refused;

use std::fs;
use std::path::Path;

use insta::assert_snapshot;

use crate::common::{Ran, fed, spawn};

const HOME: &str = env!("CARGO_MANIFEST_DIR");

/// Makes a folder with these files.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("a file");
    }
    folder
}

/// Runs `parallax regress` in a folder; single spaces separate the words.
fn regress(folder: impl AsRef<Path>, line: &str) -> Ran {
    let args: Vec<&str> = ["regress"].into_iter().chain(line.split(' ')).collect();
    fed(folder, &args, b"")
}

/// Returns the output of a suite that ends with exit code 1.
fn differs(suite: &str) -> String {
    let folder = folder(&[("s.toml", suite)]);
    let ran = regress(&folder, "s.toml");
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""), "{suite}\n{}", ran.out);
    ran.out
}

#[test]
fn the_suite_of_the_repository_is_as_expected_and_has_every_instance() {
    let ran = regress(HOME, "instances/suite.toml --format json");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{}", ran.out);
    let suite = fs::read_to_string(Path::new(HOME).join("instances/suite.toml")).expect("a suite");
    for entry in fs::read_dir(Path::new(HOME).join("instances")).expect("a folder") {
        let name = entry.expect("an entry").file_name().into_string().expect("UTF-8");
        let named = suite.contains(&format!("\"{name}\"")) || suite.contains(&format!("\"{name}/"));
        assert!(name.ends_with(".toml") || named, "the suite lacks {name}");
    }
}

#[test]
fn differences_name_instance_engine_and_expectation() {
    assert_snapshot!(differs("
[[case]]
instance = 'latin:3'
task = 'count'
answer = 'unsat'
[[case]]
instance = ['latin:3', 'latin:2']
task = 'count'
count = [12, 3, 1]
instances = 3
[[case]]
instance = 'latin:3'
count = 12
[[case]]
instance = 'latin:3'
task = 'limit 3'
count = 3
value = 7
digest = '00000000000000000000000000000000'
[[case]]
instance = 'latin:2'
index = 3
answer = 'sat'
"), @"
s.toml:2: latin:3: 2 differences
  latin:3: native: expected unsat, found sat, 12 solutions
  latin:3: sat:batsat+direct: expected unsat, found sat, 12 solutions
s.toml:6: latin:3, latin:2: 4 differences
  latin:2: native: expected 3, found 2 solutions
  latin:2: sat:batsat+direct: expected 3, found 2 solutions
  expected 3 instances, found 2
  count: expected 3 instances, found 2
s.toml:11: latin:3 (2): 2 differences
  latin:3: native: expected 12, found 2 solutions or more; the case needs task = \"count\" or \"all\"
  latin:3: sat:batsat+direct: expected 12, found 2 solutions or more; the case needs task = \"count\" or \"all\"
s.toml:14: latin:3 (3): 3 differences
  latin:3: native: expected the value 7, found none
  latin:3: sat:batsat+direct: expected the value 7, found none
  no digest: no engine returned every solution of latin:3; the case needs task = \"all\"
s.toml:20: latin:2#3: 1 difference
  latin:2#3: there is no instance number 3
s.toml: 5 of 5 cases differ (6 instances)
");
}

#[test]
fn counters_have_a_tolerance() {
    let suite = |tolerance: &str, nodes: &str| {
        format!(
            "tolerance = {tolerance}\n[[case]]\ninstance = 'latin:4'\ntask = 'count'\n\
             count = 576\n[case.counters.native]\nnodes = {nodes}\n"
        )
    };
    let folder = folder(&[("s.toml", &suite("0.2", "500"))]);
    assert_eq!(regress(&folder, "s.toml").code, Some(0), "575 is within a fifth of 500");
    let out = differs(&suite("0.1", "500"));
    assert!(out.contains("nodes: expected 500 within 10%, found 575 (+15%)"), "{out}");
    let out = differs(&suite("0.2", "{ value = 1000, tolerance = 0.4 }"));
    assert!(out.contains("nodes: expected 1000 within 40%, found 575 (-42.5%)"), "{out}");
    let out = differs(&suite("0", "1\nnods = 3"));
    assert!(out.contains("reports no counter 'nods' (did you mean 'nodes'?)"), "{out}");
}

#[test]
fn an_engine_that_is_not_applicable_is_a_difference_only_where_it_is_required() {
    let text = "engines = ['native', 'reform:use=dimensions']\n[[case]]\ninstance = 'latin:3'\nanswer = 'sat'\n";
    let files = folder(&[("s.toml", text)]);
    assert_eq!(regress(&files, "s.toml").code, Some(0));
    let out = differs(&format!("{text}required = 'reform:use=dimensions'\n"));
    assert!(
        out.contains("reform:use=dimensions: the engine is required, but not applicable ("),
        "{out}"
    );
    let out = differs(&format!("{text}[case.counters.'reform:use=dimensions']\nboxes = 1\n"));
    assert!(out.contains("reform:use=dimensions: has no counters to compare"), "{out}");
    let out = differs(
        "engines = 'reform:use=dimensions'\n[[case]]\ninstance = 'latin:3'\nanswer = 'sat'\n",
    );
    assert!(out.contains("latin:3: no engine can take it ("), "{out}");
}

#[test]
fn a_time_limit_is_a_difference_with_its_reason() {
    let out = differs(
        "engines = 'native'\ntimeout = 0.01\n[[case]]\ninstance = 'latin:9'\ntask = 'count'\n\
         count = '5524751496156892842531225600'\nanswer = 'sat'\n",
    );
    assert!(out.contains("latin:9: native: no full answer ("), "{out}");
    let out = differs(
        "engines = 'brute'\n[[case]]\ninstance = 'latin:9'\ntask = 'count'\nanswer = 'sat'\n",
    );
    assert!(out.contains("latin:9: no engine can take it ("), "{out}");
}

#[test]
fn an_unreadable_instance_loses_nothing_else() {
    let good = "order 2\n1 -1\n-1 -1\n";
    let suite = "[[case]]\ninstance = '*.pls'\nanswer = 'sat'\ninstances = 3\n\
                 [[case]]\ninstance = 'latin:2'\nanswer = 'unsat'\n";
    let files = [("a.pls", good), ("b.pls", "order 2\n1 x\n"), ("c.pls", good), ("s.toml", suite)];
    let folder = folder(&files);
    let ran = regress(&folder, "s.toml --format json");
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), ""));
    let lines: Vec<serde_json::Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    assert_eq!(lines[0]["instances"], 3);
    let first = lines[0]["differences"].as_array().expect("a list");
    assert_eq!(first.len(), 1, "{}", ran.out);
    assert_eq!(first[0]["subject"], "unread");
    assert!(first[0]["message"].as_str().is_some_and(|text| text.contains("b.pls:2:")));
    assert_eq!(lines[1]["differences"].as_array().map(Vec::len), Some(2), "both engines");
}

#[test]
fn races_are_paired() {
    let suite = |most: &str| {
        format!(
            "[[case]]\ninstance = 'latin:3'\ntask = 'all'\ncount = 12\n[[case.race]]\n\
             engine = 'native'\nagainst = 'sat:batsat'\nat_most = {most}\nmargin = 0.5\nruns = 2\n"
        )
    };
    let folder = folder(&[("s.toml", &suite("1e12"))]);
    assert_eq!(regress(&folder, "s.toml").code, Some(0));
    let out = differs(&suite("0"));
    assert!(out.contains("native: takes ") && out.contains("as long as sat:batsat"), "{out}");
}

#[test]
fn annotations_point_to_the_suite() {
    let suite = "[[case]]\nname = 'a, b: 100%'\ninstance = 'latin:2'\nanswer = 'unsat'\n";
    let folder = folder(&[("s.toml", suite)]);
    let ran = regress(&folder, "s.toml --format github");
    assert_eq!(ran.code, Some(1));
    assert_snapshot!(ran.out, @"
::error file=s.toml,line=4,title=a%2C b%3A 100%25%3A answer::latin:2: native: expected unsat, found sat, 2 solutions
::error file=s.toml,line=4,title=a%2C b%3A 100%25%3A answer::latin:2: sat:batsat+direct: expected unsat, found sat, 2 solutions
");
    let within = std::process::Command::new(env!("CARGO_BIN_EXE_parallax"))
        .args(["regress", "s.toml"])
        .current_dir(&folder)
        .env("GITHUB_ACTIONS", "true")
        .env("GITHUB_WORKSPACE", folder.path().parent().expect("a parent"))
        .output()
        .expect("it runs");
    let name = folder.path().file_name().expect("a name").to_str().expect("UTF-8");
    let out = String::from_utf8(within.stdout).expect("UTF-8");
    assert!(out.contains(&format!("::error file={name}/s.toml,line=4,")), "{out}");
    assert!(out.starts_with("s.toml:1: "), "text comes first: {out}");
}

#[test]
fn only_some_cases_run_and_all_well_is_quiet() {
    let suite = "[[case]]\nname = 'good'\ninstance = 'latin:2'\nanswer = 'sat'\n\
                 [[case]]\nname = 'bad'\ninstance = 'latin:2'\nanswer = 'unsat'\n";
    let folder = folder(&[("s.toml", suite)]);
    let ran = regress(&folder, "s.toml --only good -q");
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (Some(0), "", ""));
    assert_eq!(regress(&folder, "s.toml --only bad").code, Some(1));
    let ran = regress(&folder, "s.toml --only none");
    assert_eq!(ran.code, Some(2));
    assert_snapshot!(ran.err, @"parallax: no case has a name with 'none'");
}

#[test]
#[cfg(unix)]
fn an_interrupt_reports_what_is_done_and_writes_nothing() {
    let suite = "engines = ['native']\n[[case]]\ninstance = 'latin:1'\nanswer = 'sat'\n\
                 [[case]]\ninstance = 'latin:9'\ntask = 'count'\nanswer = 'sat'\n\
                 [[case]]\ninstance = 'latin:2'\n";
    let folder = folder(&[("s.toml", suite)]);
    // A shell may start the tests with interrupts ignored; a termination signal has the same
    // effect.
    let child = spawn(&folder, &["regress", "s.toml", "--bless", "--junit", "r.xml"]);
    std::thread::sleep(std::time::Duration::from_secs(1));
    let id = child.id().to_string();
    assert!(
        std::process::Command::new("kill").args(["-TERM", &id]).status().expect("kill").success()
    );
    let ran = child.wait_with_output().expect("it ends");
    let out = String::from_utf8(ran.stdout).expect("UTF-8");
    assert_eq!(ran.status.code(), Some(130), "{out}");
    assert!(out.contains("2 not run to the end"), "{out}");
    assert_eq!(fs::read_to_string(folder.path().join("s.toml")).expect("a suite"), suite);
    let report = fs::read_to_string(folder.path().join("r.xml")).expect("a report");
    assert_eq!(report.matches("<skipped").count(), 2, "{report}");
}
