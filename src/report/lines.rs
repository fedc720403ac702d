//! The answers of `solve`: a picture for one instance, a line each for many.

use std::io::{self, Write};
use std::sync::Arc;

use super::{Report, Summary, answer, count, counters, instance_name, seconds};
use crate::ask::Answer;
use crate::compare::{Compared, Keeps, Row};
use crate::inputs::Found;
use crate::instance::InputError;

/// Prints what one engine found.
pub struct Lines<W> {
    out: W,
    /// The first result is held back until it is known whether it is alone.
    first: Option<First>,
    many: bool,
}

enum First {
    Row(Arc<Found>, Box<Row>),
    /// An input that cannot be read; when it is alone, only standard error tells of it.
    Unread(InputError),
}

impl<W: Write> Lines<W> {
    /// Answers to `out`.
    pub fn new(out: W) -> Self {
        Lines { out, first: None, many: false }
    }

    /// One line: name, answer, count, and the first solution.
    fn line(&mut self, row: &Row) -> io::Result<()> {
        let mut pieces = vec![instance_name(row), answer(row), count(row)];
        pieces.extend(row.solutions.first().cloned());
        pieces.extend(row.reason.clone().map(|reason| format!("({reason})")));
        pieces.extend(row.core.as_ref().map(|core| {
            let parts: Vec<String> = core.parts().collect();
            format!("core: {}", parts.join("; "))
        }));
        pieces.extend(row.proof.clone().map(|proof| format!("({proof})")));
        pieces.retain(|piece| !piece.is_empty());
        writeln!(self.out, "{}", pieces.join(" "))
    }

    /// Whether there is more than one result, with this one. The first one is printed as soon as
    /// that is known.
    fn is_one_of_many(&mut self) -> io::Result<bool> {
        match self.first.take() {
            Some(First::Row(_, row)) => self.line(&row)?,
            Some(First::Unread(error)) => self.unread_line(&error)?,
            None => return Ok(self.many),
        }
        self.many = true;
        Ok(true)
    }

    fn unread_line(&mut self, error: &InputError) -> io::Result<()> {
        writeln!(self.out, "{} error ({error})", error.source())
    }

    /// A picture and the whole story.
    fn story(&mut self, found: &Found, row: &Row) -> io::Result<()> {
        writeln!(self.out, "{}: {}", instance_name(row), found.instance.title())?;
        let pictures = row.kept.len() <= found.instance.most_pictures();
        if pictures {
            self.out.write_all(found.instance.text(&row.kept).as_bytes())?;
        } else {
            for solution in &row.solutions {
                writeln!(self.out, "{solution}")?;
            }
        }
        writeln!(self.out, "{}", outcome(row))?;
        if let Some(core) = &row.core {
            let minimal = if core.minimal { ", and none can be left out" } else { "" };
            writeln!(self.out, "these cannot hold together{minimal}:")?;
            core.parts().try_for_each(|part| writeln!(self.out, "  {part}"))?;
        }
        if let Some(proof) = &row.proof {
            writeln!(self.out, "{proof}")?;
        }
        let time = row.time_s;
        let effort = match counters(row, " ") {
            none if none.is_empty() => none,
            some => format!("; {some}"),
        };
        writeln!(
            self.out,
            "{}, model {}: encode {} s, solve {} s, check {} s{effort}",
            row.engine,
            row.model,
            seconds(time.encode),
            seconds(time.solve),
            seconds(time.check),
        )
    }
}

/// The number of solutions in words, and what they are when the model does
/// not have all; `found` follows the noun.
fn solutions(row: &Row, found: &str) -> String {
    let one = row.count == 1;
    let number = format!("{} {}{found}", row.count, if one { "solution" } else { "solutions" });
    match (&row.keeps, row.weighted) {
        (Keeps::All, _) => number,
        (Keeps::Part(_), _) => format!("{number}{}", part(row)),
        (Keeps::Orbits, None) => format!("{number} up to symmetry"),
        (Keeps::Orbits, Some(weighted)) => {
            let stand = if one { "stands" } else { "stand" };
            format!("{number} up to symmetry, which {stand} for {weighted}")
        }
    }
}

/// The options by which a model has a mere part of the solutions.
fn part(row: &Row) -> String {
    match &row.keeps {
        Keeps::Part(options) => format!(" under +{}", options.join("+")),
        _ => String::new(),
    }
}

/// The answer in a sentence.
fn outcome(row: &Row) -> String {
    let why = row.reason.as_deref().unwrap_or("");
    if let (Answer::Satisfiable, Some(value), true) = (&row.answer, row.value, row.checked) {
        let stopped = if why.is_empty() { why } else { &format!(" before it stopped ({why})") };
        return format!(
            "satisfiable: {value} is the best found{stopped}; there may be better ones"
        );
    }
    match &row.answer {
        _ if !row.checked => format!("WRONG: {why}"),
        Answer::Unsatisfiable => {
            let standing = row.unsat.map(|standing| format!(" ({standing})")).unwrap_or_default();
            let why = if why.is_empty() { String::new() } else { format!(" ({why})") };
            format!("unsatisfiable: no solution{}{standing}{why}", part(row))
        }
        Answer::Optimal(value) => format!("optimal: {value}, no solution is better"),
        Answer::Satisfiable if row.complete && row.count == 1 && row.keeps == Keeps::All => {
            "satisfiable: exactly one solution".into()
        }
        Answer::Satisfiable if row.complete => {
            format!("satisfiable: {}, no others", solutions(row, ""))
        }
        Answer::Satisfiable if row.reason.is_some() => {
            format!("satisfiable: {} before it stopped ({why})", solutions(row, " found"))
        }
        Answer::Satisfiable => {
            format!("satisfiable: {}; there may be others", solutions(row, " found"))
        }
        Answer::Unknown(_) => format!("unknown ({why})"),
        Answer::Unsupported(_) => format!("not applicable ({why})"),
    }
}

impl<W: Write> Report for Lines<W> {
    fn add(&mut self, compared: &Compared) -> io::Result<()> {
        let rows = compared.rows.clone();
        for row in rows {
            match self.is_one_of_many()? {
                true => self.line(&row)?,
                false => self.first = Some(First::Row(compared.found.clone(), Box::new(row))),
            }
        }
        Ok(())
    }

    fn unread(&mut self, error: &InputError) -> io::Result<()> {
        match self.is_one_of_many()? {
            true => self.unread_line(error)?,
            false => self.first = Some(First::Unread(error.clone())),
        }
        Ok(())
    }

    fn finish(&mut self, _summary: &Summary) -> io::Result<()> {
        if let Some(First::Row(found, row)) = self.first.take() {
            self.story(&found, &row)?;
        }
        self.out.flush()
    }
}
