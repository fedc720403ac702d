use std::sync::Arc;

use parallax_engines::{ProvingEngine, Spec};
use parallax_model::engine_api::{
    CandidateCallback, Control, Engine, PreparationError, QuestionOutcome, Session, Task,
};
use parallax_model::{Given, Model, Value};

use super::case_search::{CaseEnd, ask_case, check_set_free};
use super::cases::{HyperplaneCase, check_cases, divide_cap};
use super::geometry::AffineSpace;
use super::ladder::{LadderAnswer, LadderOptions, LadderStep, climb_ladder};
use super::model::cap_model;
use super::print_ladder;
use crate::form::ReproductionFormat;

fn plan(attributes: usize, engine: Arc<dyn Engine>) -> LadderOptions {
    LadderOptions { attributes, engine, prove: false, jobs: 2 }
}

fn spec(text: &str) -> Arc<dyn Engine> {
    Arc::new(text.parse::<Spec>().unwrap())
}

/// All steps, and whether all are shown.
fn climbed(plan: &LadderOptions, control: &Control) -> (Vec<LadderStep>, bool) {
    let mut steps = Vec::new();
    let shown = climb_ladder(plan, control, &mut |_| (), &mut |step| steps.push(step));
    (steps, shown)
}

fn printed(steps: &[LadderStep]) -> String {
    let mut out = Vec::new();
    print_ladder(&mut out, ReproductionFormat::Text(Default::default()), "engine", steps).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn every_engine_climbs_three_steps() {
    for engine in ["native", "sat:batsat", "sat:varisat", "sat:batsat+order,sum=adder"] {
        let (steps, shown) = climbed(&plan(3, spec(engine)), &Control::unlimited());
        assert!(shown && steps.len() == 6 && steps.iter().all(LadderStep::is_shown), "{engine}");
        let text = printed(&steps);
        let end = "Shown: 9 of the 27 cards can be free of sets, any 10 hold a set.";
        assert!(text.contains(end), "{text}");
    }
}

#[test]
fn native_search_finds_the_cap_of_four_attributes_and_excludes_cases_of_more() {
    let space = AffineSpace::new(4);
    let native = spec("native");
    let control = Control::unlimited();
    let result = |case| ask_case(&*native, space, case, false, &control).end;
    let found = divide_cap(20, 9).into_iter().find_map(|case| match result(case) {
        CaseEnd::Found(board) => Some(board),
        _ => None,
    });
    let board = found.expect("20 cards without a set");
    assert!(board.cards().len() == 20 && board.is_standard());
    // Two of seven: all of them take half a minute, which `reproduce set-free` spends.
    let cases = divide_cap(21, 9);
    assert_eq!(cases.len(), 7);
    for case in &cases[..2] {
        assert!(matches!(result(*case), CaseEnd::None), "{case:?}");
    }
}

#[test]
fn proofs_are_counted() {
    let engine = ProvingEngine::new(&"sat:varisat".parse().unwrap(), None, None).unwrap();
    let plan = LadderOptions { prove: true, ..plan(3, Arc::new(engine)) };
    let (steps, shown) = climbed(&plan, &Control::unlimited());
    assert!(shown);
    let proved: Vec<_> = steps.iter().filter(|s| !s.yes).map(|s| (s.proved, s.asked)).collect();
    assert_eq!(proved, [(1, 1), (1, 1), (2, 2)]);
    // Without a proof an answer does not count.
    let plan = LadderOptions { prove: true, engine: spec("native"), ..plan };
    let (steps, shown) = climbed(&plan, &Control::unlimited());
    assert!(!shown && steps.len() == 2 && matches!(steps[1].verdict, LadderAnswer::Stopped(_)));
}

#[test]
fn a_run_that_is_stopped_shows_nothing() {
    let control = Control::unlimited();
    control.cancel_work();
    let (steps, shown) = climbed(&plan(4, spec("native")), &control);
    assert!(!shown && steps.len() == 1 && !steps[0].is_shown());
    assert!(printed(&steps).contains("Not shown: 2 of 3 cards without a set, 1+1+0: interrupted."));
    assert!(!printed(&[]).contains("Shown"));
}

#[test]
fn solutions_of_a_case_are_collections_of_its_size() {
    let engine: Spec = "native".parse().unwrap();
    let model = Arc::new(cap_model(AffineSpace::new(3), HyperplaneCase([4, 4, 1])).unwrap());
    let mut session = engine.prepare(&model, 0, &Control::unlimited()).unwrap();
    let mut found = 0;
    session.ask(&[], Task::All, &Control::unlimited(), &mut |values| {
        let solution = model.check(&[], values).unwrap();
        let cards = super::model::taken_cards(AffineSpace::new(3), &solution);
        assert!(
            check_set_free(3, 9, cards.clone()).is_ok() && check_set_free(3, 8, cards).is_err()
        );
        found += 1;
        std::ops::ControlFlow::Continue(())
    });
    assert!(found > 0);
}

/// Whether `more` further points can be taken, by exhaustion.
fn plainly(space: AffineSpace, taken: &mut Vec<usize>, more: usize) -> bool {
    if more == 0 {
        return true;
    }
    let from = taken.last().map_or(0, |last| last + 1);
    (from..space.size()).any(|point| {
        let closes = |&a: &usize| taken.iter().any(|&b| a != b && space.third_point(a, b) == point);
        if taken.iter().any(closes) {
            return false;
        }
        taken.push(point);
        let found = plainly(space, taken, more - 1);
        taken.pop();
        found
    })
}

#[test]
fn cases_decide_what_trying_decides() {
    let engine = spec("native");
    for (attributes, most, lower, sizes) in [(1, 1, 0, 2..=3), (2, 2, 1, 4..=6), (3, 4, 2, 7..=9)] {
        let space = AffineSpace::new(attributes);
        for size in sizes {
            let cases = divide_cap(size, most);
            assert_eq!(check_cases(&cases, size, most, lower), Ok(()));
            let holds = |&case: &HyperplaneCase| {
                let result = ask_case(&*engine, space, case, false, &Control::unlimited());
                assert!(matches!(result.end, CaseEnd::Found(_) | CaseEnd::None));
                matches!(result.end, CaseEnd::Found(_))
            };
            let found = cases.iter().any(holds);
            assert_eq!(found, plainly(space, &mut Vec::new(), size), "{attributes} {size}");
        }
    }
}

#[test]
fn sets_are_found_by_the_rules() {
    let card = |digits: [u16; 2]| digits.to_vec();
    let free = vec![card([0, 0]), card([0, 1]), card([1, 0]), card([1, 1])];
    assert!(check_set_free(2, 4, free.clone()).is_ok());
    let set = [free.clone(), vec![card([2, 2])]].concat();
    assert_eq!(check_set_free(2, 5, set).unwrap_err().to_string(), "cards 1, 4 and 5 are a set");
    let twice = [free, vec![card([0, 0])]].concat();
    assert!(check_set_free(2, 5, twice).unwrap_err().to_string().contains("the same"));
}

/// An engine that says no to everything, or takes all cards.
#[derive(Clone, Copy)]
struct Liar(bool);

impl Engine for Liar {
    fn spec(&self) -> String {
        "liar".into()
    }

    fn prepare(
        &self,
        model: &Arc<Model>,
        _: u64,
        _: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        Ok(Box::new(Lie(self.0, model.variables().len())))
    }
}

struct Lie(bool, usize);

impl Session for Lie {
    fn ask(
        &mut self,
        _: &[Given],
        _: Task,
        _: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        use parallax_model::engine_api::Answer;
        if self.0 {
            let _ = on_candidate(&vec![1 as Value; self.1]);
            return QuestionOutcome::at_once(Answer::Satisfiable);
        }
        QuestionOutcome::at_once(Answer::Unsatisfiable)
    }
}

#[test]
fn lies_are_faults() {
    for lies in [true, false] {
        let (steps, shown) = climbed(&plan(2, Arc::new(Liar(lies))), &Control::unlimited());
        assert!(!shown && steps.len() == 1);
        assert!(matches!(steps[0].verdict, LadderAnswer::Fault(_)), "{}", printed(&steps));
    }
}
