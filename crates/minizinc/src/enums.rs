//! The names of the values of enums, which FlatZinc replaces by numbers.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::path::Path;

use serde_json::Value as Json;

use super::model_source;

/// The beginning of a line in which the compiler prints a value of an enum.
pub(super) const ENUM_LINE_PREFIX: &str = "%%%parallax-enum ";

/// Maximum number of values of an enum whose names are read.
const MAX_VALUES: usize = 5_000;

/// Whether a model declares enums.
pub(super) fn has_enums(model: &Path) -> bool {
    let files = model_source::included_files(model);
    files
        .iter()
        .any(|(_, text)| model_source::split_words(text).iter().any(|word| word.1 == "enum"))
}

/// The enums of the variables and arrays of a model, by name.
pub(super) struct EnumTypes(BTreeMap<String, String>);

impl EnumTypes {
    /// Reads the types of a model as the compiler prints them. Skips sets and optional values,
    /// which arrive as other variables in FlatZinc.
    pub(super) fn read_types(types: &str) -> Option<Self> {
        let json: Json = serde_json::from_str(types).ok()?;
        let variables = json.get("var_types")?.get("vars")?.as_object()?;
        // The name goes into an item of MiniZinc unchanged, so an enum whose name needs quotes is
        // left out.
        let is_name =
            |name: &str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let of = |(name, about): (&String, &Json)| {
            let is_single = about.get("set").is_none() && about.get("optional").is_none();
            let own = about.get("enum_type")?.as_str().filter(|own| is_single && is_name(own))?;
            Some((name.clone(), own.to_owned()))
        };
        Some(EnumTypes(variables.iter().filter_map(of).collect()))
    }

    /// Returns an item of MiniZinc that makes the compiler print the values of each enum, and
    /// nothing else.
    pub(super) fn printing_item(&self) -> String {
        let mut enums: Vec<&String> = self.0.values().collect();
        enums.sort_unstable();
        enums.dedup();
        let mut text = String::new();
        for own in enums {
            // `trace` prints while the compiler evaluates the item and returns its second argument,
            // `true`: the item adds no constraint.
            let _ = writeln!(
                text,
                "constraint if card({own}) <= {MAX_VALUES} then forall(parallax_value in {own})\
                 (trace(\"{ENUM_LINE_PREFIX}{own} \\(parallax_value)\\n\", true)) else true endif;"
            );
        }
        text
    }

    /// Returns the names, from what the compiler prints for [`printing_item`](Self::printing_item).
    pub(super) fn read_names(&self, said: &str) -> EnumNames {
        let mut values: HashMap<&str, Vec<String>> = HashMap::new();
        let rows =
            said.lines().filter_map(|line| line.strip_prefix(ENUM_LINE_PREFIX)?.split_once(' '));
        rows.for_each(|(own, name)| values.entry(own).or_default().push(quote_name(name)));
        let of = |(name, own): (&String, &String)| {
            Some((name.clone(), values.get(own.as_str())?.clone()))
        };
        EnumNames(self.0.iter().filter_map(of).collect())
    }
}

/// Returns the name of a value as MiniZinc data writes it: in quotes unless it is a word, or words
/// joined by constructors.
fn quote_name(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '(' | ')' | ',');
    let is_word = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    if is_word && name.chars().all(is_plain) { name.to_owned() } else { format!("'{name}'") }
}

/// The names of the values of variables, in the order of their numbers from 1.
#[derive(Default)]
pub(super) struct EnumNames(BTreeMap<String, Vec<String>>);

impl EnumNames {
    /// Returns a solution on one line, `c = 1; a = array1d(1..2,[1,2]);`, with the names.
    pub(super) fn put_names(&self, line: &str) -> String {
        if self.0.is_empty() {
            return line.to_owned();
        }
        // Only enums have names here, neither sets nor strings, so that no value contains `;` or
        // `,` and splitting at them is exact.
        let item = |item: &str| -> String {
            let Some((name, value)) = item.split_once(" = ") else { return item.to_owned() };
            let Some(names) = self.0.get(name.trim_start()) else { return item.to_owned() };
            let name_of = |number: &str| -> String {
                let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
                index.and_then(|index| names.get(index)).map_or(number, String::as_str).to_owned()
            };
            let value = match value.split_once('[').zip(value.rfind(']')) {
                Some(((head, _), end)) => {
                    let inner = &value[head.len() + 1..end];
                    let inner: Vec<String> = inner.split(',').map(name_of).collect();
                    format!("{head}[{}{}", inner.join(","), &value[end..])
                }
                None => name_of(value),
            };
            format!("{name} = {value}")
        };
        line.split(';').map(item).collect::<Vec<_>>().join(";")
    }

