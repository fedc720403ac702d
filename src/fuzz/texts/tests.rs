//! The texts agree with their plain meaning, and the comparison can fail.

use std::sync::Arc;

use super::*;

fn texts(cases: u64) -> Texts {
    Texts { seed: 5, from: 0, cases, timeout: None, jobs: 1 }
}

#[test]
fn readers_and_engines_agree_with_the_plain_meaning() {
    let mut found = Vec::new();
    let plan = texts(400);
    let control = Control::unlimited();
    let tally = plan.run(None, &control, &mut |f| found.push(f.clone()), &mut |_, _| {});
    assert!(found.is_empty(), "{}: {}\n{}", found[0].case, found[0].how, found[0].text);
    assert_eq!((tally.cases, tally.exit_code()), (400, 0));
    assert!(tally.sat > 50 && tally.unsat > 50, "{tally:?}");
    for format in ["smt2", "opb"] {
        assert!(tally.read[format] > 100, "{tally:?}");
        assert!(tally.refused[format] > 0, "wild numbers are drawn: {tally:?}");
    }
    for engine in ["native", "sat:batsat"] {
        let agreed = tally.agreed.iter().filter(|(name, _)| name.starts_with(engine));
        assert!(agreed.map(|(_, count)| count).sum::<u64>() > 200, "{tally:?}");
    }
}

#[test]
fn a_wrong_text_is_found() {
    let plan = texts(200);
    let mut wrong = 0;
    for case in 0..200 {
        let mut drawn = plan.draw(case);
        if drawn.optimise || drawn.solutions.is_empty() || !drawn.tame {
            continue;
        }
        // As if the reader lost a solution: what is expected has one more.
        drawn.solutions.push(vec![9; drawn.solutions[0].len()]);
        let (control, step): (_, Step) = (Control::unlimited(), Arc::new(|_: &str| ()));
        let how = Solving { timeout: None, seed: case, control: &control, step: &step };
        let held = hold(&drawn, &how, &mut TextTally::default());
        assert!(held.is_err(), "case {case}");
        wrong += 1;
    }
    assert!(wrong > 20, "{wrong}");
}
