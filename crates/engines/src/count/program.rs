//! Model counters outside this process.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_encodings::Options;
use parallax_model::ask::{
    Answer, Clock, Control, Count, Counting, Ended, OnCandidate, Outcome, Refusal, Session, Task,
};
use parallax_model::{Given, Model, Value};
use parallax_solvers::SatKind;
use parallax_solvers::process::{Input, Program, Run, run};
use parallax_solvers::replies::count;
use parallax_translate::Cnf;
use rustsat::types::Lit;

use super::outside::Outside;
use crate::external::posed;
use crate::sat::SatSession;

/// Maximum number of bytes that a counter may print.
const MOST_OUTPUT: usize = 16 << 20;

/// The treatment of variables that do not distinguish solutions, by a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Projection {
    /// The counter counts the assignments of the variables in a comment `c p show`, as in the
    /// competition's projected track.
    Shown,
    /// The counter counts all models, so each solution must have exactly one.
    None,
}

/// A model's formula, a program that counts its models, and a SAT solver that finds one.
pub(super) struct ProgramSession {
    program: Program,
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
    pub(super) fn start(
        model: &Arc<Model>,
        outside: &Outside,
        seed: u64,
        control: &Control,
    ) -> Result<Self, Refusal> {
        let program = outside.program().map_err(|fault| Refusal::Unsupported(fault.to_string()))?;
        let projection = outside.projection();
        let narrowed = model.narrowed();
        let options = match projection {
            Projection::Shown => outside.options.clone(),
            Projection::None => {
                only_shown(&narrowed)?;
                let options = Options { keep_counts: true, ..outside.options.clone() };
                options.validate().map_err(|lost| Refusal::Unsupported(lost.to_string()))?;
                options
            }
        };
        let cnf = Cnf::of(&narrowed, &options, control)?;
        let shown = match projection {
            Projection::Shown => Some(shown(&narrowed, &cnf, control)?),
            Projection::None => None,
        };
        let solver =
            SatKind::Batsat.create(seed).map_err(|why| Refusal::Unsupported(why.to_string()))?;
        let finder = SatSession::with(model, cnf, solver, control)?;
        Ok(ProgramSession { program, seed, shown, finder })
    }

    /// Runs the program once.
    fn count(&self, units: &[Lit], control: &Control) -> Result<Count, Ended> {
        let (_folder, problem) = posed("{cnf}", &|file| self.write(units, file), control)?;
        let fill =
            vec![("{cnf}", problem.display().to_string()), ("{seed}", self.seed.to_string())];
        let mut asked = Run::of(&self.program, fill);
        if !self.program.takes("{cnf}") {
            asked.input = Input::File(&problem);
        }
        let ran = run(&asked, MOST_OUTPUT, control)?;
        let name = self.program.name();
        count::read(&ran).map_err(|why| Ended::GaveUp(format!("{name}: {why}")))
    }

    /// Writes the formula with the givens, in the competition's format.
    fn write(&self, units: &[Lit], file: &mut dyn Write) -> io::Result<()> {
        let formula = self.finder.cnf().formula();
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
fn only_shown(model: &Model) -> Result<(), Refusal> {
    let open = model.variables().iter().find(|v| !v.shown && v.domain.len() > 1);
    open.map_or(Ok(()), |v| {
        let name = &v.name;
        Err(Refusal::Unsupported(format!(
            "this counter counts hidden variables such as '{name}' too"
        )))
    })
}

/// Returns the DIMACS numbers of the variables that represent the shown integers.
fn shown(model: &Model, cnf: &Cnf, control: &Control) -> Result<BTreeSet<u32>, Refusal> {
    let mut shown = BTreeSet::new();
    let mut literals = Vec::new();
    for &variable in model.shown() {
        control.check()?;
        for value in model.domain(variable).iter() {
            literals.clear();
            cnf.assume(&[Given { variable, value }], &mut literals);
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
        on_candidate: OnCandidate<'_>,
    ) -> Outcome {
        if let Some(refused) = Outcome::unless_counting(task) {
            return refused;
        }
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
        if flow.is_break() || !self.finder.cnf().assume(givens, &mut units) {
            return outcome;
        }
        let clock = Clock::start();
        let counted = self.count(&units, control);
        let time = outcome.solve + clock.elapsed();
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
                Outcome::enumerated(found, Ended::Wrong(how), counters, time)
            }
            Ok(number) => Outcome::enumerated(found, Ended::Exhausted, counters, time)
                .with_count(number, Counting::External),
            // Without a number only the solution is known.
            Err(ended) => Outcome::enumerated(found, ended, counters, time),
        }
    }
}
