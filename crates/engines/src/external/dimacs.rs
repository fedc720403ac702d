//! Clauses for external SAT solvers and pseudo-Boolean solvers.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use parallax_encodings::Options;
use parallax_model::ask::{Control, Counters, Ended, Proof, Refusal};
use parallax_model::{Given, Model, Value};
use parallax_solvers::process::{Program, Ran};
use parallax_solvers::proofs::ProofFormat;
use parallax_solvers::replies::sat::{self, SatReply};
use parallax_translate::{ClauseFormat, Cnf};
use rustsat::types::{Lit, Var};

use super::proof::Written;
use super::{External, Found, Problem};

/// A model's formula and an external SAT solver that reads DIMACS.
pub(crate) type DimacsSession = External<Clauses>;

/// The encodings of a model, and the form of the proofs about its clauses, if it is known.
pub(crate) struct Encoding<'o> {
    /// The language of the formula.
    pub(crate) language: ClauseFormat,
    pub(crate) options: &'o Options,
    pub(crate) proof: Option<ProofFormat>,
}

impl DimacsSession {
    /// Encodes `model` for `program`.
    ///
    /// # Errors
    /// If the program cannot be found, the encoding fails, or `control` stops it.
    pub(crate) fn start(
        model: &Arc<Model>,
        encoding: &Encoding<'_>,
        program: &Program,
        seed: u64,
        control: &Control,
    ) -> Result<Self, Refusal> {
        External::new(program, seed, model.objective(), || {
            let cnf = Cnf::with_ceiling(&model.narrowed(), encoding.options, control)?;
            Ok(Clauses {
                cnf,
                language: encoding.language,
                more: Vec::new(),
                givens: 0,
                proof: encoding.proof,
            })
        })
    }
}

/// A formula with the clauses of a question.
pub(crate) struct Clauses {
    cnf: Cnf,
    language: ClauseFormat,
    /// The givens as unit clauses, then a clause for each solution found.
    more: Vec<Vec<Lit>>,
    givens: usize,
    proof: Option<ProofFormat>,
}

/// Bytes for each variable of an answer: a number, its sign, a space, and its part of the line
/// prefix.
const BYTES_PER_VALUE: usize = 16;

/// Maximum number of other bytes that a solver may print.
const TALK: usize = 16 << 20;

impl Problem for Clauses {
    fn pose(&mut self, givens: &[Given], _optimises: bool) -> bool {
        let mut units = Vec::new();
        let possible = self.cnf.assume(givens, &mut units);
        self.more = units.into_iter().map(|unit| vec![unit]).collect();
        self.givens = self.more.len();
        possible
    }

