//! Random steps: an accepted step never makes a satisfiable formula unsatisfiable, compared
//! with brute force.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustsat::types::Lit;

use super::super::LratChecker;
use super::{Formula, lit};

const VARIABLES: i32 = 5;

/// Whether some assignment of a few variables satisfies all clauses.
pub(super) fn satisfiable<'c>(clauses: impl Iterator<Item = &'c [Lit]> + Clone) -> bool {
    (0_u32..1 << VARIABLES).any(|bits| {
        let is_true = |lit: &Lit| (bits >> lit.vidx() & 1 == 1) == lit.is_pos();
        clauses.clone().all(|clause| clause.iter().any(is_true))
    })
}

pub(super) fn clause(rng: &mut ChaCha8Rng, longest: usize) -> Vec<Lit> {
    let literal = |rng: &mut ChaCha8Rng| {
        lit(rng.random_range(1..=VARIABLES) * if rng.random() { 1 } else { -1 })
    };
    (0..rng.random_range(0..=longest)).map(|_| literal(rng)).collect()
}

/// Makes random hints, sometimes with groups for resolvents.
fn hints(rng: &mut ChaCha8Rng, ids: &[u64]) -> Vec<i64> {
    let mut hints: Vec<i64> =
        (0..rng.random_range(0..5)).filter_map(|_| ids.choose(rng).map(|&id| id as i64)).collect();
    hints.iter_mut().for_each(|hint| *hint *= if rng.random_ratio(1, 4) { -1 } else { 1 });
    hints
}

#[test]
fn accepted_steps_keep_formulas_satisfiable() {
    let (mut follow, mut not) = (0, 0);
    for seed in 0..2000 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut live: Vec<(u64, Vec<Lit>)> = Vec::new();
        let mut checker = LratChecker::new(1 << 20);
        for id in 1..=rng.random_range(4..10) {
            let clause = [clause(&mut rng, 2), clause(&mut rng, 1), vec![lit(1)]].concat();
            checker.add_given_clause(&clause[..clause.len().min(3)]).expect("small");
            live.push((id, clause[..clause.len().min(3)].to_vec()));
        }
        if !satisfiable(live.iter().map(|(_, clause)| clause.as_slice())) {
            continue;
        }
        for id in 100..250 {
            let clauses = || live.iter().map(|(_, clause)| clause.as_slice());
            assert!(satisfiable(clauses()), "{seed}: {live:?}");
            if rng.random_ratio(1, 10) {
                let (gone, _) = live.swap_remove(rng.random_range(0..live.len()));
                checker.delete_clause(gone).expect("it is there");
                if live.is_empty() {
                    break;
                }
                continue;
            }
            let ids: Vec<u64> = live.iter().map(|&(id, _)| id).collect();
            let (clause, hints) = (clause(&mut rng, 3), hints(&mut rng, &ids));
            if checker.add_clause(id, &clause, &hints).is_ok() {
                let negated: Vec<Vec<Lit>> = clause.iter().map(|&lit| vec![!lit]).collect();
                let negated = negated.iter().map(Vec::as_slice);
                let follows = !satisfiable(clauses().chain(negated));
                *(if follows { &mut follow } else { &mut not }) += 1;
                live.push((id, clause));
            }
        }
    }
    // Both rules occurred.
    assert!(follow > 10_000 && not > 1_000, "{follow} {not}");
}

#[test]
fn long_proofs_with_deletions_find_every_clause_again() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut checker = LratChecker::new(1 << 30);
    let mut live: Vec<(u64, Vec<Lit>)> = Vec::new();
    let unit: Formula = vec![vec![lit(1)]];
    checker.add_given_clause(&unit[0]).expect("small");
    // Clauses with the unit follow from it; most of them are deleted.
    for id in 2..60_000 {
        let clause = [vec![lit(1)], clause(&mut rng, 8)].concat();
        checker.add_clause(id, &clause, &[1]).expect("it follows");
        live.push((id, clause));
        if live.len() > 1000 {
            let (gone, _) = live.swap_remove(rng.random_range(0..live.len()));
            checker.delete_clause(gone).expect("it is there");
            assert!(checker.delete_clause(gone).is_err());
        }
    }
    for (step, (id, clause)) in live.iter().enumerate() {
        checker
            .add_clause(60_000 + step as u64, clause, &[*id as i64])
            .expect("it is the same clause");
    }
}
