//! A box that splits into independent parts, and parts in certificates of their own.
//!
//! The numbers of solutions of parts without a common constraint multiply. So do the numbers of
//! assignments to their shown variables, because whether the hidden ones of a part can be
//! completed depends on the part alone.

use super::super::count::Count;
use super::super::model::{Value, Variable};
use super::{Checked, Checker, Claim, Kind, Resolve};

/// The variables of a part, and the constraints on them.
pub(super) type Part = (Vec<Variable>, Vec<usize>);

/// Independent parts of a box; one is being counted.
pub(super) struct Parts {
    /// The open branches outside.
    pub(super) frames: usize,
    mark: usize,
    pub(super) parts: Vec<Part>,
    /// For each variable and each constraint, the part that it belongs to.
    pub(super) part: Vec<Option<usize>>,
    pub(super) owner: Vec<Option<usize>>,
    pub(super) current: usize,
    product: Count,
    /// The count outside.
    outside: Count,
}

impl Checker<'_> {
    /// The solutions of the box are the combinations of those of the parts: each open variable is in
    /// one part, no constraint has open variables of two, and those without any hold.
    pub(super) fn split(&mut self, numbers: &[Value]) -> Checked {
        self.may_count()?;
        refuse_if!(self.kind == Kind::Optimum, "independent parts, for an optimum");
        let part = |&own: &Value| usize::try_from(own).ok().filter(|&own| own < numbers.len());
        let part: Vec<_> = numbers.iter().map(part).collect();
        refuse_if!(part.len() != self.space.variables(), "not a number for each variable");
        for (variable, own) in part.iter().enumerate() {
            let is_open = self.space.size(variable) != 1 && self.has(variable);
            let name = self.model.name(variable);
            let is_wrong = own.is_some() != is_open;
            refuse_if!(is_wrong, "{name} is fixed, but in a part, or is in no part");
        }
        let number = part.iter().flatten().max().map_or(0, |last| last + 1);
        let mut parts: Vec<Part> = vec![Part::default(); number];
        let all = part.iter().enumerate();
        all.for_each(|(v, own)| own.iter().for_each(|&own| parts[own].0.push(v)));
        let mut owner = vec![None; self.model.constraints.len()];
        for place in 0..self.own().1.len() {
            let constraint = self.own().1[place];
            owner[constraint] = self.owner(constraint, &part)?;
            owner[constraint].iter().for_each(|&own: &usize| parts[own].1.push(constraint));
        }
        self.splits.push(Parts {
            frames: self.frames.len(),
            mark: self.space.mark(),
            parts,
            part,
            owner,
            current: 0,
            product: Count::from(1),
            outside: std::mem::take(&mut self.count),
        });
        Ok(())
    }

    /// The part of the open variables of a constraint. One that holds in the whole box joins no
    /// parts.
    fn owner(&mut self, k: usize, part: &[Option<usize>]) -> Result<Option<usize>, String> {
        self.look()?;
        let (mut own, mut several) = (None, false);
        let constraint = &self.model.constraints[k];
        constraint.each_variable(&mut |v| {
            if let Some(there) = part[v] {
                several |= own.replace(there).is_some_and(|before| before != there);
            }
        });
        if own.is_some() && !several {
            return Ok(own);
        }
        let (holds, words) = (constraint.certain(&mut self.space), || self.model.description(k));
        refuse_if!(!holds && several, "{} joins two parts", words());
        refuse_if!(!holds, "{} does not hold", words());
        Ok(None)
    }

    /// The part has nothing left, and the next one begins with the box of the split. After the last,
    /// or one without a solution, all combinations are counted.
    pub(super) fn next_part(&mut self) -> Checked {
        let parts = self.splits.last().ok_or("the end of no part")?;
        let is_whole = self.closed && self.frames.len() == parts.frames;
        refuse_if!(!is_whole, "the end of a part that is open");
        self.frame_is_closed()?;
        let parts = self.splits.last_mut().ok_or("the end of no part")?;
        parts.product.multiply(&std::mem::take(&mut self.count));
        self.space.back(parts.mark);
        parts.current += 1;
        self.closed = false;
        let is_last =
            |own: &mut Parts| own.current >= own.parts.len() || own.product == Count::default();
        if let Some(parts) = self.splits.pop_if(is_last) {
            self.count = parts.outside;
            self.count.add(&parts.product);
            self.counted();
        }
        Ok(())
    }

    /// The certificate of a part, of the same kind of claim and of this box: all of it is counted there.
    pub(super) fn part(&mut self, name: &str, resolve: &mut Resolve<'_>) -> Checked {
        self.may_count()?;
        refuse_if!(!self.splits.is_empty(), "a certificate within an independent part");
        let (claim, space) = resolve(name)?;
        refuse_if!(!space.is_same(&self.space), "{name} is about another part");
        match (self.kind, claim) {
            (Kind::Count, Claim::Count(count)) => {
                self.count.add(&count);
                self.counted();
            }
            (Kind::Optimum, Claim::Optimum(best)) => {
                if let Some(value) = best.filter(|&value| self.is_better(value)) {
                    self.better_than(value);
                }
            }
            // A part that proves an optimum counts nothing, and a count of a part has no best value.
            (own, other) => {
                let other = other.kind();
                return Err(format!("{name} proves another kind of claim: {other}, not {own}"));
            }
        }
        self.closed = true;
        Ok(())
    }
}
