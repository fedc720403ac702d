//! Specs: `reform:split=never,leaf=sat:cadical+order`.

use std::fmt;
use std::str::FromStr;

use parallax_model::Model;
use parallax_model::ask::did_you_mean;
use parallax_reformulate::Use;
use parallax_reformulate::general::{Options, has_dimensions};
use parallax_reformulate::products::Steps;

use super::super::Spec;
use super::super::portfolio::Portfolio;

/// The options of the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reform {
    /// The reformulations to use.
    pub uses: Use,
    /// The options of the strategy.
    pub options: Options,
    /// The engine for leaves that are not boxes.
    pub leaf: Spec,
}

impl Default for Reform {
    fn default() -> Self {
        Reform { uses: Use::Auto, options: Options::default(), leaf: Spec::native() }
    }
}

impl fmt::Display for Reform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut chosen = self.options.chosen();
        if self.uses != Use::Auto {
            chosen.insert(0, format!("use={}", self.uses));
        }
        if self.leaf != Spec::native() {
            chosen.push(format!("leaf={}", self.leaf));
        }
        f.write_str("reform")?;
        if chosen.is_empty() { Ok(()) } else { write!(f, ":{}", chosen.join(",")) }
    }
}

impl Reform {
    /// Describes the engine.
    pub(crate) fn description(&self) -> String {
        let along = format!("reformulation along dimensions, {} in the leaves", self.leaf);
        match self.uses {
            Use::Steps(steps) => format!("solutions as products; steps: {steps}"),
            Use::Auto if !self.is_about_dimensions() => {
                format!("{along}; without dimensions, solutions as products")
            }
            Use::Auto | Use::Dimensions => along,
        }
    }

    /// Whether options are set that only the strategy along dimensions has.
    fn is_about_dimensions(&self) -> bool {
        self.options != Options::default() || self.leaf != Spec::native()
    }

    /// Returns the steps to take with a model, or `None` for the strategy along its dimensions.
    pub(super) fn steps(&self, model: &Model) -> Option<Steps> {
        match self.uses {
            Use::Steps(steps) => Some(steps),
            Use::Dimensions => None,
            Use::Auto if self.is_about_dimensions() || has_dimensions(model) => None,
            Use::Auto => Some(Use::USUAL),
        }
    }

    /// Whether a spec names this engine.
    pub(crate) fn is_meant(text: &str) -> bool {
        text.strip_prefix("reform")
            .is_some_and(|rest| rest.is_empty() || rest.starts_with([':', ',']))
    }
}

impl FromStr for Reform {
    type Err = String;

    /// Reads `reform:KEY=NAME,...`; everything after `leaf=` is the spec of the engine for the
    /// leaves, with its own options.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut reform = Reform::default();
        let mut rest = text.strip_prefix("reform").unwrap_or(text).trim_start_matches([':', ',']);
        while !rest.is_empty() {
            if let Some(leaf) = rest.strip_prefix("leaf=") {
                if leaf.starts_with("reform") || Portfolio::is_meant(leaf) {
                    return Err("the leaves of a reformulation are solved by another engine".into());
                }
                reform.leaf = leaf.parse()?;
                if reform.leaf.behind().is_incomplete() {
                    return Err("the leaves of a reformulation need an engine that can show that \
                                there is no solution; local search cannot"
                        .into());
                }
                break;
            }
            let (choice, more) = rest.split_once(',').unwrap_or((rest, ""));
            if let Some(names) = choice.strip_prefix("use=") {
                reform.uses = names.parse().map_err(|why| ToString::to_string(&why))?;
                rest = more;
                continue;
            }
            let known =
                choice.split_once('=').and_then(|(key, name)| reform.options.set(key, name));
            match known {
                Some(set) => set.map_err(|why| why.to_string())?,
                None => {
                    let key = choice.split('=').next().unwrap_or(choice);
                    let keys = ["use", "agenda", "split", "steps", "consistency", "leaf"];
                    let near = did_you_mean(key, keys);
                    return Err(format!(
                        "unknown choice '{choice}'{near}; known: use=NAMES, agenda=NAME, split=NAME, steps=NUMBER, \
                         consistency=NAME, and last leaf=ENGINE"
                    ));
                }
            }
            rest = more;
        }
        if matches!(reform.uses, Use::Steps(_)) && reform.is_about_dimensions() {
            return Err(format!(
                "use={} does not go with choices about dimensions and leaves",
                reform.uses
            ));
        }
        Ok(reform)
    }
}
