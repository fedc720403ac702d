//! Drops the steps that a refutation does not need.

use std::ops::Range;

use parallax_model::{Value, VarId};

use super::{
    BranchEndReason, BufferedStep, OpenBranch, RemovalForm, RemovalReason, StepBuffer, needs,
};

impl StepBuffer {
    /// Drops the steps that the end of a branch does not need, and finds the values whose absence
    /// it needs in the box before.
    pub(super) fn trim_branch(&mut self, level: &OpenBranch) {
        self.want_end(level);
        let StepBuffer { wanted, scopes, steps, needs, numbers, .. } = self;
        // Backwards, so that each step is judged when all steps that may rest on it have been.
        let mut place = steps.len();
        while place > level.start {
            place -= 1;
            match &mut steps[place] {
                BufferedStep::Remove { variable, removal } => {
                    let gone = removal.gone & wanted.variable_values(*variable);
                    // Only the needed values of a removal stay; fewer removals are still implied by
                    // its constraint.
                    removal.gone = gone;
                    if gone == 0 {
                        steps[place] = BufferedStep::Dropped;
                        continue;
                    }
                    if let RemovalForm::Values(at) = &mut removal.form {
                        retain_needed(numbers, at, |own| needs::value_bit(own) & gone != 0);
                    }
                    // Bounds are kept where other values below and above them are gone already.
                    let is_kept = matches!(removal.form, RemovalForm::Kept(..));
                    let fits = |own: &&(VarId, u64)| is_kept || own.0 != *variable;
                    match removal.why {
                        RemovalReason::Bounds(from, to) => {
                            wanted.extend(needs[from..to].iter().filter(fits));
                        }
                        RemovalReason::Alone(value) => {
                            let scope = scopes.of_constraint(removal.owner).iter();
                            let scope = scope.filter(|own| *own != variable);
                            scope.for_each(|&own| wanted.add_values(own, value));
                        }
                        RemovalReason::Domains => wanted.add_scope(scopes, removal.owner),
                    }
                }
                BufferedStep::Spread { rival, value, at, .. } => {
                    let (bit, rival) = (needs::value_bit(*value), *rival);
                    retain_needed(numbers, at, |own| {
                        wanted.variable_values(VarId::new(own as usize)) & bit != 0
                    });
                    if at.start == at.end {
                        steps[place] = BufferedStep::Dropped;
                    } else {
                        wanted.add_values(rival, !0);
                    }
                }
                BufferedStep::Up { begin, needs: own, has_solution, needs_all } => {
                    // A refuted branch is one step from outside: what it needs is in its list, and
                    // its inner steps are skipped.
                    let (after, own, is_fixed) = (place + 1, own.clone(), *has_solution);
                    place = *begin;
                    if *needs_all {
                        wanted.add_all();
                    }
                    let BufferedStep::Branch { variable, value, dropped } = &mut steps[place]
                    else {
                        continue;
                    };
                    // A branch stays if its solutions are part of the answer, or if the value that
                    // it refutes is needed.
                    if is_fixed || wanted.variable_values(*variable) & needs::value_bit(*value) != 0
                    {
                        wanted.extend(&needs[own]);
                    } else {
                        *dropped = Some(after);
                    }
                }
                BufferedStep::Restart { begin } => place = *begin,
                BufferedStep::Counted(_) => wanted.add_all(),
                BufferedStep::Branch { .. }
                | BufferedStep::Dropped
                | BufferedStep::Fail(_)
                | BufferedStep::Solution(_) => {}
            }
        }
    }

    /// Begins with the values whose absence the end of a branch needs.
    fn want_end(&mut self, level: &OpenBranch) {
        let StepBuffer { wanted, scopes, needs, .. } = self;
        wanted.begin_round();
        match (level.closed, level.last) {
            (Some(BranchEndReason::Fail(owner)), _) => wanted.add_scope(scopes, owner),
            (Some(BranchEndReason::Bounds(from, to)), _) => wanted.extend(&needs[from..to]),
            (Some(BranchEndReason::Untaken(owner, value)), _) => {
                scopes.of_constraint(owner).iter().for_each(|&own| wanted.add_values(own, value));
            }
            (Some(BranchEndReason::Equal(pair)), _) => {
                pair.into_iter().for_each(|own| wanted.add_values(own, !0));
            }
            // Without another end, the last refuted value was the last of its variable.
            (Some(BranchEndReason::Empty(variable)), _) | (None, Some(variable)) => {
                wanted.add_values(variable, !0);
            }
            (Some(BranchEndReason::Solution), _) => wanted.add_all(),
            // The model has a variable without values.
            (None, None) => {}
        }
    }
}

/// Keeps the needed numbers at a place.
fn retain_needed(numbers: &mut [Value], at: &mut Range<usize>, is_needed: impl Fn(Value) -> bool) {
    let mut end = at.start;
    for place in at.clone() {
        if is_needed(numbers[place]) {
            numbers[end] = numbers[place];
            end += 1;
        }
    }
    at.end = end;
}
