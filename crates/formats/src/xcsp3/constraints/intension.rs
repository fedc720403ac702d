//! `intension`: an expression that is true.

use parallax_model::flatten::Bool;
use roxmltree::Node;

use super::Rule;
use crate::xcsp3::assigned::Assigned;
use crate::xcsp3::cursor::Text;
use crate::xcsp3::draft::{Draft, Made};
use crate::xcsp3::parts::Parts;
use crate::xcsp3::reader::{Read, Reader};

/// An expression that is true, and has no undefined operation in it.
#[derive(Clone, Debug)]
pub(in crate::xcsp3) struct Intension {
    truth: Bool,
}

impl Intension {
    /// Reads the expression, directly or in `<function>`.
    pub(super) fn read(reader: &mut Reader<'_>, node: Node<'_, '_>) -> Read<Self> {
        let parts = Parts::of(reader, node, &["function"], &[])?;
        let text = Text::of(parts.maybe(reader, "function")?.unwrap_or(node));
        let mut cursor = text.cursor();
        let item = reader.expression(&mut cursor)?;
        if cursor.skip_blank() {
            return Err(reader.unexpected(&cursor, "the end of the expression"));
        }
        Ok(Intension { truth: reader.arena.bool(item) })
    }
}

impl Rule for Intension {
    fn element(&self) -> &'static str {
        "intension"
    }

    fn holds(&self, values: &Assigned<'_>) -> Option<bool> {
        values.truth(self.truth)
    }

    fn post(&self, draft: &mut Draft<'_>) -> Made<()> {
        draft.assert(self.truth);
        Ok(())
    }
}
