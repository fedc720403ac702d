//! Counts of orbits instead of solutions.

use parallax_model::ask::{Count, Counting};
use parallax_model::instance::{Effect, Instance, Viewpoint};

use super::Keeps;

/// The default model of an instance, with an option that keeps orbits of equal and known size, if
/// there is one that makes a difference.
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

/// The numbers of a row.
pub(super) struct Numbers {
    pub(super) count: Count,
    pub(super) weighted: Option<Count>,
    pub(super) orbits: Option<Count>,
    pub(super) counting: Option<Counting>,
    pub(super) keeps: Keeps,
}

impl Numbers {
    /// The number of all solutions instead of that of orbits, if these were counted completely.
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
