//! Reasons of random states of small boards, compared with brute force.

use parallax_instance::{Instance, ModelSource};
use parallax_model::engine_api::Control;
use parallax_model::{Given, VarId};
use parallax_puzzles::sudoku::SudokuPuzzle;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{
    CandidateLiteral, StateConsequences, counting_parts, counts_literal, implied_literals,
    minimal_parts, parts_imply, smallest_parts, smallest_step,
};
use crate::{CandidateId, CandidateRules, CandidateState, RulePart, UnitId};

fn rules() -> CandidateRules {
    let board = SudokuPuzzle::without_clues(4).unwrap();
    let viewpoint = board.default_viewpoint();
    CandidateRules::from_model(
        board.model(&viewpoint).unwrap().into(),
        board.picture().board_layout(&viewpoint),
    )
}

/// A state on the way to a solution, with some true values and without some false ones.
fn state(rules: &CandidateRules, rng: &mut ChaCha8Rng) -> CandidateState {
    let mut values = [1, 2, 3, 4];
    values.shuffle(rng);
    let right = |cell: usize| values[(cell / 4 % 2 * 2 + cell / 8 + cell % 4) % 4];
    let mut givens = Vec::new();
    for cell in 0..16 {
        if rng.random_bool(0.15) {
            givens.push(Given { variable: VarId::new(cell), value: right(cell) });
        }
    }
    let mut state = CandidateState::from_givens(rules, &givens).unwrap();
    for candidate in (0..rules.len()).map(CandidateId::new) {
        let given = rules.given(candidate);
        if given.value != right(given.variable.index()) && rng.random_bool(0.3) {
            state.remove_candidate(candidate);
        }
    }
    state
}

/// All solutions of the units, as sets of candidates.
fn solutions(rules: &CandidateRules, state: &CandidateState) -> Vec<Vec<CandidateId>> {
    fn go(
        rules: &CandidateRules,
        state: &CandidateState,
        cell: usize,
        chosen: &mut Vec<CandidateId>,
        all: &mut Vec<Vec<CandidateId>>,
    ) {
        if cell == 16 {
            all.push(chosen.clone());
            return;
        }
        for candidate in rules.of_variable(VarId::new(cell)) {
            if state.has_candidate(candidate)
                && chosen.iter().all(|&other| !rules.shares_unit(candidate, other))
            {
                chosen.push(candidate);
                go(rules, state, cell + 1, chosen, all);
                chosen.pop();
            }
        }
    }
    let mut all = Vec::new();
    go(rules, state, 0, &mut Vec::new(), &mut all);
    all
}

/// Whether parts imply a literal, by trying all truth values of the candidates that they name.
fn plainly(
    rules: &CandidateRules,
    state: &CandidateState,
    parts: &[RulePart],
    literal: CandidateLiteral,
) -> bool {
    let mut near: Vec<CandidateId> =
        parts.iter().flat_map(|part| state.of_unit(rules, part.unit())).collect();
    near.push(literal.candidate);
    near.sort_unstable();
    near.dedup();
    assert!(near.len() < 22, "too many candidates to try all");
    (0..1u32 << near.len()).all(|mask| {
        let is_true =
            |c: CandidateId| near.binary_search(&c).is_ok_and(|place| mask & (1 << place) != 0);
        let holds = parts.iter().all(|part| {
            let number = state.of_unit(rules, part.unit()).filter(|&c| is_true(c)).count();
            match part {
                RulePart::Some(_) => number > 0,
                RulePart::One(_) => number < 2,
            }
        });
        !holds || is_true(literal.candidate) == literal.holds
    })
}

#[test]
fn what_is_implied_is_in_every_solution() {
    let rules = rules();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let (mut unique, mut several) = (0, 0);
    for _ in 0..200 {
        let state = state(&rules, &mut rng);
        let solutions = solutions(&rules, &state);
        let Ok(StateConsequences::Literals(literals)) =
            implied_literals(&rules, &state, &Control::unlimited())
        else {
            panic!("{state:?}")
        };
        for candidate in state.live_candidates().ones().map(CandidateId::new) {
            let number = solutions.iter().filter(|s| s.contains(&candidate)).count();
            let expected = match number {
                0 => Some(CandidateLiteral::negative(candidate)),
                all if all == solutions.len() && !state.is_placed(candidate) => {
                    Some(CandidateLiteral::positive(candidate))
                }
                _ => None,
            };
            let found = literals.iter().find(|literal| literal.candidate == candidate);
            assert_eq!(found.copied(), expected);
        }
        unique += usize::from(solutions.len() == 1);
        several += usize::from(solutions.len() > 1);
    }
    assert!(unique > 40 && several > 40, "{unique} {several}");
}

#[test]
fn a_contradiction_is_one() {
    let rules = rules();
    let mut state = CandidateState::from_givens(&rules, &[]).unwrap();
    rules.of_variable(VarId::new(0)).for_each(|candidate| state.remove_candidate(candidate));
    assert_eq!(
        implied_literals(&rules, &state, &Control::unlimited()),
        Ok(StateConsequences::Contradiction)
    );
}

