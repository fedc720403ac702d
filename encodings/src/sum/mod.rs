//! Sums of integers and literals, and the totals that they may have.
//!
//! Each encoding is a file: decision diagrams (`diagram` and `build`), full adders (`adder`),
//! bounds (`order`), tables (`support`), two summands (`pair`), and RustSAT's encodings
//! (`pseudo_boolean`). All of them take a [`Goal`](goal::Goal) of allowed totals.

pub(crate) mod adder;
pub(crate) mod build;
pub(crate) mod diagram;
pub(crate) mod goal;
pub(crate) mod order;
pub(crate) mod pair;
pub(crate) mod pseudo_boolean;
pub(crate) mod summand;
pub(crate) mod support;
