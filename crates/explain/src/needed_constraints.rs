//! The constraints of a rule that suffice: a rule of a table is a constraint for each choice of its
//! values, and only a few of them may conflict.

use std::sync::Arc;

use parallax_model::engine_api::Engine;

use super::ExplanationProblem;
use super::confirm::{ClaimConfirmation, ClaimConfirmer};
use super::explanation::MinimalSet;
use super::oracle::{SatisfiabilityOracle, shrink_set};
use super::part::ExplanationPart;
use super::procedure::ExplanationTask;

/// Maximum number of constraints of a set that are tried one by one.
const MAX_TRIED_CONSTRAINTS: usize = 400;

impl ExplanationTask<'_> {
    /// Finds, of a minimal set, constraints of its rules that suffice, if another engine confirms
    /// it.
    pub(super) fn narrow_rules(
        &self,
        engine: &Arc<dyn Engine>,
        problem: &ExplanationProblem,
        confirmer: &mut ClaimConfirmer,
        set: &mut MinimalSet,
    ) {
        let (split, owners) = problem.split_constraints(&set.parts);
        // With more constraints than parts, some rule has several.
        let has_choice = owners.len() > set.parts.len() && owners.len() <= MAX_TRIED_CONSTRAINTS;
        if set.open.is_some() || !has_choice {
            return;
        }
        let control = self.part_of_the_time(4);
        let Ok(mut oracle) = SatisfiabilityOracle::new(&split, engine, self.request.seed, &control)
        else {
            return;
        };
        let (rest, stopped) = shrink_set(&mut oracle, split.all_parts(), &control);
        if stopped.is_some() || rest.len() == owners.len() {
            return;
        }
        // The narrower claim is shown only if another engine agrees.
        let confirmed = confirmer.none_of([split.model_of(&rest)], "fewer constraints", &control);
        if !matches!(confirmed, ClaimConfirmation::By(_)) {
            return;
        }
        for &part in &set.parts {
            let same = rest.iter().filter(|&&at| owners[at] == part);
            let places: Vec<usize> =
                same.flat_map(|&at| split.parts()[at].places()).copied().collect();
            if places.len() < problem.parts()[part].places().len() {
                set.needed.push((part, places));
            }
        }
    }
}

impl ExplanationProblem {
    /// Returns the problem of a set alone, in which each constraint is a separate part, and for
    /// each part the one of this problem that it comes from.
    fn split_constraints(&self, set: &[usize]) -> (Self, Vec<usize>) {
        let (mut parts, mut owners) = (Vec::new(), Vec::new());
        for &part in set {
            match &self.parts()[part] {
                ExplanationPart::Rule { label, places } => {
                    owners.extend(places.iter().map(|_| part));
                    let alone = |&place: &usize| ExplanationPart::Rule {
                        label: label.clone(),
                        places: vec![place],
                    };
                    parts.extend(places.iter().map(alone));
                }
                clue @ ExplanationPart::Clue(_) => {
                    owners.push(part);
                    parts.push(clue.clone());
                }
            }
        }
        (self.with_parts(parts), owners)
    }
}
