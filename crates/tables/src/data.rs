//! Data tables: the values that are known from the start.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use parallax_model::Relation;
use parallax_model::instance::InputError;

use super::cell_error::DataError;
use super::expr::{Expr, Quantified, Test};
use super::glossary::{Glossary, Sort, SymbolId, TypeId, Values};
use super::header::{head, introduces, variables};
use super::phrase::{Scope, Variable};
use super::raw::Cell;
use super::section::{FromData, names};
use super::sheets::Section;
use super::table::Head;
use super::test::{is_any, test, truth};
use parallax_model::decimal::Decimal;

/// Maximum number of values that one row of a data table may represent.
const MAX_EXPANDED: usize = 1_000_000;

/// A value that a data table states: a number, the number of a name, or 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The value.
    pub value: Decimal,
}

/// The facts of data tables about one symbol, by its arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts(pub BTreeMap<Vec<i64>, Fact>);

/// The facts of data tables, by symbol.
pub type Data = HashMap<SymbolId, Facts>;

/// Returns the number of input columns of a data table: as the file states it, or the columns
/// before the first one that introduces no variable.
fn inputs(glossary: &Glossary, section: &Section<'_>, cells: &[&Cell]) -> usize {
    let is_variable = |cell: &&&Cell| matches!(introduces(glossary, &cell.text), Ok(Some(_)));
    let leading = cells.iter().take_while(is_variable).count();
    section.raw.inputs.unwrap_or(leading).min(cells.len())
}

/// Sets the values of types that are listed in data tables.
///
/// # Errors
/// Returns an error for a type without values, or a cell without a value.
pub fn fill(
    from_data: &FromData,
    sections: &[Section<'_>],
    glossary: &mut Glossary,
) -> Result<(), DataError> {
    for (kind, title) in from_data {
        let mut found: Vec<String> = Vec::new();
        let named =
            |section: &&Section<'_>| section.title().to_lowercase().contains(title.as_str());
        for section in sections.iter().filter(named) {
            let header = section.raw.rows.first().map_or(&[][..], Vec::as_slice);
            for (column, cell) in header.iter().enumerate().skip(1) {
                if kind_of(glossary, section, cell) == Some(*kind) {
                    let cells = section.rows().filter_map(|row| row.get(column));
                    let words = cells.flat_map(|cell| cell.text.split(','));
                    let words = words.map(super::section::unquoted).filter(|word| !is_any(word));
                    found.extend(words.map(str::to_owned));
                }
            }
        }
        let mut seen = std::collections::HashSet::new();
        found.retain(|word| seen.insert(word.clone()));
        let known = &mut glossary.types[kind.0];
        if found.is_empty() {
            return Err(DataError::EmptyType { name: known.name.clone() });
        }
        known.values = match known.values {
            Values::Names(_) => Values::Names(Arc::new(names(found.iter().map(String::as_str))?)),
            _ => super::numbers::numbers(
                &found.join(","),
                matches!(known.values, Values::AnyInteger),
            )?,
        };
    }
    Ok(())
}

/// Returns the type of the values of a column.
fn kind_of(glossary: &Glossary, section: &Section<'_>, cell: &Cell) -> Option<TypeId> {
    if let Ok(Some(variable)) = introduces(glossary, &cell.text) {
        return Some(variable.kind);
    }
    let cells: Vec<&Cell> = section.raw.rows.first().into_iter().flatten().skip(1).collect();
    let known = variables(glossary, section, &cells).ok()?;
    let head = head(Scope { glossary, variables: &known }, section, cell).ok()?;
    glossary.symbol(head.symbol()?).result
}

/// Reads a data table.
///
/// # Errors
/// Returns an error for the first cell that is not as expected, and for values that contradict each
/// other.
pub fn read(
    glossary: &Glossary,
    section: &Section<'_>,
    data: &mut Data,
    places: &mut HashMap<(SymbolId, Vec<i64>), Cell>,
) -> Result<(), InputError> {
    let Some(header) = section.raw.rows.first() else { return Ok(()) };
    let columns: Vec<usize> = (1..header.len())
        .filter(|&column| !header[column].text.to_lowercase().starts_with("annotation"))
        .collect();
    let cells: Vec<&Cell> = columns.iter().map(|&column| &header[column]).collect();
    let count = inputs(glossary, section, &cells);
    let known = variables(glossary, section, &cells)?;
    let scope = Scope { glossary, variables: &known };
    let heads =
        cells.iter().map(|cell| head(scope, section, cell)).collect::<Result<Vec<_>, _>>()?;
    if count == heads.len() {
        return Err(section.fault(
            &section.raw.title,
            "a data table without outputs; expected the title over the inputs only",
        ));
    }
    for (head, cell) in heads[..count].iter().zip(&cells) {
        if !matches!(head, Head::Variable(_)) {
            return Err(section.fault(cell, "an input of a data table; expected a type"));
        }
    }
    for (head, cell) in heads[count..].iter().zip(&cells[count..]) {
        let symbol = head.symbol().ok_or_else(|| {
            section.fault(cell, "an output of a data table; expected a name of the glossary")
        })?;
        data.entry(symbol).or_default();
    }
    for row in section.rows() {
        let cell = |place: usize| section.cell(row, columns[place]).cell;
        let mut bound: Vec<Vec<i64>> = vec![Vec::new(); known.len()];
        for (place, head) in heads[..count].iter().enumerate() {
            let Head::Variable(Quantified(variable)) = *head else { continue };
            bound[variable] = values(scope, &known[variable], &cell(place).text)
                .map_err(|message| section.fault(cell(place), &message))?;
        }
        for (place, head) in heads.iter().enumerate().skip(count) {
            let stated = Stated { scope, section, cell: cell(place), bound: &bound };
            stated.add(head, data, places)?;
        }
    }
    Ok(())
}

/// Returns the values of a type that an input cell names.
fn values(scope: Scope<'_>, variable: &Variable, text: &str) -> Result<Vec<i64>, DataError> {
    let all = scope.glossary.listed(variable.kind, MAX_EXPANDED as u64);
    let open = || DataError::OpenType { name: scope.glossary.type_of(variable.kind).name.clone() };
    let all = all.ok_or_else(open)?;
    let sort = scope.glossary.sort_of(variable.kind);
    let none = Scope { glossary: scope.glossary, variables: &[] };
    let wanted = match test(none, text, sort)? {
        Test::Any if text.is_empty() => return Err(DataError::Blank),
        Test::Any => return Ok(all),
        Test::Compare(Relation::Eq, expr) => vec![expr],
        Test::One(list) => {
            let one = |test: Test| match test {
                Test::Compare(Relation::Eq, expr) => Ok(expr),
                _ => Err(DataError::OtherList { text: text.to_owned() }),
            };
            list.into_iter().map(one).collect::<Result<_, _>>()?
        }
        _ => return Err(DataError::OtherList { text: text.to_owned() }),
    };
    wanted
        .into_iter()
        .map(|expr| Ok(constant(scope.glossary, variable.kind, expr)?.units))
        .collect()
}

/// Returns the value of a constant expression in the units of a type.
fn constant(glossary: &Glossary, kind: TypeId, expr: Expr) -> Result<Decimal, DataError> {
    let sort = glossary.sort_of(kind);
    let scope = Scope { glossary, variables: &[] };
    let typed = super::expr::Typed { expr, sort };
    scope.accepts(kind, &typed)?;
    match (typed.expr, &glossary.type_of(kind).values) {
        (Expr::Name(_, number), _) => Ok(Decimal::integer(number.into())),
        (Expr::Number(number), Values::Numbers { digits, .. }) => {
            let units = number.at(*digits).ok_or(DataError::LargeNumber)?;
            Ok(Decimal { units, digits: *digits })
        }
        (Expr::Number(number), Values::AnyInteger) if number.digits > 0 => {
            Err(DataError::NoInteger { number })
        }
        (Expr::Number(number), _) => Ok(number),
        _ => Err(DataError::Calculated),
    }
}

/// One output cell of a row.
struct Stated<'a> {
    scope: Scope<'a>,
    section: &'a Section<'a>,
    cell: &'a Cell,
    /// The values of each variable.
    bound: &'a [Vec<i64>],
}