    /// Replaces the names of values by their numbers in a text with solutions.
    pub(super) fn put_numbers(&self, text: &str) -> String {
        let mut numbered = String::with_capacity(text.len());
        let mut rest = text;
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        while let Some(start) = rest.find(is_word) {
            let end = rest[start..].find(|c| !is_word(c)).map_or(rest.len(), |end| start + end);
            let (word, after) = (&rest[start..end], &rest[end..]);
            numbered.push_str(&rest[..end]);
            rest = after;
            let value = after.trim_start_matches(' ').strip_prefix('=');
            // Only `NAME =` with a known NAME begins a value to translate; every other word is
            // copied.
            let (Some(names), Some(value)) = (self.0.get(word), value) else { continue };
            numbered.push_str(&after[..after.len() - value.len()]);
            rest = put_value(names, value, &mut numbered);
        }
        numbered + rest
    }
}

/// Appends a value, or the values of an array, as numbers. Returns the text after them.
fn put_value<'t>(names: &[String], text: &'t str, numbered: &mut String) -> &'t str {
    let value = text.trim_start_matches(' ');
    numbered.push_str(&text[..text.len() - value.len()]);
    // Covers `[…]` and `array2d(1..2,1..2,[…])`: index sets are ranges, so the first bracket opens
    // the values.
    let is_array = value.starts_with('[') || value.starts_with("array");
    let Some(open) = value.find('[').filter(|_| is_array) else {
        return put_single(names, value, numbered);
    };
    numbered.push_str(&value[..=open]);
    let mut rest = &value[open + 1..];
    while !rest.is_empty() && !rest.starts_with(']') {
        let item = rest.trim_start_matches([' ', ',']);
        numbered.push_str(&rest[..rest.len() - item.len()]);
        let after = put_single(names, item, numbered);
        // Copies an item that is not a name up to its end. It has at least one character, because
        // separators are trimmed, so that each round of the loop advances.
        let skipped =
            if after.len() == item.len() { item.find([',', ']']).unwrap_or(item.len()) } else { 0 };
        numbered.push_str(&after[..skipped]);
        rest = &after[skipped..];
    }
    rest
}

/// Appends the number of the name that a text begins with, if any. Returns the text after it.
fn put_single<'t>(names: &[String], text: &'t str, numbered: &mut String) -> &'t str {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '(');
    let mut found: Option<(usize, &str)> = None;
    for (index, name) in names.iter().enumerate() {
        // A name of digits is a name only in quotes: without them it is a number.
        let plain = Some(name.trim_matches('\'')).filter(|plain| plain.parse::<i64>().is_err());
        for written in [Some(name.as_str()), plain].into_iter().flatten() {
            // The longest name wins: with the names `dark` and `'dark red'`, the text `dark red` is
            // the second.
            if let Some(rest) = text.strip_prefix(written)
                && !rest.starts_with(is_word)
                && found.is_none_or(|(_, best)| rest.len() < best.len())
            {
                found = Some((index, rest));
            }
        }
    }
    let Some((index, rest)) = found else { return text };
    numbered.push_str(&(index + 1).to_string());
    rest
}

#[cfg(test)]
mod tests {
    use super::{ENUM_LINE_PREFIX, EnumTypes};

    #[test]
    fn names_are_numbers_and_back() {
        let types = r#"{"var_types": {"vars": {"C": {"type": "int", "set": true, "enum_type": "C"},
            "c": {"type": "int", "enum_type": "C"}, "o": {"optional": true, "enum_type": "C"},
            "a": {"type": "int", "dim": 1, "enum_type": "D"}, "x": {"type": "int"}}, "enums": []}}"#;
        let types = EnumTypes::read_types(types).unwrap();
        assert!(types.printing_item().lines().count() == 2, "{}", types.printing_item());
        let values = [("C", "Red"), ("C", "dark red"), ("D", "A(Red)"), ("D", "A"), ("D", "1")];
        let said: String =
            values.iter().map(|(own, name)| format!("{ENUM_LINE_PREFIX}{own} {name}\n")).collect();
        let names = types.read_names(&format!("Warning: x\n{said}rest"));
        let plain = "c = 2; x = 1; a = array2d(1..2,1..2,[1,2,3,9]); o = 1; b = true;";
        let named =
            "c = 'dark red'; x = 1; a = array2d(1..2,1..2,[A(Red),A,'1',9]); o = 1; b = true;";
        assert_eq!(names.put_names(plain), named);
        assert_eq!(names.put_numbers(named), plain);
        assert_eq!(names.put_numbers(plain), plain);
        assert_eq!(names.put_numbers("c=dark red,a=[A , A(Red)]\nx"), "c=2,a=[2 , 1]\nx");
        for text in ["c", "c =", "c = Redder", "a = [", "a = [,", "a = array", "\u{e9} = c"] {
            assert_eq!(names.put_numbers(text), text);
        }
    }
}
