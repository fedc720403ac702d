//! The checker: the box, the open branches and the step in hand.

use std::cell::Cell;
use std::collections::HashSet;

use super::again::{Noted, Problem};
use super::parts::{Part, Parts};
use crate::claim::{Claim, Kind};
use crate::count::Count;
use crate::faults::{CheckFault, StepFault, Stopped};
use crate::file::Stop;
use crate::model::{Atom, Constraint, Model, Objective, Value, Variable};
use crate::space::Space;
use crate::step::Step;

/// The limit on the numbers of all lemmas, listed solutions and problems, which stay in memory.
pub(super) const MOST_KEPT: usize = 1 << 25;

/// Finds what the certificate in a file shows, and its box.
pub(crate) type Resolve<'a> = dyn FnMut(&str) -> Result<(Claim, Space), CheckFault> + 'a;

/// An open branch: the variable has the value there, and another one in what remains.
pub(super) struct Frame {
    pub(super) mark: usize,
    pub(super) variable: Variable,
    pub(super) value: Value,
}

/// The state of a check.
pub(crate) struct Checker<'a> {
    pub(super) model: &'a Model,
    pub(super) kind: Kind,
    stop: &'a Stop<'a>,
    /// How much was asked.
    asked: Cell<u64>,
    pub(super) space: Space,
    /// The box at the start.
    start: Space,
    pub(super) frames: Vec<Frame>,
    pub(super) closed: bool,
    pub(super) count: Count,
    pub(super) best: Option<i128>,
    pub(super) bound: Option<Constraint>,
    pub(super) lemmas: Vec<Vec<Atom>>,
    /// The lemma whose steps are being checked, and the mark before it.
    pub(super) open: Option<(Vec<Atom>, usize)>,
    pub(super) listed: HashSet<Vec<Value>>,
    /// The problems that were met, and those of them that are being counted, the innermost last.
    pub(super) problems: Vec<Problem>,
    pub(super) noted: Vec<Noted>,
    /// The numbers in lemmas, listed solutions and problems.
    pub(super) kept: usize,
    /// The count before the first open branch.
    pub(super) outside: Count,
    /// All variables and constraints.
    pub(super) whole: Part,
    /// The splits of the box into independent parts, the innermost last.
    pub(super) splits: Vec<Parts>,
    ended: bool,
}

impl<'a> Checker<'a> {
    /// Begins a check of a box of the model, in which all solutions to be counted lie.
    pub(crate) fn new(model: &'a Model, kind: Kind, space: Space, stop: &'a Stop<'a>) -> Self {
        Checker {
            model,
            kind,
            stop,
            asked: Cell::new(0),
            closed: (0..space.variables()).any(|variable| space.size(variable) == 0),
            start: space.clone(),
            space,
            frames: Vec::new(),
            count: Count::default(),
            best: None,
            bound: None,
            lemmas: Vec::new(),
            open: None,
            listed: HashSet::new(),
            problems: Vec::new(),
            noted: Vec::new(),
            kept: 0,
            outside: Count::default(),
            whole: ((0..model.variables.len()).collect(), (0..model.constraints.len()).collect()),
            splits: Vec::new(),
            ended: false,
        }
    }

    /// Checks a step. `resolve` reads the certificates of parts.
    ///
    /// # Errors
    /// Why it is refused; the certificate is worth nothing then.
    pub(crate) fn step(
        &mut self,
        step: &Step<'_>,
        resolve: &mut Resolve<'_>,
    ) -> Result<(), CheckFault> {
        refuse_if!(self.ended, StepFault::AfterEnd);
        self.look()?;
        match *step {
            Step::Branch(x, value) => self.branch(x, value),
            Step::Remove(k, x, values) => self.remove(k, x, values),
            Step::Keep(k, x, low, high) => self.keep(k, x, low, high),
            Step::Group(k, all) => self.group(k, all),
            Step::Spread(k, x) => self.spread(k, x),
            Step::Fail(k) => self.fail(k),
            Step::Solution(values) => self.solution(values),
            Step::All => self.all(),
            Step::Up => self.up(),
            Step::Restart => self.restart(),
            Step::Split(parts) => self.split(parts),
            Step::Next => self.next_part(),
            Step::Hold => self.hold(),
            Step::Before(number, names) => self.before(number, names),
            Step::Thin(constraints) => self.thin(constraints),
            Step::Lemma(atoms) => self.lemma(atoms),
            Step::Shown => self.shown(),
            Step::Listed(values) => self.list(values),
            Step::Part(name) => self.part(name, resolve),
            Step::End(words) => self.end(words),
        }
    }

