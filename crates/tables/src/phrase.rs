//! The meaning of words in a cell: `color of c1` is the function `color of Card` at `c1`.

use std::collections::HashMap;

use parallax_model::ask::did_you_mean;

use super::cell_error::PhraseError;
use super::expr::{Expr, Quantified, Typed};
use super::glossary::{Glossary, NameToken, Sort, SymbolId, TypeId, Values};
use parallax_model::decimal::Decimal;

/// Maximum number of words of one phrase.
pub(super) const MAX_WORDS: usize = 60;

/// Maximum number of readings of one phrase that are examined.
const MAX_READINGS: usize = 16;

/// A variable of a table: its name and its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The name: `c1` of `Card called c1`, or `Card` itself.
    pub name: String,
    /// The type.
    pub kind: TypeId,
}

/// The names that the words of a cell may refer to.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    /// The glossary.
    pub glossary: &'a Glossary,
    /// The variables of the table.
    pub variables: &'a [Variable],
}

/// One piece of a phrase.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A word.
    Word(String),
    /// A number.
    Number(Decimal),
    /// A name in quotation marks.
    Quoted(String),
    /// An expression in brackets.
    Group(Typed),
}

/// A search for the readings of a phrase.
struct Reader<'a> {
    scope: Scope<'a>,
    items: &'a [Item],
    known: HashMap<(usize, usize), Vec<Typed>>,
    /// The reason why a pattern did not fit.
    hint: Option<PhraseError>,
}

impl Scope<'_> {
    /// Returns the meaning of a phrase. `expected` decides between names of different types.
    ///
    /// # Errors
    /// Returns an error if the phrase means nothing, or more than one thing.
    pub fn phrase(&self, items: &[Item], expected: Option<Sort>) -> Result<Typed, PhraseError> {
        if items.len() > MAX_WORDS {
            return Err(PhraseError::LongPhrase);
        }
        let mut reader = Reader { scope: *self, items, known: HashMap::new(), hint: None };
        let all = reader.readings(0, items.len());
        let fitting: Vec<&Typed> =
            all.iter().filter(|typed| expected.is_none_or(|sort| typed.sort == sort)).collect();
        let text = text(items);
        match fitting[..] {
            [only] => Ok(only.clone()),
            [] => match (all.first(), reader.hint) {
                (Some(typed), _) => Err(self.other_sort(&text, typed.sort, expected)),
                (None, Some(hint)) => Err(hint),
                (None, None) => Err(self.unknown(&text, expected)),
            },
            _ => prefer(&fitting).cloned().ok_or_else(|| self.several(&text, &fitting)),
        }
    }

    /// Returns the error of a phrase with several meanings.
    fn several(&self, text: &str, readings: &[&Typed]) -> PhraseError {
        let mut meanings: Vec<String> =
            readings.iter().map(|typed| self.meaning(&typed.expr)).collect();
        meanings.dedup();
        let mut has_value = false;
        for typed in readings {
            typed.expr.each(&mut |part| has_value |= matches!(part, Expr::Name(..)));
        }
        PhraseError::Ambiguous { text: text.to_owned(), meanings, has_value }
    }

    /// A reading as text.
    fn meaning(&self, expr: &Expr) -> String {
        let name = |id: &SymbolId| &self.glossary.symbol(*id).name;
        match expr {
            Expr::Variable(own) => format!("the variable {}", self.variables[own.0].name),
            Expr::Name(kind, _) => format!("a value of {}", self.glossary.type_of(*kind).name),
            Expr::Apply(id, arguments) if arguments.is_empty() => {
                format!("the constant {}", name(id))
            }
            Expr::Apply(id, arguments) => {
                let of: Vec<String> = arguments.iter().map(|part| self.meaning(part)).collect();
                format!("'{}' of {}", name(id), of.join(" and "))
            }
            Expr::Number(number) => number.to_string(),
            _ => "a calculation".into(),
        }
    }

    fn other_sort(&self, text: &str, found: Sort, expected: Option<Sort>) -> PhraseError {
        let expected = expected.map_or_else(String::new, |sort| self.sort_name(sort));
        PhraseError::OtherSort { text: text.to_owned(), found: self.sort_name(found), expected }
    }

    /// A sort as text.
    #[must_use]
    pub fn sort_name(&self, sort: Sort) -> String {
        match sort {
            Sort::Truth => "a truth (Yes or No)".into(),
            Sort::Number => "a number".into(),
            Sort::Name(kind) => format!("a {}", self.glossary.type_of(kind).name),
        }
    }

    fn unknown(&self, text: &str, expected: Option<Sort>) -> PhraseError {
        if self.glossary.find_type(text).is_some() {
            return PhraseError::TypeName { text: text.to_owned() };
        }
        let names = |kind: TypeId| match &self.glossary.type_of(kind).values {
            Values::Names(names) => names.values().map(String::as_str).collect::<Vec<_>>(),
            _ => Vec::new(),
        };
        let values = match expected {
            Some(Sort::Name(kind)) => names(kind),
            _ => Vec::new(),
        };
        let symbols = self.glossary.symbols.iter().map(|symbol| symbol.name.as_str());
        let variables = self.variables.iter().map(|variable| variable.name.as_str());
        let near = did_you_mean(text, values.iter().copied().chain(variables).chain(symbols));
        match expected {
            Some(Sort::Name(kind)) if !values.is_empty() => PhraseError::OtherValue {
                text: text.to_owned(),
                kind: self.glossary.type_of(kind).name.clone(),
                near,
                has_more: values.len() > LISTED,
                values: values.into_iter().take(LISTED).map(str::to_owned).collect(),
            },
            _ => PhraseError::Unknown { text: text.to_owned(), near },
        }
    }
}

