//! Named techniques on published states.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use parallax_explain::ClaimConfirmation;
use parallax_hints::reason::{
    CandidateLiteral, StateConsequences, implied_literals, minimal_parts, parts_imply,
};
use parallax_hints::techniques::TechniqueSearch;
use parallax_hints::{
    AllowedReasoning, CandidateId, CandidateRules, CandidateState, DeductionStep, HintContent,
    HintOptions, PathGoal, PersonEntries, RulePart, Technique, find_hint,
};
use parallax_instance::ModelSource;
use parallax_model::engine_api::{Answer, Control, Task};
use parallax_model::{ComparisonOperator, Constraint, Domain, Given, Linear, Model, VarId};
use parallax_puzzles::sudoku::SudokuPuzzle;
use parallax_test_support::lacks_real_instances;
use serde_json::Value as Json;

use crate::reasons::{States, candidate};

/// The techniques of a library code; none if it has no name here.
fn names(code: &str) -> &'static [Technique] {
    use Technique as T;
    match code {
        "0000" => &[T::FullHouse],
        "0002" => &[T::HiddenSingleBox, T::HiddenSingle],
        "0003" => &[T::NakedSingle],
        "0100" => &[T::Pointing],
        "0101" => &[T::Claiming],
        "0110" | "0200" => &[T::NakedPair],
        "0111" | "0201" => &[T::NakedTriple],
        "0202" => &[T::NakedQuad],
        "0210" => &[T::HiddenPair],
        "0211" => &[T::HiddenTriple],
        "0212" => &[T::HiddenQuad],
        "0300" => &[T::XWing],
        "0301" => &[T::Swordfish],
        "0302" => &[T::Jellyfish],
        "0310" => &[T::FinnedXWing],
        "0311" => &[T::FinnedSwordfish],
        "0312" => &[T::FinnedJellyfish],
        "0320" => &[T::SashimiXWing],
        "0321" => &[T::SashimiSwordfish],
        "0322" => &[T::SashimiJellyfish],
        "0400" => &[T::Skyscraper],
        "0401" | "0404" => &[T::TwoStringKite],
        "0402" | "0405" => &[T::EmptyRectangle],
        "0403" => &[T::TurbotFish],
        "0500" | "0501" => &[T::SimpleColouring],
        "0600" | "0601" | "0602" | "0603" | "0604" | "0605" | "0606" => &[T::UniqueRectangle],
        "0607" | "0608" => &[T::AvoidableRectangle],
        "0610" => &[T::BugPlusOne],
        "0800" => &[T::XyWing],
        "0801" => &[T::XyzWing],
        "0803" => &[T::WWing],
        _ => &[],
    }
}

fn listed(rules: &CandidateRules, record: &Json, field: &str) -> BTreeSet<CandidateId> {
    // Records of techniques that do not apply list nothing.
    let list = record[field].as_array().into_iter().flatten();
    list.map(|text| candidate(rules, text.as_str().unwrap())).collect()
}

/// Whether a step of the technique, or two together, conclude exactly what a record lists. If a
/// record lists deletions only, a placement counts as the deletion of its rivals in the cell.
fn has(
    (rules, state): (&CandidateRules, &CandidateState),
    steps: &[DeductionStep],
    places: &BTreeSet<CandidateId>,
    removes: &BTreeSet<CandidateId>,
) -> bool {
    let of = |list: &[CandidateId]| list.iter().copied().collect::<BTreeSet<_>>();
    let rivals = |place: CandidateId| {
        let all = rules.of_variable(rules.given(place).variable);
        all.filter(move |&c| c != place && state.has_candidate(c)).collect::<BTreeSet<_>>()
    };
    let is_exact = |step: &&DeductionStep| match step.places[..] {
        [only] if places.is_empty() => rivals(only) == *removes,
        _ => of(&step.removes) == *removes && of(&step.places) == *places,
    };
    let pieces = steps.iter().filter(|step| of(&step.removes).is_subset(removes));
    let union: BTreeSet<CandidateId> = pieces.flat_map(|step| step.removes.clone()).collect();
    steps.iter().any(|step| is_exact(&step)) || (places.is_empty() && union == *removes)
}

