//! The names that an expression may use. A name may have blanks, points and operators in it; the
//! longest that fits is meant (DMN 1.5, section 10.3.1.2).

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::token::split_tokens;

/// The meaning of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameBinding {
    /// The value of a slot.
    Slot(usize),
    /// A member of the value of a slot.
    Output(usize, Arc<str>),
    /// A knowledge model, by its number, with the names of its parameters.
    Model(usize, Arc<[String]>),
    /// Two things have this name.
    Ambiguous,
}

/// The parts of a name, as an expression has them.
type NameParts = Vec<String>;

/// Names with their meanings, the latest first.
#[derive(Clone, Debug, Default)]
pub struct NameScope {
    /// The names by their first part.
    names: HashMap<String, Vec<(NameParts, NameBinding)>>,
}

/// The names of members of contexts, which may have blanks in them.
#[derive(Clone, Debug, Default)]
pub struct MemberNames(HashMap<String, HashSet<NameParts>>);

/// Returns a text with single blanks.
#[must_use]
pub fn normal_name(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Splits a name into the tokens that an expression has for it.
fn name_parts(name: &str) -> NameParts {
    match split_tokens(name) {
        Ok(tokens) => tokens
            .iter()
            .map(|token| name[token.range.clone()].to_owned())
            .filter(|part| !part.is_empty())
            .collect(),
        // No expression can have this name.
        Err(_) => Vec::new(),
    }
}

impl NameScope {
    /// Adds a name, which hides an earlier one.
    pub fn add_name(&mut self, name: &str, binding: NameBinding) {
        let parts = name_parts(name);
        if let Some(first) = parts.first() {
            self.names.entry(first.clone()).or_default().push((parts, binding));
        }
    }

    /// Returns the meaning of exactly this name.
    #[must_use]
    pub fn find_name(&self, name: &str) -> Option<&NameBinding> {
        let parts = name_parts(name);
        let list = self.names.get(parts.first()?)?;
        list.iter().rev().find(|(other, _)| *other == parts).map(|(_, binding)| binding)
    }

    /// Removes the latest meaning of a name.
    pub fn remove_name(&mut self, name: &str) {
        let parts = name_parts(name);
        let list = parts.first().and_then(|first| self.names.get_mut(first));
        if let Some(list) = list
            && let Some(at) = list.iter().rposition(|(other, _)| *other == parts)
        {
            list.remove(at);
        }
    }

    /// Returns the longest name at the start of these tokens, the number of its tokens and its
    /// meaning. Names of the slot `hidden` are left out.
    pub(super) fn longest_name(
        &self,
        tokens: &mut dyn Iterator<Item = &str>,
        hidden: Option<usize>,
    ) -> Option<(usize, &NameBinding)> {
        let first = tokens.next()?;
        let list = self.names.get(first)?;
        let longest = list.iter().map(|(parts, _)| parts.len()).max()?;
        let found: Vec<&str> = std::iter::once(first).chain(tokens.take(longest - 1)).collect();
        // The latest of equally long names hides the others; `max_by_key` returns the last.
        let is_hidden = |binding: &NameBinding| match binding {
            NameBinding::Slot(slot) | NameBinding::Output(slot, _) => hidden == Some(*slot),
            _ => false,
        };
        let fits = list.iter().filter(|(parts, binding)| {
            !is_hidden(binding)
                && parts.len() <= found.len()
                && parts.iter().zip(&found).all(|(part, text)| part == text)
        });
        fits.max_by_key(|(parts, _)| parts.len()).map(|(parts, binding)| (parts.len(), binding))
    }
}

impl MemberNames {
    /// Adds a name.
    pub fn add_member(&mut self, name: &str) {
        let parts = name_parts(name);
        if let Some(first) = parts.first() {
            self.0.entry(first.clone()).or_default().insert(parts);
        }
    }

    /// Returns the number of tokens of the longest name at the start of these tokens.
    pub(super) fn longest_member(&self, tokens: &mut dyn Iterator<Item = &str>) -> Option<usize> {
        let first = tokens.next()?;
        let set = self.0.get(first)?;
        let longest = set.iter().map(Vec::len).max()?;
        let found: Vec<String> =
            std::iter::once(first).chain(tokens.take(longest - 1)).map(str::to_owned).collect();
        (1..=found.len()).rev().find(|&length| set.contains(&found[..length]))
    }
}
