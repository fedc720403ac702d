//! Blessing: the expectations that it writes, keeps and refuses.

use std::fs;

use insta::assert_snapshot;

use super::{folder, regress};

/// Returns the suite after a blessing that ends with this code, and the output.
fn blessed(code: i32, suite: &str) -> (String, String) {
    let folder = folder(&[("s.toml", suite)]);
    let ran = regress(&folder, "s.toml --bless");
    assert_eq!((ran.code, ran.err.as_str()), (Some(code), ""), "{}", ran.out);
    let text = fs::read_to_string(folder.path().join("s.toml")).expect("a suite");
    let again = regress(&folder, "s.toml --bless");
    assert!(!again.out.contains("wrote"), "a second blessing changes nothing: {}", again.out);
    assert_eq!(fs::read_to_string(folder.path().join("s.toml")).expect("a suite"), text);
    (text, ran.out)
}

#[test]
fn comments_and_order_stay() {
    let (text, _) = blessed(
        0,
        "# A suite.\ntask   =   'all' # every solution\n\n  [[case]] # the first\n\
         instance = \"latin:2\"\ncount =  3   # wrong\nanswer = 'sat'\n\n# counters\n\
         [case.counters.\"native\"] # of one\nnodes = {value=999, tolerance = 0.0} # too many\n\
         # the end\n",
    );
    assert_snapshot!(text, @r#"
    # A suite.
    task   =   'all' # every solution

      [[case]] # the first
    instance = "latin:2"
    count =  2   # wrong
    answer = 'sat'
    digest = "bea68f95406f8378412bb5990a4bcc80"

    # counters
    [case.counters."native"] # of one
    nodes = {value=1, tolerance = 0.0} # too many
    # the end
    "#);
}

#[test]
fn line_endings_marks_and_inline_tables_stay() {
    let suite =
        "\u{feff}# one\r\ncase = [\r\n  { instance = 'latin:2', task = 'count' }, # two\r\n]\r\n";
    let (text, _) = blessed(0, suite);
    assert!(text.starts_with('\u{feff}'));
    assert_eq!(text.matches('\n').count(), text.matches("\r\n").count());
    assert_eq!(text.lines().count(), 4);
    assert!(text.contains("answer = \"sat\"") && text.contains("count = 2"), "{text}");
    assert!(text.contains("}, # two\r\n"), "{text}");
}

#[test]
fn only_independent_engines_are_believed() {
    let case = "[[case]]\ninstance = 'latin:2'\ntask = 'count'\n";
    let (text, out) = blessed(1, &format!("engines = 'native'\n{case}"));
    assert_eq!(text, format!("engines = 'native'\n{case}"));
    assert!(
        out.contains(
            "did not write anything: latin:2: only native shows it; a second, independent engine must"
        ),
        "{out}"
    );
    let list = "engines = ['sat:batsat', 'sat:batsat+order', 'reform:use=dimensions']\n";
    let (text, out) = blessed(1, &format!("{list}{case}"));
    assert_eq!(text, format!("{list}{case}"));
    assert!(out.contains("of the same family show it; an independent engine must"), "{out}");
}

#[test]
fn lists_are_written_where_instances_differ_and_stay_where_they_are_right() {
    let case = "[[case]]\ninstance = ['latin:2', 'latin:3']\ntask = 'count'\n";
    let (text, _) = blessed(0, case);
    assert_eq!(text, format!("{case}answer = \"sat\"\ncount = [2, 12]\ninstances = 2\n"));
    let right = format!("{case}answer = ['sat', 'sat']\ncount = [2, 12]\ninstances = 2\n");
    assert_eq!(blessed(0, &right).0, right);
}

#[test]
fn an_empty_table_of_counters_is_filled() {
    let case = "[[case]]\ninstance = 'latin:2'\nanswer = 'sat'\n[case.counters.native]\n";
    let (text, out) = blessed(0, case);
    assert!(text.contains("\nnodes = "), "{text}");
    assert!(out.contains("wrote native nodes: "), "{out}");
}

#[test]
fn unreadable_instances_and_unknown_answers_are_not_blessed() {
    let suite = "[[case]]\ninstance = ['latin:2', 'latin:x']\nanswer = 'unsat'\n";
    let (text, out) = blessed(1, suite);
    assert_eq!(text, suite);
    assert!(out.contains("did not write anything: latin:x: "), "{out}");
    let suite = "engines = 'native'\ntimeout = 0.01\n[[case]]\ninstance = 'latin:9'\ntask = 'count'\n\
                 answer = 'unsat'\n";
    assert_eq!(blessed(1, suite).0, suite);
}

#[test]
fn the_best_value_is_written() {
    let model = r#"{"format": "parallax-model-1", "maximize": [{"variable": "x"}],
        "variables": [{"name": "x", "domain": "-3..-1"}]}"#;
    let suite = "[[case]]\ninstance = 'm.json'\n";
    let folder = folder(&[("s.toml", suite), ("m.json", model)]);
    assert_eq!(regress(&folder, "s.toml --bless").code, Some(0));
    let text = fs::read_to_string(folder.path().join("s.toml")).expect("a suite");
    assert_eq!(text, format!("{suite}answer = \"optimal\"\nvalue = -1\n"));
}

#[test]
fn a_new_suite_names_files_from_its_folder() {
    let folder = folder(&[("a.pls", "order 2\n1 -1\n-1 -1\n")]);
    fs::create_dir(folder.path().join("sub")).expect("a folder");
    let ran = regress(&folder, "--new sub/s.toml a.pls latin:2");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let text = fs::read_to_string(folder.path().join("sub/s.toml")).expect("a suite");
    assert!(text.contains("instance = \"../a.pls\"") && text.contains("\"latin:2\""), "{text}");
    assert_eq!(regress(&folder, "sub/s.toml").code, Some(0));
    let again = regress(&folder, "--new sub/s.toml a.pls");
    assert_eq!(again.code, Some(2));
    let nowhere = regress(&folder, "--new none/s.toml a.pls");
    assert_snapshot!(nowhere.err, @"parallax: none/s.toml: there is no such folder");
    assert_snapshot!(again.err, @"parallax: sub/s.toml: is there already; --bless changes a suite");
}
