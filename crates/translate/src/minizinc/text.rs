//! The text of a model.

use std::io::{self, Write};

use parallax_model::engine_api::PreparationError;
use parallax_model::{ObjectiveSense, VarId};

use super::{MinizincTranslation, names, terms};

/// The form in which the output item prints solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputItemForm {
    /// The shown variables by name: `a = 3`, a line each.
    Shown,
    /// All variables by their place, as solvers of FlatZinc print them: `x0 = 3;`.
    Places,
}

impl MinizincTranslation {
    /// Writes the model with the constraints of the question; with `optimises`, the objective as
    /// well. `remarks` are lines of comments before it.
    ///
    /// # Errors
    /// Returns the errors of `out`, or one for a number that is too large.
    pub fn write_model(
        &self,
        printed: OutputItemForm,
        optimises: bool,
        remarks: &[String],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        for remark in remarks {
            writeln!(out, "% {}", terms::single_line(remark))?;
        }
        for file in &self.includes {
            writeln!(out, "include \"{file}.mzn\";")?;
        }
        for parameter in &self.parameters {
            writeln!(out, "{parameter}")?;
        }
        self.write_variables(out)?;
        for constraint in &self.constraints {
            writeln!(out, "{constraint}")?;
        }
        if self.variables.iter().any(|variable| variable.domain.is_empty()) {
            writeln!(out, "constraint false;")?;
        }
        for formula in self.of_question().map_err(too_large)? {
            writeln!(out, "constraint {formula};")?;
        }
        let search = self.search_annotation(printed);
        match self.objective.as_ref().filter(|_| optimises) {
            None => writeln!(out, "solve {search}satisfy;")?,
            Some(objective) => {
                let sense = match objective.sense {
                    ObjectiveSense::Minimize => "minimize",
                    ObjectiveSense::Maximize => "maximize",
                };
                writeln!(
                    out,
                    "solve {search}{sense} {};",
                    self.sum_text(&objective.terms).map_err(too_large)?
                )?;
            }
        }
        self.write_output(printed, out)
    }

    fn write_variables(&self, out: &mut dyn Write) -> io::Result<()> {
        for variable in &self.variables {
            let kind = match variable.truth {
                true => "bool".into(),
                // The text has `constraint false` for a variable without values.
                false if variable.domain.is_empty() => "0..0".into(),
                false => terms::set_text(&variable.domain).map_err(too_large)?,
            };
            write!(out, "var {kind}: {};", variable.identifier)?;
            let renamed = variable.name != variable.identifier;
            let name = if renamed { variable.name.as_str() } else { "" };
            match (name, variable.words.as_str()) {
                ("", "") => {}
                (about, "") | ("", about) => write!(out, " % {}", terms::single_line(about))?,
                (name, words) => {
                    write!(out, " % {}: {}", terms::single_line(name), terms::single_line(words))?;
                }
            }
            writeln!(out)?;
        }
        Ok(())
    }

    /// Returns an annotation that has all variables searched, if some are not printed. Gecode
    /// leaves out a hidden variable that MiniZinc takes for defined by others, and finds solutions
    /// that do not exist where the definitions form a cycle.
    fn search_annotation(&self, printed: OutputItemForm) -> String {
        if printed == OutputItemForm::Places || self.variables.iter().all(|variable| variable.shown)
        {
            return String::new();
        }
        let lists = [false, true].map(|truth| {
            let of = |shown: bool| {
                let own =
                    self.variables.iter().filter(move |v| v.truth == truth && v.shown == shown);
                own.map(|variable| variable.identifier.as_str())
            };
            terms::array_text(of(true).chain(of(false)))
        });
        let [numbers, truths] = lists;
        format!(
            ":: seq_search([\n  int_search({numbers}, first_fail, indomain_min, complete),\n  \
             bool_search({truths}, input_order, indomain_min, complete)\n]) "
        )
    }

    fn write_output(&self, printed: OutputItemForm, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "output [")?;
        for (place, variable) in self.variables.iter().enumerate() {
            let value = self.integer_text(VarId::new(place));
            match printed {
                OutputItemForm::Places => writeln!(out, "  \"x{place} = \\({value});\\n\",")?,
                OutputItemForm::Shown if variable.shown => {
                    let name =
                        terms::string_literal(&format!("{} = ", names::pair_name(&variable.name)));
                    let name = name.trim_end_matches('"');
                    writeln!(out, "  {name}\\({value})\\n\",")?;
                }
                OutputItemForm::Shown => {}
            }
        }
        writeln!(out, "];")
    }
}

/// Returns the error of a text that cannot be written.
fn too_large(why: PreparationError) -> io::Error {
    io::Error::other(why.to_string())
}
