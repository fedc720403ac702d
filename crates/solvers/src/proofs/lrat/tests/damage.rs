//! Real proofs of random formulas, damaged at one place: never accepted for a formula that has
//! a model.

use parallax_model::engine_api::Control;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustsat::types::Lit;
use varisat::ExtendFormula;

use super::super::super::native;
use super::super::LratWriter;
use super::steps::{clause, satisfiable};
use super::{Formula, ProofError, checked};

/// Makes a random unsatisfiable formula, with its proof as text and in bytes.
fn proved(seed: u64) -> Option<(Formula, [Vec<u8>; 2])> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut formula: Formula = (0..rng.random_range(10..30)).map(|_| clause(&mut rng, 3)).collect();
    formula.retain(|clause| !clause.is_empty());
    if satisfiable(formula.iter().map(Vec::as_slice)) {
        return None;
    }
    let native = native_proof(&formula);
    let proofs = [false, true].map(|binary| {
        let mut lrat: Vec<u8> = Vec::new();
        let writer =
            LratWriter::new(&mut lrat as &mut dyn std::io::Write, binary, formula.len() as u64);
        let clauses = formula.iter().map(Vec::as_slice);
        native::check_varisat(clauses, native.as_slice(), Some(writer), &Control::unlimited())
            .unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
        lrat
    });
    Some((formula, proofs))
}

/// Returns Varisat's proof that a formula has no model.
fn native_proof(formula: &Formula) -> Vec<u8> {
    let mut proof: Vec<u8> = Vec::new();
    let mut solver = varisat::Solver::new();
    solver.write_proof(&mut proof, varisat::ProofFormat::Varisat);
    for clause in formula {
        let lits = clause.iter().map(|lit| varisat::Lit::from_index(lit.vidx(), lit.is_pos()));
        solver.add_clause(&lits.collect::<Vec<_>>());
    }
    assert!(!solver.solve().expect("an answer"));
    solver.close_proof().expect("memory");
    drop(solver);
    proof
}

/// Removes clauses from a formula until it has a model.
fn weakened(formula: &Formula, rng: &mut ChaCha8Rng) -> Formula {
    let mut weak = formula.clone();
    while !satisfiable(weak.iter().map(Vec::as_slice)) {
        // A tautology replaces the clause, so that the ids stay the same.
        let place = rng.random_range(0..weak.len());
        let lit = Lit::positive(0);
        weak[place] = vec![lit, !lit];
    }
    weak
}

fn damaged(proof: &[u8], rng: &mut ChaCha8Rng) -> Vec<u8> {
    let mut damaged = proof.to_vec();
    let place = rng.random_range(0..proof.len());
    match rng.random_range(0..5) {
        0 => damaged[place] = rng.random(),
        1 => damaged[place] ^= 1 << rng.random_range(0..8),
        2 => drop(damaged.remove(place)),
        3 => damaged.truncate(place),
        // One line is repeated, removed or moved.
        _ => {
            let mut lines: Vec<&[u8]> = proof.split_inclusive(|&byte| byte == b'\n').collect();
            let line = lines.remove(rng.random_range(0..lines.len()));
            if rng.random() {
                lines.insert(rng.random_range(0..=lines.len()), line);
            }
            damaged = lines.concat();
        }
    }
    damaged
}

#[test]
fn damaged_proofs_are_refused_or_still_proofs() {
    let (mut proofs, mut refused, mut still) = (0, 0, 0);
    for (seed, (formula, both)) in (0..600).filter_map(|seed| Some((seed, proved(seed)?))) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let weak = weakened(&formula, &mut rng);
        for proof in &both {
            checked(&formula, proof).unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
            assert!(matches!(checked(&weak, proof), Err(ProofError::Refused(_))), "seed {seed}");
            proofs += 1;
            for _ in 0..50 {
                let damaged = damaged(proof, &mut rng);
                // The damaged proof may still prove the original formula.
                match checked(&formula, &damaged) {
                    Ok(_) => still += 1,
                    Err(_) => refused += 1,
                }
                let of_weak = checked(&weak, &damaged);
                assert!(of_weak.is_err(), "seed {seed}: {}", String::from_utf8_lossy(&damaged));
            }
        }
    }
    assert!(proofs > 200 && refused > 5000 && still > 100, "{proofs} {refused} {still}");
}

#[test]
fn native_proofs_are_about_the_formula_at_hand() {
    let control = Control::unlimited();
    let (mut right, mut wrong) = (0, 0);
    for seed in 0..300 {
        let Some((formula, _)) = proved(seed) else { continue };
        let proof = native_proof(&formula);
        let weak = weakened(&formula, &mut ChaCha8Rng::seed_from_u64(seed));
        let check = |formula: &Formula, proof: &[u8]| {
            native::check_varisat(formula.iter().map(Vec::as_slice), proof, None, &control)
        };
        right += usize::from(check(&formula, &proof).is_ok());
        assert!(matches!(check(&weak, &proof), Err(ProofError::Refused(_))), "seed {seed}");
        wrong += 1;
        assert!(check(&weak, &proof[..proof.len() / 2]).is_err(), "seed {seed}");
    }
    assert!(right == wrong && right > 50, "{right} {wrong}");
}

#[test]
fn native_proofs_may_not_bring_clauses() {
    // An incremental run adds the clauses that make it unsatisfiable late.
    let mut proof: Vec<u8> = Vec::new();
    let mut solver = varisat::Solver::new();
    solver.write_proof(&mut proof, varisat::ProofFormat::Varisat);
    let x = varisat::Lit::from_index(0, true);
    solver.add_clause(&[x]);
    assert!(solver.solve().expect("an answer"));
    solver.add_clause(&[!x]);
    assert!(!solver.solve().expect("an answer"));
    solver.close_proof().expect("memory");
    drop(solver);
    let given = [vec![Lit::positive(0)]];
    let clauses = given.iter().map(Vec::as_slice);
    match native::check_varisat(clauses, proof.as_slice(), None, &Control::unlimited()) {
        Err(ProofError::Refused(why)) => {
            assert!(why.to_string().contains("the formula does not have"), "{why}");
        }
        other => panic!("{other:?}"),
    }
}
