//! `binPacking`: items in bins, with conditions on the loads.

use parallax_instance::InputError;
use parallax_model::{ComparisonOperator, ConstraintOperand, Domain, Value};
use roxmltree::Node;

use super::no_overlap::item_operand;
use super::{ConstraintRule, same_length};
use crate::assigned::Xcsp3Assignment;
use crate::conditions::NumberCondition;
use crate::cursor::ElementText;
use crate::draft::{Xcsp3ModelDraft, model_value};
use crate::element_parts::ElementParts;
use crate::error::Xcsp3PostError;
use crate::items::{ListItem, narrow_value};
use crate::reader::Xcsp3Reader;

/// Maximum number of bins that no list of loads gives.
pub(crate) const MAX_BINS: i64 = 100_000;

/// The limit on the sum of the sizes.
pub(crate) const MAX_LOAD: Value = 10_000_000;

/// Each item lies in a bin; the load of a bin is the sum of the sizes of its items.
#[derive(Clone, Debug)]
pub(crate) struct Xcsp3BinPacking {
    list: Vec<ListItem>,
    sizes: Vec<i64>,
    loads: LoadConditions,
}

/// The condition on the loads.
#[derive(Clone, Debug)]
enum LoadConditions {
    /// The load of every bin that is not empty satisfies the condition.
    Each(NumberCondition),
    /// There are these bins, from 0, and the load of each satisfies its condition.
    Listed(Vec<NumberCondition>),
}

impl Xcsp3BinPacking {
    /// Reads the items, the sizes, and the conditions on the loads.
    pub(super) fn read(
        reader: &mut Xcsp3Reader<'_>,
        node: Node<'_, '_>,
    ) -> Result<Self, InputError> {
        let names = ["list", "sizes", "condition", "limits", "loads", "conditions"];
        let parts = ElementParts::from_node(reader, node, &names, &[])?;
        let list = reader.read_items(parts.required_part(reader, "list")?)?;
        let own = parts.required_part(reader, "sizes")?;
        let sizes = reader.read_numbers(own)?;
        same_length(reader, node, ["items", "sizes"], [list.len(), sizes.len()])?;
        if sizes.iter().any(|&size| size < 0) {
            return Err(reader.fault_in(own, "a negative size"));
        }
        let mut found = Vec::new();
        for name in ["condition", "limits", "loads", "conditions"] {
            found.extend(parts.optional_part(reader, name)?.map(|node| (name, node)));
        }
        // The four elements state the loads in different ways, so exactly one of them is expected.
        let &[(name, own)] = &found[..] else {
            let message = "expected one of <condition>, <limits>, <loads> and <conditions>";
            return Err(reader.fault_in(node, message));
        };
        let loads = match name {
            "condition" => LoadConditions::Each(reader.read_condition(own)?),
            "conditions" => {
                let text = ElementText::from_node(own);
                let (mut cursor, mut all) = (text.start_cursor(), Vec::new());
                while cursor.skip_blank() {
                    all.push(reader.one_condition(&mut cursor)?);
                }
                LoadConditions::Listed(all)
            }
            _ => {
                let relation =
                    if name == "limits" { ComparisonOperator::Le } else { ComparisonOperator::Eq };
                let items = reader.read_items(own)?.into_iter();
                LoadConditions::Listed(
                    items.map(|item| NumberCondition::Compare(relation, item)).collect(),
                )
            }
        };
        Ok(Xcsp3BinPacking { list, sizes, loads })
    }

    /// Posts with the loads as sums of truths, for the bins from `low` to `high`: a bin is empty or
    /// its load satisfies the condition.
    fn post_sums(
        &self,
        draft: &mut Xcsp3ModelDraft<'_>,
        condition: &NumberCondition,
        bins: &Domain,
    ) -> Result<(), Xcsp3PostError> {
        let count = usize::try_from(bins.len()).unwrap_or(usize::MAX);
        draft.spend_pieces(count.saturating_mul(self.list.len()))?;
        for bin in bins.iter() {
            let bin = ListItem::Number(bin.into());
            let (mut parts, mut inside) = (Vec::new(), Vec::new());
            for (&item, &size) in self.list.iter().zip(&self.sizes) {
                let there = draft.arena_mut().compare_items(item, ComparisonOperator::Eq, bin);
                inside.push(there);
                parts.push((size, ListItem::Bool(there)));
            }
            let load = draft.weighted_sum(parts.iter().copied());
            let holds = condition.build_truth(draft.arena_mut(), load);
            let any = draft.arena_mut().terms.add_or(&inside);
            let is_empty = draft.arena_mut().terms.add_not(any);
            let bool = draft.arena_mut().terms.add_or(&[is_empty, holds]);
            draft.assert_true(bool);
        }
        Ok(())
    }

