//! The domains of the variables of a model.

use std::collections::{HashMap, HashSet};

use parallax_model::{ComparisonOperator, Domain, MAX_VALUE, Value};

use super::bounds::{BoundsStore, VariableSpan};
use super::builtins::{Builtin, BuiltinEntry, ReificationMode};
use super::document::{
    ConstraintCall, DeclaredValues, FlatzincArgument, FlatzincDocument, FlatzincTerm, FlatzincVarId,
};
use super::draft::FlatzincModelDraft;
use super::equality_classes::EqualityClasses;
use super::int_set::{intersect_sets, make_set_domain, set_range};
use super::substitute::SubstitutedSum;
use crate::error::{FaultSite, FlatzincBuildError, FlatzincDocumentError};

/// A domain, or bounds that a model cannot have.
enum ClassDomain {
    Domain(Domain),
    Refused(i64, i64),
}

/// Variables with more values than this are wide.
const WIDE_DOMAIN_THRESHOLD: u64 = 1 << 20;

/// The domains of classes.
pub(super) struct ClassDomains<'d> {
    document: &'d FlatzincDocument,
    /// By root: the values that declarations and memberships allow; `None` for all integers.
    ranges: Vec<Option<Vec<(i64, i64)>>>,
    /// By root; an empty domain for other variables.
    found: Vec<ClassDomain>,
}

impl<'d> ClassDomains<'d> {
    /// Finds the domain of each root.
    pub(super) fn from_entries(
        document: &'d FlatzincDocument,
        entries: &[BuiltinEntry],
        classes: &EqualityClasses,
        is_narrow: bool,
        stop: &dyn Fn() -> bool,
    ) -> Self {
        let ranges = vec![None; document.variables.len()];
        let mut domains = ClassDomains { document, ranges, found: Vec::new() };
        for (place, variable) in document.variables.iter().enumerate() {
            let root = classes.class_root(FlatzincVarId(place as u32)) as usize;
            match variable.values {
                DeclaredValues::Bool => domains.restrict_root(root, &[(0, 1)]),
                DeclaredValues::Unbounded => {}
                DeclaredValues::Of(set) => domains.restrict_root(root, document.set_ranges(set)),
            }
            if let Some(FlatzincTerm::Value(value)) = variable.equals {
                domains.restrict_root(root, &[(value, value)]);
            }
        }
        // Sets may have holes, which the bounds below would lose.
        for entry in entries.iter().filter(|_| is_narrow) {
            if let (Builtin::SetIn(member), ReificationMode::Plain) = (&entry.builtin, entry.mode)
                && let FlatzincTerm::Var(var) = member.term
            {
                domains.restrict_root(
                    classes.class_root(var) as usize,
                    document.set_ranges(member.set),
                );
            }
        }
        let (mut bounds, empty) = BoundsStore::from_declarations(document, classes);
        // A model to explain holds without each of its assumptions too.
        bounds.assumes = is_narrow;
        let fault = if empty.is_none() { bounds.settle_bounds(entries, stop) } else { None };
        let has_solutions = empty.is_none() && fault.is_none();
        for place in 0..document.variables.len() {
            let is_root = classes.class_root(FlatzincVarId(place as u32)) as usize == place;
            let domain = if is_root {
                domains.root_domain(place, &bounds, is_narrow, has_solutions)
            } else {
                ClassDomain::Domain(Domain::from_values([]))
            };
            domains.found.push(domain);
        }
        domains
    }

    /// Returns the domain of a root, or the reason why a model cannot have it.
    pub(super) fn get(&self, root: usize) -> Result<Domain, FlatzincBuildError> {
        match &self.found[root] {
            ClassDomain::Domain(domain) => Ok(domain.clone()),
            ClassDomain::Refused(low, high) => {
                let refusal = self.domain_fault(root, *low, *high);
                Err(FlatzincBuildError::new(FaultSite::Variable(root), refusal))
            }
        }
    }

    /// Returns a value that declarations and memberships allow for a root; `None` if models have
    /// none of these.
    pub(super) fn any_value(&self, root: usize) -> Option<Value> {
        let Some(ranges) = &self.ranges[root] else { return Some(0) };
        make_set_domain(ranges).min()
    }

    /// Returns the hidden classes with wide domains, of which the declaration is a range.
    pub(super) fn wide_classes(&self, shown: &[Option<FlatzincVarId>]) -> HashSet<u32> {
        let is_wide = |place: usize| match &self.found[place] {
            ClassDomain::Domain(domain) => domain.len() > WIDE_DOMAIN_THRESHOLD,
            ClassDomain::Refused(..) => true,
        };
        // The bounds of a range can be posted on the sum instead; holes could not.
        let is_range =
            |place: usize| self.ranges[place].as_ref().is_none_or(|ranges| ranges.len() == 1);
        let all = (0..self.found.len()).filter(|&place| shown[place].is_none());
        all.filter(|&place| is_wide(place) && is_range(place)).map(|place| place as u32).collect()
    }

