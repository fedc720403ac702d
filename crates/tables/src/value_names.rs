//! The names of the values of variables.

use std::collections::HashMap;
use std::sync::Arc;

use parallax_model::ValueNames;

use super::glossary::{SymbolId, TablesGlossary, TypeValues};
use super::layout::SymbolLayout;

/// The names of values, shared by variables with equal names.
#[derive(Default)]
pub(super) struct SymbolValueNames {
    by_symbol: HashMap<SymbolId, Option<Arc<ValueNames>>>,
}

impl SymbolValueNames {
    /// Returns the names of the values of a symbol; `None` if numbers represent them.
    pub(super) fn symbol_names(
        &mut self,
        glossary: &TablesGlossary,
        layout: &SymbolLayout,
        id: SymbolId,
    ) -> Option<Arc<ValueNames>> {
        let block = layout.symbol_block(id);
        let symbol = glossary.find_symbol(id);
        let Some(kind) = symbol.result else {
            return self.shared_names(id, || Some([(0, "No".into()), (1, "Yes".into())].into()));
        };
        // The value of a missing result also has a name, so numbers of partial functions get a
        // table of one name.
        self.shared_names(id, || {
            let mut names = match &glossary.type_of(kind).values {
                TypeValues::Names(names) => (**names).clone(),
                _ => ValueNames::new(),
            };
            let none = block.none.and_then(|none| i32::try_from(none).ok());
            names.extend(none.map(|none| (none, "undefined".to_owned())));
            (!names.is_empty()).then_some(names)
        })
    }

    fn shared_names(
        &mut self,
        id: SymbolId,
        make: impl FnOnce() -> Option<ValueNames>,
    ) -> Option<Arc<ValueNames>> {
        self.by_symbol.entry(id).or_insert_with(|| make().map(Arc::new)).clone()
    }
}