    /// Posts the condition on each bin that is not empty.
    fn post_each(
        &self,
        draft: &mut Xcsp3ModelDraft<'_>,
        condition: &NumberCondition,
    ) -> Result<(), Xcsp3PostError> {
        let Some(bins) = draft.union_domain(&self.list) else {
            return Err(Xcsp3PostError::ListedExpression);
        };
        let (Some(low), Some(high)) = (bins.min(), bins.max()) else { return Ok(()) };
        let count = i64::from(high) - i64::from(low) + 1;
        if bins.len() > MAX_BINS as u64 {
            return Err(Xcsp3PostError::TooManyBins { bins: bins.len() });
        }
        let total = self.total_size()?;
        let is_plain = condition.holds_plainly(0).is_some();
        // With sizes above 0, a bin is empty exactly if its load is 0.
        if !is_plain || self.sizes.contains(&0) || count > MAX_BINS {
            return self.post_sums(draft, condition, &bins);
        }
        // An empty bin has the load 0, whatever the condition.
        let allowed = (0..=total)
            .filter(|&load| load == 0 || condition.holds_plainly(load.into()) == Some(true));
        let domain = Domain::from_values(allowed);
        // The constraint of the model numbers bins without gaps, so bins that no item can reach
        // have a load, too.
        let loads = (0..count)
            .map(|_| ConstraintOperand::Variable(draft.new_hidden(domain.clone())))
            .collect();
        self.post_loads(draft, loads, low)
    }

    fn total_size(&self) -> Result<Value, Xcsp3PostError> {
        let sum = self.sizes.iter().try_fold(0i64, |sum, &size| sum.checked_add(size));
        let total = sum.and_then(narrow_value).filter(|&total| total <= MAX_LOAD);
        total.ok_or(Xcsp3PostError::LargeLoad)
    }

    fn post_loads(
        &self,
        draft: &mut Xcsp3ModelDraft<'_>,
        loads: Vec<ConstraintOperand<crate::draft::ModelSlot>>,
        first: Value,
    ) -> Result<(), Xcsp3PostError> {
        let bins = draft.item_slots(&self.list)?;
        draft.spend_pieces(loads.len())?;
        let sizes = self
            .sizes
            .iter()
            .map(|&size| model_value(size))
            .collect::<Result<Vec<Value>, Xcsp3PostError>>()?;
        draft.post_constraint(parallax_model::BinPacking { bins, sizes, loads, first }.into());
        Ok(())
    }
}

impl ConstraintRule for Xcsp3BinPacking {
    fn element_name(&self) -> &'static str {
        "binPacking"
    }

    fn holds_for(&self, values: &Xcsp3Assignment<'_>) -> Option<bool> {
        let bins = values.item_values(&self.list)?;
        let load = |bin: i128| -> i128 {
            let items = bins.iter().zip(&self.sizes).filter(|(value, _)| **value == bin);
            items.map(|(_, &size)| i128::from(size)).sum()
        };
        match &self.loads {
            LoadConditions::Each(condition) => {
                for &bin in &bins {
                    if !condition.holds_for(load(bin), values)? {
                        return Some(false);
                    }
                }
                Some(true)
            }
            LoadConditions::Listed(conditions) => {
                let mut holds = bins.iter().all(|bin| (0..conditions.len() as i128).contains(bin));
                for (bin, condition) in (0..).zip(conditions) {
                    holds &= condition.holds_for(load(bin), values)?;
                }
                Some(holds)
            }
        }
    }

    fn post_rule(&self, draft: &mut Xcsp3ModelDraft<'_>) -> Result<(), Xcsp3PostError> {
        let conditions = match &self.loads {
            LoadConditions::Each(condition) => return self.post_each(draft, condition),
            LoadConditions::Listed(conditions) => conditions,
        };
        let total = self.total_size()?;
        let mut loads = Vec::with_capacity(conditions.len());
        for condition in conditions {
            loads.push(match condition {
                NumberCondition::Compare(ComparisonOperator::Eq, item) => {
                    item_operand(draft, *item)?
                }
                _ => match draft.result_slot(0, total, condition)? {
                    crate::draft::ModelSlot::Number(number) => ConstraintOperand::Number(number),
                    slot => ConstraintOperand::Variable(slot),
                },
            });
        }
        self.post_loads(draft, loads, 0)
    }
}
