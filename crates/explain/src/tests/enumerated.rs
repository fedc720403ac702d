//! Random small problems, with every set of parts decided by enumeration.

use parallax_formats::ModelInstance;
use parallax_model::{ConstraintKind, sample};
use parallax_puzzles::latin::LatinPuzzle;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;
use crate::{ExplanationProblem, OpenReason, VerifiedRepair};

/// The result of enumeration: for each set of parts, as bits, whether it has a solution.
struct Truth {
    number: usize,
    solvable: Vec<bool>,
}

impl Truth {
    fn of(problem: &ExplanationProblem) -> Self {
        let number = problem.parts().len();
        let mut solvable = vec![false; 1 << number];
        for values in assignments(problem.model()) {
            let holds = |part: &usize| problem.model_of(&[*part]).check(&[], &values).is_ok();
            let held = (0..number).filter(holds).fold(0, |bits, part| bits | 1usize << part);
            solvable[held] = true;
        }
        // A part of a set with a solution has one.
        for set in (0..solvable.len()).rev() {
            let larger = (0..number).map(|part| set | 1 << part);
            solvable[set] |= larger.filter(|&other| other != set).any(|other| solvable[other]);
        }
        Truth { number, solvable }
    }

    /// All minimal sets without a solution, small ones first.
    fn minimal(&self) -> Vec<Vec<usize>> {
        let is_minimal = |&set: &usize| {
            let parts = (0..self.number).filter(|part| set >> part & 1 == 1);
            !self.solvable[set] && parts.map(|part| set & !(1 << part)).all(|s| self.solvable[s])
        };
        let places = |set: usize| (0..self.number).filter(|part| set >> part & 1 == 1).collect();
        let mut sets: Vec<Vec<usize>> =
            (0..self.solvable.len()).filter(is_minimal).map(places).collect();
        sets.sort_by_key(|set| (set.len(), set.clone()));
        sets
    }

    /// Minimum number of free parts to drop.
    fn least(&self, free: &[usize]) -> Option<usize> {
        let free = free.iter().fold(0, |bits, part| bits | 1usize << part);
        let solvable = (0..self.solvable.len()).filter(|&set| self.solvable[set]);
        let all = self.solvable.len() - 1;
        let dropped = solvable.map(|set| all & !set).filter(|dropped| dropped & !free == 0);
        dropped.map(|dropped| dropped.count_ones() as usize).min()
    }
}

/// Checks every request about one instance; returns the number of minimal sets.
fn check(instance: &dyn Instance, engines: &ExplanationEngines, case: &str) -> usize {
    let problem = ExplanationProblem::from_instance(
        instance,
        &instance.default_viewpoint(),
        &Control::unlimited(),
    )
    .unwrap();
    let truth = Truth::of(&problem);
    let minimal = truth.minimal();
    let one = explained(
        instance,
        ExplanationOptions { repair: true, ..wanted(MinimalSets::One) },
        engines,
    );
    if minimal.is_empty() {
        let ExplainedFact::Satisfiable(solution) = &one.finding else { panic!("{case}: {one:?}") };
        assert_eq!(instance.rules(solution), Ok(()), "{case}");
        assert!(one.sets.is_empty() && one.repair.is_none());
        return 0;
    }
    assert_eq!(one.finding, ExplainedFact::Unsatisfiable, "{case}");
    assert!(minimal.contains(&one.sets[0].parts), "{case}: {:?} of {minimal:?}", one.sets);
    assert!(is_confirmed(&one.sets[0].confirmed) && one.sets[0].open.is_none(), "{case}");
    let smallest = explained(instance, wanted(MinimalSets::Smallest), engines);
    assert_eq!(smallest.sets[0].parts.len(), minimal[0].len(), "{case}");
    let proved = smallest.sets[0].smallest.as_ref().unwrap().as_ref().unwrap();
    assert!(is_confirmed(proved), "{case}: {proved:?}");
    let all = explained(instance, wanted(MinimalSets::All(1000)), engines);
    let sets: Vec<_> = all.sets.iter().map(|set| set.parts.clone()).collect();
    assert_eq!(sets, minimal, "{case}");
    assert_eq!(all.more.as_deref(), Some(""));
    assert!(all.sets.iter().all(|set| is_confirmed(&set.confirmed)), "{case}");
    check_repair(&problem, &truth, one.repair.unwrap(), case);
    minimal.len()
}

