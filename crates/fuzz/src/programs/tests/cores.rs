//! Cores: spelling, reading and judgement.

use serde_json::json;

use crate::programs::case::FuzzCase;
use crate::programs::cores::CoreCounts;
use crate::programs::definition::UndefinedSemantics;
use crate::programs::draw::CasePlan;
use crate::programs::judge::judge_case;
use crate::programs::language::CaseLanguage;
use crate::programs::language::flatzinc::{FlatZinc, FlatzincLibrary};
use crate::programs::language::json::JsonLanguage;
use crate::programs::language::smtlib::SmtLib;
use crate::programs::reply::{ReplyOutcome, TargetReply, WrongAnswer, compare_reply};

/// x0 > 2, x0 <= 1, b0: the first two cannot hold together.
fn case() -> FuzzCase {
    let value = json!({
        "id": 4,
        "variables": [{ "name": "x0", "values": [0, 1, 3] }, { "name": "b0", "bool": true }],
        "constraints": [["gt", "x0", 2], ["le", "x0", 1], "b0"],
        "assume": true,
    });
    FuzzCase::from_json(&value).expect("a well-formed case")
}

fn outcome(case: &FuzzCase, reply: &TargetReply) -> ReplyOutcome {
    compare_reply(
        case,
        &judge_case(case, UndefinedSemantics::Relational).expect("a small case"),
        reply,
    )
}

fn smt(core: &str) -> ReplyOutcome {
    let case = case();
    outcome(&case, &SmtLib.read_output(&case, &format!("unsat\n{core}\n(error \"no model\")\n")))
}

#[test]
fn a_core_is_judged_by_enumeration() {
    assert_eq!(smt("(c0 c1)"), ReplyOutcome::Right);
    assert_eq!(smt("(c1 c0)"), ReplyOutcome::Right);
    assert_eq!(smt("( c0\n c1 c2 )"), ReplyOutcome::Right, "it need not be minimal");
    assert_eq!(smt("(|c0| c1)"), ReplyOutcome::Right);
    for wrong in ["(c0)", "(c1 c2)", "(c2)", "()"] {
        assert_eq!(smt(wrong), ReplyOutcome::Wrong(WrongAnswer::Core), "{wrong}");
    }
    for garbage in [
        "(c0 c3)",
        "(c0 c0 c1)",
        "(c00 c1)",
        "(c+0 c1)",
        "(c0 c1",
        "c0 c1",
        "((c0) c1)",
        "(x0)",
        "(-1)",
        "(c18446744073709551616)",
        "nonsense",
    ] {
        assert!(
            matches!(smt(garbage), ReplyOutcome::Unreadable(_)),
            "{garbage}: {:?}",
            smt(garbage)
        );
    }
    // No core is nothing.
    for absent in ["", "unsupported", "(error \"no cores\")"] {
        assert_eq!(smt(absent), ReplyOutcome::Right, "{absent}");
    }
}

#[test]
fn an_empty_core_states_that_a_variable_has_no_value() {
    let mut case = case();
    case.variables[0].values.clear();
    let truth = judge_case(&case, UndefinedSemantics::Relational).expect("a small case");
    for core in ["()", "(c2)", "(c0 c1 c2)"] {
        let reply = SmtLib.read_output(&case, &format!("unsat\n{core}\n"));
        assert_eq!(compare_reply(&case, &truth, &reply), ReplyOutcome::Right, "{core}");
        let mut cores = CoreCounts::default();
        let TargetReply::Answer(answer) = reply else { panic!("{reply:?}") };
        cores.add_answer(&truth.held, &answer);
        assert_eq!(cores.minimal, u64::from(core == "()"), "{core}");
    }
}

