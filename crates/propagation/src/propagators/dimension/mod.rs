//! Relations between the classes of values in one dimension.
//!
//! Values are translated to classes (`classes.rs`), the relation chooses the allowed classes of
//! each variable (`class_filter.rs`), and values of other classes are removed. All same is an
//! intersection; all different is a matching, or exhaustion for a few variables (`exhaustion.rs`);
//! a number of equal classes is a flow for each class (`equal_count.rs`); a table of classes is
//! scanned row by row (`class_table.rs`).

mod class_filter;
mod class_propagator;
mod class_table;
mod classes;
mod equal_count;
mod exhaustion;
mod explain;

pub(super) use class_propagator::DimensionPropagator;
