//! The constraints, one a file, as methods of [`ClauseEncoder`](crate::ClauseEncoder).
//!
//! Each method takes integers and the parameters of a constraint, and adds clauses under the active
//! guards. Literals that later constraints share are defined outside the guards. The head of each
//! file has the encoding and its paper; [`EncodingOptions`](crate::EncodingOptions) chooses where
//! there are several.

pub(crate) mod all_different;
pub(crate) mod at_most_one;
pub(crate) mod atom;
pub(crate) mod cardinality;
pub(crate) mod classes;
pub(crate) mod compare;
pub(crate) mod element;
pub(crate) mod extremum;
pub(crate) mod image;
pub(crate) mod inverse;
pub(crate) mod lex;
pub(crate) mod linear;
pub(crate) mod product;
pub(crate) mod table;
