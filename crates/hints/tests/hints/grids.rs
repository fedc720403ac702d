//! Paths of random grid puzzles with all rules, most with several solutions: every step holds in
//! all solutions of its state, engines confirm it by the rules that it names, and it names each
//! once.
//!
//! `PARALLAX_CASES` is the number of grids, `PARALLAX_SEED` the first seed.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_explain::ClaimConfirmation;
use parallax_explain::ExplanationEngines;
use parallax_hints::{
    CandidateId, HintContent, HintOptions, ModelHint, PathGoal, PersonEntries, StepFinder,
    StepPath, find_hint,
};
use parallax_instance::{Instance, LineReader};
use parallax_model::engine_api::{Control, Task};
use parallax_model::{Given, Value, VarId};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::engines;

/// Maximum number of solutions of a grid that are listed.
const MOST_SOLUTIONS: u64 = 3_000;

fn number(name: &str, usual: u64) -> u64 {
    env::var(name).ok().and_then(|own| own.parse().ok()).unwrap_or(usual)
}

/// Reads a text; `None` if its lines do not fit together.
fn read(text: &str) -> Option<Box<dyn Instance>> {
    let lines = LineReader::new("text", text.as_bytes());
    parallax_grids::read_grids(lines, false).next()?.ok()
}

/// Returns all solutions of an instance, as values of the model; `None` if there are too many.
fn solutions(instance: &dyn Instance) -> Option<Vec<Vec<Value>>> {
    let viewpoint = instance.default_viewpoint();
    let model = Arc::new(instance.model(&viewpoint).ok()?);
    let control = Control::unlimited();
    let mut session = engines("native").remove(0).prepare(&model, 0, &control).ok()?;
    let mut all = Vec::new();
    let givens = instance.givens(&viewpoint);
    session.ask(&givens, Task::Limit(MOST_SOLUTIONS), &control, &mut |values| {
        let solution = model.check(&givens, values).expect("a solution");
        let cells = instance.solution(&viewpoint, &solution);
        instance
            .rules(&cells)
            .unwrap_or_else(|broken| panic!("{broken}\n{}", instance.notation().write_instance()));
        all.push(values.to_vec());
        ControlFlow::Continue(())
    });
    ((all.len() as u64) < MOST_SOLUTIONS).then_some(all)
}

/// Draws values that a person has ruled out: some that one solution does not have.
fn entries(
    rng: &mut ChaCha8Rng,
    instance: &dyn Instance,
    all: Option<&[Vec<Value>]>,
) -> PersonEntries {
    let mut entries = PersonEntries::default();
    let Some(kept) = all.and_then(|all| all.choose(rng)) else { return entries };
    let model = instance.model(&instance.default_viewpoint()).expect("a model");
    for _ in 0..rng.random_range(0..3) {
        let variable = VarId::new(rng.random_range(0..model.shown().len()));
        let values = model.domain(variable).to_vec();
        let value = *values.choose(rng).expect("a value");
        let given = Given { variable, value };
        if kept[variable.index()] != value && !entries.removed.contains(&given) {
            entries.removed.push(given);
        }
    }
    entries
}

/// The engines, as the program has them.
fn engines_of_paths() -> ExplanationEngines {
    ExplanationEngines {
        deciders: engines("sat:batsat,native"),
        confirmers: engines("native:mid,limit=20000,sat:varisat,native"),
        optimiser: engines("sat:batsat").remove(0),
    }
}

/// Whether a candidate is true in a solution.
fn holds(guide: &StepFinder, candidate: CandidateId, solution: &[Value]) -> bool {
    let given = guide.rules.given(candidate);
    solution[given.variable.index()] == given.value
}