/// Maximum number of values that an error lists.
const LISTED: usize = 12;

/// Returns the reading that people mean if all apply functions or relations: the one with the most
/// arguments. With a variable, a value or a constant of these words, the phrase stays ambiguous.
fn prefer<'t>(readings: &[&'t Typed]) -> Option<&'t Typed> {
    let rank = |typed: &&&Typed| match &typed.expr {
        Expr::Apply(_, arguments) => arguments.len(),
        _ => 0,
    };
    if readings.iter().any(|typed| rank(&typed) == 0) {
        return None;
    }
    let best = readings.iter().max_by_key(rank)?;
    let equals = readings.iter().filter(|typed| rank(typed) == rank(&best)).count();
    (equals == 1).then_some(*best)
}

fn text(items: &[Item]) -> String {
    let word = |item: &Item| match item {
        Item::Word(word) => word.clone(),
        Item::Number(number) => number.to_string(),
        Item::Quoted(name) => format!("\"{name}\""),
        Item::Group(_) => "(...)".into(),
    };
    items.iter().map(word).collect::<Vec<_>>().join(" ")
}

impl Reader<'_> {
    /// Returns the readings of the items from one place to another.
    fn readings(&mut self, from: usize, to: usize) -> Vec<Typed> {
        if let Some(known) = self.known.get(&(from, to)) {
            return known.clone();
        }
        let mut found = self.plain(from, to);
        for place in 0..self.scope.glossary.symbols.len() {
            if found.len() < MAX_READINGS {
                self.fit(SymbolId(place), from, to, 0, &mut Vec::new(), &mut found);
            }
        }
        self.known.insert((from, to), found.clone());
        found
    }

    /// Returns the readings as a number, a variable or a name.
    fn plain(&self, from: usize, to: usize) -> Vec<Typed> {
        let (scope, items) = (self.scope, &self.items[from..to]);
        match items {
            [Item::Group(typed)] => return vec![typed.clone()],
            [Item::Number(number)] => {
                let expr = Expr::Number(*number);
                let mut found = vec![Typed { expr, sort: Sort::Number }];
                found.extend(self.names(&number.to_string()));
                return found;
            }
            [Item::Quoted(name)] => return self.names(name),
            _ => {}
        }
        let text = text(items);
        let variable = scope.variables.iter().position(|variable| variable.name == text);
        let variable = variable.map(|place| Typed {
            expr: Expr::Variable(Quantified(place)),
            sort: scope.glossary.sort_of(scope.variables[place].kind),
        });
        variable.into_iter().chain(self.names(&text)).collect()
    }

    /// Returns the types that have this name among their values, once for each type that numbers
    /// names.
    fn names(&self, text: &str) -> Vec<Typed> {
        let glossary = self.scope.glossary;
        let roots =
            (0..glossary.types.len()).map(TypeId).filter(|&id| glossary.type_of(id).root == id);
        let name = |id: TypeId| {
            let number = glossary.number_of(id, text)?;
            Some(Typed { expr: Expr::Name(id, number), sort: Sort::Name(id) })
        };
        roots.filter_map(name).collect()
    }

    /// Fits the items from one place to another to the pattern of a symbol, from its part `at` on,
    /// and adds the resulting readings.
    fn fit(
        &mut self,
        symbol: SymbolId,
        from: usize,
        to: usize,
        at: usize,
        arguments: &mut Vec<Expr>,
        found: &mut Vec<Typed>,
    ) {
        let glossary = self.scope.glossary;
        let known = glossary.symbol(symbol);
        if known.pattern.len() - at > to - from || found.len() >= MAX_READINGS {
            return;
        }
        match known.pattern.get(at) {
            None if from == to => {
                let expr = Expr::Apply(symbol, arguments.clone());
                found.push(Typed { expr, sort: glossary.sort(symbol) });
            }
            None => {}
            Some(NameToken::Word(word)) if is_word(&self.items[from], word) => {
                self.fit(symbol, from + 1, to, at + 1, arguments, found);
            }
            Some(NameToken::Word(_)) => {}
            Some(NameToken::Hole) => {
                let next = known.pattern.get(at + 1);
                // A pattern of only a hole would be read without end.
                let whole = at == 0 && known.pattern.len() == 1;
                for end in from + 1..=to {
                    let goes_on = match next {
                        None => end == to,
                        Some(NameToken::Word(word)) => end < to && is_word(&self.items[end], word),
                        Some(NameToken::Hole) => end < to,
                    };
                    if goes_on && !whole {
                        self.argument(symbol, (from, end, to), at, arguments, found);
                    }
                }
            }
        }
    }

    /// Reads an argument, and fits the rest.
    fn argument(
        &mut self,
        symbol: SymbolId,
        (from, end, to): (usize, usize, usize),
        at: usize,
        arguments: &mut Vec<Expr>,
        found: &mut Vec<Typed>,
    ) {
        let kind = self.scope.glossary.symbol(symbol).arguments[arguments.len()];
        for reading in self.readings(from, end) {
            match self.scope.accepts(kind, &reading) {
                Ok(()) => {
                    arguments.push(reading.expr);
                    self.fit(symbol, end, to, at + 1, arguments, found);
                    arguments.pop();
                }
                Err(why) => drop(self.hint.get_or_insert(why)),
            }
        }
        if self.readings(from, end).is_empty() && self.hint.is_none() {
            let sort = self.scope.glossary.sort_of(kind);
            self.hint = Some(self.scope.unknown(&text(&self.items[from..end]), Some(sort)));
        }
    }
}

fn is_word(item: &Item, word: &str) -> bool {
    match item {
        Item::Word(found) => found == word,
        Item::Number(number) => number.to_string() == word,
        _ => false,
    }
}

impl Scope<'_> {
    /// Checks that an expression may be a value of a type.
    ///
    /// # Errors
    /// Returns the reason if it may not.
    pub fn accepts(&self, kind: TypeId, typed: &Typed) -> Result<(), PhraseError> {
        let (glossary, wanted) = (self.glossary, self.glossary.sort_of(kind));
        let known = glossary.type_of(kind);
        if typed.sort != wanted {
            let found = self.sort_name(typed.sort);
            return Err(PhraseError::OtherArgument { found, wanted: self.sort_name(wanted) });
        }
        match (&typed.expr, &known.values) {
            (Expr::Name(root, number), Values::Names(names)) if !names.contains_key(number) => {
                let name = glossary.word(*root, (*number).into(), 0);
                Err(PhraseError::OutsideName { name, kind: known.name.clone() })
            }
            (Expr::Number(number), Values::Numbers { domain, digits }) => {
                let value = number.at(*digits).and_then(|value| i32::try_from(value).ok());
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
