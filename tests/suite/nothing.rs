//! Problems with no variable, no constraint, one empty clause or constraint, in the form of every
//! external solver. Scripts in place of solvers read what is written.

use std::path::Path;

use crate::common::{fed, script};

/// A solver of clauses without variables, or with none that matters: it looks for a constraint that
/// cannot hold.
fn solvers(folder: &Path) {
    // A clause line that is just 0.
    let clauses = "if grep -qx '0' \"$1\"; then echo s UNSATISFIABLE; exit 20; fi\n\
        echo s SATISFIABLE; echo v 0; exit 10";
    script(&folder.join("sat"), clauses);
    // The variable of the header has a value even if no constraint mentions it, as clasp prints.
    let sums = "if grep -q '^0 x1 >= 1 ;$' \"$1\"; then echo s UNSATISFIABLE; exit 20; fi\n\
        n=$(sed -n 's/.*#variable= \\([0-9]*\\).*/\\1/p' \"$1\")\n\
        echo s SATISFIABLE; printf v; for i in $(seq \"$n\"); do printf ' x%s' \"$i\"; done\n\
        echo; exit 10";
    script(&folder.join("pb"), sums);
    let terms = "if grep -q '(assert false)' \"$1\"; then echo unsat; exit; fi\n\
        echo sat; echo '('; echo ')'";
    script(&folder.join("smt"), terms);
}

#[test]
fn problems_with_nothing_in_them_have_their_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    solvers(at);
    let form = |variables: &str, constraints: &str| {
        format!(
            r#"{{"format": "parallax-model-1", "name": "n", "variables": [{variables}],
                "constraints": [{constraints}]}}"#
        )
    };
    let clause = r#"{"kind": "clause", "atoms": []}"#;
    let sum = |constant: i32| {
        format!(r#"{{"kind": "linear", "terms": [], "relation": ">=", "constant": {constant}}}"#)
    };
    for (name, text, code) in [
        ("none.cnf", "p cnf 0 0\n".to_owned(), 10),
        ("empty-clause.cnf", "p cnf 0 1\n0\n".to_owned(), 20),
        ("none.opb", "* #variable= 0 #constraint= 0\n".to_owned(), 10),
        ("true.opb", "* #variable= 0 #constraint= 1\n>= 0 ;\n".to_owned(), 10),
        ("false.opb", "* #variable= 0 #constraint= 1\n>= 1 ;\n".to_owned(), 20),
        ("none.smt2", "(check-sat)\n".to_owned(), 10),
        ("false.smt2", "(assert false)\n".to_owned(), 20),
        ("none.model.json", form("", ""), 10),
        ("clause.model.json", form("", clause), 20),
        ("true.model.json", form("", &sum(0)), 10),
        ("false.model.json", form("", &sum(1)), 20),
    ] {
        std::fs::write(at.join(name), text).expect("written");
        for engine in ["native", "dimacs:./sat {cnf}", "opb:./pb {opb}", "smtlib:./smt {smt2}"] {
            for more in [&[][..], &["--count"]] {
                let args = [&["solve", name, "--engine", engine], more].concat();
                let ran = fed(&folder, &args, b"");
                assert_eq!(
                    ran.code,
                    Some(code),
                    "{name} {engine} {more:?}: {}{}",
                    ran.out,
                    ran.err
                );
            }
        }
    }
    // One variable that no constraint is on has each of its values.
    let lone = r#"{"name": "b", "domain": "0..1"}"#;
    std::fs::write(at.join("lone.model.json"), form(lone, "")).expect("written");
    let ran = fed(&folder, &["solve", "lone.model.json", "--engine", "opb:./pb {opb}"], b"");
    assert_eq!(ran.code, Some(10), "{}{}", ran.out, ran.err);
}

/// Clauses that define a product are no constraints of the file.
#[test]
fn no_core_names_the_definition_of_a_product() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "* #variable= 3 #constraint= 4 #product= 2 sizeproduct= 4\n\
        +1 x1 x2 +1 ~x1 x3 >= 2 ;\n+1 x3 >= 0 ;\n+1 x1 >= 1 ;\n+1 x2 +1 x3 >= 1 ;\n";
    std::fs::write(folder.path().join("a.opb"), text).expect("written");
    for more in ["--core", "--minimize-core"] {
        let args = ["solve", "a.opb", more, "--format", "json"];
        let ran = fed(&folder, &args, b"");
        assert_eq!(ran.code, Some(20), "{}", ran.err);
        let row: serde_json::Value = serde_json::from_str(ran.out.trim()).expect("a row");
        let core = row["core"]["constraints"].as_array().expect("a core");
        assert_eq!(core, &["constraint 1"], "{row}");
    }
    let ran = fed(&folder, &["why", "a.opb"], b"");
    assert!(ran.out.contains("constraint 1") && !ran.out.contains("product 1:"), "{}", ran.out);
}
