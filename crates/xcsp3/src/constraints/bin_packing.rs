//! `binPacking`: items in bins, with conditions on the loads.

use parallax_model::instance::InputError;
use parallax_model::{Domain, Operand, Relation, Value};
use roxmltree::Node;

use super::no_overlap::operand;
use super::{Rule, same_length};
use crate::assigned::Assigned;
use crate::conditions::Condition;
use crate::cursor::Text;
use crate::draft::{Draft, value};
use crate::error::PostError;
use crate::items::{Item, narrow};
use crate::parts::Parts;
use crate::reader::Reader;

/// Maximum number of bins that no list of loads gives.
pub(crate) const MAX_BINS: i64 = 100_000;

/// The limit on the sum of the sizes.
pub(crate) const MAX_LOAD: Value = 10_000_000;

/// Each item lies in a bin; the load of a bin is the sum of the sizes of its items.
#[derive(Clone, Debug)]
pub(crate) struct BinPacking {
    list: Vec<Item>,
    sizes: Vec<i64>,
    loads: Loads,
}

/// The condition on the loads.
#[derive(Clone, Debug)]
enum Loads {
    /// The load of every bin that is not empty satisfies the condition.
    Each(Condition),
    /// There are these bins, from 0, and the load of each satisfies its condition.
    Listed(Vec<Condition>),
}

impl BinPacking {
    /// Reads the items, the sizes, and what is said about the loads.
    pub(super) fn read(reader: &mut Reader<'_>, node: Node<'_, '_>) -> Result<Self, InputError> {
        let names = ["list", "sizes", "condition", "limits", "loads", "conditions"];
        let parts = Parts::of(reader, node, &names, &[])?;
        let list = reader.items(parts.one(reader, "list")?)?;
        let own = parts.one(reader, "sizes")?;
        let sizes = reader.numbers(own)?;
        same_length(reader, node, ["items", "sizes"], [list.len(), sizes.len()])?;
        if sizes.iter().any(|&size| size < 0) {
            return Err(reader.fault_in(own, "a negative size"));
        }
        let mut found = Vec::new();
        for name in ["condition", "limits", "loads", "conditions"] {
            found.extend(parts.maybe(reader, name)?.map(|own| (name, own)));
        }
        let &[(name, own)] = &found[..] else {
            let message = "expected one of <condition>, <limits>, <loads> and <conditions>";
            return Err(reader.fault_in(node, message));
        };
        let loads = match name {
            "condition" => Loads::Each(reader.condition(own)?),
            "conditions" => {
                let text = Text::of(own);
                let (mut cursor, mut all) = (text.cursor(), Vec::new());
                while cursor.skip_blank() {
                    all.push(reader.one_condition(&mut cursor)?);
                }
                Loads::Listed(all)
            }
            _ => {
                let relation = if name == "limits" { Relation::Le } else { Relation::Eq };
                let items = reader.items(own)?.into_iter();
                Loads::Listed(items.map(|item| Condition::Compare(relation, item)).collect())
            }
        };
        Ok(BinPacking { list, sizes, loads })
    }

    /// Posts with the loads as sums of truths, for the bins from `low` to `high`: a bin is empty or
    /// its load satisfies the condition.
    fn post_sums(
        &self,
        draft: &mut Draft<'_>,
        condition: &Condition,
        bins: &Domain,
    ) -> Result<(), PostError> {
        let count = usize::try_from(bins.len()).unwrap_or(usize::MAX);
        draft.spend(count.saturating_mul(self.list.len()))?;
        for bin in bins.iter() {
            let bin = Item::Number(bin.into());
            let (mut parts, mut inside) = (Vec::new(), Vec::new());
            for (&item, &size) in self.list.iter().zip(&self.sizes) {
                let there = draft.arena().compare(item, Relation::Eq, bin);
                inside.push(there);
                parts.push((size, Item::Bool(there)));
            }
            let load = draft.weighted(parts.iter().copied());
            let holds = condition.of(draft.arena(), load);
            let any = draft.arena().terms.or(&inside);
            let is_empty = draft.arena().terms.not(any);
            let bool = draft.arena().terms.or(&[is_empty, holds]);
            draft.assert(bool);
        }
        Ok(())
    }

