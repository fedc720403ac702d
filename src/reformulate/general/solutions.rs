//! From a part's solutions to those of the model.

use std::ops::ControlFlow;

use super::part::Part;
use crate::model::Value;

/// Receives a value for each variable of the model.
type Give<'a> = &'a mut dyn FnMut(&[Value]) -> ControlFlow<()>;

impl Part<'_> {
    /// Gives out all solutions of a box.
    ///
    /// # Errors
    /// Breaks off where the callback does.
    pub fn each(&self, give: Give<'_>) -> ControlFlow<()> {
        let mut values = vec![0; self.problem.model.variables().len()];
        let mut slots = self.slots();
        self.choose(&mut slots, 0, 0, 0, &mut values, give)
    }

    /// Gives out what a solution of [`model`](Part::model) stands for.
    ///
    /// # Errors
    /// Breaks off where the callback does.
    pub fn unfold(&self, solution: &[Value], give: Give<'_>) -> ControlFlow<()> {
        let mut values = solution.to_vec();
        let mut slots = self.slots();
        for (group, slots) in self.problem.groups.iter().zip(&mut slots) {
            for (slot, v) in slots.iter_mut().zip(&group.variables) {
                *slot = solution[v.index()];
            }
        }
        self.arrange(&slots, 0, &mut values, give)
    }

    /// Room for a value of each variable of each group.
    fn slots(&self) -> Vec<Vec<Value>> {
        self.problem.groups.iter().map(|group| vec![0; group.variables.len()]).collect()
    }

    /// Chooses values from the blocks, from the variable at `place` of
    /// `block` on; those of a set come in the order of the domain, from
    /// `from` on.
    fn choose(
        &self,
        slots: &mut [Vec<Value>],
        block: usize,
        place: usize,
        from: usize,
        values: &mut [Value],
        give: Give<'_>,
    ) -> ControlFlow<()> {
        let Some(own) = self.node.blocks.get(block) else {
            return self.arrange(slots, 0, values, give);
        };
        if place == own.count as usize {
            return self.choose(slots, block + 1, 0, 0, values, give);
        }
        let group = own.group as usize;
        let ordered = self.problem.groups[group].ordered;
        let before = self.node.blocks[..block].iter().filter(|other| other.group == own.group);
        let slot = before.map(|other| other.count as usize).sum::<usize>() + place;
        let domain = self.node.domain(own);
        for (i, &value) in domain.iter().enumerate().skip(from) {
            slots[group][slot] = self.value(value);
            let next = if ordered { i + 1 } else { 0 };
            self.choose(slots, block, place + 1, next, values, give)?;
        }
        ControlFlow::Continue(())
    }

    /// Puts the values of the groups, from this one on, into their variables:
    /// sets in ascending order, others in every arrangement of their blocks.
    fn arrange(
        &self,
        slots: &[Vec<Value>],
        group: usize,
        values: &mut [Value],
        give: Give<'_>,
    ) -> ControlFlow<()> {
        let Some(own) = self.problem.groups.get(group) else {
            return give(values);
        };
        let variables = &own.variables;
        match (own.ordered, &slots[group][..]) {
            (false, [value]) => values[variables[0].index()] = *value,
            (true, set) => {
                // Few values: insertion keeps them in order.
                for (i, &value) in set.iter().enumerate() {
                    let mut at = i;
                    while at > 0 && values[variables[at - 1].index()] > value {
                        values[variables[at].index()] = values[variables[at - 1].index()];
                        at -= 1;
                    }
                    values[variables[at].index()] = value;
                }
            }
            (false, sequence) => {
                let blocks = self.node.blocks.iter().filter(|b| b.group as usize == group);
                let mut open: Vec<std::ops::Range<usize>> = Vec::new();
                for block in blocks {
                    let from = open.last().map_or(0, |range| range.end);
                    open.push(from..from + block.count as usize);
                }
                return self.deal(slots, group, sequence, &mut open, 0, values, give);
            }
        }
        self.arrange(slots, group + 1, values, give)
    }

    /// Gives the variables of a free group, from `place` on, the next value of
    /// one block or another.
    #[allow(clippy::too_many_arguments)]
    fn deal(
        &self,
        slots: &[Vec<Value>],
        group: usize,
        sequence: &[Value],
        open: &mut [std::ops::Range<usize>],
        place: usize,
        values: &mut [Value],
        give: Give<'_>,
    ) -> ControlFlow<()> {
        let Some(v) = self.problem.groups[group].variables.get(place) else {
            return self.arrange(slots, group + 1, values, give);
        };
        for block in 0..open.len() {
            if open[block].start < open[block].end {
                values[v.index()] = sequence[open[block].start];
                open[block].start += 1;
                let flow = self.deal(slots, group, sequence, open, place + 1, values, give);
                open[block].start -= 1;
                flow?;
            }
        }
        ControlFlow::Continue(())
    }
}
