//! Data tables: the values that are known from the start.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use parallax_instance::InputError;
use parallax_model::ComparisonOperator;

use super::cell_error::DataTableError;
use super::cell_test_reader::{is_any, parse_truth, read_test};
use super::expr::{CellTest, QuantifiedVariable, TableExpression};
use super::glossary::{SymbolId, TablesGlossary, TypeId, TypeValues, ValueSort};
use super::header::{introduced_variable, read_header, read_variables};
use super::phrase::{NameScope, TableVariable};
use super::raw::RawCell;
use super::section::{FromData, number_names};
use super::sheets::TableSection;
use super::table::ColumnHeader;
use parallax_model::decimal::DecimalNumber;

/// Maximum number of values that one row of a data table may represent.
const MAX_EXPANDED: usize = 1_000_000;

/// A value that a data table states: a number, the number of a name, or 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableFact {
    /// The value.
    pub value: DecimalNumber,
}

/// The facts of data tables about one symbol, by its arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SymbolFacts(pub BTreeMap<Vec<i64>, TableFact>);

/// The facts of data tables, by symbol.
pub type Data = HashMap<SymbolId, SymbolFacts>;

/// Returns the number of input columns of a data table: as the file states it, or the columns
/// before the first one that introduces no variable.
fn count_inputs(
    glossary: &TablesGlossary,
    section: &TableSection<'_>,
    cells: &[&RawCell],
) -> usize {
    let is_variable =
        |cell: &&&RawCell| matches!(introduced_variable(glossary, &cell.text), Ok(Some(_)));
    let leading = cells.iter().take_while(is_variable).count();
    section.raw.inputs.unwrap_or(leading).min(cells.len())
}

/// Sets the values of types that are listed in data tables.
///
/// # Errors
/// Returns an error for a type without values, or a cell without a value.
pub fn fill_types(
    from_data: &FromData,
    sections: &[TableSection<'_>],
    glossary: &mut TablesGlossary,
) -> Result<(), DataTableError> {
    for (kind, title) in from_data {
        let mut found: Vec<String> = Vec::new();
        let named = |section: &&TableSection<'_>| {
            section.section_title().to_lowercase().contains(title.as_str())
        };
        for section in sections.iter().filter(named) {
            let header = section.raw.rows.first().map_or(&[][..], Vec::as_slice);
            for (column, cell) in header.iter().enumerate().skip(1) {
                if kind_of(glossary, section, cell) == Some(*kind) {
                    let cells = section.filled_rows().filter_map(|row| row.get(column));
                    let words = cells.flat_map(|cell| cell.text.split(','));
                    let words =
                        words.map(super::section::unquote_name).filter(|word| !is_any(word));
                    found.extend(words.map(str::to_owned));
                }
            }
        }
        // Names are numbered in the order of their first occurrence.
        let mut seen = std::collections::HashSet::new();
        found.retain(|word| seen.insert(word.clone()));
        let known = &mut glossary.types[kind.0];
        if found.is_empty() {
            return Err(DataTableError::EmptyType { name: known.name.clone() });
        }
        known.values = match known.values {
            TypeValues::Names(_) => {
                TypeValues::Names(Arc::new(number_names(found.iter().map(String::as_str))?))
            }
            _ => super::numbers::read_numbers(
                &found.join(","),
                matches!(known.values, TypeValues::AnyInteger),
            )?,
        };
    }
    Ok(())
}

/// Returns the type of the values of a column.
fn kind_of(
    glossary: &TablesGlossary,
    section: &TableSection<'_>,
    cell: &RawCell,
) -> Option<TypeId> {
    if let Ok(Some(variable)) = introduced_variable(glossary, &cell.text) {
        return Some(variable.kind);
    }
    let cells: Vec<&RawCell> = section.raw.rows.first().into_iter().flatten().skip(1).collect();
    let known = read_variables(glossary, section, &cells).ok()?;
    let head = read_header(NameScope { glossary, variables: &known }, section, cell).ok()?;
    glossary.find_symbol(head.applied_symbol()?).result
}

