//! The text of FlatZinc.

use std::io::{self, Write};

use parallax_model::ObjectiveSense;

use super::FlatzincTranslation;

impl FlatzincTranslation {
    /// Writes the text; with `optimises`, the solver minimises or maximises the objective.
    ///
    /// # Errors
    /// Returns the errors of `out`.
    pub fn write_text(&self, optimises: bool, out: &mut dyn Write) -> io::Result<()> {
        for (place, name) in self.names.iter().enumerate() {
            writeln!(out, "% x{place} is {}", name.replace(char::is_control, " "))?;
        }
        for (place, int) in self.ints.iter().enumerate() {
            let shown = if place < self.names.len() { " :: output_var" } else { "" };
            writeln!(out, "var {}: x{place}{shown};", int.domain)?;
        }
        for place in 0..self.bools {
            writeln!(out, "var bool: b{place};")?;
        }
        let objective = self.objective.as_ref().filter(|_| optimises);
        if let Some((_, sum)) = objective {
            let (low, high) = sum.sum_bounds(&self.ints);
            writeln!(out, "var {low}..{high}: objective;")?;
        }
        for constraint in &self.constraints {
            writeln!(out, "constraint {constraint};")?;
        }
        match objective {
            None => writeln!(out, "solve satisfy;"),
            Some((sense, sum)) => {
                writeln!(out, "constraint {};", sum.equal_to("objective"))?;
                let sense = match sense {
                    ObjectiveSense::Minimize => "minimize",
                    ObjectiveSense::Maximize => "maximize",
                };
                writeln!(out, "solve {sense} objective;")
            }
        }
    }
}