    /// Posts the declared bounds of variables that sums replace.
    pub(super) fn keep_declared(
        &self,
        draft: &mut FlatzincModelDraft<'_>,
        sums: &HashMap<u32, SubstitutedSum>,
    ) -> Result<(), FlatzincBuildError> {
        let mut roots: Vec<u32> = sums.keys().copied().collect();
        // The map has no fixed order, but the constraints of a model must have one.
        roots.sort_unstable();
        for root in roots {
            let place = root as usize;
            let Some((low, high)) = self.ranges[place].as_deref().and_then(set_range) else {
                continue;
            };
            let word = self.document.word_text(self.document.variables[place].name);
            draft.label = format!("the bounds of {word}");
            let term = FlatzincTerm::Var(FlatzincVarId(root));
            for (end, relation) in [(low, ComparisonOperator::Ge), (high, ComparisonOperator::Le)] {
                let truth = draft.compare_term_sum([(1, term)].into_iter(), relation, end);
                let posted = truth.and_then(|truth| draft.require_truth(truth));
                posted
                    .map_err(|fault| FlatzincBuildError::new(FaultSite::Variable(place), fault))?;
            }
        }
        Ok(())
    }

    fn restrict_root(&mut self, root: usize, set: &[(i64, i64)]) {
        self.ranges[root] = Some(match &self.ranges[root] {
            Some(own) => intersect_sets(own, set),
            None => set.to_vec(),
        });
    }

    /// Returns the domain of a root. Where there are no solutions, wide variables keep one value.
    fn root_domain(
        &self,
        root: usize,
        bounds: &BoundsStore<'_>,
        is_narrow: bool,
        has_solutions: bool,
    ) -> ClassDomain {
        let span = bounds.of_root(root as u32);
        let limit = i64::from(MAX_VALUE);
        let is_value = |low: i64, high: i64| low >= -limit && high <= limit;
        let all = [(VariableSpan::ALL.low, VariableSpan::ALL.high)];
        let declared = self.ranges[root].as_deref().unwrap_or(&all);
        let fits = set_range(declared).is_none_or(|(low, high)| is_value(low, high));
        // A model to explain keeps the declared values, so that each removal has a constraint as
        // its reason.
        if fits && !is_narrow {
            return ClassDomain::Domain(make_set_domain(declared));
        }
        // The ends of all integers are no bounds, but those of what is declared may lie beyond.
        let low = if span.low == VariableSpan::ALL.low { i64::MIN } else { span.low };
        let high = if span.high == VariableSpan::ALL.high { i64::MAX } else { span.high };
        // Bounds cut the declared set at its ends and keep its holes.
        let kept = intersect_sets(declared, &[(low, high)]);
        let domain = make_set_domain(&kept);
        match set_range(&kept) {
            Some((low, high)) if has_solutions && !is_value(low, high) => {
                ClassDomain::Refused(low, high)
            }
            Some(_) if !has_solutions && domain.len() > WIDE_DOMAIN_THRESHOLD => {
                ClassDomain::Domain(Domain::from_values(domain.min()))
            }
            _ => ClassDomain::Domain(domain),
        }
    }

    fn domain_fault(&self, root: usize, low: i64, high: i64) -> FlatzincDocumentError {
        let name = self.document.word_text(self.document.variables[root].name);
        let label = self.document.label_of_use(FlatzincVarId(root as u32));
        let is_endless = low <= VariableSpan::ALL.low || high >= VariableSpan::ALL.high;
        let is_open = is_endless && self.ranges[root].is_none();
        FlatzincDocumentError::WideDomain {
            name: name.to_owned(),
            label: label.map(str::to_owned),
            range: (!is_open).then_some((low, high)),
        }
    }
}

impl FlatzincDocument {
    /// Returns the user's label of the first constraint that mentions a variable and has one.
    fn label_of_use(&self, var: FlatzincVarId) -> Option<&str> {
        let labelled = self.constraints.iter().filter(|call| call.label.is_some());
        let mentions = |call: &&ConstraintCall| {
            self.call_arguments(call).iter().any(|argument| match argument {
                FlatzincArgument::Term(term) => *term == FlatzincTerm::Var(var),
                FlatzincArgument::List(list) => {
                    self.list_terms(*list).iter().any(|term| term == FlatzincTerm::Var(var))
                }
                _ => false,
            })
        };
        labelled.filter(mentions).find_map(|call| call.label).map(|label| self.word_text(label))
    }
}
