//! `clause`: one of some variables or negated variables is true.

use parallax_model::flatten::Bool;
use parallax_model::instance::InputError;
use roxmltree::Node;

use super::Rule;
use crate::assigned::Assigned;
use crate::draft::Draft;
use crate::error::PostError;
use crate::parts::Parts;
use crate::reader::Reader;

/// One of the elements is true.
#[derive(Clone, Debug)]
pub(crate) struct Clause {
    any: Bool,
}

impl Clause {
    /// Reads the list: `a not(b)`.
    pub(super) fn read(reader: &mut Reader<'_>, node: Node<'_, '_>) -> Result<Self, InputError> {
        let parts = Parts::of(reader, node, &["list"], &[])?;
        let items = reader.items(parts.list(reader)?)?;
        let truths: Vec<Bool> = items.into_iter().map(|item| reader.arena.bool(item)).collect();
        Ok(Clause { any: reader.arena.terms.or(&truths) })
    }
}

impl Rule for Clause {
    fn element(&self) -> &'static str {
        "clause"
    }

    fn holds(&self, values: &Assigned<'_>) -> Option<bool> {
        values.truth(self.any)
    }

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        draft.assert(self.any);
        Ok(())
    }
}
