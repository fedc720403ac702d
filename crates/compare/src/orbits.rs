//! Counting by orbits: solutions that a symmetry maps to each other are counted once and multiplied
//! by the size of their orbit.

use parallax_instance::{Instance, OptionEffect, Viewpoint};
use parallax_model::engine_api::{CountingMethod, SolutionCount};

use super::SolutionCoverage;

/// Returns the default model of an instance, with the first option that keeps one of each orbit, if
/// all orbits have one known size above 1.
pub(super) fn choose_orbit_viewpoint(instance: &dyn Instance) -> Viewpoint {
    let plain = instance.default_viewpoint();
    let options =
        instance.model_options().iter().filter(|option| option.effect == OptionEffect::Orbits);
    let broken = options.filter_map(|o| instance.viewpoint(&format!("{plain}+{}", o.name)).ok());
    // A weight of 1 would make the count no cheaper, and without a known weight the number of all
    // solutions could not be returned.
    let weighs = |viewpoint: &Viewpoint| {
        let weight = instance.solution_weight(viewpoint);
        weight.is_some_and(|weight| weight.times > weight.over)
    };
    broken.into_iter().find(weighs).unwrap_or(plain)
}

/// The counts of a row.
pub(super) struct RowCounts {
    pub(super) count: SolutionCount,
    pub(super) weighted: Option<SolutionCount>,
    pub(super) orbits: Option<SolutionCount>,
    pub(super) counting: Option<CountingMethod>,
    pub(super) keeps: SolutionCoverage,
}

impl RowCounts {
    /// Returns the qualifier of the claim of a certificate ([`SolutionCoverage::count_scope`]):
    /// a certificate is about the model, even if its orbits are multiplied.
    pub(super) fn describe_scope(&self, keeps: &SolutionCoverage) -> String {
        match &self.orbits {
            Some(orbits) => keeps.count_scope(orbits, Some(&self.count)),
            None => keeps.count_scope(&self.count, self.weighted.as_ref()),
        }
    }

    /// Replaces a complete count of orbits by the number of all solutions.
    pub(super) fn multiply_orbits(self) -> Self {
        match (&self.keeps, self.weighted) {
            // `counting` is set only for a complete count. An incomplete one is a lower bound on
            // orbits, which must not be shown as a number of solutions.
            (SolutionCoverage::Orbits, Some(all)) if self.counting.is_some() => RowCounts {
                count: all,
                weighted: None,
                orbits: Some(self.count),
                counting: Some(CountingMethod::Orbits),
                keeps: SolutionCoverage::All,
            },
            (_, weighted) => RowCounts { weighted, ..self },
        }
    }
}