/// Reads a data table.
///
/// # Errors
/// Returns an error for the first cell that is not as expected, and for values that contradict each
/// other.
pub fn read_data_table(
    glossary: &TablesGlossary,
    section: &TableSection<'_>,
    data: &mut Data,
    places: &mut HashMap<(SymbolId, Vec<i64>), RawCell>,
) -> Result<(), InputError> {
    let Some(header) = section.raw.rows.first() else { return Ok(()) };
    // The first column numbers the rows.
    let columns: Vec<usize> = (1..header.len())
        .filter(|&column| !header[column].text.to_lowercase().starts_with("annotation"))
        .collect();
    let cells: Vec<&RawCell> = columns.iter().map(|&column| &header[column]).collect();
    let count = count_inputs(glossary, section, &cells);
    let known = read_variables(glossary, section, &cells)?;
    let scope = NameScope { glossary, variables: &known };
    let heads = cells
        .iter()
        .map(|cell| read_header(scope, section, cell))
        .collect::<Result<Vec<_>, _>>()?;
    if count == heads.len() {
        return Err(section.cell_error(
            &section.raw.title,
            "a data table without outputs; expected the title over the inputs only",
        ));
    }
    for (head, cell) in heads[..count].iter().zip(&cells) {
        if !matches!(head, ColumnHeader::Variable(_)) {
            return Err(section.cell_error(cell, "an input of a data table; expected a type"));
        }
    }
    for (head, cell) in heads[count..].iter().zip(&cells[count..]) {
        let symbol = head.applied_symbol().ok_or_else(|| {
            section.cell_error(cell, "an output of a data table; expected a name of the glossary")
        })?;
        // A table without rows also states its symbols: a relation is then false everywhere.
        data.entry(symbol).or_default();
    }
    for row in section.filled_rows() {
        // A row gives each input a list of values, and states its outputs for every combination of
        // them.
        let cell = |index: usize| section.row_cell(row, columns[index]).cell;
        let mut bound: Vec<Vec<i64>> = vec![Vec::new(); known.len()];
        for (index, head) in heads[..count].iter().enumerate() {
            let ColumnHeader::Variable(QuantifiedVariable(variable)) = *head else { continue };
            bound[variable] = input_values(scope, &known[variable], &cell(index).text)
                .map_err(|message| section.cell_error(cell(index), &message))?;
        }
        for (index, head) in heads.iter().enumerate().skip(count) {
            let stated = DataOutputCell { scope, section, cell: cell(index), bound: &bound };
            stated.add_facts(head, data, places)?;
        }
    }
    Ok(())
}

/// Returns the values of a type that an input cell names.
fn input_values(
    scope: NameScope<'_>,
    variable: &TableVariable,
    text: &str,
) -> Result<Vec<i64>, DataTableError> {
    let all = scope.glossary.list_values(variable.kind, MAX_EXPANDED as u64);
    let open =
        || DataTableError::OpenType { name: scope.glossary.type_of(variable.kind).name.clone() };
    let all = all.ok_or_else(open)?;
    let sort = scope.glossary.sort_of(variable.kind);
    let none = NameScope { glossary: scope.glossary, variables: &[] };
    let wanted = match read_test(none, text, sort)? {
        // `-` means every value, but a blank input is probably forgotten.
        CellTest::Any if text.is_empty() => return Err(DataTableError::Blank),
        CellTest::Any => return Ok(all),
        CellTest::Compare(ComparisonOperator::Eq, expr) => vec![expr],
        CellTest::One(list) => {
            let test_values = |test: CellTest| match test {
                CellTest::Compare(ComparisonOperator::Eq, expr) => Ok(expr),
                _ => Err(DataTableError::OtherList { text: text.to_owned() }),
            };
            list.into_iter().map(test_values).collect::<Result<_, _>>()?
        }
        _ => return Err(DataTableError::OtherList { text: text.to_owned() }),
    };
    wanted
        .into_iter()
        .map(|expr| Ok(constant_value(scope.glossary, variable.kind, expr)?.units))
        .collect()
}

/// Returns the value of a constant expression in the units of a type.
fn constant_value(
    glossary: &TablesGlossary,
    kind: TypeId,
    expr: TableExpression,
) -> Result<DecimalNumber, DataTableError> {
    let sort = glossary.sort_of(kind);
    let scope = NameScope { glossary, variables: &[] };
    let typed = super::expr::TypedTableExpression { expr, sort };
    scope.check_type(kind, &typed)?;
    match (typed.expr, &glossary.type_of(kind).values) {
        (TableExpression::Name(_, number), _) => Ok(DecimalNumber::from_integer(number.into())),
        (TableExpression::Number(number), TypeValues::Numbers { digits, .. }) => {
            let units = number.units_at(*digits).ok_or(DataTableError::LargeNumber)?;
            Ok(DecimalNumber { units, digits: *digits })
        }
        (TableExpression::Number(number), TypeValues::AnyInteger) if number.digits > 0 => {
            Err(DataTableError::NoInteger { number })
        }
        (TableExpression::Number(number), _) => Ok(number),
        _ => Err(DataTableError::Calculated),
    }
}

