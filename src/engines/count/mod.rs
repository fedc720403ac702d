//! Engines that only count, named `count:METHOD`. Each says how it counted
//! ([`Counting`](crate::ask::Counting)), and still returns one solution, to be checked.

mod chosen;

pub use chosen::chosen_counter;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::ask::{Abilities, Control, Family, Refusal, Session, Solver, unknown_name};
use crate::model::Model;
use crate::search::count::{CACHE_MIB, CountSession, Order};

/// A method of counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counter {
    /// Native search that multiplies and caches components.
    Native {
        /// The bound on the cache, in MiB.
        cache: u32,
        /// Which variable of a component is decided next.
        order: Order,
    },
}

/// The names of all methods.
const NAMES: [&str; 1] = ["native"];

impl Counter {
    /// Native search with the default settings.
    #[must_use]
    pub fn native() -> Self {
        Counter::Native { cache: CACHE_MIB, order: Order::default() }
    }

    /// Every method with its default settings.
    #[must_use]
    pub fn all() -> Vec<Counter> {
        vec![Counter::native()]
    }

    /// Whether this build has the method.
    #[must_use]
    pub fn is_built(self) -> bool {
        match self {
            Counter::Native { .. } => true,
        }
    }

    /// The version of the program or library behind the method, or of Parallax.
    #[must_use]
    pub fn version(self) -> String {
        match self {
            Counter::Native { .. } => env!("CARGO_PKG_VERSION").to_owned(),
        }
    }

    /// What it does, in a few words.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Counter::Native { .. } => {
                "only counts: native search that multiplies parts and caches components"
            }
        }
    }

    pub(super) fn family(self) -> Family {
        match self {
            Counter::Native { .. } => Family::of(Solver::Native),
        }
    }

    pub(super) fn abilities(self) -> Abilities {
        match self {
            Counter::Native { .. } => Abilities::default(),
        }
    }

    /// Prepares a session.
    ///
    /// # Errors
    /// Those of [`Engine::prepare`](crate::ask::Engine::prepare).
    pub(super) fn session(
        self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, Refusal> {
        match self {
            Counter::Native { cache, order } => {
                let most = (cache as usize).saturating_mul(1 << 20);
                Ok(Box::new(CountSession::new(model, order, most, seed, control)?))
            }
        }
    }
}

/// The form after `count:`.
impl fmt::Display for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Counter::Native { cache, order } => {
                f.write_str("native")?;
                if *cache != CACHE_MIB {
                    write!(f, ",cache={cache}")?;
                }
                if *order != Order::default() {
                    write!(f, ",order={order}")?;
                }
                Ok(())
            }
        }
    }
}

impl FromStr for Counter {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, choices) = match text.split_once(',') {
            Some((name, choices)) => (name, Some(choices)),
            None => (text, None),
        };
        match name {
            "native" => native(choices),
            _ => Err(unknown_name("way to count", name, &NAMES)),
        }
    }
}

/// Reads the choices of `count:native`.
fn native(choices: Option<&str>) -> Result<Counter, String> {
    let (mut cache, mut order) = (CACHE_MIB, Order::default());
    for choice in choices.into_iter().flat_map(|choices| choices.split(',')) {
        let refused = || {
            format!("'count:native' has no choice '{choice}'; it takes cache=MIB and order=NAME")
        };
        match choice.split_once('=') {
            Some(("cache", mib)) => cache = mib.parse().map_err(|_| refused())?,
            Some(("order", name)) => order = name.parse()?,
            _ => return Err(refused()),
        }
    }
    Ok(Counter::Native { cache, order })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_read_back_and_faults_are_named() {
        for text in ["native", "native,cache=0", "native,cache=64,order=place"] {
            assert_eq!(text.parse::<Counter>().unwrap().to_string(), text);
        }
        assert_eq!("native,cache=1024".parse::<Counter>().unwrap().to_string(), "native");
        for (text, expected) in [
            ("natve", "did you mean 'native'?"),
            ("", "known: native"),
            ("native,", "has no choice ''"),
            ("native,cache=-1", "cache=MIB"),
            ("native,order=last", "known: place, fewest, narrow, weighted"),
        ] {
            let error = text.parse::<Counter>().unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