#[test]
fn listed_results_are_found_under_their_names() {
    if lacks_real_instances() {
        return;
    }
    let states = States::read();
    let techniques = TechniqueSearch::new(&states.rules);
    let (mut checked, mut missing) = (0, Vec::new());
    for record in &states.records {
        let code = record["code"].as_str().unwrap();
        let state = states.state(record);
        let all = |technique| techniques.find_steps(&states.rules, &state, technique, usize::MAX);
        let steps: Vec<DeductionStep> = names(code).iter().flat_map(|&t| all(t)).collect();
        if names(code).is_empty() {
            continue;
        }
        if record["expect"] == "absent" {
            let wrong = record.get("wrong_eliminate").and_then(Json::as_array);
            let wrong =
                wrong.into_iter().flatten().map(|c| candidate(&states.rules, c.as_str().unwrap()));
            let wrong: Vec<CandidateId> = wrong.collect();
            let finds = steps.iter().any(|s| wrong.iter().any(|c| s.removes.contains(c)));
            assert!(!finds && (code != "0610" || steps.is_empty()), "{}: {steps:?}", record["id"]);
            continue;
        }
        checked += 1;
        let [places, removes] = ["place", "eliminate"].map(|f| listed(&states.rules, record, f));
        if !has((&states.rules, &state), &steps, &places, &removes) {
            missing.push(format!("{} {code} {:?}", record["id"], record["eliminate"]));
        }
    }
    assert!(checked > 700, "{checked}");
    // Two hidden rectangles have corners without one value of the pair.
    missing.retain(|what| !what.contains(" 0606 "));
    assert!(missing.is_empty(), "{} of {checked}: {missing:#?}", missing.len());
}

/// The values that every solution of the givens has.
fn solution(
    rules: &CandidateRules,
    record: &Json,
    state: &CandidateState,
) -> BTreeSet<CandidateId> {
    let Ok(StateConsequences::Literals(literals)) =
        implied_literals(rules, state, &Control::unlimited())
    else {
        panic!("{}", record["id"])
    };
    let fixed = literals.into_iter().filter(|l| l.holds).map(|l| l.candidate);
    fixed.chain(state.placed_candidates().ones().map(CandidateId::new)).collect()
}

/// Checks every step of every technique in every `stride`-th state.
fn steps_are_true(stride: usize) {
    let states = States::read();
    let (rules, control) = (&states.rules, Control::unlimited());
    let techniques = TechniqueSearch::new(rules);
    let mut number: BTreeMap<Technique, usize> = BTreeMap::new();
    for record in states.records.iter().step_by(stride) {
        let state = states.state(record);
        let solution = solution(rules, record, &state);
        assert_eq!(solution.len(), 81);
        for &technique in Technique::ALL {
            for step in techniques.find_steps(rules, &state, technique, 40) {
                *number.entry(technique).or_default() += 1;
                let what = format!("{} {step:?}", record["id"]);
                assert!(step.places.iter().all(|c| solution.contains(c)), "{what}");
                assert!(step.removes.iter().all(|c| !solution.contains(c)), "{what}");
                if technique.needs_uniqueness() {
                    continue;
                }
                let places = step.places.iter().map(|&c| CandidateLiteral::positive(c));
                let removes = step.removes.iter().map(|&c| CandidateLiteral::negative(c));
                for literal in places.chain(removes) {
                    let follows = parts_imply(rules, &state, &step.parts, literal, &control);
                    assert!(matches!(follows, Ok(true)), "{what}");
                }
            }
        }
    }
    println!("{number:?}");
    assert!(number.len() > 25, "{number:?}");
}

#[test]
fn every_step_is_true_and_follows_from_its_parts() {
    if lacks_real_instances() {
        return;
    }
    steps_are_true(9);
}

#[test]
#[ignore = "takes a minute"]
fn every_step_of_every_state_is_true() {
    steps_are_true(1);
}

#[test]
#[ignore = "prints measurements"]
fn first_steps_are_quick() {
    let states = States::read();
    let techniques = TechniqueSearch::new(&states.rules);
    let mut times = Vec::new();
    let (mut found, mut by) = (0, BTreeMap::<Technique, usize>::new());
    for record in &states.records {
        let state = states.state(record);
        let begun = Instant::now();
        let step = techniques.first_step(&states.rules, &state, &AllowedReasoning::default());
        times.push(begun.elapsed());
        found += usize::from(step.is_some());
        step.into_iter().for_each(|step| *by.entry(step.technique).or_default() += 1);
    }
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 100];
    println!(
        "{found} of {}: median {:?}, p99 {:?}, max {:?}",
        times.len(),
        at(50),
        at(99),
        at(100)
    );
    println!("{by:?}");
}