    /// Looks at the clock now and then.
    pub(super) fn look(&self) -> Result<(), Stopped> {
        self.asked.set(self.asked.get() + 1);
        if self.asked.get() % 16 == 1 { (self.stop)() } else { Ok(()) }
    }

    /// The claim, once the certificate has ended, and its box.
    ///
    /// # Errors
    /// When it has not.
    pub(crate) fn claim(self) -> Result<(Claim, Space), CheckFault> {
        refuse_if!(!self.ended, StepFault::NoEnd);
        Ok((self.shows(), self.start))
    }

    fn shows(&self) -> Claim {
        match self.kind {
            Kind::Count => Claim::Count(self.count.clone()),
            Kind::Optimum => Claim::Optimum(self.best),
        }
    }

    /// The box is closed and nothing is open: no solution is left.
    pub(super) fn end(&mut self, words: &str) -> Result<(), CheckFault> {
        let is_whole = self.closed && self.is_at_the_root();
        refuse_if!(!is_whole, StepFault::EndInside);
        let shown = self.shows();
        let is_other = !words.is_empty() && words != shown.to_string();
        refuse_if!(is_other, StepFault::OtherClaim { claimed: words.to_owned(), shown });
        self.ended = true;
        Ok(())
    }

    /// A constraint in words.
    pub(super) fn description(&self, constraint: usize) -> String {
        self.model.description(constraint)
    }

    /// The name of a variable.
    pub(super) fn name(&self, variable: Variable) -> String {
        self.model.name(variable).to_owned()
    }

    /// Whether neither a branch nor a lemma nor a part is open.
    pub(super) fn is_at_the_root(&self) -> bool {
        self.frames.is_empty() && self.open.is_none() && self.splits.is_empty()
    }

    pub(super) fn is_open(&self) -> Result<(), CheckFault> {
        refuse_if!(self.closed, StepFault::Closed);
        Ok(())
    }

    /// A variable of the model, and of the independent part that is open.
    pub(super) fn variable(&self, variable: Variable) -> Result<(), CheckFault> {
        refuse_if!(variable >= self.space.variables(), StepFault::NoVariable { variable });
        let is_own = self.has(variable);
        refuse_if!(!is_own, StepFault::ForeignVariable { variable: self.name(variable) });
        Ok(())
    }

    /// The variables and the constraints of the independent part that is open, if one is, else all.
    pub(super) fn own(&self) -> &Part {
        self.splits.last().map_or(&self.whole, |own| &own.parts[own.current])
    }

    /// Whether a variable is of that part.
    pub(super) fn has(&self, variable: Variable) -> bool {
        self.own().0.binary_search(&variable).is_ok()
    }

    /// A constraint of that part. Only its own constraints may be asked.
    pub(super) fn is_of_this_part(&self, constraint: usize) -> Result<(), CheckFault> {
        let is_own = self.own().1.binary_search(&constraint).is_ok();
        refuse_if!(
            !is_own,
            StepFault::ForeignConstraint { constraint: self.description(constraint) }
        );
        Ok(())
    }

    /// Whether a constraint, the bound or a lemma can hold in the box.
    pub(super) fn possible(&self, constraint: usize) -> Result<bool, CheckFault> {
        self.look()?;
        let constraints = &self.model.constraints;
        // The bound and lemmas are about all variables.
        if !self.splits.is_empty() {
            self.is_of_this_part(constraint)?;
        }
        if constraint <= constraints.len() {
            let own = constraints.get(constraint).or(self.bound.as_ref());
            return Ok(own.ok_or(StepFault::NoBound)?.possible(&self.space));
        }
        let lemma = self.lemmas.get(constraint - constraints.len() - 1);
        let lemma = lemma.ok_or(StepFault::NoConstraint { constraint })?;
        Ok(lemma.iter().any(|own| self.space.values(own.variable).any(|v| !own.fits(v))))
    }

    /// From now on only solutions that are better than this are looked for.
    pub(super) fn better_than(&mut self, best: i128) {
        self.bound = self.model.objective.as_ref().map(|own| own.better_than(best));
        self.best = Some(best);
    }

    pub(super) fn is_better(&self, value: i128) -> bool {
        let bound = self.model.objective.as_ref().map(Objective::relation);
        self.best.is_none_or(|best| bound.is_some_and(|own| own.holds(value, best)))
    }
}
