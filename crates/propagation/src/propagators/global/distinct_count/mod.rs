//! The number of different values.
//!
//! Lower bounds on it are sets of variables that cannot share values: disjoint ranges (Beldiceanu,
//! "Pruning for the minimum constraint family and for the number of distinct values constraint
//! family", CP 2001) and disjoint domains, chosen greedily (Bessiere, Hebrard, Hnich, Kiziltan and
//! Walsh, "Filtering algorithms for the NValue constraint", Constraints 11, 2006). At the greatest
//! total, the other variables keep the values of such a set. Upper bounds are the values that
//! remain, and the values taken so far with one for each open variable. At the least total, each of
//! these must bring a new value, or each value that remains must be taken.

mod disjoint_domains;
mod distinct_values;
mod make_distinct_count;

pub(super) use make_distinct_count::build_distinct_count;

#[cfg(test)]
mod tests;
