//! `cumulative`: tasks that share a resource.

use parallax_instance::InputError;
use parallax_model::{ComparisonOperator, ConstraintOperand, Domain, Value};
use roxmltree::Node;

use super::no_overlap::item_operand;
use super::{ConstraintRule, same_length};
use crate::assigned::Xcsp3Assignment;
use crate::conditions::NumberCondition;
use crate::draft::{ModelSlot, Xcsp3ModelDraft};
use crate::element_parts::ElementParts;
use crate::error::Xcsp3PostError;
use crate::items::ListItem;
use crate::reader::Xcsp3Reader;

/// At every time, the heights of the tasks that run then are at most, or less than, the limit.
#[derive(Clone, Debug)]
pub(crate) struct Xcsp3Cumulative {
    origins: Vec<ListItem>,
    lengths: Vec<ListItem>,
    heights: Vec<ListItem>,
    /// The ends of the tasks, if given.
    ends: Vec<ListItem>,
    limit: ListItem,
    /// Whether the heights are less than the limit.
    strict: bool,
}

impl Xcsp3Cumulative {
    /// Reads the tasks and the condition.
    pub(super) fn read(
        reader: &mut Xcsp3Reader<'_>,
        node: Node<'_, '_>,
    ) -> Result<Self, InputError> {
        let names = ["origins", "lengths", "heights", "ends", "condition"];
        let parts = ElementParts::from_node(reader, node, &names, &[])?;
        let origins = reader.read_items(parts.required_part(reader, "origins")?)?;
        let lengths = reader.read_items(parts.required_part(reader, "lengths")?)?;
        let heights = reader.read_items(parts.required_part(reader, "heights")?)?;
        let ends =
            parts.optional_part(reader, "ends")?.map(|node| reader.read_items(node)).transpose()?;
        for (what, list) in [("lengths", &lengths), ("heights", &heights)] {
            same_length(reader, node, [what, "origins"], [list.len(), origins.len()])?;
        }
        if let Some(ends) = &ends {
            same_length(reader, node, ["ends", "origins"], [ends.len(), origins.len()])?;
        }
        let own = parts.required_part(reader, "condition")?;
        let (strict, limit) = match reader.read_condition(own)? {
            NumberCondition::Compare(ComparisonOperator::Le, limit) => (false, limit),
            NumberCondition::Compare(ComparisonOperator::Lt, limit) => (true, limit),
            _ => return Err(reader.fault_in(own, "only le and lt are supported in cumulative")),
        };
        Ok(Xcsp3Cumulative {
            origins,
            lengths,
            heights,
            ends: ends.unwrap_or_default(),
            limit,
            strict,
        })
    }
}

impl ConstraintRule for Xcsp3Cumulative {
    fn element_name(&self) -> &'static str {
        "cumulative"
    }

    fn holds_for(&self, values: &Xcsp3Assignment<'_>) -> Option<bool> {
        let (starts, lengths) =
            (values.item_values(&self.origins)?, values.item_values(&self.lengths)?);
        let (heights, ends) = (values.item_values(&self.heights)?, values.item_values(&self.ends)?);
        let limit = values.item_value(self.limit)?;
        let fits = |load: i128| if self.strict { load < limit } else { load <= limit };
        for (index, &end) in ends.iter().enumerate() {
            if starts[index] + lengths[index] != end {
                return Some(false);
            }
        }
        // The load is greatest where some task starts. Outside all tasks it is 0.
        let runs =
            |task: usize, time: i128| starts[task] <= time && time < starts[task] + lengths[task];
        let load = |time: i128| -> i128 {
            (0..starts.len()).filter(|&task| runs(task, time)).map(|task| heights[task]).sum()
        };
        Some(fits(0) && starts.iter().all(|&time| fits(load(time))))
    }

    fn post_rule(&self, draft: &mut Xcsp3ModelDraft<'_>) -> Result<(), Xcsp3PostError> {
        let starts = draft.item_slots(&self.origins)?;
        // No limit from 0 on is possible, but the load is 0 where no task runs.
        let Some(limit) = self.max_load(draft)? else {
            return draft.post_clause(Vec::new());
        };
        let mut operands = |items: &[ListItem]| -> Result<Vec<_>, Xcsp3PostError> {
            items.iter().map(|&item| item_operand(draft, item)).collect()
        };
        let (lengths, heights) = (operands(&self.lengths)?, operands(&self.heights)?);
        for (index, &end) in self.ends.iter().enumerate() {
            let parts = [(1, self.origins[index]), (1, self.lengths[index]), (-1, end)];
            draft.post_linear(
                &parts.iter().copied(),
                &NumberCondition::Compare(ComparisonOperator::Eq, ListItem::Number(0)),
            )?;
        }
        draft
            .post_constraint(parallax_model::Cumulative { starts, lengths, heights, limit }.into());
        Ok(())
    }
}

impl Xcsp3Cumulative {
    /// Returns the maximum load. Where no task runs the load is 0, so only limits from 0 on are
    /// kept; `None` if there are none.
    fn max_load(
        &self,
        draft: &mut Xcsp3ModelDraft<'_>,
    ) -> Result<Option<ConstraintOperand<ModelSlot>>, Xcsp3PostError> {
        let less = i64::from(self.strict);
        if let ListItem::Number(number) = self.limit {
            let greatest = number.saturating_sub(less);
            let limit = ListItem::Number(greatest);
            return if greatest < 0 { Ok(None) } else { item_operand(draft, limit).map(Some) };
        }
        let bounds =
            draft.item_domain(self.limit).and_then(|domain| Some((domain.min()?, domain.max()?)));
        // The limit is an expression, or a variable without values.
        let Some((low, high)) = bounds else {
            let parts = [(1, self.limit), (-1, ListItem::Number(less))];
            let limit = ListItem::Int(draft.weighted_sum(parts.into_iter()));
            return item_operand(draft, limit).map(Some);
        };
        // No value is to be dropped, so the variable itself is the limit.
        if i64::from(low) >= less && !self.strict {
            return item_operand(draft, self.limit).map(Some);
        }
        if i64::from(high) < less {
            return Ok(None);
        }
        // A hidden variable equals the limit, less 1 if the comparison is strict, and has no
        // negative values.
        let min_limit = (i64::from(low) - less).max(0) as Value;
        let kept =
            draft.new_hidden(Domain::from_range(min_limit, (i64::from(high) - less) as Value));
        let limit = draft.item_slot(self.limit)?;
        draft.post_comparison(kept, ComparisonOperator::Eq, limit, -less);
        Ok(Some(ConstraintOperand::Variable(kept)))
    }
}
