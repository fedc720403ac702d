//! `lex`: lists in lexicographic order; of a matrix, the rows and the columns.

use parallax_instance::InputError;
use parallax_model::{ComparisonOperator, Lexicographic};
use roxmltree::Node;

use super::ordered::read_order;
use super::{ConstraintRule, same_length};
use crate::assigned::Xcsp3Assignment;
use crate::draft::Xcsp3ModelDraft;
use crate::element_parts::ElementParts;
use crate::error::Xcsp3PostError;
use crate::items::ListItem;
use crate::reader::Xcsp3Reader;

/// In each chain, every list is in the relation to the next one.
#[derive(Clone, Debug)]
pub(crate) struct Xcsp3Lex {
    chains: Vec<Vec<Vec<ListItem>>>,
    relation: ComparisonOperator,
}

impl Xcsp3Lex {
    /// Reads the lists or the matrix, and the operator.
    pub(super) fn read(
        reader: &mut Xcsp3Reader<'_>,
        node: Node<'_, '_>,
    ) -> Result<Self, InputError> {
        let parts = ElementParts::from_node(reader, node, &["list", "matrix", "operator"], &[])?;
        let relation = read_order(reader, parts.required_part(reader, "operator")?)?;
        let mut lists = Vec::new();
        for list in parts.all_named("list") {
            lists.push(reader.read_items(list)?);
        }
        let matrix = parts.optional_part(reader, "matrix")?;
        if let Some(matrix) = matrix {
            lists = reader.read_matrix(matrix)?;
        }
        let width = lists.first().map_or(0, Vec::len);
        for list in &lists {
            let lengths = [list.len(), width];
            same_length(reader, node, ["elements in a list", "in the first one"], lengths)?;
        }
        // Of a matrix, both the rows and the columns are ordered.
        let mut chains = Vec::new();
        if matrix.is_some() {
            let column = |index: usize| lists.iter().map(|row| row[index]).collect();
            chains.push((0..width).map(column).collect());
        }
        chains.push(lists);
        Ok(Xcsp3Lex { chains, relation })
    }
}

impl ConstraintRule for Xcsp3Lex {
    fn element_name(&self) -> &'static str {
        "lex"
    }

    fn holds_for(&self, values: &Xcsp3Assignment<'_>) -> Option<bool> {
        for chain in &self.chains {
            let lists: Option<Vec<_>> = chain.iter().map(|list| values.item_values(list)).collect();
            let holds =
                |pair: &[Vec<i128>]| self.relation.holds_between(pair[0].cmp(&pair[1]) as i64, 0);
            if !lists?.windows(2).all(holds) {
                return Some(false);
            }
        }
        Some(true)
    }

    fn post_rule(&self, draft: &mut Xcsp3ModelDraft<'_>) -> Result<(), Xcsp3PostError> {
        for chain in &self.chains {
            for pair in chain.windows(2) {
                let (mut left, mut right) =
                    (draft.item_slots(&pair[0])?, draft.item_slots(&pair[1])?);
                // `Lexicographic` states "at most", so the other relations exchange the lists.
                if matches!(self.relation, ComparisonOperator::Ge | ComparisonOperator::Gt) {
                    std::mem::swap(&mut left, &mut right);
                }
                let strict =
                    matches!(self.relation, ComparisonOperator::Lt | ComparisonOperator::Gt);
                draft.post_constraint(Lexicographic { left, right, strict }.into());
            }
        }
        Ok(())
    }
}
