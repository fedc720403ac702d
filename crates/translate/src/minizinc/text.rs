//! The text of a model.

use std::io::{self, Write};

use parallax_model::ask::Refusal;
use parallax_model::{Sense, VarId};

use super::{Minizinc, names, terms};

/// The solutions that the output item prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Printed {
    /// The shown variables by name: `a = 3`, a line each.
    Shown,
    /// All variables by their place, as solvers of FlatZinc print them: `x0 = 3;`.
    Places,
}

impl Minizinc {
    /// Writes the model with the constraints of the question; with `optimises`, the objective as
    /// well. `remarks` are lines of comments before it.
    ///
    /// # Errors
    /// Returns the errors of `out`, or one for a number that is too large.
    pub fn write(
        &self,
        printed: Printed,
        optimises: bool,
        remarks: &[String],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        for remark in remarks {
            writeln!(out, "% {}", terms::plain(remark))?;
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
        let search = self.search(printed);
        match self.objective.as_ref().filter(|_| optimises) {
            None => writeln!(out, "solve {search}satisfy;")?,
            Some(objective) => {
                let sense = match objective.sense {
                    Sense::Minimize => "minimize",
                    Sense::Maximize => "maximize",
                };
                writeln!(
                    out,
                    "solve {search}{sense} {};",
                    self.sum(&objective.terms).map_err(too_large)?
                )?;
            }
        }
        self.write_output(printed, out)
    }

    fn write_variables(&self, out: &mut dyn Write) -> io::Result<()> {
        for variable in &self.variables {
            let kind = match variable.truth {
                true => "bool".into(),
                // A constraint says that nothing is left.
                false if variable.domain.is_empty() => "0..0".into(),
                false => terms::set(&variable.domain).map_err(too_large)?,
            };
            write!(out, "var {kind}: {};", variable.identifier)?;
            let renamed = variable.name != variable.identifier;
            let name = if renamed { variable.name.as_str() } else { "" };
            match (name, variable.words.as_str()) {
                ("", "") => {}
                (about, "") | ("", about) => write!(out, " % {}", terms::plain(about))?,
                (name, words) => write!(out, " % {}: {}", terms::plain(name), terms::plain(words))?,
            }
            writeln!(out)?;
        }
        Ok(())
    }

    /// Returns an annotation that has all variables searched, if some are not printed. Gecode leaves
    /// out a hidden variable that MiniZinc takes for defined by others, and finds solutions that do
    /// not exist where the definitions form a cycle.
    fn search(&self, printed: Printed) -> String {
        if printed == Printed::Places || self.variables.iter().all(|variable| variable.shown) {
            return String::new();
        }
        let lists = [false, true].map(|truth| {
            let of = |shown: bool| {
                let own =
                    self.variables.iter().filter(move |v| v.truth == truth && v.shown == shown);
                own.map(|variable| variable.identifier.as_str())
            };
            terms::array(of(true).chain(of(false)))
        });
        let [numbers, truths] = lists;
        format!(
            ":: seq_search([\n  int_search({numbers}, first_fail, indomain_min, complete),\n  \
             bool_search({truths}, input_order, indomain_min, complete)\n]) "
        )
    }

    fn write_output(&self, printed: Printed, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "output [")?;
        for (place, variable) in self.variables.iter().enumerate() {
            let value = self.int(VarId::new(place));
            match printed {
                Printed::Places => writeln!(out, "  \"x{place} = \\({value});\\n\",")?,
                Printed::Shown if variable.shown => {
                    let name = terms::string(&format!("{} = ", names::pair_name(&variable.name)));
                    let name = name.trim_end_matches('"');
                    writeln!(out, "  {name}\\({value})\\n\",")?;
                }
                Printed::Shown => {}
            }
        }
        writeln!(out, "];")
    }
}

/// Returns the error of a text that cannot be written.
fn too_large(why: Refusal) -> io::Error {
    io::Error::other(why.to_string())
}
