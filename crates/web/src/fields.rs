//! The members of a request's object, taken one by one; a remaining member is an error.

use parallax_model::instance::Unique;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json};

use super::refusal::Refusal;

/// The members of an object that have not been taken.
pub(super) struct Fields {
    left: Map<String, Json>,
    known: Vec<&'static str>,
}

impl Fields {
    /// Reads an object.
    ///
    /// # Errors
    /// If the text is not an object.
    pub(super) fn read(body: &[u8]) -> Result<Self, Refusal> {
        let Unique(value) = serde_json::from_slice(body)
            .map_err(|error| Refusal::malformed(format!("not JSON: {error}")))?;
        match value {
            Json::Object(left) => Ok(Fields { left, known: Vec::new() }),
            _ => Err(Refusal::malformed("expected a JSON object")),
        }
    }

    /// Takes a member; `None` if it is missing or null.
    ///
    /// # Errors
    /// If the member has another type.
    pub(super) fn take<T: DeserializeOwned>(
        &mut self,
        name: &'static str,
    ) -> Result<Option<T>, Refusal> {
        self.known.push(name);
        match self.left.remove(name) {
            None | Some(Json::Null) => Ok(None),
            Some(value) => serde_json::from_value(value)
                .map(Some)
                .map_err(|error| Refusal::malformed(format!("'{name}': {error}"))),
        }
    }

    /// Takes a required member.
    ///
    /// # Errors
    /// If the member is missing, or has another type.
    pub(super) fn need<T: DeserializeOwned>(&mut self, name: &'static str) -> Result<T, Refusal> {
        self.take(name)?.ok_or_else(|| Refusal::malformed(format!("'{name}' is missing")))
    }

    /// Checks that no member remains.
    ///
    /// # Errors
    /// If a member was not taken; the message names it.
    pub(super) fn finish(self) -> Result<(), Refusal> {
        match self.left.keys().next() {
            None => Ok(()),
            Some(name) => {
                let known = self.known.join(", ");
                let why = format!("there is no member '{name}'; expected {known}");
                Err(Refusal::malformed(why))
            }
        }
    }
}
