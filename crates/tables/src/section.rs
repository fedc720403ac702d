//! Reads the sections of the glossary: types, then symbols.

use std::sync::Arc;

use parallax_instance::InputError;
use parallax_model::ValueNames;
use parallax_model::engine_api::did_you_mean;

use super::cell_test_reader::is_any;
use super::glossary::{
    GlossarySymbol, GlossaryType, STRING_TYPE, TablesGlossary, TypeId, TypeValues, name_words,
};
use super::glossary_error::{GlossaryNameError, TypeError};
use super::numbers::read_numbers;
use super::sheets::{LocatedCell, TableSection};
use super::tables_problem::SymbolPlace;

/// Maximum number of values of a type of names.
pub(super) const MAX_NAMES: usize = 100_000;

/// Types whose values come from data tables: the type, and the title that it names, if any.
pub(super) type FromData = Vec<(TypeId, String)>;

/// Reads the types. Returns those whose values are listed in data tables.
///
/// # Errors
/// Returns an error at the first cell that is not as expected.
pub(super) fn read_types(
    sections: &[TableSection<'_>],
    glossary: &mut TablesGlossary,
) -> Result<FromData, InputError> {
    let mut from_data = Vec::new();
    for section in sections {
        for row in section.filled_rows() {
            let [name, base, values] = [0, 1, 2].map(|column| section.row_cell(row, column));
            let fault = |cell: &LocatedCell<'_>, fault: TypeError| cell.cell_error(fault);
            let known = new_name(glossary, &name.cell.text).map_err(|m| fault(&name, m))?;
            let kind = find_type(glossary, &base.cell.text).map_err(|m| fault(&base, m))?;
            let text = values.cell.text.as_str();
            let see = see_table(text);
            let root = TypeId(glossary.types.len());
            // A new type of names numbers them itself, and one made of another type keeps its
            // numbers, so that their values can be compared.
            let (root, values) = match (kind, is_any(text) || text == "_", see) {
                (STRING_TYPE, true, _) => {
                    from_data.push((root, String::new()));
                    (root, TypeValues::Names(Arc::default()))
                }
                (STRING_TYPE, false, None) => {
                    let listed =
                        number_names(text.split(',')).map_err(|m| fault(&values, m.into()))?;
                    (root, TypeValues::Names(Arc::new(listed)))
                }
                (_, false, Some(title)) => {
                    from_data.push((root, title));
                    match kind {
                        STRING_TYPE => (root, TypeValues::Names(Arc::default())),
                        _ => (root, glossary.type_of(kind).values.clone()),
                    }
                }
                (_, true, _) => {
                    (glossary.type_of(kind).root, glossary.type_of(kind).values.clone())
                }
                (_, false, None) => {
                    derived_values(glossary, kind, root, text).map_err(|m| fault(&values, m))?
                }
            };
            glossary.types.push(GlossaryType { name: known, root, values });
        }
    }
    Ok(from_data)
}

/// The title in `see Data Table X`, in lower case; `None` for other texts.
fn see_table(text: &str) -> Option<String> {
    let lower = text.to_lowercase();
    let rest = lower.strip_prefix("see ")?.trim_start();
    let rest = rest.strip_prefix("data table").or_else(|| rest.strip_prefix("datatable"))?;
    Some(rest.trim_start_matches([':', ' ']).trim().to_owned())
}

/// The values of a type of numbers, or of one made of another type.
fn derived_values(
    glossary: &TablesGlossary,
    kind: TypeId,
    own: TypeId,
    text: &str,
) -> Result<(TypeId, TypeValues), TypeError> {
    let base = glossary.type_of(kind);
    match &base.values {
        TypeValues::AnyInteger => Ok((own, read_numbers(text, true)?)),
        TypeValues::AnyDecimal(_) => Ok((own, read_numbers(text, false)?)),
        // A subtype lists numbers of its base, at the same scale.
        TypeValues::Numbers { domain, digits } => {
            let found = read_numbers(text, *digits == 0)?;
            let TypeValues::Numbers { domain: part, digits: own_digits } = &found else {
                return Err(TypeError::NoList { text: text.to_owned() });
            };
            let is_part = own_digits == digits
                && part.len() <= domain.len()
                && part.iter().all(|value| domain.contains(value));
            let outside =
                || TypeError::OutsideBase { text: text.to_owned(), base: base.name.clone() };
            is_part.then_some((own, found)).ok_or_else(outside)
        }
        TypeValues::Names(known) => {
            let mut part = ValueNames::new();
            for name in text.split(',').map(unquote_name) {
                let number = glossary.number_of(kind, name).ok_or_else(|| {
                    let near = did_you_mean(name, known.values().map(String::as_str));
                    let (name, base) = (name.to_owned(), base.name.clone());
                    TypeError::OtherName { name, base, near }
                })?;
                part.insert(number, name.to_owned());
            }
            Ok((base.root, TypeValues::Names(Arc::new(part))))
        }
    }
}

/// A name without surrounding space and quotation marks.
#[must_use]
pub(super) fn unquote_name(text: &str) -> &str {
    let text = text.trim();
    let marks = ['"', '\u{201c}', '\u{201d}'];
    let inner = text.strip_prefix(marks).and_then(|rest| rest.strip_suffix(marks));
    inner.map_or(text, str::trim)
}

/// Numbers names from 1.
///
/// # Errors
/// Returns an error for an empty name, a name that occurs twice, or too many names.
pub(super) fn number_names<'a>(
    list: impl Iterator<Item = &'a str>,
) -> Result<ValueNames, GlossaryNameError> {
    let mut found = ValueNames::new();
    let mut seen = std::collections::HashSet::new();
    for (number, name) in (1..).zip(list.map(unquote_name)) {
        if name.is_empty() {
            return Err(GlossaryNameError::Empty);
        }
        // Solutions are written as `name = value` and as structures in braces.
        if name.contains(['=', ';', '{', '}']) || name.chars().any(char::is_control) {
            return Err(GlossaryNameError::Reserved { name: name.to_owned() });
        }
        if !seen.insert(name) {
            return Err(GlossaryNameError::Twice { name: name.to_owned() });
        }
        if seen.len() > MAX_NAMES {
            return Err(GlossaryNameError::TooManyNames);
        }
        found.insert(number, name.to_owned());
    }
    Ok(found)
}

