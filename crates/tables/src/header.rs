//! The headers of tables.

use parallax_instance::InputError;
use parallax_model::engine_api::did_you_mean;

use super::cell_error::{HeaderError, ParseError};
use super::expr::QuantifiedVariable;
use super::glossary::{TablesGlossary, TypeId};
use super::parse::parse_expression;
use super::phrase::{NameScope, TableVariable};
use super::raw::RawCell;
use super::sheets::TableSection;
use super::table::ColumnHeader;

/// Reads the type and the name in `Type called name`, or in a type's name alone.
pub(super) fn introduced_variable(
    glossary: &TablesGlossary,
    header: &str,
) -> Result<Option<TableVariable>, HeaderError> {
    let words: Vec<&str> = header.split_whitespace().collect();
    let called = words.iter().position(|word| word.eq_ignore_ascii_case("called"));
    let Some(place) = called else {
        let name = words.join(" ");
        let kind = user_type(glossary, &name);
        return Ok(kind.map(|kind| TableVariable { name, kind }));
    };
    let (kind, name) = (words[..place].join(" "), words[place + 1..].join(" "));
    let Some(id) = user_type(glossary, &kind) else {
        let near = did_you_mean(&kind, glossary.types.iter().map(|known| known.name.as_str()));
        return Err(ParseError::NoType { name: kind, near }.into());
    };
    match name.as_str() {
        "" => Err(HeaderError::NoName { header: header.to_owned() }),
        _ => Ok(Some(TableVariable { name, kind: id })),
    }
}

fn user_type(glossary: &TablesGlossary, name: &str) -> Option<TypeId> {
    glossary
        .types
        .iter()
        .skip(3)
        .position(|known| known.name == name)
        .map(|place| TypeId(place + 3))
}

/// The variables that headers introduce.
///
/// # Errors
/// Returns an error for a header that names no type, or a name with two types.
pub(super) fn read_variables(
    glossary: &TablesGlossary,
    section: &TableSection<'_>,
    headers: &[&RawCell],
) -> Result<Vec<TableVariable>, InputError> {
    let mut found: Vec<TableVariable> = Vec::new();
    for cell in headers {
        let fault = |fault: HeaderError| section.cell_error(cell, fault);
        let Some(variable) = introduced_variable(glossary, &cell.text).map_err(fault)? else {
            continue;
        };
        match found.iter().find(|known| known.name == variable.name) {
            Some(known) if known.kind != variable.kind => {
                return Err(fault(HeaderError::TwoTypes { name: variable.name }));
            }
            Some(_) => {}
            None => found.push(variable),
        }
    }
    Ok(found)
}

/// Reads the header of a column.
pub(super) fn read_header(
    scope: NameScope<'_>,
    section: &TableSection<'_>,
    cell: &RawCell,
) -> Result<ColumnHeader, InputError> {
    let fault = |fault: HeaderError| section.cell_error(cell, fault);
    if cell.is_blank() {
        return Err(fault(HeaderError::Blank));
    }
    if let Some(variable) = introduced_variable(scope.glossary, &cell.text).map_err(fault)? {
        // `read_variables` has collected the variables of all headers, so the name is among them.
        let index = scope.variables.iter().position(|known| known.name == variable.name);
        return Ok(ColumnHeader::Variable(QuantifiedVariable(index.unwrap_or(0))));
    }
    parse_expression(scope, &cell.text, None)
        .map(ColumnHeader::Term)
        .map_err(|error| fault(error.into()))
}