/// Checks each step of a path in the solutions of its state. Returns the number of steps.
fn check(
    guide: &StepFinder,
    path: &StepPath,
    confirmed: &[ClaimConfirmation],
    all: Option<&[Vec<Value>]>,
) {
    for ((state, step), confirmed) in path.walk_states(&guide.rules).zip(confirmed) {
        let words = format!("{}: {}", step.technique, guide.describe_conclusions(step));
        assert!(!matches!(confirmed, ClaimConfirmation::Refuted(_)), "{words}: {confirmed:?}");
        let lines = guide.reason_lines(&state, step);
        let rules = guide.whole_rules(step);
        for names in [&lines, &rules] {
            let different: BTreeSet<&String> = names.iter().collect();
            assert_eq!(different.len(), names.len(), "{words}: {names:?}");
        }
        // No line begins with the name of a rule that another line has.
        for rule in &rules {
            let own = lines.iter().filter(|line| line.split(';').next() == Some(rule.as_str()));
            assert!(own.count() <= 1, "{words}: {lines:?}");
        }
        let is_live = |solution: &&Vec<Value>| {
            let gone =
                (0..guide.rules.len()).map(CandidateId::new).filter(|c| !state.has_candidate(*c));
            gone.into_iter().all(|candidate| !holds(guide, candidate, solution))
        };
        let Some(all) = all else { continue };
        let live: Vec<&Vec<Value>> = all.iter().filter(is_live).collect();
        assert!(!live.is_empty(), "{words}: the state lost its solutions");
        for solution in live {
            assert!(step.places.iter().all(|&c| holds(guide, c, solution)), "{words}");
            assert!(!step.removes.iter().any(|&c| holds(guide, c, solution)), "{words}");
        }
    }
}

#[test]
fn every_step_of_random_grids_holds_and_is_confirmed() {
    let (cases, first) = (number("PARALLAX_CASES", 60), number("PARALLAX_SEED", 0));
    let (engines, control) = (engines_of_paths(), Control::unlimited());
    let mut kinds: BTreeMap<&str, u64> = BTreeMap::new();
    let mut doubts: BTreeMap<String, u64> = BTreeMap::new();
    let mut seed = first;
    let mut done = 0;
    while done < cases {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let text = parallax_grids::sample::draw_grid_text(&mut rng);
        seed += 1;
        let Some(instance) = read(&text) else { continue };
        let all = solutions(&*instance);
        let entries = entries(&mut rng, &*instance, all.as_deref());
        let wish = HintOptions {
            uniqueness: false,
            named_only: false,
            smallest: None,
            until: PathGoal::Solution,
            max_steps: usize::MAX,
            trim: rng.random_bool(0.7),
            confirm: true,
        };
        let viewpoint = instance.default_viewpoint();
        let before = format!("seed {}: {:?}\n{text}", seed - 1, entries.removed);
        let found: ModelHint =
            find_hint(&*instance, &viewpoint, &entries, wish, &engines, &control, &mut |_| ())
                .unwrap_or_else(|error| panic!("{before}{error}"));
        done += 1;
        *kinds.entry(found.next.name()).or_default() += 1;
        match &found.next {
            HintContent::Steps { path, confirmed, .. } => {
                let steps = path.steps.len();
                assert_eq!(confirmed.len(), steps, "{before}");
                for doubt in confirmed.iter().filter(|own| !matches!(own, ClaimConfirmation::By(_)))
                {
                    *doubts.entry(doubt.description()).or_default() += 1;
                }
                let guide = &found.guide;
                let checked = std::panic::AssertUnwindSafe(|| {
                    check(guide, path, confirmed, all.as_deref());
                });
                if let Err(why) = std::panic::catch_unwind(checked) {
                    eprintln!("grid {done}, {before}");
                    std::panic::resume_unwind(why);
                }
                *kinds.entry("steps in all").or_default() += steps as u64;
            }
            HintContent::Fault(fault) => {
                assert!(all.is_none_or(|all| all.is_empty()), "{before}{fault:?}");
            }
            HintContent::Unknown(why) => panic!("{before}{why}"),
            HintContent::Done(_) | HintContent::Nothing(_) => {}
        }
    }
    eprintln!("{kinds:?} {doubts:?}");
    assert!(kinds["step"] * 3 > cases, "{kinds:?}");
}
