//! Sums of integers and literals, and the totals that they may have.
//!
//! Each encoding is a file: decision diagrams (`diagram` and `build`; Abío and Stuckey 2014), full
//! adders (`adder`; Warners 1998), bounds (`order`; Tamura, Taga, Kitagawa and Banbara 2009),
//! tables (`support`), two summands (`pair`), and RustSAT's encodings (`pseudo_boolean`; the
//! generalised totalizer of Joshi, Martins and Manquinho 2015, the watchdog of Paxian, Reimer and
//! Becker 2018). All of them take a [`SumGoal`](goal::SumGoal) of allowed totals.

pub(crate) mod adder;
pub(crate) mod diagram;
pub(crate) mod diagram_clauses;
pub(crate) mod goal;
pub(crate) mod order;
pub(crate) mod pseudo_boolean;
pub(crate) mod summand;
pub(crate) mod support;
pub(crate) mod two_terms;
