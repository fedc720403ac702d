//! The goal of a workbook.

use parallax_instance::InputError;
use parallax_model::ObjectiveSense;

use super::cell_error::GoalError;
use super::expr::TableExpression;
use super::glossary::{TablesGlossary, ValueSort};
use super::parse::parse_expression;
use super::phrase::NameScope;
use super::sheets::TableSection;

/// The goal of a workbook: which solutions to find.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum WorkbookGoal {
    /// Every solution.
    #[default]
    All,
    /// Some solutions, at most this many.
    Some(u64),
    /// A best solution.
    Best(ObjectiveSense, TableExpression),
    /// The values that hold in every solution.
    Propagate,
}

/// Reads the goal. Without a table it is [`WorkbookGoal::All`].
///
/// # Errors
/// Returns an error for a second goal, and for a text that is not a goal.
pub fn read_goal(
    glossary: &TablesGlossary,
    sections: &[TableSection<'_>],
) -> Result<WorkbookGoal, InputError> {
    let mut found = None;
    for section in sections {
        let mut cells =
            section.raw.rows.iter().flatten().filter(|cell| !cell.is_blank()).peekable();
        if cells.peek().is_none() {
            return Err(section
                .cell_error(&section.raw.title, format!("no goal; expected {EXPECTED_GOALS}")));
        }
        for cell in cells {
            let goal = parse_goal(glossary, &cell.text)
                .map_err(|message| section.cell_error(cell, &message))?;
            if found.replace(goal).is_some() {
                return Err(section.cell_error(cell, "a second goal; expected one"));
            }
        }
    }
    Ok(found.unwrap_or_default())
}

pub(super) const EXPECTED_GOALS: &str =
    "'Get N models', 'Get all models', 'Minimize X', 'Maximize X' or 'Propagate'";

fn parse_goal(glossary: &TablesGlossary, text: &str) -> Result<WorkbookGoal, GoalError> {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let unknown = || GoalError::Unknown { text: text.to_owned() };
    match words[..] {
        ["get", "all", "models" | "model"] => return Ok(WorkbookGoal::All),
        ["get", number, "models" | "model"] => {
            let number: u64 = number.parse().map_err(|_| unknown())?;
            return if number == 0 { Err(unknown()) } else { Ok(WorkbookGoal::Some(number)) };
        }
        ["propagate"] => return Ok(WorkbookGoal::Propagate),
        _ => {}
    }
    let sense = match words.first() {
        Some(&("minimize" | "minimise")) => ObjectiveSense::Minimize,
        Some(&("maximize" | "maximise")) => ObjectiveSense::Maximize,
        _ => return Err(unknown()),
    };
    // Names are case-sensitive, so the value is read from the text and not from the words in lower
    // case.
    let rest = text.trim_start().split_once(char::is_whitespace).map_or("", |(_, rest)| rest);
    let scope = NameScope { glossary, variables: &[] };
    Ok(WorkbookGoal::Best(sense, parse_expression(scope, rest, Some(ValueSort::Number))?.expr))
}
