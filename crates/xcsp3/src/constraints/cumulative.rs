//! `cumulative`: tasks that share a resource.

use parallax_model::instance::InputError;
use parallax_model::{Domain, Operand, Relation, Value};
use roxmltree::Node;

use super::no_overlap::operand;
use super::{Rule, same_length};
use crate::assigned::Assigned;
use crate::conditions::Condition;
use crate::draft::{Draft, Slot};
use crate::error::PostError;
use crate::items::Item;
use crate::parts::Parts;
use crate::reader::Reader;

/// At every time, the heights of the tasks that run then are at most, or less than, the limit.
#[derive(Clone, Debug)]
pub(crate) struct Cumulative {
    origins: Vec<Item>,
    lengths: Vec<Item>,
    heights: Vec<Item>,
    /// The ends of the tasks; perhaps none are given.
    ends: Vec<Item>,
    limit: Item,
    /// Whether the heights are less than the limit.
    strict: bool,
}

impl Cumulative {
    /// Reads the tasks and the condition.
    pub(super) fn read(reader: &mut Reader<'_>, node: Node<'_, '_>) -> Result<Self, InputError> {
        let names = ["origins", "lengths", "heights", "ends", "condition"];
        let parts = Parts::of(reader, node, &names, &[])?;
        let origins = reader.items(parts.one(reader, "origins")?)?;
        let lengths = reader.items(parts.one(reader, "lengths")?)?;
        let heights = reader.items(parts.one(reader, "heights")?)?;
        let ends = parts.maybe(reader, "ends")?.map(|own| reader.items(own)).transpose()?;
        for (what, list) in [("lengths", &lengths), ("heights", &heights)] {
            same_length(reader, node, [what, "origins"], [list.len(), origins.len()])?;
        }
        if let Some(ends) = &ends {
            same_length(reader, node, ["ends", "origins"], [ends.len(), origins.len()])?;
        }
        let own = parts.one(reader, "condition")?;
        let (strict, limit) = match reader.condition(own)? {
            Condition::Compare(Relation::Le, limit) => (false, limit),
            Condition::Compare(Relation::Lt, limit) => (true, limit),
            _ => return Err(reader.fault_in(own, "only le and lt are supported in cumulative")),
        };
        Ok(Cumulative { origins, lengths, heights, ends: ends.unwrap_or_default(), limit, strict })
    }
}

impl Rule for Cumulative {
    fn element(&self) -> &'static str {
        "cumulative"
    }

    fn holds(&self, values: &Assigned<'_>) -> Option<bool> {
        let (starts, lengths) = (values.numbers(&self.origins)?, values.numbers(&self.lengths)?);
        let (heights, ends) = (values.numbers(&self.heights)?, values.numbers(&self.ends)?);
        let limit = values.number(self.limit)?;
        let fits = |load: i128| if self.strict { load < limit } else { load <= limit };
        for (place, &end) in ends.iter().enumerate() {
            if starts[place] + lengths[place] != end {
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

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        let starts = draft.slots(&self.origins)?;
        let Some(limit) = self.greatest(draft)? else {
            return draft.clause(Vec::new());
        };
        let mut operands = |items: &[Item]| -> Result<Vec<_>, PostError> {
            items.iter().map(|&item| operand(draft, item)).collect()
        };
        let (lengths, heights) = (operands(&self.lengths)?, operands(&self.heights)?);
        for (place, &end) in self.ends.iter().enumerate() {
            let parts = [(1, self.origins[place]), (1, self.lengths[place]), (-1, end)];
            draft.linear(
                &parts.iter().copied(),
                &Condition::Compare(Relation::Eq, Item::Number(0)),
            )?;
        }
        draft.post(parallax_model::Cumulative { starts, lengths, heights, limit }.into());
        Ok(())
    }
}

impl Cumulative {
    /// Returns the greatest load. Without a task that runs the load is 0, so that only limits from
    /// 0 on are kept; `None` if there is none.
    fn greatest(&self, draft: &mut Draft<'_>) -> Result<Option<Operand<Slot>>, PostError> {
        let less = i64::from(self.strict);
        if let Item::Number(number) = self.limit {
            let greatest = number.saturating_sub(less);
            let limit = Item::Number(greatest);
            return if greatest < 0 { Ok(None) } else { operand(draft, limit).map(Some) };
        }
        let bounds = draft.domain(self.limit).and_then(|own| Some((own.min()?, own.max()?)));
        let Some((low, high)) = bounds else {
            let parts = [(1, self.limit), (-1, Item::Number(less))];
            let limit = Item::Int(draft.weighted(parts.into_iter()));
            return operand(draft, limit).map(Some);
        };
        if i64::from(low) >= less && !self.strict {
            return operand(draft, self.limit).map(Some);
        }
        if i64::from(high) < less {
            return Ok(None);
        }
        let least = (i64::from(low) - less).max(0) as Value;
        let kept = draft.hidden(Domain::range(least, (i64::from(high) - less) as Value));
        let limit = draft.slot(self.limit)?;
        draft.compare(kept, Relation::Eq, limit, -less);
        Ok(Some(Operand::Variable(kept)))
    }
}
