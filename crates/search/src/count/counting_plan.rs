//! How solutions are counted.

use super::order::ComponentVariableOrder;

/// Options of counting by components.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComponentCountOptions {
    /// The bound on the cache, in bytes.
    pub cache: usize,
    /// The choice of the variable of a component to decide next.
    pub order: ComponentVariableOrder,
    /// The properties that two components must share to be counted once.
    pub keys: ComponentKeyKind,
}

impl Default for ComponentCountOptions {
    fn default() -> Self {
        ComponentCountOptions {
            cache: 1 << 30,
            order: ComponentVariableOrder::default(),
            keys: ComponentKeyKind::default(),
        }
    }
}

/// The properties that two components must share to be counted once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ComponentKeyKind {
    /// The shape if that saves more than it costs, by a trial on the first lookups.
    #[default]
    Auto,
    /// The variables and their domains.
    Names,
    /// The shape: they may differ in the names of variables, and, if all constraints are
    /// all-different, of values.
    Shapes,
}
