//! Integers over finite domains, as literals.
//!
//! An integer starts with the literals of its [`IntEncoding`]. The others are made on demand
//! (`literals`) as functions of the first, so model counts are kept. `decode` maps models to
//! values, and `view` makes `scale * x + offset`, which shares the literals of `x`.

mod bits;
mod decode;
mod domain;
mod integer_encoding;
mod literals;
mod store;
mod view;

pub use integer_encoding::{IntEncoding, IntId};

pub use store::IntegerStore;

use crate::names::named;

named!(IntEncoding, "integer encoding", {
    Direct => "direct", Order => "order", Log => "log", Channelled => "channelled",
});
