//! The list of all kinds of engines, and the reader of specs that asks each of them.
//!
//! The list itself is `engines!` in the head of the crate.

use std::cmp::Reverse;
use std::str::FromStr;

use parallax_model::engine_api::nearest_name;
use parallax_search::SearchSettings;

use super::{EngineKind, EngineUsage, Spec, SpecFault};
use crate::ENGINES;

/// A kind of engine in the list of all.
pub(crate) struct EngineEntry {
    names: &'static [&'static str],
    usage: Option<EngineUsage>,
    read: fn(&str) -> Option<Result<Spec, SpecFault>>,
    variants: fn() -> Vec<Spec>,
    defaults: fn() -> Vec<Spec>,
    begins_command: fn(&str) -> bool,
}

impl EngineEntry {
    /// Returns the entry of a kind.
    pub(crate) const fn from_kind<K: EngineKind>() -> Self {
        EngineEntry {
            names: K::NAMES,
            usage: K::USAGE,
            read: |text| K::parse_spec(text).map(|read| read.map(Spec::new)),
            variants: || K::list_variants().into_iter().map(Spec::new).collect(),
            defaults: || K::list_defaults().into_iter().map(Spec::new).collect(),
            begins_command: K::begins_command,
        }
    }

    /// Returns the length of its longest name with which a text begins; 0 without one.
    fn matched_length(&self, text: &str) -> usize {
        let names = self.names.iter().filter(|name| text.starts_with(**name));
        names.map(|name| name.len()).max().unwrap_or(0)
    }
}

impl Spec {
    /// Returns every engine with every encoding of integers, built in or not.
    #[must_use]
    pub fn all_variants() -> Vec<Spec> {
        ENGINES.iter().flat_map(|entry| (entry.variants)()).collect()
    }

    /// Returns every complete engine with its default options, built in or not: each can show that
    /// no solution exists. Local search is not among them.
    #[must_use]
    pub fn complete_engines() -> Vec<Spec> {
        ENGINES.iter().flat_map(|entry| (entry.defaults)()).collect()
    }

    /// Returns how the specs of each kind are written.
    pub fn engine_usages() -> impl Iterator<Item = EngineUsage> {
        ENGINES.iter().filter_map(|entry| entry.usage)
    }
}

/// Whether a text begins as the spec of a program, which may have a short name.
pub(crate) fn begins_command(text: &str) -> bool {
    ENGINES.iter().any(|entry| (entry.begins_command)(text))
}

/// Whether a word begins the specs of programs.
pub(crate) fn is_command_name(word: &str) -> bool {
    let has = |entry: &&EngineEntry| entry.names.contains(&word);
    ENGINES.iter().filter(has).any(|entry| (entry.begins_command)(word))
}

impl FromStr for Spec {
    type Err = SpecFault;

    fn from_str(text: &str) -> Result<Self, SpecFault> {
        let mut entries: Vec<(usize, &EngineEntry)> =
            ENGINES.iter().map(|entry| (entry.matched_length(text.trim_start()), entry)).collect();
        // E.g. `native:set-paper` begins with `native` too, but belongs to the longer name. The
        // sort is stable, so kinds without a matching name, such as short names, follow in the
        // order of the list.
        entries.sort_by_key(|(length, _)| Reverse(*length));
        let read = entries.iter().find_map(|(_, entry)| (entry.read)(text));
        read.unwrap_or_else(|| Err(unknown_engine(text)))
    }
}

/// Returns the message about a spec that names no engine.
fn unknown_engine(text: &str) -> SpecFault {
    let text = text.to_owned();
    if let Some((name, engine)) = text.split_once('=')
        && !name.contains([':', ',', '+'])
        && engine.parse::<Spec>().is_ok()
    {
        let (name, engine) = (name.to_owned(), engine.to_owned());
        return if begins_command(&engine) {
            SpecFault::NoName { name }
        } else {
            SpecFault::Unnameable { name, engine }
        };
    }
    let end = text.find(['+', ',']).unwrap_or(text.len());
    let (name, choices) = text.split_at(end);
    let engines: Vec<String> = Spec::all_variants().iter().map(Spec::to_string).collect();
    let names: Vec<&str> = engines.iter().filter_map(|spec| spec.split('+').next()).collect();
    // 'cadical' means sat:cadical, and so does 'sta:cadical'.
    let solver = |name: &str| name.rsplit(':').next().unwrap_or(name).to_lowercase();
    let same = names.iter().copied().find(|known| solver(known) == solver(name));
    let solvers = || names.iter().filter_map(|known| known.split_once(':')).map(|(_, name)| name);
    let near = same.or_else(|| nearest_name(name, names.iter().copied())).or_else(|| {
        let solver = nearest_name(name, solvers())?;
        names.iter().copied().find(|known| known.ends_with(&format!(":{solver}")))
    });
    match near {
        None if nearest_name(&text, SearchSettings::setting_words()).is_some() => {
            SpecFault::UnknownSetting { text }
        }
        None => SpecFault::UnknownEngine { text },
        Some(near) if near == name => SpecFault::no_choice(near, choices),
        Some(near) => {
            let near = format!("{near}{choices}");
            SpecFault::MisspeltEngine { text, near }
        }
    }
}
