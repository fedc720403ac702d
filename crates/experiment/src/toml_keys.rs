//! The keys of TOML tables, read by name and type; every error has its line and column.

use std::cell::RefCell;

use parallax_instance::InputError;
use parallax_model::decimal::DecimalNumber;
use parallax_model::engine_api::{SolutionCount, UnknownNameError};
use toml_edit::{Item, TableLike, Value};

use super::toml_document::{LocatedValue, Place, TomlDocument};

/// A value, or an array of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ScalarOrArray<T> {
    One(T),
    Several(Vec<T>),
}

/// The keys of one table. A key counts as known once a method has requested it.
pub(super) struct TomlTableKeys<'t> {
    pub(super) toml: &'t TomlDocument<'t>,
    table: &'t dyn TableLike,
    /// The place of the table.
    pub(super) at: Place,
    known: RefCell<Vec<&'static str>>,
}

impl<'t> TomlTableKeys<'t> {
    pub(super) fn new(toml: &'t TomlDocument<'t>, table: &'t dyn TableLike, at: Place) -> Self {
        TomlTableKeys { toml, table, at, known: RefCell::new(Vec::new()) }
    }

    /// An error at the place of the table.
    pub(super) fn error(&self, message: impl Into<String>) -> InputError {
        self.toml.located_error(&self.at, message)
    }

    fn item(&self, key: &'static str) -> Option<&'t Item> {
        // Requesting a key declares it, so the list of known keys in messages cannot differ from
        // what is read. A reader must request all keys before `refuse_unknown`.
        self.known.borrow_mut().push(key);
        self.table.get(key)
    }

    /// The place of the value of a key, if there is one.
    pub(super) fn place_of(&self, key: &str) -> Option<Place> {
        self.table.get(key).map(|item| self.key_place(key, item))
    }

    /// The place of a key or of its value.
    fn key_place(&self, key: &str, item: &Item) -> Place {
        let key = || self.table.key(key).and_then(toml_edit::Key::span);
        item.span().or_else(key).unwrap_or_else(|| self.at.clone())
    }

    fn read_value<T>(
        &self,
        key: &'static str,
        expected: &str,
        read: impl FnOnce(&'t Value) -> Option<T>,
    ) -> Result<Option<LocatedValue<T>>, InputError> {
        let Some(item) = self.item(key) else { return Ok(None) };
        let at = self.key_place(key, item);
        match item.as_value().and_then(read) {
            Some(value) => Ok(Some(LocatedValue { value, at })),
            None => Err(self.expected_error(key, expected, item)),
        }
    }

    fn expected_error(&self, key: &str, expected: &str, found: &Item) -> InputError {
        let found_type = found.type_name();
        let message = format!("{key}: expected {expected}, found {}", with_article(found_type));
        self.toml.located_error(&self.key_place(key, found), message)
    }

    /// Returns the string at a key.
    pub(super) fn text_at(
        &self,
        key: &'static str,
    ) -> Result<Option<LocatedValue<&'t str>>, InputError> {
        self.read_value(key, "a string", Value::as_str)
    }

    /// Returns the whole number at a key.
    pub(super) fn integer_at(
        &self,
        key: &'static str,
    ) -> Result<Option<LocatedValue<i64>>, InputError> {
        self.read_value(key, "a whole number", Value::as_integer)
    }

    /// Returns the whole number from 0 at a key; a number of more than 63 bits is a string.
    pub(super) fn count_at(
        &self,
        key: &'static str,
    ) -> Result<Option<LocatedValue<SolutionCount>>, InputError> {
        self.read_value(key, "a whole number from 0", read_count)
    }

    /// Returns the number at a key.
    pub(super) fn number_at(
        &self,
        key: &'static str,
    ) -> Result<Option<LocatedValue<f64>>, InputError> {
        let whole = |value: &Value| value.as_integer().map(|whole| whole as f64);
        self.read_value(key, "a number", |value| value.as_float().or_else(|| whole(value)))
    }

    /// Returns the string at a key, or the strings of an array.
    pub(super) fn texts_at(
        &self,
        key: &'static str,
    ) -> Result<Vec<LocatedValue<&'t str>>, InputError> {
        let Some(item) = self.item(key) else { return Ok(Vec::new()) };
        let expected = "a string or an array of strings";
        if let Some(text) = item.as_str() {
            return Ok(vec![LocatedValue { value: text, at: self.key_place(key, item) }]);
        }
        let array = item.as_array().ok_or_else(|| self.expected_error(key, expected, item))?;
        let read = |value: &'t Value| {
            let at = value.span().unwrap_or_else(|| self.key_place(key, item));
            let wrong = || format!("{key}: expected {expected}, found {} in it", value.type_name());
            value
                .as_str()
                .map(|value| LocatedValue { value, at: at.clone() })
                .ok_or_else(|| self.toml.located_error(&at, wrong()))
        };
        array.iter().map(read).collect()
    }

    /// Returns the value at a key, or the values of an array.
    pub(super) fn values_at<T>(
        &self,
        key: &'static str,
        expected: &str,
        read: impl Fn(&'t Value) -> Option<T>,
    ) -> Result<Option<LocatedValue<ScalarOrArray<T>>>, InputError> {
        let Some(item) = self.item(key) else { return Ok(None) };
        let at = self.key_place(key, item);
        let Some(array) = item.as_array() else {
            let value = item.as_value().and_then(read);
            let value = value.ok_or_else(|| self.expected_error(key, expected, item))?;
            return Ok(Some(LocatedValue { value: ScalarOrArray::One(value), at }));
        };
        let one = |value: &'t Value| {
            let at = value.span().unwrap_or_else(|| at.clone());
            let found = with_article(value.type_name());
            let wrong = format!("{key}: expected {expected} for each instance, found {found}");
            read(value).ok_or_else(|| self.toml.located_error(&at, wrong))
        };
        let values = array.iter().map(one).collect::<Result<_, _>>()?;
        Ok(Some(LocatedValue { value: ScalarOrArray::Several(values), at }))
    }

    /// Returns the table at a key.
    pub(super) fn table_at(
        &self,
        key: &'static str,
    ) -> Result<Option<TomlTableKeys<'t>>, InputError> {
        let Some(item) = self.item(key) else { return Ok(None) };
        let table =
            item.as_table_like().ok_or_else(|| self.expected_error(key, "a table", item))?;
        Ok(Some(TomlTableKeys::new(self.toml, table, self.key_place(key, item))))
    }

    /// Returns the tables at a key: `[[key]]`, or an array of inline tables.
    pub(super) fn tables_at(
        &self,
        key: &'static str,
    ) -> Result<Vec<TomlTableKeys<'t>>, InputError> {
        let Some(item) = self.item(key) else { return Ok(Vec::new()) };
        let expected = "tables, each under a line [[…]]";
        // TOML has two notations for a list of tables; both are read.
        if let Some(tables) = item.as_array_of_tables() {
            let each = tables.iter().map(|table| {
                let at = table.span().unwrap_or_else(|| self.key_place(key, item));
                TomlTableKeys::new(self.toml, table, at)
            });
            return Ok(each.collect());
        }
        let array = item.as_array().ok_or_else(|| self.expected_error(key, expected, item))?;
        let each = array.iter().map(|value| {
            let at = value.span().unwrap_or_else(|| self.key_place(key, item));
            match value.as_inline_table() {
                Some(table) => Ok(TomlTableKeys::new(self.toml, table, at)),
                None => Err(self.expected_error(key, expected, item)),
            }
        });
        each.collect()
    }

    /// Returns every key of a table whose keys are names, with its place and its value.
    pub(super) fn entries(&self) -> Vec<(LocatedValue<&'t str>, &'t Item)> {
        let each = self.table.iter().map(|(key, item)| {
            let at = self.table.key(key).and_then(toml_edit::Key::span);
            (LocatedValue { value: key, at: at.unwrap_or_else(|| self.key_place(key, item)) }, item)
        });
        each.collect()
    }

    /// Returns the table that is the value of an entry.
    pub(super) fn of_entry(
        &self,
        key: &LocatedValue<&'t str>,
        item: &'t Item,
    ) -> Result<TomlTableKeys<'t>, InputError> {
        let table = item.as_table_like();
        let table = table.ok_or_else(|| self.expected_error(key.value, "a table", item))?;
        Ok(TomlTableKeys::new(self.toml, table, key.at.clone()))
    }

    /// Refuses keys that no method has requested. `what` names the subject of the table.
    ///
    /// # Errors
    /// Returns an error that names the first unknown key and the known ones.
    pub(super) fn refuse_unknown(&self, what: &str) -> Result<(), InputError> {
        let known = self.known.borrow();
        for (key, item) in self.table.iter() {
            if !known.contains(&key) {
                let at = self.table.key(key).and_then(toml_edit::Key::span);
                let at = at.unwrap_or_else(|| self.key_place(key, item));
                let unknown = UnknownNameError::new(&format!("key of {what}"), key, &known);
                return Err(self.toml.located_error(&at, unknown.to_string()));
            }
        }
        Ok(())
    }
}

