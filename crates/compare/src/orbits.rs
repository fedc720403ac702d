//! Counting by orbits: solutions that a symmetry maps to each other are counted once and multiplied
//! by the size of their orbit.

use parallax_model::ask::{Count, Counting};
use parallax_model::instance::{Effect, Instance, Viewpoint};

use super::Keeps;

/// Returns the default model of an instance, with the first option that keeps one of each orbit, if
/// all orbits have one known size above 1.
pub(super) fn viewpoint(instance: &dyn Instance) -> Viewpoint {
    let plain = instance.default_viewpoint();
    let options = instance.options().iter().filter(|option| option.effect == Effect::Orbits);
    let broken = options.filter_map(|o| instance.viewpoint(&format!("{plain}+{}", o.name)).ok());
    let weighs = |viewpoint: &Viewpoint| {
        let weight = instance.weight(viewpoint);
        weight.is_some_and(|weight| weight.times > weight.over)
    };
    broken.into_iter().find(weighs).unwrap_or(plain)
}

/// The counts of a row.
pub(super) struct Numbers {
    pub(super) count: Count,
    pub(super) weighted: Option<Count>,
    pub(super) orbits: Option<Count>,
    pub(super) counting: Option<Counting>,
    pub(super) keeps: Keeps,
}

impl Numbers {
    /// Returns the words for what a certificate of a model shows ([`Keeps::scope`]): it is about the
    /// model, also where its orbits are multiplied.
    pub(super) fn scope(&self, keeps: &Keeps) -> String {
        match &self.orbits {
            Some(orbits) => keeps.scope(orbits, Some(&self.count)),
            None => keeps.scope(&self.count, self.weighted.as_ref()),
        }
    }

    /// Replaces a complete count of orbits by the number of all solutions.
    pub(super) fn multiplied(self) -> Self {
        match (&self.keeps, self.weighted) {
            (Keeps::Orbits, Some(all)) if self.counting.is_some() => Numbers {
                count: all,
                weighted: None,
                orbits: Some(self.count),
                counting: Some(Counting::Orbits),
                keeps: Keeps::All,
            },
            (_, weighted) => Numbers { weighted, ..self },
        }
    }
}
