//! The decimal places of the values of symbols.

use super::build_error::{LocatedSymbolError, SymbolVariablesError};
use super::data::Data;
use super::expr::{QuantifiedVariable, TableExpression};
use super::glossary::{SymbolId, TablesGlossary, TypeId, TypeValues};
use super::phrase::TableVariable;
use super::table::{ColumnHeader, HitPolicy, OutputCell, RuleTable};
use super::tables_problem::TablesProblem;
use parallax_model::decimal::{DecimalNumber, MAX_DIGITS};

/// Added for each counted value, whatever its decimal places.
const ONE_EXPRESSION: &TableExpression =
    &TableExpression::Number(DecimalNumber { units: 1, digits: 0 });

/// Maximum number of rounds before decimal places that still grow count as unbounded.
const MAX_ROUNDS: usize = 20;

/// Returns the decimal places of the values of each symbol: its type's, or the maximum that
/// its data and its rules can give.
///
/// # Errors
/// Returns a symbol that may be any decimal number, and the reason.
pub(super) fn symbol_digits(problem: &TablesProblem) -> Result<Vec<u32>, LocatedSymbolError> {
    let glossary = &problem.glossary;
    let open: Vec<bool> =
        glossary.symbols.iter().map(|symbol| is_open(glossary, symbol.result)).collect();
    let mut digits: Vec<u32> = glossary
        .symbols
        .iter()
        .map(|symbol| symbol.result.map_or(0, |kind| glossary.type_digits(kind)))
        .collect();
    for (&id, facts) in problem.data.iter().filter(|(id, _)| open[id.0]) {
        digits[id.0] = facts.0.values().map(|fact| fact.value.digits).max().unwrap_or(0);
    }
    // Nothing would bound the decimal places of such a symbol.
    for (index, symbol) in glossary.symbols.iter().enumerate().filter(|(index, _)| open[*index]) {
        let id = SymbolId(index);
        if !is_defined(&problem.data, &problem.tables, id) {
            let name = &symbol.name;
            return Err(LocatedSymbolError(
                id,
                SymbolVariablesError::AnyDecimal { name: name.clone() },
            ));
        }
    }
    // Definitions depend on each other, so the decimal places grow until nothing changes. With x =
    // 0.1 * x they grow forever, which the limits detect.
    for round in 0.. {
        let mut changed = None;
        for (symbol, expr, variables) in defining_expressions(&problem.tables) {
            let found = expression_digits(glossary, &digits, variables, expr);
            if open[symbol.0] && found > digits[symbol.0] {
                digits[symbol.0] = found;
                changed = Some(symbol);
            }
        }
        match changed {
            None => break,
            Some(symbol) if round == MAX_ROUNDS || digits[symbol.0] > MAX_DIGITS => {
                let name = &glossary.find_symbol(symbol).name;
                return Err(LocatedSymbolError(
                    symbol,
                    SymbolVariablesError::LongDecimal { name: name.clone() },
                ));
            }
            Some(_) => {}
        }
    }
    Ok(digits)
}

/// Whether a type has all decimal numbers.
fn is_open(glossary: &TablesGlossary, kind: Option<TypeId>) -> bool {
    kind.is_some_and(|kind| matches!(glossary.type_of(kind).values, TypeValues::AnyDecimal(_)))
}

/// Whether data or a table of decisions or aggregates gives a symbol its values.
fn is_defined(data: &Data, tables: &[RuleTable], id: SymbolId) -> bool {
    data.contains_key(&id) || defining_expressions(tables).any(|(symbol, ..)| symbol == id)
}

/// Returns the symbols that tables define, with an expression for each value that they may get.
fn defining_expressions(
    tables: &[RuleTable],
) -> impl Iterator<Item = (SymbolId, &TableExpression, &[TableVariable])> {
    tables.iter().filter(|table| table.policy != HitPolicy::Every).flat_map(|table| {
        table.rules.iter().flat_map(move |rule| {
            rule.outputs.iter().zip(&table.outputs).filter_map(move |(output, head)| {
                match (output, head) {
                    (OutputCell::Value(value), ColumnHeader::Term(typed)) => match &typed.expr {
                        TableExpression::Apply(symbol, _) if table.policy == HitPolicy::Number => {
                            Some((*symbol, ONE_EXPRESSION, &[][..]))
                        }
                        TableExpression::Apply(symbol, _) => {
                            Some((*symbol, value, &table.variables[..]))
                        }
                        _ => None,
                    },
                    _ => None,
                }
            })
        })
    })
}

/// Returns the maximum number of decimal places that an expression can have.
fn expression_digits(
    glossary: &TablesGlossary,
    digits: &[u32],
    variables: &[TableVariable],
    expr: &TableExpression,
) -> u32 {
    let of = |expr: &TableExpression| expression_digits(glossary, digits, variables, expr);
    match expr {
        TableExpression::Number(number) => number.digits,
        TableExpression::Name(..)
        | TableExpression::Quotient(..)
        | TableExpression::Remainder(..) => 0,
        TableExpression::Variable(QuantifiedVariable(index)) => {
            glossary.type_digits(variables[*index].kind)
        }
        TableExpression::Apply(symbol, _) => digits[symbol.0],
        // 0.1 * 0.1 is 0.01.
        TableExpression::Product(list) => list.iter().map(of).fold(0, u32::saturating_add),
        other => other.direct_parts().map(of).max().unwrap_or(0),
    }
}
