//! The names of the values of variables.

use std::collections::HashMap;
use std::sync::Arc;

use parallax_model::ValueNames;

use super::glossary::{Glossary, SymbolId, Values};
use super::layout::Layout;

/// The names of values, shared by variables with equal names.
#[derive(Default)]
pub(super) struct Names {
    by_symbol: HashMap<SymbolId, Option<Arc<ValueNames>>>,
}

impl Names {
    /// Returns the names of the values of a symbol; `None` if numbers represent them.
    pub(super) fn of(
        &mut self,
        glossary: &Glossary,
        layout: &Layout,
        id: SymbolId,
    ) -> Option<Arc<ValueNames>> {
        let block = layout.block(id);
        let symbol = glossary.symbol(id);
        let Some(kind) = symbol.result else {
            return self.shared(id, || Some([(0, "No".into()), (1, "Yes".into())].into()));
        };
        self.shared(id, || {
            let mut names = match &glossary.type_of(kind).values {
                Values::Names(names) => (**names).clone(),
                _ => ValueNames::new(),
            };
            let none = block.none.and_then(|none| i32::try_from(none).ok());
            names.extend(none.map(|none| (none, "undefined".to_owned())));
            (!names.is_empty()).then_some(names)
        })
    }

    fn shared(
        &mut self,
        id: SymbolId,
        make: impl FnOnce() -> Option<ValueNames>,
    ) -> Option<Arc<ValueNames>> {
        self.by_symbol.entry(id).or_insert_with(|| make().map(Arc::new)).clone()
    }
}
