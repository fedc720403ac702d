//! The domains of the variables of a model.

use std::collections::{HashMap, HashSet};

use parallax_model::{Domain, MAX_VALUE, Relation, Value};

use super::bounds::{Bounds, Span};
use super::builtins::{Builtin, Entry, Mode};
use super::classes::Classes;
use super::document::{Argument, Call, Document, Term, Values, Var};
use super::draft::Draft;
use super::int_set::{ends, meet, values};
use super::substitute::Sum;
use crate::error::{BuildError, DocumentFault, FaultSite};

/// A domain, or bounds that a model cannot have.
enum Found {
    Domain(Domain),
    Refused(i64, i64),
}

/// Variables with more values than this are wide.
const WIDE: u64 = 1 << 20;

/// The domains of classes.
pub(super) struct Domains<'d> {
    document: &'d Document,
    /// By root: the values that declarations and memberships allow; `None` for all integers.
    ranges: Vec<Option<Vec<(i64, i64)>>>,
    /// By root; an empty domain for other variables.
    found: Vec<Found>,
}

impl<'d> Domains<'d> {
    /// Finds the domain of each root.
    pub(super) fn of(
        document: &'d Document,
        entries: &[Entry],
        classes: &Classes,
        is_narrow: bool,
        stop: &dyn Fn() -> bool,
    ) -> Self {
        let ranges = vec![None; document.variables.len()];
        let mut domains = Domains { document, ranges, found: Vec::new() };
        for (place, variable) in document.variables.iter().enumerate() {
            let root = classes.root(Var(place as u32)) as usize;
            match variable.values {
                Values::Bool => domains.restrict(root, &[(0, 1)]),
                Values::Unbounded => {}
                Values::Of(set) => domains.restrict(root, document.ranges(set)),
            }
            if let Some(Term::Value(value)) = variable.equals {
                domains.restrict(root, &[(value, value)]);
            }
        }
        for entry in entries.iter().filter(|_| is_narrow) {
            if let (Builtin::SetIn(own), Mode::Plain) = (&entry.builtin, entry.mode)
                && let Term::Var(var) = own.term
            {
                domains.restrict(classes.root(var) as usize, document.ranges(own.set));
            }
        }
        let (mut bounds, empty) = Bounds::declared(document, classes);
        // A model to explain holds without each of its assumptions too.
        bounds.assumes = is_narrow;
        let fault = if empty.is_none() { bounds.settle(entries, stop) } else { None };
        let has_solutions = empty.is_none() && fault.is_none();
        for place in 0..document.variables.len() {
            let is_root = classes.root(Var(place as u32)) as usize == place;
            let domain = if is_root {
                domains.domain(place, &bounds, is_narrow, has_solutions)
            } else {
                Found::Domain(Domain::of([]))
            };
            domains.found.push(domain);
        }
        domains
    }

    /// Returns the domain of a root, or the reason why a model cannot have it.
    pub(super) fn get(&self, root: usize) -> Result<Domain, BuildError> {
        match &self.found[root] {
            Found::Domain(domain) => Ok(domain.clone()),
            Found::Refused(low, high) => {
                let refusal = self.refusal(root, *low, *high);
                Err(BuildError::new(FaultSite::Variable(root), refusal))
            }
        }
    }

    /// Returns a value that declarations and memberships allow for a root; `None` if models have
    /// none of these.
    pub(super) fn any(&self, root: usize) -> Option<Value> {
        let Some(ranges) = &self.ranges[root] else { return Some(0) };
        values(ranges).min()
    }

    /// Returns the hidden classes with wide domains, of which the declaration is a range.
    pub(super) fn wide(&self, shown: &[Option<Var>]) -> HashSet<u32> {
        let is_wide = |place: usize| match &self.found[place] {
            Found::Domain(domain) => domain.len() > WIDE,
            Found::Refused(..) => true,
        };
        let is_range = |place: usize| self.ranges[place].as_ref().is_none_or(|own| own.len() == 1);
        let all = (0..self.found.len()).filter(|&place| shown[place].is_none());
        all.filter(|&place| is_wide(place) && is_range(place)).map(|place| place as u32).collect()
    }

