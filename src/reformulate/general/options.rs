//! The choices of the general strategy.

use std::fmt;
use std::str::FromStr;

use crate::ask::unknown_name;

use super::super::agenda::Order;

/// When a part of a relation is split into boxes, and when it is kept as it
/// is for the search of the leaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Split {
    /// By cost. Where leaves are boxes to be read off, it is split when there
    /// are at most 8 boxes, or when together they hold at most half of
    /// the combinations of values that generalised arc consistency leaves.
    /// Where leaves have constraints left, a search is taken to cost the root
    /// of a number of combinations: it is split when the number of boxes times
    /// their combinations is at most what consistency leaves, and there are at
    /// most 1024 boxes beside each other along all branchings above.
    #[default]
    Auto,
    /// Wherever the boxes can be listed.
    Always,
    /// The published way: all-same is split, the rest only while its
    /// variables have one domain.
    Never,
}

/// So many boxes are always split into where leaves are boxes.
pub(super) const FEW: u64 = 8;

/// So many leaves that have to be searched may there be.
pub(super) const WIDTH: u64 = 1024;

/// What the strategy may choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// The order of the agenda.
    pub order: Order,
    /// When relations are split.
    pub split: Split,
    /// The most branchings on one path. With one, this is the abstraction of
    /// Freuder and Sabin (1997): the classes of one dimension are solved
    /// first, and each abstract solution is refined by itself.
    pub steps: u32,
    /// Whether relations that are kept are made generalised arc consistent
    /// again below, and not only when they come to be kept.
    pub again: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { order: Order::LastIn, split: Split::Auto, steps: u32::MAX, again: true }
    }
}

impl Options {
    /// Sets a choice by its name; `None` when there is none of that name.
    pub fn set(&mut self, key: &str, name: &str) -> Option<Result<(), String>> {
        let set = || -> Result<Options, String> {
            let mut options = *self;
            match (key, name) {
                ("agenda", _) => options.order = name.parse()?,
                ("split", _) => options.split = name.parse()?,
                ("steps", _) => {
                    options.steps =
                        name.parse().map_err(|_| format!("steps={name}; expected a number"))?;
                }
                (_, "new") => options.again = false,
                (_, "all") => options.again = true,
                _ => return Err(unknown_name("consistency", name, &["new", "all"])),
            }
            Ok(options)
        };
        if !["agenda", "split", "steps", "consistency"].contains(&key) {
            return None;
        }
        Some(set().map(|options| *self = options))
    }

    /// The choices that are not the default, as `key=name`.
    pub fn chosen(&self) -> Vec<String> {
        let plain = Options::default();
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

impl Split {
    /// All of them.
    pub const ALL: [Split; 3] = [Split::Auto, Split::Always, Split::Never];

    /// The name in engine specs.
    pub fn name(self) -> &'static str {
        match self {
            Split::Auto => "auto",
            Split::Always => "always",
            Split::Never => "never",
        }
    }
}

impl fmt::Display for Split {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Split {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Split::ALL.into_iter().find(|split| split.name() == text);
        found.ok_or_else(|| unknown_name("split", text, &Split::ALL.map(Split::name)))
    }
}
