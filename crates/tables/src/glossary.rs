//! The glossary: the types of values, and the functions, constants, relations and truths of a
//! problem.

use std::sync::Arc;

use parallax_model::{Domain, ValueNames};

use super::glossary_error::GlossaryNameError;
use super::token::{CellToken, split_tokens};
use parallax_model::decimal::DecimalNumber;

/// A type, by its index in [`TablesGlossary::types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(pub usize);

/// A function, constant, relation or truth, by its index in [`TablesGlossary::symbols`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SymbolId(pub usize);

/// The values of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeValues {
    /// Names, numbered from 1 in this order. A type made of another type keeps its numbers.
    Names(Arc<ValueNames>),
    /// Numbers, in units of `1 / 10^digits`.
    Numbers {
        /// The numbers, in units.
        domain: Domain,
        /// The decimal places.
        digits: u32,
    },
    /// All integers.
    AnyInteger,
    /// All decimal numbers, or those between two bounds.
    AnyDecimal(Option<(DecimalNumber, DecimalNumber)>),
}

/// A type of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlossaryType {
    /// The name.
    pub name: String,
    /// For names, the type that numbers them: this one, or the type that it is made of.
    pub root: TypeId,
    /// The values.
    pub values: TypeValues,
}

/// The kind of values of a symbol or an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueSort {
    /// A truth value, `Yes` or `No`.
    Truth,
    /// One of the names that a type numbers.
    Name(TypeId),
    /// A number.
    Number,
}

/// A piece of the name of a symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameToken {
    /// A word.
    Word(String),
    /// An argument is inserted here.
    Hole,
}

/// A function, constant, relation or truth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlossarySymbol {
    /// The name in the glossary: `color of Card`.
    pub name: String,
    /// The name in pieces.
    pub pattern: Vec<NameToken>,
    /// The types of the arguments.
    pub arguments: Vec<TypeId>,
    /// The type of the values; `None` for relations and truths.
    pub result: Option<TypeId>,
    /// Whether a value may be missing.
    pub partial: bool,
}

/// The types and symbols of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TablesGlossary {
    /// The types; the first three are built in.
    pub types: Vec<GlossaryType>,
    /// The symbols: functions, constants, relations, truths.
    pub symbols: Vec<GlossarySymbol>,
}

/// The type of all integers.
pub const INT_TYPE: TypeId = TypeId(0);
/// The type of all decimal numbers.
pub const FLOAT_TYPE: TypeId = TypeId(1);
/// The type of all names. It has no values itself.
pub const STRING_TYPE: TypeId = TypeId(2);

impl Default for TablesGlossary {
    fn default() -> Self {
        let of = |name: &str, root: TypeId, values: TypeValues| GlossaryType {
            name: name.into(),
            root,
            values,
        };
        TablesGlossary {
            types: vec![
                of("Int", INT_TYPE, TypeValues::AnyInteger),
                of("Float", FLOAT_TYPE, TypeValues::AnyDecimal(None)),
                of("String", STRING_TYPE, TypeValues::Names(Arc::default())),
            ],
            symbols: Vec::new(),
        }
    }
}

impl TablesGlossary {
    /// A type.
    #[must_use]
    pub fn type_of(&self, id: TypeId) -> &GlossaryType {
        &self.types[id.0]
    }

    /// A symbol.
    #[must_use]
    pub fn find_symbol(&self, id: SymbolId) -> &GlossarySymbol {
        &self.symbols[id.0]
    }

    /// Returns the type with this name. The names of the notation may be written in any case, and
    /// `Real` is another name of `Float`.
    #[must_use]
    pub fn find_type(&self, name: &str) -> Option<TypeId> {
        // Names that the user declares take precedence over built-in ones.
        let declared = self.types.iter().position(|known| known.name == name);
        declared.map(TypeId).or_else(|| match name.to_lowercase().as_str() {
            "int" | "integer" => Some(INT_TYPE),
            "float" | "real" | "decimal" => Some(FLOAT_TYPE),
            "string" => Some(STRING_TYPE),
            _ => None,
        })
    }

    /// The sort of a type's values.
    #[must_use]
    pub fn sort_of(&self, id: TypeId) -> ValueSort {
        let known = self.type_of(id);
        match known.values {
            TypeValues::Names(_) => ValueSort::Name(known.root),
            _ => ValueSort::Number,
        }
    }