#[test]
fn minimal_sets_suffice_and_need_every_part() {
    let (rules, control) = (rules(), Control::unlimited());
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut sizes = [0; 12];
    for _ in 0..60 {
        let state = state(&rules, &mut rng);
        let Ok(StateConsequences::Literals(literals)) = implied_literals(&rules, &state, &control)
        else {
            panic!()
        };
        for literal in literals {
            let set = minimal_parts(&rules, &state, literal, &control).unwrap().unwrap();
            if set.len() > 5 {
                continue;
            }
            sizes[set.len()] += 1;
            assert!(plainly(&rules, &state, &set, literal), "{set:?} {literal:?}");
            for place in 0..set.len() {
                let mut rest = set.clone();
                rest.remove(place);
                assert!(!plainly(&rules, &state, &rest, literal), "{set:?} {literal:?}");
            }
        }
    }
    assert!(sizes[1] > 20 && sizes[2] > 10 && sizes[3] + sizes[4] + sizes[5] > 10, "{sizes:?}");
}

/// Minimum number of parts, by trying all sets of up to `most`.
fn least(
    rules: &CandidateRules,
    state: &CandidateState,
    literal: CandidateLiteral,
    most: usize,
) -> Option<usize> {
    let units = (0..rules.units().len()).map(UnitId::new);
    let units = units.filter(|&unit| !state.is_done(rules, unit));
    let parts: Vec<RulePart> =
        units.flat_map(|unit| [RulePart::Some(unit), RulePart::One(unit)]).collect();
    let control = Control::unlimited();
    let suffices =
        |set: &[RulePart]| matches!(parts_imply(rules, state, set, literal, &control), Ok(true));
    for size in 1..=most {
        let mut places: Vec<usize> = (0..size).collect();
        loop {
            let set: Vec<RulePart> = places.iter().map(|&place| parts[place]).collect();
            if suffices(&set) {
                return Some(size);
            }
            let Some(at) = (0..size).rev().find(|&at| places[at] < parts.len() - size + at) else {
                break;
            };
            places[at] += 1;
            for next in at + 1..size {
                places[next] = places[next - 1] + 1;
            }
        }
    }
    None
}

#[test]
fn smallest_sets_are_as_small_as_those_of_brute_force() {
    let (rules, control) = (rules(), Control::unlimited());
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut sizes = [0; 4];
    for _ in 0..25 {
        let state = state(&rules, &mut rng);
        let Ok(StateConsequences::Literals(literals)) = implied_literals(&rules, &state, &control)
        else {
            panic!()
        };
        let stride = literals.len() / 4 + 1;
        for literal in literals.into_iter().step_by(stride) {
            let found = smallest_parts(&rules, &state, literal, 500, &control).unwrap().unwrap();
            assert!(found.proved);
            let expected = least(&rules, &state, literal, 2);
            match expected {
                Some(size) => assert_eq!(found.parts.len(), size, "{found:?}"),
                None => assert!(found.parts.len() > 2, "{found:?}"),
            }
            sizes[found.parts.len().min(3)] += 1;
        }
    }
    assert!(sizes[1..].iter().all(|&number| number > 0), "{sizes:?}");
}

#[test]
fn counting_proofs_are_checked_by_adding() {
    let (rules, control) = (rules(), Control::unlimited());
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let (mut proofs, mut refused) = (0, 0);
    for _ in 0..60 {
        let state = state(&rules, &mut rng);
        let Ok(StateConsequences::Literals(literals)) = implied_literals(&rules, &state, &control)
        else {
            panic!()
        };
        for literal in literals {
            let Some(proof) = counting_parts(&rules, &state, literal, None) else { continue };
            proofs += 1;
            assert!(counts_literal(&rules, &state, &proof, literal));
            assert!(parts_imply(&rules, &state, &proof, literal, &control).unwrap());
            // A smallest proof without its first part proves nothing.
            refused += usize::from(!counts_literal(&rules, &state, &proof[1..], literal));
        }
    }
    assert!(proofs > 100 && refused == proofs, "{proofs} {refused}");
}

#[test]
fn nothing_counts_that_is_not_implied() {
    let (rules, control) = (rules(), Control::unlimited());
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut counted = 0;
    for _ in 0..4000 {
        let state = state(&rules, &mut rng);
        let number = rng.random_range(1..5);
        let mut part = || {
            let unit = UnitId::new(rng.random_range(0..rules.units().len()));
            if rng.random_bool(0.5) { RulePart::Some(unit) } else { RulePart::One(unit) }
        };
        let parts: Vec<RulePart> = (0..number).map(|_| part()).collect();
        for candidate in state.live_candidates().ones().map(CandidateId::new) {
            for literal in
                [CandidateLiteral::positive(candidate), CandidateLiteral::negative(candidate)]
            {
                if counts_literal(&rules, &state, &parts, literal) {
                    counted += 1;
                    assert!(parts_imply(&rules, &state, &parts, literal, &control).unwrap());
                }
            }
        }
    }
    assert!(counted > 20, "{counted}");
}

#[test]
fn the_smallest_step_is_no_larger_than_any_single_reason() {
    let (rules, control) = (rules(), Control::unlimited());
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    for _ in 0..20 {
        let state = state(&rules, &mut rng);
        let Ok(StateConsequences::Literals(literals)) = implied_literals(&rules, &state, &control)
        else {
            panic!()
        };
        let found = smallest_step(&rules, &state, 500, &control).unwrap();
        let Some((step, proved)) = found else {
            assert!(literals.is_empty());
            continue;
        };
        assert!(proved);
        for literal in literals {
            let own = smallest_parts(&rules, &state, literal, 500, &control).unwrap().unwrap();
            assert!(step.size() <= own.parts.len());
        }
    }
}
