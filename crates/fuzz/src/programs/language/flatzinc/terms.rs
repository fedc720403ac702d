//! Arguments of constraints: constants, variables, arrays and sets.

use super::super::NotExpressible;
use super::super::zinc_output::join_numbers;
use crate::programs::case::{CaseExpr, FuzzCase};
use crate::programs::operator::Operator;

/// An argument of a predicate: how a part of an operator, by its index, is written.
#[derive(Clone, Copy, Debug)]
pub(super) enum PredicateSlot {
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
pub(super) type GlobalRow = (Operator, &'static str, &'static [PredicateSlot]);

/// The arguments of one constraint, in writing.
pub(super) struct PredicateArgumentWriter<'a> {
    pub(super) case: &'a FuzzCase,
}

impl PredicateArgumentWriter<'_> {
    /// Writes the arguments of a predicate.
    pub(super) fn write_slots(
        &self,
        slots: &[PredicateSlot],
        parts: &[CaseExpr],
        result: Option<&str>,
    ) -> Result<Vec<String>, NotExpressible> {
        let write = |slot: &PredicateSlot| match *slot {
            PredicateSlot::Flat(index) => self.write_scalar(&parts[index]),
            PredicateSlot::Base(index) => match &parts[index] {
                CaseExpr::Int(base) if *base >= 0 => Ok(base.to_string()),
                _ => Err(NotExpressible("an index below 0")),
            },
            PredicateSlot::Array(index) => self.write_array(&parts[index]),
            PredicateSlot::Set(index) => self.write_set(&parts[index]),
            PredicateSlot::Rows(index) => self.write_rows(&parts[index]),
            PredicateSlot::Truths(index) => {
                let rows = self.write_rows(&parts[index])?;
                Ok(rows.replace('0', "false").replace('1', "true"))
            }
            PredicateSlot::True => Ok("true".into()),
            PredicateSlot::Result => result.map(str::to_owned).ok_or(NotExpressible("no result")),
        };
        slots.iter().map(write).collect()
    }

    /// Writes a constant or variable.
    pub(super) fn write_scalar(&self, expr: &CaseExpr) -> Result<String, NotExpressible> {
        match expr {
            CaseExpr::Int(value) => Ok(value.to_string()),
            CaseExpr::Bool(value) => Ok(value.to_string()),
            CaseExpr::Var(index) => Ok(self.case.variables[*index].name.clone()),
            CaseExpr::List(_) | CaseExpr::Op(..) => {
                Err(NotExpressible("an expression inside another"))
            }
        }
    }

    /// Writes a list as an array.
    pub(super) fn write_array(&self, expr: &CaseExpr) -> Result<String, NotExpressible> {
        let items = expr.list_items().ok_or(NotExpressible("an array that is no list"))?;
        let items =
            items.iter().map(|item| self.write_scalar(item)).collect::<Result<Vec<_>, _>>()?;
        Ok(format!("[{}]", items.join(",")))
    }

    /// Writes a list of lists of constants as one array.
    pub(super) fn write_rows(&self, expr: &CaseExpr) -> Result<String, NotExpressible> {
        let rows = expr.list_items().ok_or(NotExpressible("a table that is no list"))?;
        let rows = rows.iter().map(CaseExpr::list_ints).collect::<Option<Vec<_>>>();
        Ok(format!(
            "[{}]",
            join_numbers(&rows.ok_or(NotExpressible("a table with variables"))?.concat())
        ))
    }

    /// Writes a list of constants as a set.
    pub(super) fn write_set(&self, expr: &CaseExpr) -> Result<String, NotExpressible> {
        let values = expr.list_ints().ok_or(NotExpressible("a set with variables"))?;
        // The values of a set ascend (`Argument::Set`), so the first and the last are its bounds.
        let (Some(low), Some(high)) = (values.first(), values.last()) else {
            return Ok("{}".into());
        };
        // Sets without gaps are also written as ranges, in about half of the cases.
        if values.len() > 1 && low % 2 == 0 && high.abs_diff(*low) == values.len() as u64 - 1 {
            return Ok(format!("{low}..{high}"));
        }
        Ok(format!("{{{}}}", join_numbers(&values)))
    }
}
