//! Answers to the commands of SMT-LIB scripts in the form of their standard (version 2.7, section
//! 4.2): a line for each `check-sat`, `get-value`, `get-model`, `get-unsat-core`, `echo`.

use std::io::{self, Write};
use std::sync::Arc;

use parallax_compare::{InstanceComparison, Row};
use parallax_encodings::smt::quoted_symbol;
use parallax_formats::SmtInstance;
use parallax_formats::smtlib::{ResponseCommand, SortedTerm};
use parallax_instance::{InputError, PuzzleSolution, SourcedInstance, added_givens};
use parallax_model::Value;
use parallax_model::engine_api::Answer;
use parallax_model::flatten::ExpressionValues;
use parallax_report::{ComparisonSummary, ResultReporter};

use super::unsat_core::{CoreFinder, as_script};

/// Prints the answers to the commands of scripts.
pub(super) struct ScriptResponses<W> {
    out: W,
    asker: CoreFinder,
    /// The first solution, if solutions come before their row.
    first: Option<PuzzleSolution>,
}

impl<W: Write> ScriptResponses<W> {
    pub(super) fn new(out: W, asker: CoreFinder) -> Self {
        ScriptResponses { out, asker, first: None }
    }

    fn print_error(&mut self, message: &str) -> io::Result<()> {
        // A quote within a string is written twice.
        writeln!(self.out, "(error \"{}\")", message.replace('"', "\"\""))
    }

    fn print_row(&mut self, script: &SmtInstance, row: &Row, has_givens: bool) -> io::Result<()> {
        let is_right = row.checked && row.wrong.is_none();
        let status = match &row.answer {
            Answer::Satisfiable | Answer::Optimal(_) if is_right => "sat",
            Answer::Unsatisfiable if is_right => "unsat",
            _ => "unknown",
        };
        if script.script().asserts_after_question {
            return self.print_error("assertions after a question are not supported");
        }
        // A solution may arrive before its row, through `add_solutions`. It is taken only once, so
        // that it does not answer for a later row.
        let solution = self.first.take().or_else(|| row.kept.first().cloned());
        let solution = solution.filter(|_| status == "sat");
        let mut core = None;
        for response in &script.script().responses {
            match response {
                ResponseCommand::Status => writeln!(self.out, "{status}")?,
                ResponseCommand::Echo(text) => writeln!(self.out, "{text}")?,
                ResponseCommand::Model | ResponseCommand::Values(_) => match &solution {
                    Some(solution) => self.print_values(script, response, solution)?,
                    None => self.print_error("there is no model")?,
                },
                ResponseCommand::Core | ResponseCommand::Assumptions if status != "unsat" => {
                    self.print_error("there is no core: the answer is not unsat")?;
                }
                ResponseCommand::Core | ResponseCommand::Assumptions if has_givens => {
                    self.print_error("there is no core: --given adds values to the script")?;
                }
                ResponseCommand::Core | ResponseCommand::Assumptions => {
                    // The core is searched for at its first command; further commands of the script
                    // repeat it.
                    let core =
                        core.get_or_insert_with(|| self.asker.find_core(script, row.time_s.total));
                    match core {
                        Ok(core) => {
                            let assumptions = *response == ResponseCommand::Assumptions;
                            let text = script.core_text(&core.places, assumptions);
                            writeln!(self.out, "{text}")?;
                        }
                        Err(how) => {
                            let how = how.to_string();
                            self.print_error(&how)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn print_values(
        &mut self,
        script: &SmtInstance,
        response: &ResponseCommand,
        solution: &[Value],
    ) -> io::Result<()> {
        let script = script.script();
        if let ResponseCommand::Model = response {
            writeln!(self.out, "(")?;
            for ((name, is_bool), &value) in script.variables.iter().zip(solution) {
                let sort = if *is_bool { "Bool" } else { "Int" };
                let value =
                    if *is_bool { (value == 1).to_string() } else { format_int(value.into()) };
                writeln!(self.out, "  (define-fun {} () {sort} {value})", quoted_symbol(name))?;
            }
            return writeln!(self.out, ")");
        }
        let ResponseCommand::Values(Some(terms)) = response else {
            return self.print_error("values of other terms than symbols are not supported");
        };
        let values = ExpressionValues::evaluate_nodes(&script.terms, solution);
        let value = |(name, term): &(String, SortedTerm)| {
            let value = match term {
                SortedTerm::Bool(term) => values.bool_value(*term)?.to_string(),
                SortedTerm::Int(term) => format_int(values.int_value(*term).ok()?),
            };
            Some(format!("({} {value})", quoted_symbol(name)))
        };
        match terms.iter().map(value).collect::<Option<Vec<_>>>() {
            Some(pairs) => writeln!(self.out, "({})", pairs.join("\n ")),
            None => self.print_error("a term has no value of at most 128 bits"),
        }
    }
}

/// Writes an integer.
fn format_int(value: i128) -> String {
    if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
}

impl<W: Write> ResultReporter for ScriptResponses<W> {
    fn add_solutions(
        &mut self,
        _found: &Arc<SourcedInstance>,
        new: Vec<PuzzleSolution>,
    ) -> io::Result<()> {
        self.first = self.first.take().or_else(|| new.into_iter().next());
        Ok(())
    }

    fn add_comparison(&mut self, compared: &InstanceComparison) -> io::Result<()> {
        let instance = &*compared.found.instance;
        let has_givens = !added_givens(instance).is_empty();
        for row in &compared.rows {
            match as_script(instance) {
                Some(script) => self.print_row(script, row, has_givens)?,
                None => self.print_error("this is no SMT-LIB script")?,
            }
        }
        self.out.flush()
    }

    fn add_unread(&mut self, error: &InputError) -> io::Result<()> {
        self.print_error(&error.to_string())
    }

    fn finish(&mut self, _summary: &ComparisonSummary) -> io::Result<()> {
        self.out.flush()
    }
}