/// One output cell of a row.
struct DataOutputCell<'a> {
    scope: NameScope<'a>,
    section: &'a TableSection<'a>,
    cell: &'a RawCell,
    /// The values of each variable.
    bound: &'a [Vec<i64>],
}

impl DataOutputCell<'_> {
    fn add_facts(
        &self,
        head: &ColumnHeader,
        data: &mut Data,
        places: &mut HashMap<(SymbolId, Vec<i64>), RawCell>,
    ) -> Result<(), InputError> {
        let fault = |fault: DataTableError| self.section.cell_error(self.cell, fault);
        let ColumnHeader::Term(typed) = head else { return Ok(()) };
        let TableExpression::Apply(symbol, arguments) = &typed.expr else { return Ok(()) };
        let Some(value) = self.output_value(*symbol, typed.sort).map_err(fault)? else {
            return Ok(());
        };
        let sets = arguments.iter().map(|argument| self.argument_values(argument));
        let sets = sets.collect::<Result<Vec<_>, _>>().map_err(fault)?;
        // The number of combinations is checked before they are built.
        let total = sets.iter().try_fold(1usize, |total, set| total.checked_mul(set.len()));
        if total.is_none_or(|total| total > MAX_EXPANDED) {
            return Err(fault(DataTableError::TooManyFacts { most: MAX_EXPANDED }));
        }
        for tuple in value_tuples(&sets) {
            let known = data.entry(*symbol).or_default();
            let place = (*symbol, tuple.clone());
            // Data tables may repeat a value. The first cell with it is kept for errors about
            // another value.
            match known.0.insert(tuple, TableFact { value }) {
                Some(before) if before.value != value => {
                    let at = places.get(&place).map(|cell| cell.place.to_string());
                    return Err(fault(DataTableError::OtherFact { at }));
                }
                _ => drop(places.entry(place).or_insert_with(|| self.cell.clone())),
            }
        }
        Ok(())
    }

    fn output_value(
        &self,
        symbol: SymbolId,
        sort: ValueSort,
    ) -> Result<Option<DecimalNumber>, DataTableError> {
        let (text, glossary) = (self.cell.text.as_str(), self.scope.glossary);
        if sort == ValueSort::Truth {
            return match (parse_truth(text), is_any(text)) {
                (Some(truth), _) => Ok(Some(DecimalNumber::from_integer(truth.into()))),
                // A blank cell of a relation is a No, and one of a function states nothing.
                (None, true) => Ok(Some(DecimalNumber::from_integer(0))),
                (None, false) => Err(DataTableError::NoTruth { text: text.to_owned() }),
            };
        }
        let Some(kind) = glossary.find_symbol(symbol).result else { return Ok(None) };
        let none = NameScope { glossary, variables: &[] };
        match read_test(none, text, sort)? {
            CellTest::Any => Ok(None),
            CellTest::Compare(ComparisonOperator::Eq, expr) => {
                constant_value(glossary, kind, expr).map(Some)
            }
            _ => Err(DataTableError::SeveralValues { text: text.to_owned() }),
        }
    }

    fn argument_values(&self, argument: &TableExpression) -> Result<Vec<i64>, DataTableError> {
        match argument {
            TableExpression::Variable(QuantifiedVariable(index)) => Ok(self.bound[*index].clone()),
            TableExpression::Name(_, number) => Ok(vec![i64::from(*number)]),
            TableExpression::Number(number) if number.digits == 0 => Ok(vec![number.units]),
            _ => Err(DataTableError::CalculatedHeader),
        }
    }
}

/// Returns all combinations of one value of each list; the last list changes fastest.
fn value_tuples(lists: &[Vec<i64>]) -> Vec<Vec<i64>> {
    let mut found = vec![Vec::with_capacity(lists.len())];
    for list in lists {
        let with = |tuple: &Vec<i64>| {
            let tuple = tuple.clone();
            list.iter().map(move |&value| [&tuple[..], &[value]].concat())
        };
        found = found.iter().flat_map(with).collect();
    }
    found
}