    /// The sort of a symbol's values.
    #[must_use]
    pub fn symbol_sort(&self, id: SymbolId) -> ValueSort {
        self.find_symbol(id).result.map_or(ValueSort::Truth, |result| self.sort_of(result))
    }

    /// The number of a name in a type of names.
    #[must_use]
    pub fn number_of(&self, id: TypeId, name: &str) -> Option<i32> {
        match &self.type_of(id).values {
            TypeValues::Names(names) => {
                names.iter().find(|(_, known)| *known == name).map(|(&number, _)| number)
            }
            _ => None,
        }
    }

    /// Returns the values of a type in order, as the numbers that models use; `None` if they are
    /// not listed or more than `max_values`.
    #[must_use]
    pub fn list_values(&self, id: TypeId, max_values: u64) -> Option<Vec<i64>> {
        match &self.type_of(id).values {
            TypeValues::Names(names) => Some(names.keys().map(|&number| number.into()).collect()),
            TypeValues::Numbers { domain, .. } if domain.len() <= max_values => {
                Some(domain.iter().map(i64::from).collect())
            }
            _ => None,
        }
    }

    /// A value of a type as text.
    #[must_use]
    pub fn value_text(&self, id: TypeId, value: i64, digits: u32) -> String {
        match &self.type_of(id).values {
            TypeValues::Names(names) => {
                let name = i32::try_from(value).ok().and_then(|number| names.get(&number));
                name.cloned().unwrap_or_else(|| value.to_string())
            }
            _ => DecimalNumber { units: value, digits }.to_string(),
        }
    }

    /// Splits the name of a function or relation at the names of types, its arguments.
    ///
    /// # Errors
    /// Returns an error for a sign that expressions use.
    pub fn split_name(
        &self,
        name: &str,
    ) -> Result<(Vec<NameToken>, Vec<TypeId>), GlossaryNameError> {
        let words = name_words(name)?;
        // The first three types are built in, and never arguments.
        let types: Vec<(usize, Vec<&str>)> = (3..self.types.len())
            .map(|index| (index, self.types[index].name.split_whitespace().collect()))
            .collect();
        let (mut pattern, mut arguments) = (Vec::new(), Vec::new());
        let mut rest = &words[..];
        while let Some(first) = rest.first() {
            let fits = |known: &&(usize, Vec<&str>)| {
                rest.len() >= known.1.len() && rest.iter().zip(&known.1).all(|(a, b)| a == b)
            };
            // The longest name wins: `Time Slot` is no `Time` followed by a word.
            match types.iter().filter(fits).max_by_key(|known| known.1.len()) {
                Some((index, name)) => {
                    pattern.push(NameToken::Hole);
                    arguments.push(TypeId(*index));
                    rest = &rest[name.len()..];
                }
                None => {
                    pattern.push(NameToken::Word(first.clone()));
                    rest = &rest[1..];
                }
            }
        }
        Ok((pattern, arguments))
    }
}

/// The words of a name.
///
/// # Errors
/// Returns an error for a sign that expressions use.
pub fn name_words(name: &str) -> Result<Vec<String>, GlossaryNameError> {
    let found = split_tokens(name).unwrap_or_default();
    let word = |token: &CellToken| match token {
        CellToken::Word(word) => Some(word.clone()),
        CellToken::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let words: Option<Vec<String>> = found.iter().map(word).collect();
    words
        .filter(|words| !words.is_empty())
        .ok_or_else(|| GlossaryNameError::OtherWords { name: name.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_split_at_types() {
        let mut glossary = TablesGlossary::default();
        for name in ["Country", "Time Slot", "Time"] {
            let root = TypeId(glossary.types.len());
            let values = TypeValues::Names(Arc::default());
            glossary.types.push(GlossaryType { name: name.into(), root, values });
        }
        let (pattern, arguments) = glossary.split_name("Country borders Country").unwrap();
        assert_eq!(pattern, [NameToken::Hole, NameToken::Word("borders".into()), NameToken::Hole]);
        assert_eq!(arguments, [TypeId(3), TypeId(3)]);
        let (_, arguments) = glossary.split_name("load of Time Slot and Time").unwrap();
        assert_eq!(arguments, [TypeId(4), TypeId(5)]);
        assert!(glossary.split_name("a-b of Time").is_err());
    }
}
