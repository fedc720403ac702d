//! Answers to the commands of SMT-LIB scripts, as their standard has them (version 2.7, section
//! 4.2): a line for each `check-sat`, `get-value`, `get-model`, `get-unsat-core`, `echo`.

use std::io::{self, Write};
use std::sync::Arc;

use parallax_compare::{Compared, Row};
use parallax_encodings::smt::quoted_symbol;
use parallax_formats::SmtInstance;
use parallax_formats::smtlib::{Response, Typed};
use parallax_model::Value;
use parallax_model::ask::Answer;
use parallax_model::flatten::Values;
use parallax_model::instance::{InputError, PuzzleSolution, SourcedInstance, added_givens};
use parallax_report::{Report, Summary};

use super::unsat_core::{Asker, script};

/// Prints the answers.
pub(super) struct Responses<W> {
    out: W,
    asker: Asker,
    /// The first solution, if solutions come before their row.
    first: Option<PuzzleSolution>,
}

impl<W: Write> Responses<W> {
    pub(super) fn new(out: W, asker: Asker) -> Self {
        Responses { out, asker, first: None }
    }

    fn error(&mut self, message: &str) -> io::Result<()> {
        // A quote within a string is written twice.
        writeln!(self.out, "(error \"{}\")", message.replace('"', "\"\""))
    }

    fn row(&mut self, script: &SmtInstance, row: &Row, has_givens: bool) -> io::Result<()> {
        let is_right = row.checked && row.wrong.is_none();
        let status = match &row.answer {
            Answer::Satisfiable | Answer::Optimal(_) if is_right => "sat",
            Answer::Unsatisfiable if is_right => "unsat",
            _ => "unknown",
        };
        if script.script().asserts_after_question {
            return self.error("assertions after a question are not supported");
        }
        let solution = self.first.take().or_else(|| row.kept.first().cloned());
        let solution = solution.filter(|_| status == "sat");
        let mut core = None;
        for response in &script.script().responses {
            match response {
                Response::Status => writeln!(self.out, "{status}")?,
                Response::Echo(text) => writeln!(self.out, "{text}")?,
                Response::Model | Response::Values(_) => match &solution {
                    Some(solution) => self.values(script, response, solution)?,
                    None => self.error("there is no model")?,
                },
                Response::Core | Response::Assumptions if status != "unsat" => {
                    self.error("there is no core: the answer is not unsat")?;
                }
                Response::Core | Response::Assumptions if has_givens => {
                    self.error("there is no core: --given adds values to the script")?;
                }
                Response::Core | Response::Assumptions => {
                    let core =
                        core.get_or_insert_with(|| self.asker.core(script, row.time_s.total));
                    match core {
                        Ok(core) => {
                            let assumptions = *response == Response::Assumptions;
                            let text = script.core_text(&core.places, assumptions);
                            writeln!(self.out, "{text}")?;
                        }
                        Err(how) => {
                            let how = how.to_string();
                            self.error(&how)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn values(
        &mut self,
        script: &SmtInstance,
        response: &Response,
        solution: &[Value],
    ) -> io::Result<()> {
        let script = script.script();
        if let Response::Model = response {
            writeln!(self.out, "(")?;
            for ((name, is_bool), &value) in script.variables.iter().zip(solution) {
                let sort = if *is_bool { "Bool" } else { "Int" };
                let value = if *is_bool { (value == 1).to_string() } else { int(value.into()) };
                writeln!(self.out, "  (define-fun {} () {sort} {value})", quoted_symbol(name))?;
            }
            return writeln!(self.out, ")");
        }
        let Response::Values(Some(terms)) = response else {
            return self.error("values of other terms than symbols are not supported");
        };
        let values = Values::of(&script.terms, solution);
        let value = |(name, term): &(String, Typed)| {
            let value = match term {
                Typed::Bool(term) => values.bool(*term)?.to_string(),
                Typed::Int(term) => int(values.int(*term).ok()?),
            };
            Some(format!("({} {value})", quoted_symbol(name)))
        };
        match terms.iter().map(value).collect::<Option<Vec<_>>>() {
            Some(pairs) => writeln!(self.out, "({})", pairs.join("\n ")),
            None => self.error("a term has no value of at most 128 bits"),
        }
    }
}

/// Writes an integer.
fn int(value: i128) -> String {
    if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
}

impl<W: Write> Report for Responses<W> {
    fn solutions(
        &mut self,
        _found: &Arc<SourcedInstance>,
        new: Vec<PuzzleSolution>,
    ) -> io::Result<()> {
        self.first = self.first.take().or_else(|| new.into_iter().next());
        Ok(())
    }

    fn add(&mut self, compared: &Compared) -> io::Result<()> {
        let instance = &*compared.found.instance;
        let has_givens = !added_givens(instance).is_empty();
        for row in &compared.rows {
            match script(instance) {
                Some(script) => self.row(script, row, has_givens)?,
                None => self.error("this is no SMT-LIB script")?,
            }
        }
        self.out.flush()
    }

    fn unread(&mut self, error: &InputError) -> io::Result<()> {
        self.error(&error.to_string())
    }

    fn finish(&mut self, _summary: &Summary) -> io::Result<()> {
        self.out.flush()
    }
}
