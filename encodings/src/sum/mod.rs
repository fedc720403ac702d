//! Sums of integers and literals, and the totals that they may have.

pub(crate) mod adder;
pub(crate) mod build;
pub(crate) mod diagram;
pub(crate) mod goal;
pub(crate) mod order;
pub(crate) mod pair;
pub(crate) mod pseudo_boolean;
pub(crate) mod summand;
pub(crate) mod support;
