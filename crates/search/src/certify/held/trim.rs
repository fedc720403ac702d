//! Drops the steps that a refutation does not need.

use std::ops::Range;

use parallax_model::{Value, VarId};

use super::{Closed, Form, Held, Level, Step, Why, needs};

impl Held {
    /// Drops the steps that the end of a branch does not need, and finds the values whose absence
    /// it needs in the box before.
    pub(super) fn trim(&mut self, level: &Level) {
        self.want_end(level);
        let Held { wanted, scopes, steps, needs, numbers, .. } = self;
        let mut place = steps.len();
        while place > level.start {
            place -= 1;
            match &mut steps[place] {
                Step::Remove { variable, removal } => {
                    let gone = removal.gone & wanted.of(*variable);
                    removal.gone = gone;
                    if gone == 0 {
                        steps[place] = Step::Dropped;
                        continue;
                    }
                    if let Form::Values(at) = &mut removal.form {
                        retain(numbers, at, |own| needs::bit(own) & gone != 0);
                    }
                    // Bounds are kept where other values below and above them are gone already.
                    let is_kept = matches!(removal.form, Form::Kept(..));
                    let fits = |own: &&(VarId, u64)| is_kept || own.0 != *variable;
                    match removal.why {
                        Why::Bounds(from, to) => wanted.extend(needs[from..to].iter().filter(fits)),
                        Why::Alone(value) => {
                            let scope = scopes.of_constraint(removal.owner).iter();
                            let scope = scope.filter(|own| *own != variable);
                            scope.for_each(|&own| wanted.add(own, value));
                        }
                        Why::Domains => wanted.add_scope(scopes, removal.owner),
                    }
                }
                Step::Spread { rival, value, at, .. } => {
                    let (bit, rival) = (needs::bit(*value), *rival);
                    retain(numbers, at, |own| wanted.of(VarId::new(own as usize)) & bit != 0);
                    if at.start == at.end {
                        steps[place] = Step::Dropped;
                    } else {
                        wanted.add(rival, !0);
                    }
                }
                Step::Up { begin, needs: own, has_solution, needs_all } => {
                    let (after, own, is_fixed) = (place + 1, own.clone(), *has_solution);
                    place = *begin;
                    if *needs_all {
                        wanted.add_all();
                    }
                    let Step::Branch { variable, value, dropped } = &mut steps[place] else {
                        continue;
                    };
                    if is_fixed || wanted.of(*variable) & needs::bit(*value) != 0 {
                        wanted.extend(&needs[own]);
                    } else {
                        *dropped = Some(after);
                    }
                }
                Step::Restart { begin } => place = *begin,
                Step::Counted(_) => wanted.add_all(),
                Step::Branch { .. } | Step::Dropped | Step::Fail(_) | Step::Solution(_) => {}
            }
        }
    }

    /// Begins with the values whose absence the end of a branch needs.
    fn want_end(&mut self, level: &Level) {
        let Held { wanted, scopes, needs, .. } = self;
        wanted.begin();
        match (level.closed, level.last) {
            (Some(Closed::Fail(owner)), _) => wanted.add_scope(scopes, owner),
            (Some(Closed::Bounds(from, to)), _) => wanted.extend(&needs[from..to]),
            (Some(Closed::Untaken(owner, value)), _) => {
                scopes.of_constraint(owner).iter().for_each(|&own| wanted.add(own, value));
            }
            (Some(Closed::Equal(pair)), _) => pair.into_iter().for_each(|own| wanted.add(own, !0)),
            (Some(Closed::Empty(variable)), _) | (None, Some(variable)) => wanted.add(variable, !0),
            (Some(Closed::Solution), _) => wanted.add_all(),
            // The model has a variable without values.
            (None, None) => {}
        }
    }
}

/// Keeps the needed numbers at a place.
fn retain(numbers: &mut [Value], at: &mut Range<usize>, is_needed: impl Fn(Value) -> bool) {
    let mut end = at.start;
    for place in at.clone() {
        if is_needed(numbers[place]) {
            numbers[end] = numbers[place];
            end += 1;
        }
    }
    at.end = end;
}
