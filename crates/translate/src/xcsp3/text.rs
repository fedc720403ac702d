//! The text of an instance.

use std::io::{self, Write};

use parallax_model::{ComparisonOperator, Domain};

use super::relations::operator_text;
use super::{Xcsp3Translation, join_names, join_numbers, merge_terms, sense_text};

impl Xcsp3Translation {
    /// Writes the instance with the constraints of the question; with `optimises`, the objective
    /// as well. `remarks` are lines of a comment before it.
    ///
    /// # Errors
    /// Returns the errors of `out`.
    pub fn write_instance(
        &self,
        optimises: bool,
        remarks: &[String],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let objective = self.objective.as_ref().filter(|_| optimises);
        let kind = if objective.is_some() { "COP" } else { "CSP" };
        for remark in remarks {
            // A comment may not contain two hyphens.
            writeln!(out, "<!-- {} -->", remark.replace("--", "- -"))?;
        }
        writeln!(out, "<instance format=\"XCSP3\" type=\"{kind}\">")?;
        self.write_variables(out)?;
        writeln!(out, "  <constraints>")?;
        for constraint in &self.constraints {
            writeln!(out, "    {constraint}")?;
        }
        self.write_question(out)?;
        writeln!(out, "  </constraints>")?;
        if let Some(objective) = objective {
            let word = sense_text(objective);
            let terms =
                merge_terms(&objective.terms).map_err(|why| io::Error::other(why.to_string()))?;
            writeln!(out, "  <objectives>")?;
            if terms.is_empty() {
                writeln!(out, "    <{word}> 0 </{word}>")?;
            } else {
                let list = join_names(terms.iter().map(|term| term.1));
                let coefficients = join_numbers(terms.iter().map(|term| term.0));
                writeln!(
                    out,
                    "    <{word} type=\"sum\"> <list> {list}</list> <coeffs> {coefficients}</coeffs> \
                     </{word}>"
                )?;
            }
            writeln!(out, "  </objectives>")?;
        }
        writeln!(out, "</instance>")
    }

    fn write_variables(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "  <variables>")?;
        for (place, domain) in self.domains.iter().enumerate() {
            let note = match self.names.get(place) {
                Some(name) => format!(" note=\"{}\"", escape_attribute(name)),
                None => String::new(),
            };
            // A domain may not be empty; a contradiction among the constraints makes up for it.
            let text = if domain.is_empty() { "0 ".to_owned() } else { domain_runs(domain) };
            writeln!(out, "    <var id=\"x{place}\"{note}> {text}</var>")?;
        }
        writeln!(out, "  </variables>")
    }

    fn write_question(&self, out: &mut dyn Write) -> io::Result<()> {
        // A contradiction: no variable is less than itself.
        let nothing = |place: usize| format!("<intension> lt(x{place},x{place}) </intension>");
        let mut empty = self.domains.iter().enumerate().filter(|(_, domain)| domain.is_empty());
        if let Some((place, _)) = empty.next() {
            writeln!(out, "    {}", nothing(place))?;
        }
        for given in &self.question.givens {
            let place = given.variable.index();
            if self.domains[place].contains(given.value) {
                writeln!(out, "    <intension> eq(x{place},{}) </intension>", given.value)?;
            } else {
                writeln!(out, "    {}", nothing(place))?;
            }
        }
        if !self.question.forbidden.is_empty() {
            self.write_forbidden(out)?;
        }
        if let (Some(bound), Some(objective)) = (self.question.bound, &self.objective) {
            let terms = merge_terms(&objective.cost_terms())
                .map_err(|why| io::Error::other(why.to_string()))?;
            match terms.is_empty() {
                true if bound < 0 => writeln!(out, "    {}", nothing(0))?,
                true => {}
                false => writeln!(
                    out,
                    "    <sum> <list> {}</list> <coeffs> {}</coeffs> <condition> ({},{bound}) \
                     </condition> </sum>",
                    join_names(terms.iter().map(|term| term.1)),
                    join_numbers(terms.iter().map(|term| term.0)),
                    operator_text(ComparisonOperator::Le)
                )?,
            }
        }
        Ok(())
    }

    fn write_forbidden(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.shown[..] {
            // A question without shown variables has one solution.
            [] => writeln!(out, "    <intension> lt(x0,x0) </intension>"),
            [only] => {
                let mut values: Vec<i32> =
                    self.question.forbidden.iter().flatten().copied().collect();
                values.sort_unstable();
                writeln!(
                    out,
                    "    <extension> <list> x{only} </list> <conflicts> {}</conflicts> </extension>",
                    join_numbers(values)
                )
            }
            _ => {
                let list = join_names(self.shown.iter().copied());
                writeln!(out, "    <extension> <list> {list}</list> <conflicts>")?;
                let mut rows: Vec<_> = self.question.forbidden.iter().collect();
                rows.sort_unstable();
                for row in rows {
                    let row: Vec<String> = row.iter().map(i32::to_string).collect();
                    write!(out, "({})", row.join(","))?;
                }
                writeln!(out, "</conflicts> </extension>")
            }
        }
    }
}

/// Returns a domain as values and runs of values.
fn domain_runs(domain: &Domain) -> String {
    let run = |(low, high): (i32, i32)| {
        if high == low { format!("{low} ") } else { format!("{low}..{high} ") }
    };
    domain.intervals().map(run).collect()
}

/// Returns a text as the value of an attribute.
fn escape_attribute(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