#[test]
fn cores_are_as_enumeration_of_all_their_parts_says() {
    // Every set of constraints of drawn cases, each judged as a case of its own.
    let plan = CasePlan::for_language(5, &SmtLib);
    let drawn = (0..400).filter_map(|number| plan.draw_case(number, &SmtLib));
    let mut seen = 0;
    for drawn in drawn.filter(|drawn| drawn.case.assume && drawn.case.constraints.len() < 6) {
        seen += 1;
        for set in 0..1_u32 << drawn.case.constraints.len() {
            let of_set = |place: &usize| set >> place & 1 == 1;
            let core: Vec<usize> = (0..drawn.case.constraints.len()).filter(of_set).collect();
            let own = |left: &[usize]| {
                let constraints = left.iter().map(|&place| drawn.case.constraints[place].clone());
                let part = FuzzCase { constraints: constraints.collect(), ..drawn.case.clone() };
                judge_case(&part, UndefinedSemantics::Total).expect("a part").solutions.is_empty()
            };
            let names: Vec<String> = core.iter().map(|place| format!("c{place}")).collect();
            let reply = SmtLib.read_output(&drawn.case, &format!("unsat\n({})\n", names.join(" ")));
            let expected = match (drawn.truth.solutions.is_empty(), own(&core)) {
                (false, _) => ReplyOutcome::Wrong(WrongAnswer::Unsatisfiable),
                (true, true) => ReplyOutcome::Right,
                (true, false) => ReplyOutcome::Wrong(WrongAnswer::Core),
            };
            assert_eq!(compare_reply(&drawn.case, &drawn.truth, &reply), expected);
            let without = |at: usize| own(&[&core[..at], &core[at + 1..]].concat());
            let minimal = (0..core.len()).all(|at| !without(at));
            assert_eq!(drawn.truth.held.is_minimal(&core), minimal);
        }
    }
    assert!(seen > 50, "{seen}");
}

#[test]
fn a_share_of_cases_asks_for_cores() {
    let plan = CasePlan::for_language(11, &SmtLib);
    let drawn: Vec<_> = (0..1000).filter_map(|number| plan.draw_case(number, &SmtLib)).collect();
    let assumed: Vec<_> = drawn.iter().filter(|drawn| drawn.case.assume).collect();
    assert!((150..350).contains(&assumed.len()), "{}", assumed.len());
    let unsolved = assumed.iter().filter(|drawn| drawn.truth.solutions.is_empty()).count();
    assert!(unsolved * 10 > assumed.len() * 8, "{unsolved} of {}", assumed.len());
    assert!(assumed.iter().any(|drawn| drawn.case.constraints.len() > 3));
    assert!(assumed.iter().all(|drawn| drawn.case.objective.is_none()));
    let plain = FlatZinc(FlatzincLibrary::Builtins);
    let plan = CasePlan::for_language(11, &plain);
    let drawn = (0..200).filter_map(|number| plan.draw_case(number, &plain));
    assert_eq!(drawn.filter(|drawn| drawn.case.assume).count(), 0);
}

#[test]
fn smtlib_names_assertions() {
    assert_eq!(
        SmtLib.write_case(&case()).expect("a spelling"),
        "(set-option :produce-unsat-cores true)\n(set-logic ALL)\n(declare-const x0 Int)\n\
         (assert (or (= x0 0) (= x0 1) (= x0 3)))\n(declare-const b0 Bool)\n\
         (assert (! (> x0 2) :named c0))\n(assert (! (<= x0 1) :named c1))\n\
         (assert (! b0 :named c2))\n(check-sat)\n(get-unsat-core)\n(get-value (x0 b0))\n"
    );
    let case = case();
    let read = |output: &str| SmtLib.read_output(&case, output);
    let claims = |output: &str| outcome(&case, &read(output));
    assert_eq!(claims("sat\n(error \"no core\")\n"), ReplyOutcome::Wrong(WrongAnswer::Satisfiable));
    assert_eq!(claims("sat\n(error \"no\")\n((x0 3)\n (b0 true))"), {
        ReplyOutcome::Wrong(WrongAnswer::Satisfiable)
    });
    assert_eq!(claims("success\nsuccess\nunsat\n(c0 c1)\n"), ReplyOutcome::Right);
    assert_eq!(claims("unknown\n(error \"no\")"), ReplyOutcome::Unknown);
    for refusal in ["unsupported\nunsat\n", "(error \"line 1: what is that?\")\n"] {
        assert!(matches!(read(refusal), TargetReply::Refused(_)), "{refusal}");
    }
    assert!(matches!(read(""), TargetReply::Unreadable(_)));
}

