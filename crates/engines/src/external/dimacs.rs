//! Clauses for external SAT solvers and pseudo-Boolean solvers.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use parallax_encodings::EncodingOptions;
use parallax_model::engine_api::{
    Control, EffortCounters, EnumerationEnd, PreparationError, ProofOutcome,
};
use parallax_model::{Given, Model, Value};
use parallax_solvers::process::{CommandTemplate, ProgramResult};
use parallax_solvers::proofs::ProofFormat;
use parallax_solvers::replies::sat::{self, SatReply};
use parallax_translate::{ClauseFormat, ModelClauses};
use rustsat::types::{Lit, Var};

use super::proof::ProgramProof;
use super::{ExternalProblem, ExternalSession, RunSolutions};

/// A model's formula and an external SAT solver that reads DIMACS.
pub(crate) type DimacsSession = ExternalSession<ClauseProblem>;

/// The encodings of a model, and the form of the proofs about its clauses, if it is known.
pub(crate) struct ClauseEncoding<'o> {
    /// The language of the formula.
    pub(crate) language: ClauseFormat,
    pub(crate) options: &'o EncodingOptions,
    pub(crate) proof: Option<ProofFormat>,
}

impl DimacsSession {
    /// Encodes `model` for `program`.
    ///
    /// # Errors
    /// If the program cannot be found, the encoding fails, or `control` stops it.
    pub(crate) fn encode_model(
        model: &Arc<Model>,
        encoding: &ClauseEncoding<'_>,
        program: &CommandTemplate,
        seed: u64,
        control: &Control,
    ) -> Result<Self, PreparationError> {
        ExternalSession::new(program, seed, model.objective(), || {
            let cnf =
                ModelClauses::with_ceiling(&model.narrow_domains(), encoding.options, control)?;
            Ok(ClauseProblem {
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
pub(crate) struct ClauseProblem {
    cnf: ModelClauses,
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
const MAX_OTHER_BYTES: usize = 16 << 20;

impl ExternalProblem for ClauseProblem {
    fn pose_question(&mut self, givens: &[Given], _optimises: bool) -> bool {
        let mut units = Vec::new();
        let possible = self.cnf.assume_givens(givens, &mut units);
        self.more = units.into_iter().map(|unit| vec![unit]).collect();
        self.givens = self.more.len();
        possible
    }

    fn file_placeholder(&self) -> &'static str {
        match self.language {
            ClauseFormat::Dimacs => "{cnf}",
            ClauseFormat::Opb => "{opb}",
        }
    }

    fn write_question(&self, file: &mut dyn Write) -> io::Result<()> {
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
        BYTES_PER_VALUE.saturating_mul(self.cnf.formula().n_vars()).saturating_add(MAX_OTHER_BYTES)
    }

    fn read_answer(
        &self,
        ran: &ProgramResult,
        file: Option<&str>,
    ) -> Result<RunSolutions, EnumerationEnd> {
        let literals = match sat::read_sat_reply(ran, file, self.language.literal_notation())? {
            SatReply::Unsatisfiable => return Ok(RunSolutions::from_run(None)),
            SatReply::Satisfiable(literals) => literals,
        };
        let truth = self
            .variable_values(&literals)
            .map_err(|why| EnumerationEnd::GaveUp(why.to_string()))?;
        let is_true = |lit: Lit| truth[lit.vidx()] == lit.is_pos();
        // Decoding relies on the clauses of the domains, so a model that violates the formula is
        // refused first, with the violated clause.
        self.verify_model(&is_true).map_err(|why| EnumerationEnd::Wrong(why.to_string()))?;
        let mut values = Vec::new();
        match self.cnf.decode_values(&is_true, &mut values) {
            Some(()) => Ok(RunSolutions::from_run(Some(values))),
            None => Err(EnumerationEnd::Wrong("its model gives a variable no single value".into())),
        }
    }

    fn demand_cost(&mut self, bound: i64) -> Result<bool, EnumerationEnd> {
        let nothing = || EnumerationEnd::GaveUp("the objective has no bound".into());
        let ceiling = self.cnf.cost_bound().ok_or_else(nothing)?;
        if bound < ceiling.least_cost() {
            return Ok(false);
        }
        // The clauses hold unconditionally here, so their guard, which comes first, is omitted.
        let guard = Var::new(0).pos_lit();
        let clauses = ceiling.bound_clauses(bound, guard).into_iter();
        self.more.extend(clauses.map(|clause| clause[1..].to_vec()));
        Ok(true)
    }

    fn forbid_solution(&mut self, values: &[Value]) {
        let mut clause = Vec::new();
        self.cnf.forbid_solution(values, None, &mut clause);
        self.more.push(clause);
    }

    fn check_proof(&self, proof: &Path, control: &Control) -> Option<ProofOutcome> {
        let more = self.more.iter().map(Vec::as_slice);
        let clauses = self.cnf.formula().clauses().chain(more);
        let written = ProgramProof { proof, form: self.proof };
        Some(written.check_proof(clauses, control))
    }

    fn problem_sizes(&self) -> EffortCounters {
        let mut counters = EffortCounters::new();
        counters.add_amount("variables", self.cnf.formula().n_vars() as u64);
        counters.add_amount("clauses", self.cnf.formula().n_clauses() as u64);
        counters
    }
}

/// The fault of the model of a SAT solver.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum SatModelError {
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

impl ClauseProblem {
    /// Returns the value of every variable. A variable that the solver omits does not matter, and
    /// is false here.
    fn variable_values(&self, literals: &[i64]) -> Result<Vec<bool>, SatModelError> {
        // OPB has a variable even if the formula has none.
        let min_variables = usize::from(self.language == ClauseFormat::Opb);
        let mut truth = vec![None; self.cnf.formula().n_vars().max(min_variables)];
        for &literal in literals {
            // A literal 0 wraps to the index `usize::MAX`, which no variable has.
            let number = literal.unsigned_abs();
            let index = usize::try_from(number).unwrap_or(usize::MAX).wrapping_sub(1);
            match truth.get_mut(index) {
                None => return Err(SatModelError::Variable(number)),
                Some(Some(value)) if *value != (literal > 0) => {
                    return Err(SatModelError::TwoValues(number));
                }
                Some(value) => *value = Some(literal > 0),
            }
        }
        Ok(truth.into_iter().map(|value| value.unwrap_or(false)).collect())
    }

    /// Checks that the formula and the givens hold; the error names the first violated clause.
    fn verify_model(&self, is_true: &dyn Fn(Lit) -> bool) -> Result<(), SatModelError> {
        let holds = |clause: &[Lit]| clause.iter().any(|&lit| is_true(lit));
        let formula = self.cnf.formula();
        if let Some(index) = formula.clauses().position(|clause| !holds(clause)) {
            let mut groups = formula.groups();
            let group = groups.find(|(_, clauses)| clauses.contains(&index));
            let label = group.map(|(label, _)| label.to_string());
            return Err(SatModelError::Clause { number: index + 1, label });
        }
        if self.more[..self.givens].iter().all(|unit| holds(unit)) {
            Ok(())
        } else {
            Err(SatModelError::Given)
        }
    }
}