/// Explains the listed literals of every `stride`-th record, by rules alone, and lets native search
/// confirm it.
fn listed_literals_are_explained(stride: usize) {
    let states = States::read();
    let (rules, control) = (&states.rules, Control::unlimited());
    let native = crate::engines("native").remove(0);
    let (mut number, mut sizes, mut times) = (0, Vec::new(), Vec::new());
    // Conclusions of uniqueness techniques do not follow from the rules alone.
    let follows = |record: &&Json| !record["code"].as_str().unwrap().starts_with("06");
    for record in states.records.iter().step_by(stride).filter(follows) {
        let state = states.state(record);
        let [places, removes] = ["place", "eliminate"].map(|f| listed(rules, record, f));
        let places = places.into_iter().map(CandidateLiteral::positive);
        for literal in places.chain(removes.into_iter().map(CandidateLiteral::negative)) {
            let begun = Instant::now();
            let parts = minimal_parts(rules, &state, literal, &control).unwrap().unwrap();
            times.push(begun.elapsed());
            sizes.push(parts.len());
            number += 1;
            let model = of_parts(rules, &state, &parts, literal);
            let mut session = native.prepare(&model.into(), 0, &control).unwrap();
            let go_on = &mut |_: &[i32]| std::ops::ControlFlow::Continue(());
            let answer = session.ask(&[], Task::First, &control, go_on).answer;
            assert_eq!(answer, Answer::Unsatisfiable, "{} {literal:?}", record["id"]);
        }
    }
    times.sort_unstable();
    sizes.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 100];
    println!("{number} literals: median {:?}, p99 {:?}, max {:?}", at(50), at(99), at(100));
    println!("sizes: median {}, most {}", sizes[sizes.len() / 2], sizes[sizes.len() - 1]);
    assert!(number > 1500 / stride, "{number}");
}

/// Returns a model with a boolean for each remaining candidate, the parts, and the opposite of a
/// literal.
fn of_parts(
    rules: &CandidateRules,
    state: &CandidateState,
    parts: &[RulePart],
    literal: CandidateLiteral,
) -> Model {
    let mut model = Model::new("parts");
    for candidate in (0..rules.len()).map(CandidateId::new) {
        let domain = match candidate {
            own if own == literal.candidate => Domain::from_values([i32::from(!literal.holds)]),
            own if state.has_candidate(own) => Domain::boolean(),
            _ => Domain::from_values([0]),
        };
        model.add_shown(format!("c{}", candidate.index()), domain).unwrap();
    }
    for part in parts {
        let unit = rules.unit(part.unit()).candidates.iter();
        let scope = unit.map(|candidate| VarId::new(candidate.index()));
        let (relation, bound) = match part {
            RulePart::Some(_) => (ComparisonOperator::Ge, 1),
            RulePart::One(_) => (ComparisonOperator::Le, 1),
        };
        let sum = Linear::unweighted_sum(scope.collect::<Vec<_>>(), relation, bound);
        model.post("", Constraint::Linear(sum)).unwrap();
    }
    model
}

#[test]
fn some_listed_literals_are_explained() {
    if lacks_real_instances() {
        return;
    }
    listed_literals_are_explained(20);
}

#[test]
#[ignore = "takes a minute; prints measurements"]
fn all_listed_literals_are_explained() {
    listed_literals_are_explained(1);
}

#[test]
#[ignore = "prints measurements"]
fn first_hints_are_quick() {
    let states = States::read();
    let engines = crate::ratings::engines_of_hints();
    let control = Control::unlimited();
    let mut times = Vec::new();
    for record in &states.records {
        let given = |text: &str| -> Vec<Given> {
            let all =
                text.chars().enumerate().filter_map(|(cell, c)| Some((cell, c.to_digit(10)?)));
            let of = |(cell, value)| Given { variable: VarId::new(cell), value: value as i32 };
            all.map(of).collect()
        };
        let clues = record["givens"].as_str().unwrap();
        let clues = clues.chars().map(|c| c.to_digit(10).map(|v| v as i32)).collect();
        let sudoku = SudokuPuzzle::new(9, clues).unwrap();
        let removed = record["removed"].as_array().unwrap().iter();
        let removed =
            removed.map(|c| states.rules.given(candidate(&states.rules, c.as_str().unwrap())));
        let entries = PersonEntries {
            placed: given(record["placed"].as_str().unwrap()),
            removed: removed.collect(),
        };
        let wish = HintOptions {
            uniqueness: false,
            named_only: false,
            smallest: None,
            until: PathGoal::Placement,
            max_steps: usize::MAX,
            trim: true,
            confirm: true,
        };
        let begun = Instant::now();
        let viewpoint = sudoku.default_viewpoint();
        let found = find_hint(&sudoku, &viewpoint, &entries, wish, &engines, &control, &mut |_| ())
            .unwrap();
        times.push(begun.elapsed());
        let HintContent::Steps { confirmed, .. } = &found.next else { panic!("{}", record["id"]) };
        assert!(confirmed.iter().all(|c| matches!(c, ClaimConfirmation::By(_))), "{confirmed:?}");
    }
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 100];
    let slow = times.iter().filter(|time| time.as_millis() > 100).count();
    println!(
        "whole hints: median {:?}, p99 {:?}, max {:?}; {slow} over 0.1 s",
        at(50),
        at(99),
        at(100)
    );
}
