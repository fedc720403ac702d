//! Cuts and joined cases.

use serde_json::json;

use crate::programs::case::FuzzCase;
use crate::programs::judge::judge_case;
use crate::programs::language::CaseLanguage;
use crate::programs::language::xcsp3::Xcsp3Language;
use crate::programs::reply::{ReplyOutcome, TargetReply, WrongAnswer, compare_reply};
use crate::programs::shrink::case_size;
use crate::shrink::shrink_object;

#[test]
fn a_case_is_cut_to_what_shows_the_fault() {
    let value = json!({
        "id": 1,
        "variables": [{ "name": "x0", "values": [-3, 0, 2, 5] }, { "name": "x1", "values": [1, 2] },
            { "name": "b2", "bool": true }],
        "constraints": [
            ["iff", "b2", ["eq", ["mod", ["add", "x0", 1], 4], "x1"]],
            ["all_different", ["list", "x0", "x1", 7]],
        ],
    });
    let case = FuzzCase::from_json(&value).expect("a well-formed case");
    // The fault shows wherever a remainder is taken.
    let mut asked = 0;
    let small = shrink_object(&case, 1000, &mut |case| {
        asked += 1;
        case.used_operators().contains(&crate::programs::Operator::Mod)
    });
    assert!(asked < 500, "{asked}");
    assert_eq!(small.constraints.len(), 1);
    // eq(mod(constant, constant), constant), which has one unused variable with one value.
    assert_eq!(case_size(&small).nodes, 5);
    assert_eq!(case_size(&small).values, 1);
}

#[test]
fn nothing_is_cut_where_nothing_remains() {
    let value = json!({ "id": 1, "variables": [], "constraints": [["all_equal", ["list"]]] });
    let case = FuzzCase::from_json(&value).expect("a well-formed case");
    let small = shrink_object(&case, 1000, &mut |_| true);
    assert!(case_size(&small) <= case_size(&case));
    assert_eq!(shrink_object(&case, 0, &mut |_| true), case);
}

#[test]
fn output_of_xcsp3_solvers() {
    let value = json!({
        "id": 1,
        "variables": [{ "name": "x0", "values": [0, 1] }, { "name": "x1", "values": [0, 1] }],
        "constraints": [["lt", "x0", "x1"]],
    });
    let case = FuzzCase::from_json(&value).expect("a well-formed case");
    let truth = judge_case(&case, crate::programs::definition::UndefinedSemantics::Strict)
        .expect("a small case");
    let outcome = |output: &str| {
        compare_reply(&case, &truth, &Xcsp3Language { all: true }.read_output(&case, output))
    };
    let coloured = "\u{1b}[92ms SATISFIABLE\u{1b}[0m\n\u{1b}[92m\nv\u{1b}[0m  <instantiation id='s'> \
         <list> x1 x0 </list> <values> 1 0 </values> </instantiation>\n";
    assert_eq!(outcome(coloured), ReplyOutcome::Right);
    let lines = "v <instantiation>\nv <list>x0 x1 </list>\nv <values>0x2 </values>\n\
         v </instantiation>\ns SATISFIABLE\n";
    assert_eq!(outcome(lines).wrong_answer(), Some(WrongAnswer::Solution));
    assert_eq!(outcome("s UNSATISFIABLE").wrong_answer(), Some(WrongAnswer::Unsatisfiable));
    assert_eq!(outcome("s UNSUPPORTED"), ReplyOutcome::Refused("s UNSUPPORTED".into()));
    let short = "v <instantiation> <list> x0 x1 </list> <values> 0 </values> </instantiation>";
    assert!(matches!(
        Xcsp3Language { all: true }.read_output(&case, short),
        TargetReply::Unreadable(_)
    ));
}