    /// Posts the declared bounds of variables that sums replace.
    pub(super) fn keep_declared(
        &self,
        draft: &mut Draft<'_>,
        sums: &HashMap<u32, Sum>,
    ) -> Result<(), BuildError> {
        let mut roots: Vec<u32> = sums.keys().copied().collect();
        roots.sort_unstable();
        for root in roots {
            let place = root as usize;
            let Some((low, high)) = self.ranges[place].as_deref().and_then(ends) else { continue };
            let word = self.document.word(self.document.variables[place].name);
            draft.label = format!("the bounds of {word}");
            let term = Term::Var(Var(root));
            for (end, relation) in [(low, Relation::Ge), (high, Relation::Le)] {
                let truth = draft.sum([(1, term)].into_iter(), relation, end);
                let posted = truth.and_then(|truth| draft.require(truth));
                posted.map_err(|fault| BuildError::new(FaultSite::Variable(place), fault))?;
            }
        }
        Ok(())
    }

    fn restrict(&mut self, root: usize, set: &[(i64, i64)]) {
        self.ranges[root] = Some(match &self.ranges[root] {
            Some(own) => meet(own, set),
            None => set.to_vec(),
        });
    }

    /// Returns the domain of a root. Where there are no solutions, wide variables keep one value.
    fn domain(
        &self,
        root: usize,
        bounds: &Bounds<'_>,
        is_narrow: bool,
        has_solutions: bool,
    ) -> Found {
        let span = bounds.of_root(root as u32);
        let most = i64::from(MAX_VALUE);
        let is_value = |low: i64, high: i64| low >= -most && high <= most;
        let all = [(Span::ALL.low, Span::ALL.high)];
        let declared = self.ranges[root].as_deref().unwrap_or(&all);
        let fits = ends(declared).is_none_or(|(low, high)| is_value(low, high));
        if fits && !is_narrow {
            return Found::Domain(values(declared));
        }
        // The ends of all integers are no bounds, but those of what is declared may lie beyond.
        let low = if span.low == Span::ALL.low { i64::MIN } else { span.low };
        let high = if span.high == Span::ALL.high { i64::MAX } else { span.high };
        let kept = meet(declared, &[(low, high)]);
        let domain = values(&kept);
        match ends(&kept) {
            Some((low, high)) if has_solutions && !is_value(low, high) => Found::Refused(low, high),
            Some(_) if !has_solutions && domain.len() > WIDE => {
                Found::Domain(Domain::of(domain.min()))
            }
            _ => Found::Domain(domain),
        }
    }

    fn refusal(&self, root: usize, low: i64, high: i64) -> DocumentFault {
        let name = self.document.word(self.document.variables[root].name);
        let label = self.document.label_of_use(Var(root as u32));
        let is_endless = low <= Span::ALL.low || high >= Span::ALL.high;
        let is_open = is_endless && self.ranges[root].is_none();
        DocumentFault::WideDomain {
            name: name.to_owned(),
            label: label.map(str::to_owned),
            range: (!is_open).then_some((low, high)),
        }
    }
}

impl Document {
    /// Returns the user's label of the first constraint that mentions a variable and has one.
    fn label_of_use(&self, var: Var) -> Option<&str> {
        let labelled = self.constraints.iter().filter(|call| call.label.is_some());
        let mentions = |call: &&Call| {
            self.arguments(call).iter().any(|argument| match argument {
                Argument::Term(term) => *term == Term::Var(var),
                Argument::List(list) => self.list(*list).iter().any(|term| term == Term::Var(var)),
                _ => false,
            })
        };
        labelled.filter(mentions).find_map(|call| call.label).map(|label| self.word(label))
    }
}
