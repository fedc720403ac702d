//! `parallax solve --candidates`: the board shows what its cells may have, and the lines below it
//! the rest.

use crate::common::fed;

fn candidates(line: &str) -> String {
    let words: Vec<&str> = ["solve", "--candidates"].into_iter().chain(line.split(' ')).collect();
    let ran = fed(env!("CARGO_MANIFEST_DIR"), &words, b"");
    assert_eq!((ran.code, ran.err.as_str()), (Some(10), ""), "{line}");
    ran.out
}

#[test]
fn what_the_board_shows_is_not_listed_again() {
    insta::assert_snapshot!(candidates("latin:3 --given r1c1=1"), @r"
    latin:3: latin square 3x3, 9 holes, given r1c1=1
    1   23  23
    23  123 123
    23  123 123
    4 of 9 open variables may have any of their values
    ");
    let killer = candidates("instances/killer-6.grid");
    assert!(!killer.contains("hold:"), "{killer}");
    // A board abbreviates more than nine values, so they are listed.
    let large = candidates("latin:11 --given r1c1=1");
    assert!(large.contains("(10)") && large.contains("r1c2 = 1\n"), "{large}");
    assert!(!large.contains("r1c1 = 1"), "{large}");
    // A model without a board has lists.
    let model = candidates("instances/zebra-4.model.json");
    assert!(model.contains("must hold:") || model.contains("cannot hold:"), "{model}");
}
