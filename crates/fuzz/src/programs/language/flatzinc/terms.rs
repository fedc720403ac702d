//! Arguments of constraints: constants, variables, arrays and sets.

use super::super::Unspelled;
use super::super::zinc::joined;
use crate::programs::case::{Case, Expr};
use crate::programs::operator::Operator;

/// An argument of a predicate: how a part of an operator, by its place, is written.
#[derive(Clone, Copy, Debug)]
pub(super) enum Slot {
    /// A constant or variable.
    Flat(usize),
    /// A first index; libraries shift negative ones.
    Base(usize),
    /// A list.
    Array(usize),
    /// A list of constants, as a set.
    Set(usize),
    /// A list of lists of constants, as one array.
    Rows(usize),
    /// A list of lists of 0 and 1, as one array of truth values.
    Truths(usize),
    /// The value `true`.
    True,
    /// The result of a function.
    Result,
}

/// A row of a table: an operator, the name of its predicate, the arguments.
pub(super) type Row = (Operator, &'static str, &'static [Slot]);

/// The arguments of one constraint, in writing.
pub(super) struct Terms<'a> {
    pub(super) case: &'a Case,
}

impl Terms<'_> {
    /// Writes the arguments of a predicate.
    pub(super) fn slots(
        &self,
        slots: &[Slot],
        parts: &[Expr],
        result: Option<&str>,
    ) -> Result<Vec<String>, Unspelled> {
        let write = |slot: &Slot| match *slot {
            Slot::Flat(place) => self.flat(&parts[place]),
            Slot::Base(place) => match &parts[place] {
                Expr::Int(base) if *base >= 0 => Ok(base.to_string()),
                _ => Err(Unspelled("an index below 0")),
            },
            Slot::Array(place) => self.array(&parts[place]),
            Slot::Set(place) => self.set(&parts[place]),
            Slot::Rows(place) => self.rows(&parts[place]),
            Slot::Truths(place) => {
                let rows = self.rows(&parts[place])?;
                Ok(rows.replace('0', "false").replace('1', "true"))
            }
            Slot::True => Ok("true".into()),
            Slot::Result => result.map(str::to_owned).ok_or(Unspelled("no result")),
        };
        slots.iter().map(write).collect()
    }

    /// Writes a constant or variable.
    pub(super) fn flat(&self, expr: &Expr) -> Result<String, Unspelled> {
        match expr {
            Expr::Int(value) => Ok(value.to_string()),
            Expr::Bool(value) => Ok(value.to_string()),
            Expr::Var(place) => Ok(self.case.variables[*place].name.clone()),
            Expr::List(_) | Expr::Op(..) => Err(Unspelled("an expression inside another")),
        }
    }

    /// Writes a list as an array.
    pub(super) fn array(&self, expr: &Expr) -> Result<String, Unspelled> {
        let items = expr.items().ok_or(Unspelled("an array that is no list"))?;
        let items = items.iter().map(|item| self.flat(item)).collect::<Result<Vec<_>, _>>()?;
        Ok(format!("[{}]", items.join(",")))
    }

    /// Writes a list of lists of constants as one array.
    pub(super) fn rows(&self, expr: &Expr) -> Result<String, Unspelled> {
        let rows = expr.items().ok_or(Unspelled("a table that is no list"))?;
        let rows = rows.iter().map(Expr::ints).collect::<Option<Vec<_>>>();
        Ok(format!("[{}]", joined(&rows.ok_or(Unspelled("a table with variables"))?.concat())))
    }

    /// Writes a list of constants as a set.
    pub(super) fn set(&self, expr: &Expr) -> Result<String, Unspelled> {
        let values = expr.ints().ok_or(Unspelled("a set with variables"))?;
        let (Some(low), Some(high)) = (values.first(), values.last()) else {
            return Ok("{}".into());
        };
        // Sets without gaps are also written as ranges, in about half of the cases.
        if values.len() > 1 && low % 2 == 0 && high.abs_diff(*low) == values.len() as u64 - 1 {
            return Ok(format!("{low}..{high}"));
        }
        Ok(format!("{{{}}}", joined(&values)))
    }
}
