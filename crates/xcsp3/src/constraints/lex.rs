//! `lex`: lists in lexicographic order; of a matrix, the rows and the columns.

use parallax_model::instance::InputError;
use parallax_model::{Lexicographic, Relation};
use roxmltree::Node;

use super::ordered::order;
use super::{Rule, same_length};
use crate::assigned::Assigned;
use crate::draft::Draft;
use crate::error::PostError;
use crate::items::Item;
use crate::parts::Parts;
use crate::reader::Reader;

/// In each chain, every list is in the relation to the next one.
#[derive(Clone, Debug)]
pub(crate) struct Lex {
    chains: Vec<Vec<Vec<Item>>>,
    relation: Relation,
}

impl Lex {
    /// Reads the lists or the matrix, and the operator.
    pub(super) fn read(reader: &mut Reader<'_>, node: Node<'_, '_>) -> Result<Self, InputError> {
        let parts = Parts::of(reader, node, &["list", "matrix", "operator"], &[])?;
        let relation = order(reader, parts.one(reader, "operator")?)?;
        let mut lists = Vec::new();
        for list in parts.all("list") {
            lists.push(reader.items(list)?);
        }
        let matrix = parts.maybe(reader, "matrix")?;
        if let Some(matrix) = matrix {
            lists = reader.matrix(matrix)?;
        }
        let width = lists.first().map_or(0, Vec::len);
        for list in &lists {
            let lengths = [list.len(), width];
            same_length(reader, node, ["elements in a list", "in the first one"], lengths)?;
        }
        let mut chains = Vec::new();
        if matrix.is_some() {
            let column = |place: usize| lists.iter().map(|row| row[place]).collect();
            chains.push((0..width).map(column).collect());
        }
        chains.push(lists);
        Ok(Lex { chains, relation })
    }
}

impl Rule for Lex {
    fn element(&self) -> &'static str {
        "lex"
    }

    fn holds(&self, values: &Assigned<'_>) -> Option<bool> {
        for chain in &self.chains {
            let lists: Option<Vec<_>> = chain.iter().map(|list| values.numbers(list)).collect();
            let holds = |pair: &[Vec<i128>]| self.relation.holds(pair[0].cmp(&pair[1]) as i64, 0);
            if !lists?.windows(2).all(holds) {
                return Some(false);
            }
        }
        Some(true)
    }

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        for chain in &self.chains {
            for pair in chain.windows(2) {
                let (mut left, mut right) = (draft.slots(&pair[0])?, draft.slots(&pair[1])?);
                if matches!(self.relation, Relation::Ge | Relation::Gt) {
                    std::mem::swap(&mut left, &mut right);
                }
                let strict = matches!(self.relation, Relation::Lt | Relation::Gt);
                draft.post(Lexicographic { left, right, strict }.into());
            }
        }
        Ok(())
    }
}