#[test]
fn flatzinc_switches_constraints() {
    let value = json!({
        "id": 4,
        "variables": [{ "name": "x0", "values": [0, 1, 3] }, { "name": "b0", "bool": true }],
        "constraints": [["lt", 2, "x0"], ["le", "x0", 1], ["iff", "b0", ["eq", "x0", 0]],
            ["implies", true, ["ne", "x0", 0]], "b0"],
        "assume": true,
    });
    let mut case = FuzzCase::from_json(&value).expect("a well-formed case");
    let language = FlatZinc(FlatzincLibrary::Assuming);
    assert_eq!(
        language.write_case(&case).expect("a spelling"),
        "var {0,1,3}: x0 :: output_var;\nvar bool: b0 :: output_var;\nvar bool: a0;\n\
         var bool: a1;\nvar bool: a2;\nvar bool: ra2;\nvar bool: a3;\nvar bool: ra3;\n\
         var bool: a4;\nconstraint int_lt_imp(2,x0,a0);\nconstraint int_le_reif(x0,1,a1);\n\
         constraint int_eq_reif(x0,0,ra2);\nconstraint bool_eq_imp(b0,ra2,a2);\n\
         constraint int_ne_reif(x0,0,ra3);\nconstraint bool_le_reif(true,ra3,a3);\n\
         constraint bool_eq_imp(b0,true,a4);\nconstraint fzn_assume([a0,a1,a2,a3,a4]);\n\
         solve satisfy;\n"
    );
    let said = |core: &str| {
        let output = format!("{core}\n%%%mzn-stat: time=1\n=====UNSATISFIABLE=====\n");
        outcome(&case, &language.read_output(&case, &output))
    };
    assert_eq!(said("%%%mzn-core: [a1, a0]"), ReplyOutcome::Right);
    assert_eq!(said("%%%mzn-core: [a0,a1,a4]"), ReplyOutcome::Right);
    assert_eq!(said("%%%mzn-core: [a0]"), ReplyOutcome::Wrong(WrongAnswer::Core));
    assert_eq!(said("%%%mzn-core: []"), ReplyOutcome::Wrong(WrongAnswer::Core));
    assert_eq!(said("% a comment"), ReplyOutcome::Right);
    for garbage in ["[a5]", "[a0, a1, a0]", "[a0, a1", "[b0]", "[a0,,a1]", "[ra2]"] {
        let outcome = said(&format!("%%%mzn-core: {garbage}"));
        assert!(matches!(outcome, ReplyOutcome::Unreadable(_)), "{garbage}: {outcome:?}");
    }
    let two = said("%%%mzn-core: [a0, a1]\n%%%mzn-core: [a0, a1]");
    assert!(matches!(two, ReplyOutcome::Unreadable(_)));
    let alone = language.read_output(&case, "%%%mzn-core: [a0, a1]\n");
    assert!(matches!(alone, TargetReply::Unreadable(_)), "a core of what?");
    case.constraints.truncate(1);
    assert!(language.write_case(&case).expect("a spelling").contains("fzn_assume([a0])"));
}

#[test]
fn adapters_say_that_they_answer_cores() {
    let hello = |more: &str| {
        let line = format!("{{\"name\":\"m\",\"version\":\"1\",\"operators\":[\"le\"]{more}}}");
        JsonLanguage::from_introduction(&line).expect("an introduction").2
    };
    assert!(!hello("").supports_assumptions());
    let language = hello(",\"assumes\":true");
    assert!(language.supports_assumptions());
    let case = case();
    let said = |more: &str| {
        let line = format!("{{\"id\":4,\"status\":\"unsat\"{more}}}");
        outcome(&case, &language.read_output(&case, &line))
    };
    assert_eq!(said(",\"core\":[1,0]"), ReplyOutcome::Right);
    assert_eq!(said(",\"core\":null"), ReplyOutcome::Right);
    assert_eq!(said(""), ReplyOutcome::Right);
    assert_eq!(said(",\"core\":[]"), ReplyOutcome::Wrong(WrongAnswer::Core));
    assert_eq!(said(",\"core\":[0,2]"), ReplyOutcome::Wrong(WrongAnswer::Core));
    for garbage in ["[3]", "[-1]", "[0,0]", "[0.5]", "{}", "\"c0\"", "[\"c0\"]"] {
        let outcome = said(&format!(",\"core\":{garbage}"));
        assert!(matches!(outcome, ReplyOutcome::Unreadable(_)), "{garbage}: {outcome:?}");
    }
    assert!(case.to_json(9)["assume"] == json!(true));
    assert_eq!(FuzzCase::from_json(&case.to_json(9)), Ok(case));
}
