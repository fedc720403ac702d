//! The meaning of words in a cell: `color of c1` is the function `color of Card` at `c1`.

use std::collections::HashMap;

use parallax_model::engine_api::did_you_mean;

use super::cell_error::PhraseError;
use super::expr::{QuantifiedVariable, TableExpression, TypedTableExpression};
use super::glossary::{NameToken, SymbolId, TablesGlossary, TypeId, TypeValues, ValueSort};
use parallax_model::decimal::DecimalNumber;

/// Maximum number of words of one phrase.
pub(super) const MAX_WORDS: usize = 60;

/// Maximum number of readings of one phrase that are examined.
const MAX_READINGS: usize = 16;

/// A variable of a table: its name and its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableVariable {
    /// The name: `c1` of `Card called c1`, or `Card` itself.
    pub name: String,
    /// The type.
    pub kind: TypeId,
}

/// The names that the words of a cell may refer to.
#[derive(Clone, Copy, Debug)]
pub struct NameScope<'a> {
    /// The glossary.
    pub glossary: &'a TablesGlossary,
    /// The variables of the table.
    pub variables: &'a [TableVariable],
}

/// One piece of a phrase.
#[derive(Clone, Debug, PartialEq)]
pub enum PhraseItem {
    /// A word.
    Word(String),
    /// A number.
    Number(DecimalNumber),
    /// A name in quotation marks.
    Quoted(String),
    /// An expression in brackets.
    Group(TypedTableExpression),
}

/// A search for the readings of a phrase.
struct PhraseReader<'a> {
    scope: NameScope<'a>,
    items: &'a [PhraseItem],
    known: HashMap<(usize, usize), Vec<TypedTableExpression>>,
    /// The reason why a pattern did not fit.
    hint: Option<PhraseError>,
}

impl NameScope<'_> {
    /// Returns the meaning of a phrase. `expected` decides between names of different types.
    ///
    /// # Errors
    /// Returns an error if the phrase means nothing, or more than one thing.
    pub fn read_phrase(
        &self,
        items: &[PhraseItem],
        expected: Option<ValueSort>,
    ) -> Result<TypedTableExpression, PhraseError> {
        if items.len() > MAX_WORDS {
            return Err(PhraseError::LongPhrase);
        }
        let mut reader = PhraseReader { scope: *self, items, known: HashMap::new(), hint: None };
        let all = reader.find_readings(0, items.len());
        let fitting: Vec<&TypedTableExpression> =
            all.iter().filter(|typed| expected.is_none_or(|sort| typed.sort == sort)).collect();
        let text = items_text(items);
        match fitting[..] {
            [only] => Ok(only.clone()),
            // No reading fits: the error names the most specific obstacle.
            [] => match (all.first(), reader.hint) {
                (Some(typed), _) => Err(self.other_sort(&text, typed.sort, expected)),
                (None, Some(hint)) => Err(hint),
                (None, None) => Err(self.unknown_error(&text, expected)),
            },
            _ => preferred_reading(&fitting)
                .cloned()
                .ok_or_else(|| self.ambiguity_error(&text, &fitting)),
        }
    }

    /// Returns the error of a phrase with several meanings.
    fn ambiguity_error(&self, text: &str, readings: &[&TypedTableExpression]) -> PhraseError {
        let mut meanings: Vec<String> =
            readings.iter().map(|typed| self.reading_text(&typed.expr)).collect();
        meanings.dedup();
        let mut has_value = false;
        for typed in readings {
            typed
                .expr
                .visit_parts(&mut |part| has_value |= matches!(part, TableExpression::Name(..)));
        }
        PhraseError::Ambiguous { text: text.to_owned(), meanings, has_value }
    }

    /// A reading as text.
    fn reading_text(&self, expr: &TableExpression) -> String {
        let name = |id: &SymbolId| &self.glossary.find_symbol(*id).name;
        match expr {
            TableExpression::Variable(own) => {
                format!("the variable {}", self.variables[own.0].name)
            }
            TableExpression::Name(kind, _) => {
                format!("a value of {}", self.glossary.type_of(*kind).name)
            }
            TableExpression::Apply(id, arguments) if arguments.is_empty() => {
                format!("the constant {}", name(id))
            }
            TableExpression::Apply(id, arguments) => {
                let of: Vec<String> =
                    arguments.iter().map(|part| self.reading_text(part)).collect();
                format!("'{}' of {}", name(id), of.join(" and "))
            }
            TableExpression::Number(number) => number.to_string(),
            _ => "a calculation".into(),
        }
    }

    fn other_sort(&self, text: &str, found: ValueSort, expected: Option<ValueSort>) -> PhraseError {
        let expected = expected.map_or_else(String::new, |sort| self.sort_name(sort));
        PhraseError::OtherSort { text: text.to_owned(), found: self.sort_name(found), expected }
    }

    /// A sort as text.
    #[must_use]
    pub fn sort_name(&self, sort: ValueSort) -> String {
        match sort {
            ValueSort::Truth => "a truth (Yes or No)".into(),
            ValueSort::Number => "a number".into(),
            ValueSort::Name(kind) => format!("a {}", self.glossary.type_of(kind).name),
        }
    }

    fn unknown_error(&self, text: &str, expected: Option<ValueSort>) -> PhraseError {
        if self.glossary.find_type(text).is_some() {
            return PhraseError::TypeName { text: text.to_owned() };
        }
        let names = |kind: TypeId| match &self.glossary.type_of(kind).values {
            TypeValues::Names(names) => names.values().map(String::as_str).collect::<Vec<_>>(),
            _ => Vec::new(),
        };
        let values = match expected {
            Some(ValueSort::Name(kind)) => names(kind),
            _ => Vec::new(),
        };
        let symbols = self.glossary.symbols.iter().map(|symbol| symbol.name.as_str());
        let variables = self.variables.iter().map(|variable| variable.name.as_str());
        let near = did_you_mean(text, values.iter().copied().chain(variables).chain(symbols));
        match expected {
            Some(ValueSort::Name(kind)) if !values.is_empty() => PhraseError::OtherValue {
                text: text.to_owned(),
                kind: self.glossary.type_of(kind).name.clone(),
                near,
                has_more: values.len() > MAX_LISTED_VALUES,
                values: values.into_iter().take(MAX_LISTED_VALUES).map(str::to_owned).collect(),
            },
            _ => PhraseError::Unknown { text: text.to_owned(), near },
        }
    }
}

