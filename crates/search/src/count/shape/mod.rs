//! Writes keys that are equal for components that differ only in the names of variables and values.
//!
//! A component is a graph: of its variables, their values and its constraints. Colour refinement
//! orders variables and values by their place in it, and the key is the whole component, written
//! with these ranks in place of names. Two equal keys describe the same component up to renaming,
//! whatever the order: so their counts are equal. If refinement cannot distinguish vertices, their
//! order depends on names, which only loses hits. (For clauses: van Bremen, Derkinderen, Sharma,
//! Roy and Meel, Symmetric component caching, AAAI 2021.)
//!
//! Values lose their names if all constraints are all-different; otherwise they keep them.

mod refine;
mod shape_key;

pub(super) use shape_key::ShapeKeyWriter;

#[cfg(test)]
mod tests;

pub(super) use refine::mix_bits;
