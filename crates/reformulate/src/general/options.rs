//! The options of the general strategy.

use parallax_model::engine_api::UnknownNameError;
use parallax_model::named;

use super::super::agenda::AgendaOrder;
use crate::ChoiceError;

/// The condition for splitting an alternative of a relation into boxes; otherwise it is kept for
/// the search of the leaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SplitCondition {
    /// By cost. If leaves are boxes, which need no search, an alternative is split if there are at
    /// most 8 boxes, or if together they hold at most half of the combinations of values that
    /// generalised arc consistency leaves. If leaves have other constraints, a search is assumed to
    /// cost the square root of the number of combinations: an alternative is split if the number of
    /// boxes times their combinations is at most what consistency leaves, and the product of the
    /// numbers of children along the path stays at most 1024.
    #[default]
    Auto,
    /// Whenever the boxes can be listed.
    Always,
    /// As published: all-same is split, other alternatives only while their variables have one
    /// domain.
    Never,
}

named!(SplitCondition, "split", {
    Auto => "auto",
    Always => "always",
    Never => "never",
});

/// Maximum number of boxes that are always split, if leaves are boxes.
pub(super) const FEW_BOXES: u64 = 8;

/// Maximum number of leaves to search, by the product of the numbers of children.
pub(super) const MAX_LEAVES: u64 = 1024;

/// The options of the strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DecompositionOptions {
    /// The order of the agenda.
    pub order: AgendaOrder,
    /// The condition for splitting a relation.
    pub split: SplitCondition,
    /// Maximum number of branchings on one path. With 1, this is the abstraction of Freuder and
    /// Sabin (1997): the classes of one dimension are solved first, and each abstract solution is
    /// refined separately.
    pub steps: u32,
    /// Whether kept relations are made generalised arc consistent again at every node below, or
    /// only when they become kept.
    pub again: bool,
}

impl Default for DecompositionOptions {
    fn default() -> Self {
        DecompositionOptions {
            order: AgendaOrder::LastIn,
            split: SplitCondition::Auto,
            steps: u32::MAX,
            again: true,
        }
    }
}

impl DecompositionOptions {
    /// Sets an option by name; returns `None` if there is no option of that name.
    pub fn set_option(&mut self, key: &str, name: &str) -> Option<Result<(), ChoiceError>> {
        let set = || -> Result<DecompositionOptions, ChoiceError> {
            let mut options = *self;
            match (key, name) {
                ("agenda", _) => options.order = name.parse()?,
                ("split", _) => options.split = name.parse()?,
                ("steps", _) => {
                    let wrong = |_| ChoiceError::Steps { number: name.to_owned() };
                    options.steps = name.parse().map_err(wrong)?;
                }
                (_, "new") => options.again = false,
                (_, "all") => options.again = true,
                _ => return Err(UnknownNameError::new("consistency", name, &["new", "all"]).into()),
            }
            Ok(options)
        };
        if !["agenda", "split", "steps", "consistency"].contains(&key) {
            return None;
        }
        Some(set().map(|options| *self = options))
    }

    /// Returns the options that differ from the default, as `key=name`.
    #[must_use]
    pub fn chosen_options(&self) -> Vec<String> {
        let plain = DecompositionOptions::default();
        let mut chosen = Vec::new();
        if self.order != plain.order {
            chosen.push(format!("agenda={}", self.order));
        }
        if self.split != plain.split {
            chosen.push(format!("split={}", self.split));
        }
        if self.steps != plain.steps {
            chosen.push(format!("steps={}", self.steps));
        }
        if self.again != plain.again {
            chosen.push("consistency=new".to_owned());
        }
        chosen
    }
}
