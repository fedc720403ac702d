//! Model counters outside this process.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_encodings::EncodingOptions;
use parallax_model::engine_api::{
    Answer, CandidateCallback, Control, CountingMethod, EnumerationEnd, PreparationError,
    QuestionClock, QuestionOutcome, Session, SolutionCount, Task,
};
use parallax_model::{Given, Model, Value};
use parallax_solvers::SatKind;
use parallax_solvers::process::{CommandTemplate, ProgramRun, ProgramStdin, run_program};
use parallax_solvers::replies::count;
use parallax_translate::ModelClauses;
use rustsat::types::Lit;

use super::external_counter::ExternalCounter;
use crate::external::write_problem_file;
use crate::sat::SatSession;

/// Maximum number of bytes that a counter may print.
const MOST_OUTPUT: usize = 16 << 20;

/// The treatment of variables that do not distinguish solutions, by a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CounterProjection {
    /// The counter counts the assignments of the variables in a comment `c p show`, as in the
    /// competition's projected track.
    Shown,
    /// The counter counts all models, so each solution must have exactly one.
    None,
}

/// A model's formula, a program that counts its models, and a SAT solver that finds one.
pub(super) struct ProgramSession {
    program: CommandTemplate,
    seed: u64,
    /// The variables to count over, if the program takes them.
    shown: Option<BTreeSet<u32>>,
    finder: SatSession,
}

impl ProgramSession {
    /// Encodes `model` for `program`.
    ///
    /// # Errors
    /// If the program cannot be found, models of the formula do not match solutions of the model
    /// one to one, the encoding fails, or `control` stops it.
    pub(super) fn encode_model(
        model: &Arc<Model>,
        outside: &ExternalCounter,
        seed: u64,
        control: &Control,
    ) -> Result<Self, PreparationError> {
        let program = outside
            .find_program()
            .map_err(|fault| PreparationError::Unsupported(fault.to_string()))?;
        let projection = outside.projection_mode();
        let narrowed = model.narrow_domains();
        let options = match projection {
            CounterProjection::Shown => outside.options.clone(),
            CounterProjection::None => {
                // The program counts assignments of all variables of the formula. Each solution
                // must therefore have exactly one: hidden variables are fixed, and encodings
                // determine their auxiliary ones.
                only_shown(&narrowed)?;
                let options = EncodingOptions { keep_counts: true, ..outside.options.clone() };
                options
                    .check_combination()
                    .map_err(|lost| PreparationError::Unsupported(lost.to_string()))?;
                options
            }
        };
        let cnf = ModelClauses::from_model(&narrowed, &options, control)?;
        let shown = match projection {
            CounterProjection::Shown => Some(shown_variables(&narrowed, &cnf, control)?),
            CounterProjection::None => None,
        };
        let solver = SatKind::Batsat
            .create_solver(seed)
            .map_err(|why| PreparationError::Unsupported(why.to_string()))?;
        let finder = SatSession::with_solver(model, cnf, solver, control)?;
        Ok(ProgramSession { program, seed, shown, finder })
    }

    /// Runs the program once.
    fn run_program(
        &self,
        units: &[Lit],
        control: &Control,
    ) -> Result<SolutionCount, EnumerationEnd> {
        let (_folder, problem) =
            write_problem_file("{cnf}", &|file| self.write_formula(units, file), control)?;
        let fill =
            vec![("{cnf}", problem.display().to_string()), ("{seed}", self.seed.to_string())];
        let mut asked = ProgramRun::new(&self.program, fill);
        if !self.program.has_placeholder("{cnf}") {
            asked.input = ProgramStdin::File(&problem);
        }
        let ran = run_program(&asked, MOST_OUTPUT, control)?;
        let name = self.program.name();
        count::read_count(&ran).map_err(|why| EnumerationEnd::GaveUp(format!("{name}: {why}")))
    }

    /// Writes the formula with the givens, in the competition's format.
    fn write_formula(&self, units: &[Lit], file: &mut dyn Write) -> io::Result<()> {
        let formula = self.finder.model_formula().formula();
        let track = if self.shown.is_some() { "pmc" } else { "mc" };
        writeln!(file, "c t {track}")?;
        writeln!(file, "p cnf {} {}", formula.n_vars(), formula.n_clauses() + units.len())?;
        if let Some(shown) = &self.shown {
            write!(file, "c p show ")?;
            for variable in shown {
                write!(file, "{variable} ")?;
            }
            file.write_all(b"0\n")?;
        }
        for clause in formula.clauses().chain(units.iter().map(std::slice::from_ref)) {
            for lit in clause {
                write!(file, "{} ", lit.to_ipasir())?;
            }
            file.write_all(b"0\n")?;
        }
        Ok(())
    }
}

/// Refuses hidden variables with several values, because the shown ones may not determine
/// them.
fn only_shown(model: &Model) -> Result<(), PreparationError> {
    let open = model.variables().iter().find(|v| !v.shown && v.domain.len() > 1);
    open.map_or(Ok(()), |v| {
        let name = &v.name;
        Err(PreparationError::Unsupported(format!(
            "this counter counts hidden variables such as '{name}' too"
        )))
    })
}

/// Returns the DIMACS numbers of the variables that represent the shown integers.
fn shown_variables(
    model: &Model,
    cnf: &ModelClauses,
    control: &Control,
) -> Result<BTreeSet<u32>, PreparationError> {
    let mut shown = BTreeSet::new();
    let mut literals = Vec::new();
    for &variable in model.shown() {
        control.check_stop()?;
        for value in model.domain(variable).iter() {
            literals.clear();
            cnf.assume_givens(&[Given { variable, value }], &mut literals);
            shown.extend(literals.iter().map(|lit| lit.vidx32() + 1));
        }
    }
    Ok(shown)
}

impl Session for ProgramSession {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        if let Some(refused) = QuestionOutcome::unless_counting(task) {
            return refused;
        }
        // A SAT solver looks for a solution first: the judge needs one to check, and whether there
        // is one must agree with the number of the program.
        let mut flow = ControlFlow::Continue(());
        let mut outcome =
            self.finder.ask(givens, Task::First, control, &mut |values: &[Value]| {
                flow = on_candidate(values);
                flow
            });
        let is_satisfiable = match outcome.answer {
            Answer::Satisfiable => true,
            Answer::Unsatisfiable => false,
            _ => return outcome,
        };
        let mut units = Vec::new();
        if flow.is_break() || !self.finder.model_formula().assume_givens(givens, &mut units) {
            return outcome;
        }
        let clock = QuestionClock::start_clock();
        let counted = self.run_program(&units, control);
        let time = outcome.solve + clock.elapsed_time();
        let counters = std::mem::take(&mut outcome.counters);
        let found = u64::from(is_satisfiable);
        match counted {
            Ok(number) if number.is_zero() == is_satisfiable => {
                let name = self.program.name();
                let how = if is_satisfiable {
                    format!("{name} counts no model, and there is one")
                } else {
                    format!(
                        "{name} counts {number} models, and a SAT solver finds that there is none"
                    )
                };
                QuestionOutcome::from_enumeration(found, EnumerationEnd::Wrong(how), counters, time)
            }
            Ok(number) => {
                QuestionOutcome::from_enumeration(found, EnumerationEnd::Exhausted, counters, time)
                    .with_count(number, CountingMethod::External)
            }
            // Without a number only the solution is known.
            Err(ended) => QuestionOutcome::from_enumeration(found, ended, counters, time),
        }
    }
}
