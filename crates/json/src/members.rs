//! Reads the members of a constraint whose kind is known.
//!
//! Derived readers of tagged and flattened types keep the members in memory before they read them,
//! and lose their places. This one passes on each member as it comes, so that a fault has the place
//! of its member.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, IntoDeserializer, MapAccess,
    Visitor,
};

use super::item::NamedConstraint;
use parallax_model::ConstraintTag;

/// The members of a constraint, without its kind and its label.
pub(super) struct ConstraintMembers<'l, 'de, M> {
    members: M,
    has_kind: bool,
    /// The label among the members so far; the outer `None` if a label is not allowed.
    label: Option<&'l mut Option<String>>,
    text: PhantomData<&'de ()>,
}

impl ConstraintMembers<'_, '_, ()> {
    /// Reads a constraint of a kind, and its label if it may have one.
    ///
    /// # Errors
    /// Returns an error for an unknown kind, and for the first member that is not as expected.
    pub(super) fn read_constraint(
        kind: &str,
        text: &str,
        is_labelled: bool,
    ) -> Result<(String, NamedConstraint), serde_json::Error> {
        let mut label = None;
        let mut reader = serde_json::Deserializer::from_str(text);
        let constraint = ConstraintSeed { kind, label: is_labelled.then_some(&mut label) };
        let constraint = constraint.deserialize(&mut reader)?;
        reader.end()?;
        Ok((label.unwrap_or_default(), constraint))
    }
}

/// A constraint of a kind.
struct ConstraintSeed<'k, 'l> {
    kind: &'k str,
    label: Option<&'l mut Option<String>>,
}

impl<'de> DeserializeSeed<'de> for ConstraintSeed<'_, '_> {
    type Value = NamedConstraint;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<NamedConstraint, D::Error> {
        reader.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for ConstraintSeed<'_, '_> {
    type Value = NamedConstraint;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a constraint")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<NamedConstraint, A::Error> {
        // The kind was found before, because it may come after other members.
        let kind: StrDeserializer<'_, A::Error> = self.kind.into_deserializer();
        let tag = match ConstraintTag::deserialize(kind) {
            Ok(tag) => tag,
            Err(error) => {
                // The place of the error is that of the kind.
                while let Some(key) = members.next_key::<String>()? {
                    members.next_value::<IgnoredAny>()?;
                    if key == "kind" {
                        break;
                    }
                }
                return Err(error);
            }
        };
        let text = PhantomData;
        let members = ConstraintMembers { members, has_kind: false, label: self.label, text };
        tag.read_members(MapAccessDeserializer::new(members))
    }
}

impl<'de, M: MapAccess<'de>> MapAccess<'de> for ConstraintMembers<'_, 'de, M> {
    type Error = M::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, M::Error> {
        // `kind` and `label` are consumed here; the reader of the kind sees the other members.
        while let Some(key) = self.members.next_key::<String>()? {
            match (&*key, &mut self.label) {
                ("kind", _) if std::mem::replace(&mut self.has_kind, true) => {
                    return Err(M::Error::duplicate_field("kind"));
                }
                ("kind", _) => {
                    self.members.next_value::<IgnoredAny>()?;
                }
                ("label", Some(Some(_))) => return Err(M::Error::duplicate_field("label")),
                ("label", Some(label)) => **label = Some(self.members.next_value()?),
                _ => return seed.deserialize(key.into_deserializer()).map(Some),
            }
        }
        Ok(None)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, M::Error> {
        self.members.next_value_seed(seed)
    }
}
