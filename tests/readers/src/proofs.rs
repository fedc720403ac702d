//! The readers of LRAT proofs: the checkers.

use std::io::Write;
use std::sync::{Arc, Mutex};

use parallax_model::engine_api::Control;
use parallax_solvers::proofs::{ProofFormat, lrat, native};
use parallax_solvers::{SatAnswer, SatKind};
use rustsat::types::Lit;

use crate::targets::Target;

/// Maximum memory of a checker, in bytes.
const ALLOWANCE: usize = 64 << 20;

/// A vector that a solver writes to.
#[derive(Clone, Default)]
struct Sink(Arc<Mutex<Vec<u8>>>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no holder panics").write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Returns the checkers of LRAT in both forms. The checker of Varisat's proofs is a foreign crate
/// that panics and runs out of memory on damaged ones; it only receives proofs that Varisat has
/// just written.
pub(crate) fn targets() -> Vec<Target> {
    let formula = pigeons(4);
    let control = Control::unlimited().with_formula_bytes(ALLOWANCE);
    let Some(raw) = proved(&formula) else { return Vec::new() };
    let lrat = |binary: bool| {
        let mut out: Vec<u8> = Vec::new();
        let clauses = formula.len() as u64;
        let writer = lrat::LratWriter::new(&mut out as &mut dyn Write, binary, clauses);
        let checked = native::check_varisat(
            formula.iter().map(Vec::as_slice),
            &raw[..],
            Some(writer),
            &control,
        );
        checked.is_ok().then_some(out)
    };
    let mut targets = Vec::new();
    for (name, binary) in [("lrat", false), ("binary-lrat", true)] {
        let (formula, control) = (formula.clone(), control.clone());
        targets.push(Target::new(name, lrat(binary), move |bytes| {
            lrat::check_lrat(formula.iter().map(Vec::as_slice), bytes, &control).is_ok()
        }));
    }
    targets
}

/// Returns clauses for `n` pigeons in `n - 1` holes: each pigeon in one hole, no two in the same.
fn pigeons(n: i32) -> Vec<Vec<Lit>> {
    let lit = |pigeon: i32, hole: i32, sign: i32| {
        Lit::from_ipasir(sign * (1 + pigeon * (n - 1) + hole)).expect("no zero")
    };
    let mut clauses: Vec<Vec<Lit>> =
        (0..n).map(|pigeon| (0..n - 1).map(|hole| lit(pigeon, hole, 1)).collect()).collect();
    for hole in 0..n - 1 {
        for b in 0..n {
            clauses.extend((0..b).map(|a| vec![lit(a, hole, -1), lit(b, hole, -1)]));
        }
    }
    clauses
}

/// Returns Varisat's proof that a formula has no model.
fn proved(formula: &[Vec<Lit>]) -> Option<Vec<u8>> {
    let sink = Sink::default();
    let clauses = formula.len() as u64;
    let out = Box::new(sink.clone());
    let mut solver = SatKind::Varisat.create_proving(0, ProofFormat::Varisat, clauses, out).ok()?;
    let variables = formula.iter().flatten().map(|lit| lit.vidx32() + 1).max()?;
    solver.reserve_variables(variables);
    formula.iter().try_for_each(|clause| solver.add_clause(clause)).ok()?;
    let answer = solver.solve_clauses(&[], &Control::unlimited()).ok()?;
    solver.end_proof().ok()?;
    drop(solver);
    let bytes = sink.0.lock().expect("no holder panics").clone();
    (answer == SatAnswer::Unsatisfiable).then_some(bytes)
}
