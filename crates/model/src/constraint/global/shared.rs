//! Serializes shared data by value, and reads it unshared.

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub(super) fn serialize<T: Serialize, S: Serializer>(
    shared: &Arc<T>,
    to: S,
) -> Result<S::Ok, S::Error> {
    shared.as_ref().serialize(to)
}

pub(super) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    from: D,
) -> Result<Arc<T>, D::Error> {
    T::deserialize(from).map(Arc::new)
}
