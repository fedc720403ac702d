//! Programs of a suite run in its folder, and `--new` takes engines.

use std::fs;

use super::{folder, regress};
use crate::common::{fed, script};

#[test]
fn programs_run_in_the_folder_of_the_suite() {
    let folder = folder(&[]);
    let sub = folder.path().join("sub");
    fs::create_dir(&sub).expect("a folder");
    fs::write(sub.join("one.cnf"), "p cnf 1 1\n1 0\n").expect("a file");
    fs::write(sub.join("answer"), "s SATISFIABLE\nv 1 0\n").expect("a file");
    script(&sub.join("solver"), "cat answer");
    let suite = "engines = ['native', 'a=dimacs:./solver {cnf}', 'b=dimacs:sh solver {cnf}']\n\
                 task = 'first'\n[[case]]\ninstance = 'one.cnf'\nanswer = 'sat'\n\
                 required = ['a=dimacs:./solver {cnf}']\n";
    fs::write(sub.join("s.toml"), suite).expect("a suite");
    for line in ["sub/s.toml", "sub/s.toml --isolate"] {
        let ran = regress(&folder, line);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{}", ran.out);
    }
    // In the folder itself it is the same.
    let ran = fed(&sub, &["regress", "s.toml"], b"");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{}", ran.out);
}

#[test]
fn a_new_suite_has_the_engines_that_are_named() {
    let folder = folder(&[]);
    let ran = regress(&folder, "--new s.toml latin:3 --engines native,sat:varisat --engines brute");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{}", ran.out);
    let suite = fs::read_to_string(folder.path().join("s.toml")).expect("a suite");
    assert!(suite.contains("engines = [\"native,sat:varisat\", \"brute\"]"), "{suite}");
    assert_eq!(regress(&folder, "s.toml").code, Some(0));
    let ran = regress(&folder, "--new t.toml latin:3 --engines nativ");
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("t.toml:3:12: ") && ran.err.contains("native"), "{}", ran.err);
    assert!(!folder.path().join("t.toml").exists());
    assert_eq!(regress(&folder, "s.toml --engines native").code, Some(2));
}