fn check_repair(
    problem: &ExplanationProblem,
    truth: &Truth,
    repair: Result<VerifiedRepair, OpenReason>,
    case: &str,
) {
    let is_clue = |&part: &usize| problem.parts()[part].is_clue();
    let clues: Vec<usize> = problem.all_parts().into_iter().filter(is_clue).collect();
    let of_clues = truth.least(&clues);
    let Some(least) = of_clues.or(truth.least(&problem.all_parts())) else {
        assert!(repair.is_err(), "{case}: {repair:?}");
        return;
    };
    let repair = repair.unwrap_or_else(|why| panic!("{case}: {why}"));
    assert_eq!(repair.drop.len(), least, "{case}: {repair:?}");
    assert_eq!(repair.clues_only, of_clues.is_some() && clues.len() < truth.number, "{case}");
    assert!(is_confirmed(&repair.confirmed), "{case}: {:?}", repair.confirmed);
    let sat = |dropped: &[usize]| {
        let kept =
            problem.other_parts(dropped).into_iter().fold(0, |bits, part| bits | 1usize << part);
        truth.solvable[kept]
    };
    assert!(sat(&repair.drop), "{case}");
    if let [only] = repair.drop[..] {
        let free = if repair.clues_only { clues } else { problem.all_parts() };
        let expected: Vec<usize> =
            free.into_iter().filter(|&part| part != only && sat(&[part])).collect();
        let others: Vec<usize> = repair.others.iter().map(|other| other.0).collect();
        assert_eq!(others, expected, "{case}");
    }
}

/// A random model with some constraints, of which some share a label.
fn labelled(rng: &mut ChaCha8Rng) -> Model {
    let mut model = sample::random_model(rng).unwrap();
    for _ in 0..rng.random_range(2..5) {
        let kind = *ConstraintKind::ALL.choose(rng).unwrap();
        let constraint = sample::draw_constraint(rng, &model, kind);
        let label = *["", "", "a", "b"].choose(rng).unwrap();
        model.post(label, constraint).unwrap();
    }
    model
}

#[test]
fn sets_of_random_models_are_those_of_enumeration() {
    let deciders = ["sat:varisat", "sat:batsat+order", "native", "brute"];
    let (mut conflicts, mut several) = (0, 0);
    for seed in 0..400 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let model = labelled(&mut rng);
        if model.assignment_count().is_none_or(|number| number > 3000) {
            continue;
        }
        let decider = deciders[seed as usize % deciders.len()];
        let confirmer = if decider == "native" { "brute" } else { "native" };
        let instance = ModelInstance::new(model);
        let case = format!("seed {seed}, {decider}");
        let sets = check(&instance, &engines(decider, &[confirmer]), &case);
        conflicts += usize::from(sets > 0);
        several += usize::from(sets > 1);
    }
    assert!(conflicts > 60 && several > 15, "{conflicts} {several}");
}

#[test]
fn sets_of_random_latin_squares_are_those_of_enumeration() {
    let mut conflicts = 0;
    for seed in 0..60 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut clues = vec![None; 9];
        for _ in 0..rng.random_range(2..6) {
            clues[rng.random_range(0..9)] = Some(rng.random_range(1..=3));
        }
        let latin = LatinPuzzle::new(3, clues).unwrap();
        conflicts += usize::from(check(&latin, &engines("sat:batsat", &["native"]), "latin") > 0);
    }
    assert!(conflicts > 25, "{conflicts}");
}

#[test]
fn the_limit_ends_the_list_and_the_seed_decides_it() {
    let latin = LatinPuzzle::new(4, clues("...4 .43. 3.2. 4...")).unwrap();
    let engines = engines("sat:batsat", &["native"]);
    let all = explained(&latin, wanted(MinimalSets::All(100)), &engines);
    assert_eq!((all.sets.len(), all.more.as_deref()), (6, Some("")));
    for limit in [1, 3, 6, 7] {
        let some = explained(&latin, wanted(MinimalSets::All(limit)), &engines);
        assert_eq!(some.sets.len(), limit.min(6));
        assert!(some.sets.iter().all(|set| all.sets.contains(set)), "{limit}");
        let again = explained(&latin, wanted(MinimalSets::All(limit)), &engines);
        assert_eq!(again.sets, some.sets);
        assert_eq!(some.more.as_deref() == Some(""), limit > 6, "{limit}: {:?}", some.more);
    }
}
