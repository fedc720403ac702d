//! The keys of TOML tables, read by name and type; every error has its line and column.

use std::cell::RefCell;

use parallax_model::ask::{Count, UnknownName};
use parallax_model::decimal::Decimal;
use parallax_model::instance::InputError;
use toml_edit::{Item, TableLike, Value};

use super::toml::{Place, Placed, Toml};

/// A value, or an array of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Listed<T> {
    One(T),
    Several(Vec<T>),
}

/// The keys of one table. A key counts as known once a method has requested it.
pub(super) struct Keys<'t> {
    pub(super) toml: &'t Toml<'t>,
    table: &'t dyn TableLike,
    /// The place of the table.
    pub(super) at: Place,
    known: RefCell<Vec<&'static str>>,
}

impl<'t> Keys<'t> {
    pub(super) fn new(toml: &'t Toml<'t>, table: &'t dyn TableLike, at: Place) -> Self {
        Keys { toml, table, at, known: RefCell::new(Vec::new()) }
    }

    /// An error at the place of the table.
    pub(super) fn error(&self, message: impl Into<String>) -> InputError {
        self.toml.error(&self.at, message)
    }

    fn item(&self, key: &'static str) -> Option<&'t Item> {
        self.known.borrow_mut().push(key);
        self.table.get(key)
    }

    /// The place of the value of a key, if there is one.
    pub(super) fn place_of(&self, key: &str) -> Option<Place> {
        self.table.get(key).map(|item| self.place(key, item))
    }

    /// The place of a key or of its value.
    fn place(&self, key: &str, item: &Item) -> Place {
        let key = || self.table.key(key).and_then(toml_edit::Key::span);
        item.span().or_else(key).unwrap_or_else(|| self.at.clone())
    }

    fn placed<T>(
        &self,
        key: &'static str,
        expected: &str,
        read: impl FnOnce(&'t Value) -> Option<T>,
    ) -> Result<Option<Placed<T>>, InputError> {
        let Some(item) = self.item(key) else { return Ok(None) };
        let at = self.place(key, item);
        match item.as_value().and_then(read) {
            Some(value) => Ok(Some(Placed { value, at })),
            None => Err(self.expected(key, expected, item)),
        }
    }

    fn expected(&self, key: &str, expected: &str, found: &Item) -> InputError {
        let found_type = found.type_name();
        let message = format!("{key}: expected {expected}, found {}", with_article(found_type));
        self.toml.error(&self.place(key, found), message)
    }

    /// Returns the string at a key.
    pub(super) fn text(&self, key: &'static str) -> Result<Option<Placed<&'t str>>, InputError> {
        self.placed(key, "a string", Value::as_str)
    }

    /// Returns the whole number at a key.
    pub(super) fn integer(&self, key: &'static str) -> Result<Option<Placed<i64>>, InputError> {
        self.placed(key, "a whole number", Value::as_integer)
    }

    /// Returns the whole number from 0 at a key; one of more than 63 bits is a string.
    pub(super) fn count(&self, key: &'static str) -> Result<Option<Placed<Count>>, InputError> {
        self.placed(key, "a whole number from 0", count)
    }

    /// Returns the number at a key.
    pub(super) fn number(&self, key: &'static str) -> Result<Option<Placed<f64>>, InputError> {
        let whole = |value: &Value| value.as_integer().map(|whole| whole as f64);
        self.placed(key, "a number", |value| value.as_float().or_else(|| whole(value)))
    }

    /// Returns the string at a key, or the strings of an array.
    pub(super) fn texts(&self, key: &'static str) -> Result<Vec<Placed<&'t str>>, InputError> {
        let Some(item) = self.item(key) else { return Ok(Vec::new()) };
        let expected = "a string or an array of strings";
        if let Some(text) = item.as_str() {
            return Ok(vec![Placed { value: text, at: self.place(key, item) }]);
        }
        let array = item.as_array().ok_or_else(|| self.expected(key, expected, item))?;
        let read = |value: &'t Value| {
            let at = value.span().unwrap_or_else(|| self.place(key, item));
            let wrong = || format!("{key}: expected {expected}, found {} in it", value.type_name());
            value
                .as_str()
                .map(|value| Placed { value, at: at.clone() })
                .ok_or_else(|| self.toml.error(&at, wrong()))
        };
        array.iter().map(read).collect()
    }

    /// Returns the value at a key, or the values of an array.
    pub(super) fn listed<T>(
        &self,
        key: &'static str,
        expected: &str,
        read: impl Fn(&'t Value) -> Option<T>,
    ) -> Result<Option<Placed<Listed<T>>>, InputError> {
        let Some(item) = self.item(key) else { return Ok(None) };
        let at = self.place(key, item);
        let Some(array) = item.as_array() else {
            let value = item.as_value().and_then(read);
            let value = value.ok_or_else(|| self.expected(key, expected, item))?;
            return Ok(Some(Placed { value: Listed::One(value), at }));
        };
        let one = |value: &'t Value| {
            let at = value.span().unwrap_or_else(|| at.clone());
            let found = with_article(value.type_name());
            let wrong = format!("{key}: expected {expected} for each instance, found {found}");
            read(value).ok_or_else(|| self.toml.error(&at, wrong))
        };
        let values = array.iter().map(one).collect::<Result<_, _>>()?;
        Ok(Some(Placed { value: Listed::Several(values), at }))
    }

    /// Returns the table at a key.
    pub(super) fn table(&self, key: &'static str) -> Result<Option<Keys<'t>>, InputError> {
        let Some(item) = self.item(key) else { return Ok(None) };
        let table = item.as_table_like().ok_or_else(|| self.expected(key, "a table", item))?;
        Ok(Some(Keys::new(self.toml, table, self.place(key, item))))
    }

    /// Returns the tables at a key: `[[key]]`, or an array of inline tables.
    pub(super) fn tables(&self, key: &'static str) -> Result<Vec<Keys<'t>>, InputError> {
        let Some(item) = self.item(key) else { return Ok(Vec::new()) };
        let expected = "tables, each under a line [[…]]";
        if let Some(tables) = item.as_array_of_tables() {
            let each = tables.iter().map(|table| {
                let at = table.span().unwrap_or_else(|| self.place(key, item));
                Keys::new(self.toml, table, at)
            });
            return Ok(each.collect());
        }
        let array = item.as_array().ok_or_else(|| self.expected(key, expected, item))?;
        let each = array.iter().map(|value| {
            let at = value.span().unwrap_or_else(|| self.place(key, item));
            match value.as_inline_table() {
                Some(table) => Ok(Keys::new(self.toml, table, at)),
                None => Err(self.expected(key, expected, item)),
            }
        });
        each.collect()
    }

    /// Returns every key of a table whose keys are names, with its place and its value.
    pub(super) fn entries(&self) -> Vec<(Placed<&'t str>, &'t Item)> {
        let each = self.table.iter().map(|(key, item)| {
            let at = self.table.key(key).and_then(toml_edit::Key::span);
            (Placed { value: key, at: at.unwrap_or_else(|| self.place(key, item)) }, item)
        });
        each.collect()
    }

    /// Returns the table that is the value of an entry.
    pub(super) fn of_entry(
        &self,
        key: &Placed<&'t str>,
        item: &'t Item,
    ) -> Result<Keys<'t>, InputError> {
        let table = item.as_table_like();
        let table = table.ok_or_else(|| self.expected(key.value, "a table", item))?;
        Ok(Keys::new(self.toml, table, key.at.clone()))
    }

    /// Refuses keys that no method has requested. `what` names the subject of the table.
    ///
    /// # Errors
    /// Returns an error that names the first unknown key and the known ones.
    pub(super) fn finish(&self, what: &str) -> Result<(), InputError> {
        let known = self.known.borrow();
        for (key, item) in self.table.iter() {
            if !known.contains(&key) {
                let at = self.table.key(key).and_then(toml_edit::Key::span);
                let at = at.unwrap_or_else(|| self.place(key, item));
                let unknown = UnknownName::new(&format!("key of {what}"), key, &known);
                return Err(self.toml.error(&at, unknown.to_string()));
            }
        }
        Ok(())
    }
}

/// Reads a number with at most 9 digits after the point; it is a string if no 64-bit float has its
/// digits.
pub(super) fn decimal(value: &Value) -> Option<Decimal> {
    match value {
        Value::Integer(whole) => Some(Decimal::integer(*whole.value())),
        Value::Float(number) => Decimal::parse(&number.value().to_string()),
        Value::String(text) => Decimal::parse(text.value()),
        _ => None,
    }
}

/// Reads a whole number from 0: an integer, or a string of digits.
pub(super) fn count(value: &Value) -> Option<Count> {
    let whole = value.as_integer().and_then(|whole| u64::try_from(whole).ok());
    whole.map(Count::from).or_else(|| value.as_str()?.parse().ok())
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
        let toml = Toml::parse("f", "engine = 3\nlist = ['a', 4]\nodd = 1\n[t]\n").unwrap();
        let keys = toml.keys();
        let text = |error: InputError| error.to_string();
        assert_eq!(
            keys.text("engine").map_err(text),
            Err("f:1:10: engine: expected a string, found an integer".to_owned())
        );
        assert_eq!(
            keys.texts("list").map_err(text),
            Err("f:2:14: list: expected a string or an array of strings, found integer in it"
                .to_owned())
        );
        assert!(keys.table("t").is_ok_and(|table| table.is_some()));
        assert_eq!(
            keys.finish("a suite").map_err(text),
            Err("f:3:1: unknown key of a suite 'odd'; known: engine, list, t".to_owned())
        );
        assert!(Toml::parse("f", "a = \n").err().unwrap().to_string().starts_with("f:1:5: "));
    }
}
