//! Branches, and what constraints take from the box.

use super::super::model::{Constraint, Value, Variable};
use super::{Checked, Checker, Frame};

impl Checker<'_> {
    pub(super) fn remove(
        &mut self,
        constraint: usize,
        variable: Variable,
        values: &[Value],
    ) -> Checked {
        self.variable(variable)?;
        if let Some(value) = values.iter().find(|&&v| !self.space.has(variable, v)) {
            return Err(format!("{} has no value {value}", self.model.name(variable)));
        }
        self.is_open()?;
        if !self.is_taken(constraint, variable, values) {
            let mark = self.space.mark();
            self.space.only(variable, values);
            self.must_not_hold(constraint, variable, mark)?;
        }
        self.space.without(variable, values);
        self.closed = self.space.size(variable) == 0;
        Ok(())
    }

    /// Whether a constraint that all are different takes the one value of another variable, as far
    /// as the holder that was seen last shows.
    fn is_taken(&mut self, constraint: usize, variable: Variable, values: &[Value]) -> bool {
        let Some(Constraint::AllDifferent(scope)) = self.model.constraints.get(constraint) else {
            return false;
        };
        let &[value] = values else { return false };
        let holds = |&own: &Variable| {
            own != variable && self.space.size(own) == 1 && self.space.has(own, value)
        };
        let known = self.holder.filter(|&(of, own)| of == constraint && holds(&own));
        let found = known.map(|own| own.1).or_else(|| scope.iter().copied().find(holds));
        let Some(own) = found else { return false };
        self.holder = Some((constraint, own));
        scope.contains(&variable)
    }

    /// Several removals by one constraint, in order.
    pub(super) fn group(&mut self, constraint: usize, all: &[Value]) -> Checked {
        let cut = || "a group that is cut off".to_owned();
        let mut rest = all;
        while let [variable, number, tail @ ..] = rest {
            let place = |own: Value| usize::try_from(own).ok();
            let variable = place(*variable).ok_or_else(|| format!("{variable} is no place"))?;
            let number = place(*number).filter(|&own| own <= tail.len()).ok_or_else(cut)?;
            if number == 0 {
                let &[low, high, ref after @ ..] = tail else { return Err(cut()) };
                self.keep(constraint, variable, low, high)?;
                rest = after;
            } else {
                let (values, after) = tail.split_at(number);
                self.remove(constraint, variable, values)?;
                rest = after;
            }
        }
        if rest.is_empty() { Ok(()) } else { Err(cut()) }
    }

    pub(super) fn keep(
        &mut self,
        constraint: usize,
        variable: Variable,
        low: Value,
        high: Value,
    ) -> Checked {
        self.variable(variable)?;
        self.is_open()?;
        let mark = self.space.mark();
        // Each side alone: bounds say nothing of both together.
        let below = self.space.min(variable).is_some_and(|min| min < low);
        if below {
            self.space.keep_if(variable, |value| value < low);
            self.must_not_hold(constraint, variable, mark)?;
        }
        if !below || self.space.max(variable).is_some_and(|max| max > high) {
            self.space.keep_if(variable, |value| value > high);
            self.must_not_hold(constraint, variable, mark)?;
        }
        self.space.keep_if(variable, |value| (low..=high).contains(&value));
        self.closed = self.space.size(variable) == 0;
        Ok(())
    }

    /// The constraint holds with no value that the variable has now: with none together, or with
    /// none alone. Then takes the cut of the variable back.
    fn must_not_hold(&mut self, constraint: usize, variable: Variable, mark: usize) -> Checked {
        if self.space.size(variable) > 0 && self.possible(constraint)? {
            let values: Vec<Value> = self.space.values(variable).collect();
            for value in values {
                self.space.back(mark);
                self.space.only(variable, &[value]);
                if self.possible(constraint)? {
                    let (words, name) = (self.words(constraint), self.model.name(variable));
                    return Err(format!("{words} allows {name} = {value}"));
                }
            }
        } else {
            // The constraint must exist even where nothing is asked of it.
            self.possible(constraint)?;
        }
        self.space.back(mark);
        Ok(())
    }

    pub(super) fn fail(&mut self, constraint: usize) -> Checked {
        self.is_open()?;
        if self.possible(constraint)? {
            return Err(format!("{} can hold", self.words(constraint)));
        }
        self.closed = true;
        Ok(())
    }

    pub(super) fn branch(&mut self, variable: Variable, value: Value, at_most: bool) -> Checked {
        self.is_open()?;
        self.variable(variable)?;
        let name = self.model.name(variable);
        if at_most {
            let inside = self.space.min(variable).is_some_and(|min| min <= value);
            if !inside || self.space.max(variable).is_none_or(|max| max <= value) {
                return Err(format!("{name} <= {value} does not split its domain"));
            }
        } else if !self.space.has(variable, value) {
            return Err(format!("{name} has no value {value}"));
        }
        let hidden = !self.model.variables[variable].shown;
        let mark = self.space.mark();
        self.frames.push(Frame { mark, variable, value, at_most, hidden });
        if at_most {
            self.space.keep_if(variable, |own| own <= value);
        } else {
            self.space.only(variable, &[value]);
        }
        Ok(())
    }

    pub(super) fn up(&mut self) -> Checked {
        if !self.closed {
            return Err("back from a branch that is open".into());
        }
        if self.frames.len() <= self.splits.last().map_or(0, |parts| parts.frames) {
            return Err("back from the root, or from that of a part".into());
        }
        let Some(frame) = self.frames.pop() else { return Ok(()) };
        self.space.back(frame.mark);
        let Frame { variable, value, at_most, .. } = frame;
        if at_most {
            self.space.keep_if(variable, |own| own > value);
        } else {
            self.space.without(variable, &[value]);
        }
        self.closed = self.space.size(variable) == 0;
        if self.frames.is_empty() && self.open.is_none() && self.splits.is_empty() {
            self.space.keep();
            self.counted_below = false;
        }
        Ok(())
    }

    /// Back to the box before the first open branch.
    pub(super) fn restart(&mut self) -> Checked {
        if self.open.is_some() || self.counted_below || !self.splits.is_empty() {
            return Err(
                "back to the root within a lemma or a part, or over solutions that are counted"
                    .into(),
            );
        }
        let first = self.frames.first().ok_or("back to the root, from the root")?;
        self.space.back(first.mark);
        self.frames.clear();
        self.closed = false;
        Ok(())
    }
}