/// Maximum number of values that an error lists.
const MAX_LISTED_VALUES: usize = 12;

/// Returns the reading that people mean if all apply functions or relations: the one with the most
/// arguments. With a variable, a value or a constant of these words, the phrase stays ambiguous.
fn preferred_reading<'t>(
    readings: &[&'t TypedTableExpression],
) -> Option<&'t TypedTableExpression> {
    let rank = |typed: &&&TypedTableExpression| match &typed.expr {
        TableExpression::Apply(_, arguments) => arguments.len(),
        _ => 0,
    };
    if readings.iter().any(|typed| rank(&typed) == 0) {
        return None;
    }
    let best = readings.iter().max_by_key(rank)?;
    let equals = readings.iter().filter(|typed| rank(typed) == rank(&best)).count();
    (equals == 1).then_some(*best)
}

fn items_text(items: &[PhraseItem]) -> String {
    let word = |item: &PhraseItem| match item {
        PhraseItem::Word(word) => word.clone(),
        PhraseItem::Number(number) => number.to_string(),
        PhraseItem::Quoted(name) => format!("\"{name}\""),
        PhraseItem::Group(_) => "(...)".into(),
    };
    items.iter().map(word).collect::<Vec<_>>().join(" ")
}

impl PhraseReader<'_> {
    /// Returns the readings of the items from one index to another.
    fn find_readings(&mut self, from: usize, to: usize) -> Vec<TypedTableExpression> {
        // Arguments of many patterns share their spans, so each span is read once.
        if let Some(known) = self.known.get(&(from, to)) {
            return known.clone();
        }
        let mut found = self.plain_readings(from, to);
        for index in 0..self.scope.glossary.symbols.len() {
            if found.len() < MAX_READINGS {
                self.fit_pattern(SymbolId(index), from, to, 0, &mut Vec::new(), &mut found);
            }
        }
        self.known.insert((from, to), found.clone());
        found
    }

    /// Returns the readings as a number, a variable or a name.
    fn plain_readings(&self, from: usize, to: usize) -> Vec<TypedTableExpression> {
        let (scope, items) = (self.scope, &self.items[from..to]);
        match items {
            [PhraseItem::Group(typed)] => return vec![typed.clone()],
            [PhraseItem::Number(number)] => {
                let expr = TableExpression::Number(*number);
                let mut found = vec![TypedTableExpression { expr, sort: ValueSort::Number }];
                found.extend(self.name_readings(&number.to_string()));
                return found;
            }
            [PhraseItem::Quoted(name)] => return self.name_readings(name),
            _ => {}
        }
        let text = items_text(items);
        let variable = scope.variables.iter().position(|variable| variable.name == text);
        let variable = variable.map(|index| TypedTableExpression {
            expr: TableExpression::Variable(QuantifiedVariable(index)),
            sort: scope.glossary.sort_of(scope.variables[index].kind),
        });
        variable.into_iter().chain(self.name_readings(&text)).collect()
    }

    /// Returns the types that have this name among their values, once for each type that numbers
    /// names.
    fn name_readings(&self, text: &str) -> Vec<TypedTableExpression> {
        let glossary = self.scope.glossary;
        let roots =
            (0..glossary.types.len()).map(TypeId).filter(|&id| glossary.type_of(id).root == id);
        let name = |id: TypeId| {
            let number = glossary.number_of(id, text)?;
            Some(TypedTableExpression {
                expr: TableExpression::Name(id, number),
                sort: ValueSort::Name(id),
            })
        };
        roots.filter_map(name).collect()
    }

    /// Fits the items from one index to another to the pattern of a symbol, from its part `at` on,
    /// and adds the resulting readings.
    fn fit_pattern(
        &mut self,
        symbol: SymbolId,
        from: usize,
        to: usize,
        at: usize,
        arguments: &mut Vec<TableExpression>,
        found: &mut Vec<TypedTableExpression>,
    ) {
        let glossary = self.scope.glossary;
        let known = glossary.find_symbol(symbol);
        // Each remaining part of the pattern takes one item or more.
        if known.pattern.len() - at > to - from || found.len() >= MAX_READINGS {
            return;
        }
        match known.pattern.get(at) {
            None if from == to => {
                let expr = TableExpression::Apply(symbol, arguments.clone());
                found.push(TypedTableExpression { expr, sort: glossary.symbol_sort(symbol) });
            }
            None => {}
            Some(NameToken::Word(word)) if is_word(&self.items[from], word) => {
                self.fit_pattern(symbol, from + 1, to, at + 1, arguments, found);
            }
            Some(NameToken::Word(_)) => {}
            Some(NameToken::Hole) => {
                let next = known.pattern.get(at + 1);
                // A pattern that consists of a hole would read its span as its own argument,
                // without end.
                let whole = at == 0 && known.pattern.len() == 1;
                // An argument ends where the next part of the pattern can begin, so all lengths are
                // tried: arguments may contain the words of the pattern.
                for end in from + 1..=to {
                    let goes_on = match next {
                        None => end == to,
                        Some(NameToken::Word(word)) => end < to && is_word(&self.items[end], word),
                        Some(NameToken::Hole) => end < to,
                    };
                    if goes_on && !whole {
                        self.fit_argument(symbol, (from, end, to), at, arguments, found);
                    }
                }
            }
        }
    }

    /// Reads an argument, and fits the rest.
    fn fit_argument(
        &mut self,
        symbol: SymbolId,
        (from, end, to): (usize, usize, usize),
        at: usize,
        arguments: &mut Vec<TableExpression>,
        found: &mut Vec<TypedTableExpression>,
    ) {
        let kind = self.scope.glossary.find_symbol(symbol).arguments[arguments.len()];
        for reading in self.find_readings(from, end) {
            match self.scope.check_type(kind, &reading) {
                Ok(()) => {
                    arguments.push(reading.expr);
                    self.fit_pattern(symbol, end, to, at + 1, arguments, found);
                    arguments.pop();
                }
                Err(why) => drop(self.hint.get_or_insert(why)),
            }
        }
        // The first part without a meaning explains best why the pattern does not fit.
        if self.find_readings(from, end).is_empty() && self.hint.is_none() {
            let sort = self.scope.glossary.sort_of(kind);
            self.hint =
                Some(self.scope.unknown_error(&items_text(&self.items[from..end]), Some(sort)));
        }
    }
}

