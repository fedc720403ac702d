//! Groups: rules that are not made of units, named as a whole.

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
    /// The places of the constraints in the model, ascending; at least one.
    pub places: Vec<usize>,
    /// Their variables, ascending.
    pub scope: Vec<VarId>,
}

impl ConstraintGroup {
    /// Returns the groups of an instance's model, in the order of their first constraints, and the
    /// places of the constraints that only define hidden variables: these are in no group and join
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
        for &place in rules.other_constraints() {
            let posted = &constraints[place];
            if instance.explanation_source().is_some_and(|own| own.is_definition(posted)) {
                definitions.push(place);
                continue;
            }
            let known = by_label.get(&posted.label).filter(|_| !posted.label.is_empty());
            if let Some(&number) = known {
                let group: &mut ConstraintGroup = &mut groups[number];
                group.places.push(place);
                continue;
            }
            by_label.insert(&posted.label, groups.len());
            let label = posted.label.to_string();
            groups.push(ConstraintGroup { label, places: vec![place], scope: Vec::new() });
        }
        for group in &mut groups {
            let scopes = group.places.iter().map(|&place| constraints[place].constraint.scope());
            group.scope = scopes.flatten().collect::<BTreeSet<_>>().into_iter().collect();
        }
        (groups, definitions)
    }

    /// The only constraint of the group, if there is only one.
    #[must_use]
    pub fn only_constraint<'m>(&self, model: &'m Model) -> Option<&'m Constraint> {
        match self.places[..] {
            [place] => Some(&model.constraints()[place].constraint),
            _ => None,
        }
    }

    /// The group as text: its label, and the description of its constraint if that is short.
    #[must_use]
    pub fn description(&self, model: &Model) -> String {
        parallax_why::ExplanationPart::Rule {
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
