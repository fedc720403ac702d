//! The built-in functions that are supported, by name.

use super::feel_value::FeelValue;
use super::functions::call_function;

/// A built-in function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is named after its function of FEEL")]
pub enum BuiltIn {
    Not,
    Number,
    String,
    Date,
    Duration,
    Absolute,
    Floor,
    Ceiling,
    Modulo,
    Decimal,
    RoundUp,
    RoundDown,
    RoundHalfUp,
    RoundHalfDown,
    Even,
    Odd,
    Minimum,
    Maximum,
    Sum,
    Mean,
    Product,
    Count,
    ListContains,
    Substring,
    StringLength,
    UpperCase,
    LowerCase,
    SubstringBefore,
    SubstringAfter,
    Contains,
    StartsWith,
    EndsWith,
    StringJoin,
    GetValue,
}

/// Each function with its name and the names of its parameters (DMN 1.5, section 10.3.4).
const FUNCTIONS: [(BuiltIn, &str, &[&str]); 34] = [
    (BuiltIn::Not, "not", &["negand"]),
    (BuiltIn::Number, "number", &["from", "grouping separator", "decimal separator"]),
    (BuiltIn::String, "string", &["from"]),
    (BuiltIn::Date, "date", &["from"]),
    (BuiltIn::Duration, "duration", &["from"]),
    (BuiltIn::Absolute, "abs", &["n"]),
    (BuiltIn::Floor, "floor", &["n", "scale"]),
    (BuiltIn::Ceiling, "ceiling", &["n", "scale"]),
    (BuiltIn::Modulo, "modulo", &["dividend", "divisor"]),
    (BuiltIn::Decimal, "decimal", &["n", "scale"]),
    (BuiltIn::RoundUp, "round up", &["n", "scale"]),
    (BuiltIn::RoundDown, "round down", &["n", "scale"]),
    (BuiltIn::RoundHalfUp, "round half up", &["n", "scale"]),
    (BuiltIn::RoundHalfDown, "round half down", &["n", "scale"]),
    (BuiltIn::Even, "even", &["number"]),
    (BuiltIn::Odd, "odd", &["number"]),
    (BuiltIn::Minimum, "min", &["list"]),
    (BuiltIn::Maximum, "max", &["list"]),
    (BuiltIn::Sum, "sum", &["list"]),
    (BuiltIn::Mean, "mean", &["list"]),
    (BuiltIn::Product, "product", &["list"]),
    (BuiltIn::Count, "count", &["list"]),
    (BuiltIn::ListContains, "list contains", &["list", "element"]),
    (BuiltIn::Substring, "substring", &["string", "start position", "length"]),
    (BuiltIn::StringLength, "string length", &["string"]),
    (BuiltIn::UpperCase, "upper case", &["string"]),
    (BuiltIn::LowerCase, "lower case", &["string"]),
    (BuiltIn::SubstringBefore, "substring before", &["string", "match"]),
    (BuiltIn::SubstringAfter, "substring after", &["string", "match"]),
    (BuiltIn::Contains, "contains", &["string", "match"]),
    (BuiltIn::StartsWith, "starts with", &["string", "match"]),
    (BuiltIn::EndsWith, "ends with", &["string", "match"]),
    (BuiltIn::StringJoin, "string join", &["list", "delimiter"]),
    (BuiltIn::GetValue, "get value", &["m", "key"]),
];

impl BuiltIn {
    fn entry(self) -> &'static (BuiltIn, &'static str, &'static [&'static str]) {
        // The table has the functions in the order of their declaration.
        &FUNCTIONS[self as usize]
    }

    /// Returns its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.entry().1
    }

    /// Returns the names of its parameters.
    #[must_use]
    pub fn parameters(self) -> &'static [&'static str] {
        self.entry().2
    }

    /// Whether the function would add up durations, which is not supported.
    #[must_use]
    pub fn adds_values(self) -> bool {
        matches!(self, BuiltIn::Sum | BuiltIn::Mean)
    }

    /// Returns the result for these arguments; null for wrong ones.
    #[must_use]
    pub fn call_with(self, arguments: &[FeelValue]) -> FeelValue {
        call_function(self, arguments).unwrap_or(FeelValue::Null)
    }

    /// Returns the function with the longest name at the start of these tokens, and the number of
    /// its tokens.
    pub(super) fn longest_function(
        tokens: &mut dyn Iterator<Item = &str>,
    ) -> Option<(usize, BuiltIn)> {
        /// No name has more words.
        const MAX_WORDS: usize = 3;
        let words: Vec<&str> = tokens.take(MAX_WORDS).collect();
        let fits = FUNCTIONS.iter().filter_map(|(function, name, _)| {
            let length = name.split(' ').count();
            let is_found =
                length <= words.len() && name.split(' ').eq(words[..length].iter().copied());
            is_found.then_some((length, *function))
        });
        fits.max_by_key(|(length, _)| *length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_in_order() {
        for (index, (function, name, _)) in FUNCTIONS.iter().enumerate() {
            assert_eq!(*function as usize, index, "{name}");
            let found = BuiltIn::longest_function(&mut name.split(' '));
            assert_eq!(found, Some((name.split(' ').count(), *function)));
        }
        assert_eq!(BuiltIn::longest_function(&mut ["no"].into_iter()), None);
    }
}