fn is_word(item: &PhraseItem, word: &str) -> bool {
    match item {
        PhraseItem::Word(found) => found == word,
        PhraseItem::Number(number) => number.to_string() == word,
        _ => false,
    }
}

impl NameScope<'_> {
    /// Checks that an expression may be a value of a type.
    ///
    /// # Errors
    /// Returns the reason if it may not.
    pub fn check_type(
        &self,
        kind: TypeId,
        typed: &TypedTableExpression,
    ) -> Result<(), PhraseError> {
        let (glossary, wanted) = (self.glossary, self.glossary.sort_of(kind));
        let known = glossary.type_of(kind);
        if typed.sort != wanted {
            let found = self.sort_name(typed.sort);
            return Err(PhraseError::OtherArgument { found, wanted: self.sort_name(wanted) });
        }
        match (&typed.expr, &known.values) {
            (TableExpression::Name(root, number), TypeValues::Names(names))
                if !names.contains_key(number) =>
            {
                let name = glossary.value_text(*root, (*number).into(), 0);
                Err(PhraseError::OutsideName { name, kind: known.name.clone() })
            }
            (TableExpression::Number(number), TypeValues::Numbers { domain, digits }) => {
                let value = number.units_at(*digits).and_then(|value| i32::try_from(value).ok());
                if value.is_some_and(|value| domain.contains(value)) {
                    return Ok(());
                }
                let domain = (*digits == 0).then(|| domain.to_string());
                let kind = known.name.clone();
                Err(PhraseError::OutsideNumber { number: *number, kind, domain })
            }
            _ => Ok(()),
        }
    }
}