    fn placeholder(&self) -> &'static str {
        match self.language {
            ClauseFormat::Dimacs => "{cnf}",
            ClauseFormat::Opb => "{opb}",
        }
    }

    fn write(&self, file: &mut dyn Write) -> io::Result<()> {
        let more = self.more.iter().map(Vec::as_slice);
        if self.language == ClauseFormat::Opb {
            return self.cnf.write_bare_opb(more, file);
        }
        let formula = self.cnf.formula();
        writeln!(file, "p cnf {} {}", formula.n_vars(), formula.n_clauses() + self.more.len())?;
        for clause in formula.clauses().chain(more) {
            for lit in clause {
                write!(file, "{} ", lit.to_ipasir())?;
            }
            file.write_all(b"0\n")?;
        }
        Ok(())
    }

    fn max_output(&self) -> usize {
        BYTES_PER_VALUE.saturating_mul(self.cnf.formula().n_vars()).saturating_add(TALK)
    }

    fn read(&self, ran: &Ran, file: Option<&str>) -> Result<Found, Ended> {
        let literals = match sat::read(ran, file, self.language.naming())? {
            SatReply::Unsatisfiable => return Ok(Found::one(None)),
            SatReply::Satisfiable(literals) => literals,
        };
        let truth = self.truth(&literals).map_err(|why| Ended::GaveUp(why.to_string()))?;
        let is_true = |lit: Lit| truth[lit.vidx()] == lit.is_pos();
        self.verify(&is_true).map_err(|why| Ended::Wrong(why.to_string()))?;
        let mut values = Vec::new();
        match self.cnf.decode(&is_true, &mut values) {
            Some(()) => Ok(Found::one(Some(values))),
            None => Err(Ended::Wrong("its model gives a variable no single value".into())),
        }
    }

    fn demand(&mut self, bound: i64) -> Result<bool, Ended> {
        let nothing = || Ended::GaveUp("the objective has no bound".into());
        let ceiling = self.cnf.ceiling().ok_or_else(nothing)?;
        if bound < ceiling.least() {
            return Ok(false);
        }
        // The clauses hold unconditionally here, so their guard, which comes first, is omitted.
        let guard = Var::new(0).pos_lit();
        let clauses = ceiling.clauses(bound, guard).into_iter();
        self.more.extend(clauses.map(|clause| clause[1..].to_vec()));
        Ok(true)
    }

    fn forbid(&mut self, values: &[Value]) {
        let mut clause = Vec::new();
        self.cnf.forbid(values, None, &mut clause);
        self.more.push(clause);
    }

    fn prove(&self, proof: &Path, control: &Control) -> Option<Proof> {
        let more = self.more.iter().map(Vec::as_slice);
        let clauses = self.cnf.formula().clauses().chain(more);
        let written = Written { proof, form: self.proof };
        Some(written.check(clauses, control))
    }

    fn sizes(&self) -> Counters {
        let mut counters = Counters::new();
        counters.add("variables", self.cnf.formula().n_vars() as u64);
        counters.add("clauses", self.cnf.formula().n_clauses() as u64);
        counters
    }
}

/// The fault of the model of a SAT solver.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum ModelError {
    #[error("variable {0} of its model does not exist")]
    Variable(u64),
    #[error("variable {0} of its model is true and false")]
    TwoValues(u64),
    /// The number of the clause, from 1, and the label of its group.
    #[error("its model violates clause {number}{}", in_brackets(.label.as_deref()))]
    Clause { number: usize, label: Option<String> },
    #[error("its model violates a given")]
    Given,
}

fn in_brackets(label: Option<&str>) -> String {
    label.map_or_else(String::new, |label| format!(" ({label})"))
}

impl Clauses {
    /// Returns the value of every variable; variables that the solver omits do not matter and are
    /// false.
    fn truth(&self, literals: &[i64]) -> Result<Vec<bool>, ModelError> {
        // OPB has a variable even where the formula has none.
        let least = usize::from(self.language == ClauseFormat::Opb);
        let mut truth = vec![None; self.cnf.formula().n_vars().max(least)];
        for &literal in literals {
            let number = literal.unsigned_abs();
            let place = usize::try_from(number).unwrap_or(usize::MAX).wrapping_sub(1);
            match truth.get_mut(place) {
                None => return Err(ModelError::Variable(number)),
                Some(Some(value)) if *value != (literal > 0) => {
                    return Err(ModelError::TwoValues(number));
                }
                Some(value) => *value = Some(literal > 0),
            }
        }
        Ok(truth.into_iter().map(|value| value.unwrap_or(false)).collect())
    }

    /// Checks that the formula and the givens hold; the error names the first violated clause.
    fn verify(&self, is_true: &dyn Fn(Lit) -> bool) -> Result<(), ModelError> {
        let holds = |clause: &[Lit]| clause.iter().any(|&lit| is_true(lit));
        let formula = self.cnf.formula();
        if let Some(place) = formula.clauses().position(|clause| !holds(clause)) {
            let mut groups = formula.groups();
            let group = groups.find(|(_, clauses)| clauses.contains(&place));
            let label = group.map(|(label, _)| label.to_string());
            return Err(ModelError::Clause { number: place + 1, label });
        }
        if self.more[..self.givens].iter().all(|unit| holds(unit)) {
            Ok(())
        } else {
            Err(ModelError::Given)
        }
    }
}