    /// Posts the condition on each bin that is not empty.
    fn post_each(&self, draft: &mut Draft<'_>, condition: &Condition) -> Result<(), PostError> {
        let Some(bins) = draft.union(&self.list) else {
            return Err(PostError::ListedExpression);
        };
        let (Some(low), Some(high)) = (bins.min(), bins.max()) else { return Ok(()) };
        let count = i64::from(high) - i64::from(low) + 1;
        if bins.len() > MAX_BINS as u64 {
            return Err(PostError::TooManyBins { bins: bins.len() });
        }
        let total = self.total()?;
        let is_plain = condition.holds_plainly(0).is_some();
        // With sizes above 0, a bin is empty exactly if its load is 0.
        if !is_plain || self.sizes.contains(&0) || count > MAX_BINS {
            return self.post_sums(draft, condition, &bins);
        }
        let allowed = (0..=total)
            .filter(|&load| load == 0 || condition.holds_plainly(load.into()) == Some(true));
        let domain = Domain::of(allowed);
        let loads = (0..count).map(|_| Operand::Variable(draft.hidden(domain.clone()))).collect();
        self.post_loads(draft, loads, low)
    }

    fn total(&self) -> Result<Value, PostError> {
        let sum = self.sizes.iter().try_fold(0i64, |sum, &size| sum.checked_add(size));
        let most = sum.and_then(narrow).filter(|&total| total <= MAX_LOAD);
        most.ok_or(PostError::LargeLoad)
    }

    fn post_loads(
        &self,
        draft: &mut Draft<'_>,
        loads: Vec<Operand<crate::draft::Slot>>,
        first: Value,
    ) -> Result<(), PostError> {
        let bins = draft.slots(&self.list)?;
        draft.spend(loads.len())?;
        let sizes = self
            .sizes
            .iter()
            .map(|&size| value(size))
            .collect::<Result<Vec<Value>, PostError>>()?;
        draft.post(parallax_model::BinPacking { bins, sizes, loads, first }.into());
        Ok(())
    }
}

impl Rule for BinPacking {
    fn element(&self) -> &'static str {
        "binPacking"
    }

    fn holds(&self, values: &Assigned<'_>) -> Option<bool> {
        let bins = values.numbers(&self.list)?;
        let load = |bin: i128| -> i128 {
            let items = bins.iter().zip(&self.sizes).filter(|(own, _)| **own == bin);
            items.map(|(_, &size)| i128::from(size)).sum()
        };
        match &self.loads {
            Loads::Each(condition) => {
                for &bin in &bins {
                    if !condition.holds(load(bin), values)? {
                        return Some(false);
                    }
                }
                Some(true)
            }
            Loads::Listed(conditions) => {
                let mut holds = bins.iter().all(|bin| (0..conditions.len() as i128).contains(bin));
                for (bin, condition) in (0..).zip(conditions) {
                    holds &= condition.holds(load(bin), values)?;
                }
                Some(holds)
            }
        }
    }

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        let conditions = match &self.loads {
            Loads::Each(condition) => return self.post_each(draft, condition),
            Loads::Listed(conditions) => conditions,
        };
        let total = self.total()?;
        let mut loads = Vec::with_capacity(conditions.len());
        for condition in conditions {
            loads.push(match condition {
                Condition::Compare(Relation::Eq, item) => operand(draft, *item)?,
                _ => match draft.total(0, total, condition)? {
                    crate::draft::Slot::Number(number) => Operand::Number(number),
                    slot => Operand::Variable(slot),
                },
            });
        }
        self.post_loads(draft, loads, 0)
    }
}
