//! The members of a request's object, taken one by one; a remaining member is an error.

use parallax_instance::UniqueKeyJson;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json};

use super::refusal::HttpError;

/// The members of an object that have not been taken.
pub(super) struct RequestFields {
    remaining: Map<String, Json>,
    known: Vec<&'static str>,
}

impl RequestFields {
    /// Reads an object.
    ///
    /// # Errors
    /// If the text is not an object.
    pub(super) fn read_body(body: &[u8]) -> Result<Self, HttpError> {
        let UniqueKeyJson(value) = serde_json::from_slice(body)
            .map_err(|error| HttpError::malformed_request(format!("not JSON: {error}")))?;
        match value {
            Json::Object(left) => Ok(RequestFields { remaining: left, known: Vec::new() }),
            _ => Err(HttpError::malformed_request("expected a JSON object")),
        }
    }

    /// Takes a member; `None` if it is missing or null.
    ///
    /// # Errors
    /// If the member has another type.
    pub(super) fn take_field<T: DeserializeOwned>(
        &mut self,
        name: &'static str,
    ) -> Result<Option<T>, HttpError> {
        self.known.push(name);
        match self.remaining.remove(name) {
            None | Some(Json::Null) => Ok(None),
            Some(value) => serde_json::from_value(value)
                .map(Some)
                .map_err(|error| HttpError::malformed_request(format!("'{name}': {error}"))),
        }
    }

    /// Takes a required member.
    ///
    /// # Errors
    /// If the member is missing, or has another type.
    pub(super) fn need_field<T: DeserializeOwned>(
        &mut self,
        name: &'static str,
    ) -> Result<T, HttpError> {
        self.take_field(name)?
            .ok_or_else(|| HttpError::malformed_request(format!("'{name}' is missing")))
    }

    /// Checks that no member remains.
    ///
    /// # Errors
    /// If a member was not taken; the message names it.
    pub(super) fn check_empty(self) -> Result<(), HttpError> {
        match self.remaining.keys().next() {
            None => Ok(()),
            Some(name) => {
                let known = self.known.join(", ");
                let why = format!("there is no member '{name}'; expected {known}");
                Err(HttpError::malformed_request(why))
            }
        }
    }
}