/// The type with this name.
fn find_type(glossary: &TablesGlossary, name: &str) -> Result<TypeId, TypeError> {
    glossary.find_type(name).ok_or_else(|| {
        let near = did_you_mean(name, glossary.types.iter().map(|known| known.name.as_str()));
        match name {
            "" => TypeError::Blank,
            name => TypeError::NoType { name: name.to_owned(), near },
        }
    })
}

/// Returns a name, with single spaces, if no type has it yet.
fn new_name(glossary: &TablesGlossary, name: &str) -> Result<String, TypeError> {
    let name = name_words(name)?.join(" ");
    match glossary.find_type(&name) {
        Some(_) => Err(TypeError::TwoTypes { name }),
        None => Ok(name),
    }
}

/// The kinds of symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SymbolKind {
    /// Values for arguments.
    Function,
    /// One value.
    Constant,
    /// Yes or No for arguments.
    Relation,
    /// Yes or No.
    Boolean,
}

/// Reads the symbols of one kind, and returns their indices.
///
/// # Errors
/// Returns an error at the first cell that is not as expected.
pub(super) fn read_symbols(
    kind: SymbolKind,
    sections: &[TableSection<'_>],
    glossary: &mut TablesGlossary,
) -> Result<Vec<SymbolPlace>, InputError> {
    let mut places = Vec::new();
    for section in sections {
        let all_partial = section.section_title().to_lowercase().starts_with("partial");
        for row in section.filled_rows() {
            let name = section.row_cell(row, 0);
            let base = section.row_cell(row, 1);
            // `Partial` may precede a single name, or the title of the table.
            let (partial, plain) = match name.cell.text.split_once(char::is_whitespace) {
                Some((first, rest)) if first.eq_ignore_ascii_case("partial") => (true, rest.trim()),
                _ => (all_partial, name.cell.text.as_str()),
            };
            let result = match kind {
                SymbolKind::Relation | SymbolKind::Boolean => None,
                _ if matches!(base.cell.text.to_lowercase().as_str(), "bool" | "boolean") => None,
                _ => Some(find_type(glossary, &base.cell.text).map_err(|m| base.cell_error(&m))?),
            };
            if result == Some(STRING_TYPE) {
                let message = "String has no list of values; expected a type of the glossary";
                return Err(base.cell_error(message));
            }
            let symbol = read_symbol(glossary, kind, plain, result, partial && result.is_some());
            glossary.symbols.push(symbol.map_err(|message| name.cell_error(&message))?);
            places.push(SymbolPlace {
                sheet: section.sheet.to_owned(),
                table: section.section_title().to_owned(),
                cell: name.cell.clone(),
            });
        }
    }
    Ok(places)
}

fn read_symbol(
    glossary: &TablesGlossary,
    kind: SymbolKind,
    name: &str,
    result: Option<TypeId>,
    partial: bool,
) -> Result<GlossarySymbol, TypeError> {
    let (pattern, arguments) = match kind {
        SymbolKind::Function | SymbolKind::Relation => glossary.split_name(name)?,
        SymbolKind::Constant | SymbolKind::Boolean => (
            name_words(name)?.into_iter().map(super::glossary::NameToken::Word).collect(),
            Vec::new(),
        ),
    };
    if glossary.symbols.iter().any(|known| known.pattern == pattern && known.arguments == arguments)
    {
        return Err(TypeError::TwoSymbols { name: name.to_owned() });
    }
    // The pattern would be a single argument, which reads as the type itself.
    if arguments.len() == pattern.len() && pattern.len() == 1 {
        return Err(TypeError::TypeAsSymbol { name: name.to_owned() });
    }
    Ok(GlossarySymbol { name: name_words(name)?.join(" "), pattern, arguments, result, partial })
}
