//! Specs of the published algorithms: `reform:paper,agenda=first-in`.

use std::fmt;
use std::str::FromStr;

use parallax_reformulate::agenda::Order;
use parallax_reformulate::paper::{Consistency, Options};

use super::AttributeOrder;

/// One of the published algorithms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// Three nested loops.
    Brute,
    /// Forward checking and back-checking, attributes in this order.
    Search(AttributeOrder),
    /// Reformulation, then search in the subproblems.
    Reform(Options),
}

impl Paper {
    /// The algorithms with their default options.
    pub const ALL: [Paper; 3] = [
        Paper::Brute,
        Paper::Search(AttributeOrder::Fitted),
        Paper::Reform(Options { order: Order::LastIn, consistency: Consistency::New }),
    ];

    /// Whether a spec names one of these.
    pub(crate) fn is_meant(text: &str) -> bool {
        let name = text.split(',').next().unwrap_or(text);
        Paper::ALL.iter().any(|algorithm| algorithm.to_string() == name)
    }

    /// Describes the algorithm in a few words.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Paper::Brute => "SET: three nested loops, with the effort that the paper counts",
            Paper::Search(_) => "SET: the paper's forward checking and back-checking",
            Paper::Reform(_) => "SET: the paper's reformulation, then its search",
        }
    }
}

impl fmt::Display for Paper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let defaults = Options::default();
        match self {
            Paper::Brute => f.write_str("brute:paper"),
            Paper::Search(order) => {
                f.write_str("native:set-paper")?;
                if *order != AttributeOrder::default() {
                    write!(f, ",order={order}")?;
                }
                Ok(())
            }
            Paper::Reform(options) => {
                f.write_str("reform:paper")?;
                if options.order != defaults.order {
                    write!(f, ",agenda={}", options.order)?;
                }
                if options.consistency != defaults.consistency {
                    write!(f, ",consistency={}", options.consistency)?;
                }
                Ok(())
            }
        }
    }
}

impl FromStr for Paper {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, choices) = match text.split_once(',') {
            Some((name, choices)) => (name, choices.split(',').collect()),
            None => (text, Vec::new()),
        };
        let (mut options, mut attributes) = (Options::default(), AttributeOrder::default());
        for choice in &choices {
            match choice.split_once('=') {
                Some(("agenda", order)) if name == "reform:paper" => {
                    options.order = order.parse().map_err(|why| ToString::to_string(&why))?;
                }
                Some(("consistency", level)) if name == "reform:paper" => {
                    options.consistency = level.parse().map_err(|why| ToString::to_string(&why))?;
                }
                Some(("order", order)) if name == "native:set-paper" => {
                    attributes = order.parse().map_err(|why| ToString::to_string(&why))?;
                }
                _ => return Err(format!("engine '{name}' has no choice '{choice}'")),
            }
        }
        match name {
            "brute:paper" => Ok(Paper::Brute),
            "native:set-paper" => Ok(Paper::Search(attributes)),
            "reform:paper" => Ok(Paper::Reform(options)),
            _ => Err(format!(
                "unknown algorithm '{name}'; known: brute:paper, native:set-paper, reform:paper"
            )),
        }
    }
}
