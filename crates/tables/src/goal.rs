//! The goal of a workbook.

use parallax_model::Sense;
use parallax_model::instance::InputError;

use super::cell_error::GoalError;
use super::expr::Expr;
use super::glossary::{Glossary, Sort};
use super::parse::expression;
use super::phrase::Scope;
use super::sheets::Section;

/// The goal of a workbook: which solutions to find.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// Every solution.
    #[default]
    All,
    /// Some solutions, at most this many.
    Some(u64),
    /// A best solution.
    Best(Sense, Expr),
    /// The values that hold in every solution.
    Propagate,
}

/// Reads the goal. Without a table it is [`Goal::All`].
///
/// # Errors
/// Returns an error for a second goal, and for a text that is no goal.
pub fn read(glossary: &Glossary, sections: &[Section<'_>]) -> Result<Goal, InputError> {
    let mut found = None;
    for section in sections {
        let mut cells =
            section.raw.rows.iter().flatten().filter(|cell| !cell.is_blank()).peekable();
        if cells.peek().is_none() {
            return Err(section.fault(&section.raw.title, format!("no goal; expected {EXPECTED}")));
        }
        for cell in cells {
            let goal =
                parse(glossary, &cell.text).map_err(|message| section.fault(cell, &message))?;
            if found.replace(goal).is_some() {
                return Err(section.fault(cell, "a second goal; expected one"));
            }
        }
    }
    Ok(found.unwrap_or_default())
}

pub(super) const EXPECTED: &str =
    "'Get N models', 'Get all models', 'Minimize X', 'Maximize X' or 'Propagate'";

fn parse(glossary: &Glossary, text: &str) -> Result<Goal, GoalError> {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let unknown = || GoalError::Unknown { text: text.to_owned() };
    match words[..] {
        ["get", "all", "models" | "model"] => return Ok(Goal::All),
        ["get", number, "models" | "model"] => {
            let number: u64 = number.parse().map_err(|_| unknown())?;
            return if number == 0 { Err(unknown()) } else { Ok(Goal::Some(number)) };
        }
        ["propagate"] => return Ok(Goal::Propagate),
        _ => {}
    }
    let sense = match words.first() {
        Some(&("minimize" | "minimise")) => Sense::Minimize,
        Some(&("maximize" | "maximise")) => Sense::Maximize,
        _ => return Err(unknown()),
    };
    let rest = text.trim_start().split_once(char::is_whitespace).map_or("", |(_, rest)| rest);
    let scope = Scope { glossary, variables: &[] };
    Ok(Goal::Best(sense, expression(scope, rest, Some(Sort::Number))?.expr))
}
