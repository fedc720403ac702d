//! Expands solutions of a leaf to solutions of the model.

use std::ops::ControlFlow;

use parallax_model::Value;

use super::leaf::DecompositionLeaf;
use super::node::VariableBlock;
use super::value_arrangements::ValueArrangements;

/// Receives a value for each variable of the model.
pub(super) type OnSolution<'a> = &'a mut dyn FnMut(&[Value]) -> ControlFlow<()>;

/// Maximum number of groups whose slots are kept on the stack.
const MAX_STACK_GROUPS: usize = 8;

/// A value chosen from a block.
struct BlockChoice {
    block: usize,
    /// Its place among the values of all groups.
    slot: usize,
    /// Whether it must come after the value chosen before it, because the block is a set.
    after: bool,
    /// One past its last choice: a set also needs values for the positions after this one.
    limit: usize,
    /// The current choice, as an index into the domain.
    at: usize,
}

impl DecompositionLeaf<'_> {
    /// Reports all solutions of a box.
    ///
    /// # Errors
    /// Breaks if the callback breaks.
    pub fn each_solution(&self, give: OnSolution<'_>) -> ControlFlow<()> {
        let mut slots = self.value_slots();
        let mut choices = self.block_choices();
        if !self.reset_choices(&mut choices, 0, &mut slots) {
            return ControlFlow::Continue(());
        }
        let values = vec![0; self.problem.model.variables().len()];
        let mut arrangements = ValueArrangements::new(self, values);
        loop {
            arrangements.each_arrangement(&slots, give)?;
            let next = choices.iter().rposition(|choice| choice.at + 1 < choice.limit);
            let Some(next) = next else { return ControlFlow::Continue(()) };
            choices[next].at += 1;
            self.fill_slot(&choices[next], &mut slots);
            if next + 1 < choices.len() {
                // The reset succeeds as at the start: the limit of a position leaves enough values
                // for those after it.
                self.reset_choices(&mut choices, next + 1, &mut slots);
            }
        }
    }

    /// Reports the solutions that a solution of [`model`](DecompositionLeaf::leaf_model)
    /// represents.
    ///
    /// # Errors
    /// Breaks if the callback breaks.
    pub fn unfold_solution(&self, solution: &[Value], give: OnSolution<'_>) -> ControlFlow<()> {
        let mut slots = self.value_slots();
        let variables = self.problem.groups.iter().flat_map(|group| &group.variables);
        for (slot, v) in slots.iter_mut().zip(variables) {
            *slot = solution[v.index()];
        }
        ValueArrangements::new(self, solution.to_vec()).each_arrangement(&slots, give)
    }

    /// Returns a buffer with a value for each variable of each group, group by group.
    fn value_slots(&self) -> Vec<Value> {
        vec![0; self.problem.groups.iter().map(|group| group.variables.len()).sum()]
    }

    /// Returns the positions to fill, block by block.
    fn block_choices(&self) -> Vec<BlockChoice> {
        // The next slot of each group.
        let (mut few, mut many) = ([0; MAX_STACK_GROUPS], Vec::new());
        let groups = &self.problem.groups;
        let next = match few.get_mut(..groups.len()) {
            Some(few) => few,
            None => {
                many.resize(groups.len(), 0);
                &mut many
            }
        };
        let mut end = 0;
        for (next, group) in next.iter_mut().zip(groups) {
            *next = end;
            end += group.variables.len();
        }
        let count = |block: &VariableBlock| block.count as usize;
        let mut choices = Vec::with_capacity(self.node.blocks.iter().map(count).sum());
        for (i, block) in self.node.blocks.iter().enumerate() {
            let (group, count) = (block.group as usize, block.count as usize);
            let is_set = groups[group].ordered;
            let values = self.node.block_domain(block).len();
            for offset in 0..count {
                // E.g. a set of 2 among 3 values: the first position has the choices 0 and 1, the
                // second those after it, which gives {0, 1}, {0, 2} and {1, 2}.
                let later = if is_set { count - 1 - offset } else { 0 };
                choices.push(BlockChoice {
                    block: i,
                    slot: next[group] + offset,
                    after: is_set && offset > 0,
                    limit: values.saturating_sub(later),
                    at: 0,
                });
            }
            next[group] += count;
        }
        choices
    }

    /// Resets the positions from `from` on to their first choices; returns false if some block
    /// has too few values.
    fn reset_choices(&self, choices: &mut [BlockChoice], from: usize, slots: &mut [Value]) -> bool {
        for i in from..choices.len() {
            choices[i].at = if choices[i].after { choices[i - 1].at + 1 } else { 0 };
            if choices[i].at >= choices[i].limit {
                return false;
            }
            self.fill_slot(&choices[i], slots);
        }
        true
    }

    fn fill_slot(&self, choice: &BlockChoice, slots: &mut [Value]) {
        let domain = self.node.block_domain(&self.node.blocks[choice.block]);
        slots[choice.slot] = self.value_at(domain[choice.at]);
    }
}