/// Reads a number with at most 9 digits after the point; it is a string if no 64-bit float has its
/// digits.
pub(super) fn read_decimal(value: &Value) -> Option<DecimalNumber> {
    match value {
        Value::Integer(whole) => Some(DecimalNumber::from_integer(*whole.value())),
        Value::Float(number) => DecimalNumber::parse_decimal(&number.value().to_string()),
        Value::String(text) => DecimalNumber::parse_decimal(text.value()),
        _ => None,
    }
}

/// Reads a whole number from 0: an integer, or a string of digits.
pub(super) fn read_count(value: &Value) -> Option<SolutionCount> {
    let whole = value.as_integer().and_then(|whole| u64::try_from(whole).ok());
    whole.map(SolutionCount::from).or_else(|| value.as_str()?.parse().ok())
}

fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'i', 'o']) { "an" } else { "a" };
    format!("{article} {noun}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_types_and_unknown_keys_have_a_place() {
        let toml =
            TomlDocument::parse_text("f", "engine = 3\nlist = ['a', 4]\nodd = 1\n[t]\n").unwrap();
        let keys = toml.root_keys();
        let text = |error: InputError| error.to_string();
        assert_eq!(
            keys.text_at("engine").map_err(text),
            Err("f:1:10: engine: expected a string, found an integer".to_owned())
        );
        assert_eq!(
            keys.texts_at("list").map_err(text),
            Err("f:2:14: list: expected a string or an array of strings, found integer in it"
                .to_owned())
        );
        assert!(keys.table_at("t").is_ok_and(|table| table.is_some()));
        assert_eq!(
            keys.refuse_unknown("a suite").map_err(text),
            Err("f:3:1: unknown key of a suite 'odd'; known: engine, list, t".to_owned())
        );
        assert!(
            TomlDocument::parse_text("f", "a = \n")
                .err()
                .unwrap()
                .to_string()
                .starts_with("f:1:5: ")
        );
    }
}