impl Stated<'_> {
    fn add(
        &self,
        head: &Head,
        data: &mut Data,
        places: &mut HashMap<(SymbolId, Vec<i64>), Cell>,
    ) -> Result<(), InputError> {
        let fault = |fault: DataError| self.section.fault(self.cell, fault);
        let Head::Term(typed) = head else { return Ok(()) };
        let Expr::Apply(symbol, arguments) = &typed.expr else { return Ok(()) };
        let Some(value) = self.value(*symbol, typed.sort).map_err(fault)? else { return Ok(()) };
        let sets = arguments.iter().map(|argument| self.argument(argument));
        let sets = sets.collect::<Result<Vec<_>, _>>().map_err(fault)?;
        let total = sets.iter().try_fold(1usize, |total, set| total.checked_mul(set.len()));
        if total.is_none_or(|total| total > MAX_EXPANDED) {
            return Err(fault(DataError::TooManyFacts { most: MAX_EXPANDED }));
        }
        for tuple in tuples(&sets) {
            let known = data.entry(*symbol).or_default();
            let place = (*symbol, tuple.clone());
            match known.0.insert(tuple, Fact { value }) {
                Some(before) if before.value != value => {
                    let at = places.get(&place).map(|cell| cell.place.to_string());
                    return Err(fault(DataError::OtherFact { at }));
                }
                _ => drop(places.entry(place).or_insert_with(|| self.cell.clone())),
            }
        }
        Ok(())
    }

    fn value(&self, symbol: SymbolId, sort: Sort) -> Result<Option<Decimal>, DataError> {
        let (text, glossary) = (self.cell.text.as_str(), self.scope.glossary);
        if sort == Sort::Truth {
            return match (truth(text), is_any(text)) {
                (Some(truth), _) => Ok(Some(Decimal::integer(truth.into()))),
                (None, true) => Ok(Some(Decimal::integer(0))),
                (None, false) => Err(DataError::NoTruth { text: text.to_owned() }),
            };
        }
        let Some(kind) = glossary.symbol(symbol).result else { return Ok(None) };
        let none = Scope { glossary, variables: &[] };
        match test(none, text, sort)? {
            Test::Any => Ok(None),
            Test::Compare(Relation::Eq, expr) => constant(glossary, kind, expr).map(Some),
            _ => Err(DataError::SeveralValues { text: text.to_owned() }),
        }
    }

    fn argument(&self, argument: &Expr) -> Result<Vec<i64>, DataError> {
        match argument {
            Expr::Variable(Quantified(place)) => Ok(self.bound[*place].clone()),
            Expr::Name(_, number) => Ok(vec![i64::from(*number)]),
            Expr::Number(number) if number.digits == 0 => Ok(vec![number.units]),
            _ => Err(DataError::CalculatedHeader),
        }
    }
}

/// Returns all combinations of one value of each list; the last list changes fastest.
fn tuples(lists: &[Vec<i64>]) -> Vec<Vec<i64>> {
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
