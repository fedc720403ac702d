//! Groups: rules that do not consist of units, named as a whole.

use std::collections::{BTreeSet, HashMap};

use parallax_instance::Instance;
use parallax_model::{Constraint, Domain, Model, VarId};

use super::rules::CandidateRules;
use super::state::CandidateState;

/// Constraints that share a label and are not all-different, or one without a label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConstraintGroup {
    /// The label; empty for a constraint without one.
    pub label: String,
    /// The indices of the constraints in the model, ascending; at least one.
    pub places: Vec<usize>,
    /// Their variables, ascending.
    pub scope: Vec<VarId>,
}

impl ConstraintGroup {
    /// Returns the groups of an instance's model, in the order of their first constraints, and the
    /// indices of the constraints that only define hidden variables: these are in no group and join
    /// every one.
    #[must_use]
    pub fn collect_groups(
        instance: &dyn Instance,
        rules: &CandidateRules,
    ) -> (Vec<ConstraintGroup>, Vec<usize>) {
        let mut groups: Vec<ConstraintGroup> = Vec::new();
        let mut definitions = Vec::new();
        let mut by_label = HashMap::new();
        let constraints = rules.model().constraints();
        for &index in rules.other_constraints() {
            let posted = &constraints[index];
            if instance.explanation_source().is_some_and(|source| source.is_definition(posted)) {
                definitions.push(index);
                continue;
            }
            // Constraints without a label have nothing in common, so each is a group.
            let known = by_label.get(&posted.label).filter(|_| !posted.label.is_empty());
            if let Some(&number) = known {
                let group: &mut ConstraintGroup = &mut groups[number];
                group.places.push(index);
                continue;
            }
            by_label.insert(&posted.label, groups.len());
            let label = posted.label.to_string();
            groups.push(ConstraintGroup { label, places: vec![index], scope: Vec::new() });
        }
        for group in &mut groups {
            let scopes = group.places.iter().map(|&index| constraints[index].constraint.scope());
            group.scope = scopes.flatten().collect::<BTreeSet<_>>().into_iter().collect();
        }
        (groups, definitions)
    }

    /// The only constraint of the group, if there is only one.
    #[must_use]
    pub fn only_constraint<'m>(&self, model: &'m Model) -> Option<&'m Constraint> {
        match self.places[..] {
            [index] => Some(&model.constraints()[index].constraint),
            _ => None,
        }
    }

    /// The group as text: its label, and the description of its constraint if that is short.
    #[must_use]
    pub fn description(&self, model: &Model) -> String {
        parallax_explain::ExplanationPart::Rule {
            label: self.label.clone(),
            places: self.places.clone(),
        }
        .description(model)
    }
}

/// Returns the model with the candidates of a state as domains.
#[must_use]
pub(super) fn narrowed_model(rules: &CandidateRules, state: &CandidateState) -> Model {
    let domain = |variable: VarId| {
        let values =
            rules.of_variable(variable).filter(|&candidate| state.has_candidate(candidate));
        Domain::from_values(values.map(|candidate| rules.given(candidate).value))
    };
    let variables = (0..rules.model().variables().len()).map(VarId::new);
    rules.model().with_domains(variables.map(domain))
}
