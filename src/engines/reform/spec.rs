//! Specs: `reform:split=never,leaf=sat:cadical+order`.

use std::fmt;
use std::str::FromStr;

use super::super::Spec;
use crate::ask::did_you_mean;
use crate::reformulate::general::Options;

/// The options of the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reform {
    /// The options of the strategy.
    pub options: Options,
    /// The engine for leaves that are not boxes.
    pub leaf: Spec,
}

impl Default for Reform {
    fn default() -> Self {
        Reform { options: Options::default(), leaf: Spec::native() }
    }
}

impl fmt::Display for Reform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut chosen = self.options.chosen();
        if self.leaf != Spec::native() {
            chosen.push(format!("leaf={}", self.leaf));
        }
        f.write_str("reform")?;
        if chosen.is_empty() { Ok(()) } else { write!(f, ":{}", chosen.join(",")) }
    }
}

impl Reform {
    /// Whether a spec names this engine.
    pub(in crate::engines) fn is_meant(text: &str) -> bool {
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
                if leaf.starts_with("reform") {
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
            let known =
                choice.split_once('=').and_then(|(key, name)| reform.options.set(key, name));
            match known {
                Some(set) => set?,
                None => {
                    let key = choice.split('=').next().unwrap_or(choice);
                    let keys = ["agenda", "split", "steps", "consistency", "leaf"];
                    let near = did_you_mean(key, keys);
                    return Err(format!(
                        "unknown choice '{choice}'{near}; known: agenda=NAME, split=NAME, steps=NUMBER, \
                         consistency=NAME, and last leaf=ENGINE"
                    ));
                }
            }
            rest = more;
        }
        Ok(reform)
    }
}
