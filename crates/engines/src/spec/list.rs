//! Lists of engines: comma-separated specs, `all`, and patterns.

use std::collections::HashMap;

use parallax_encodings::{EncodingChoice, EncodingOptions};
use parallax_search::SearchSettings;
use parallax_solvers::SatKind;

use super::registry::begins_command;
use super::{Spec, SpecFault};
use crate::named;
use crate::portfolio::{self, Portfolio};
use crate::sat::SatEngine;

/// A list of engines as written, not yet expanded.
#[derive(Clone, Debug)]
pub struct EngineList {
    items: Vec<EngineListItem>,
    written: String,
}

#[derive(Clone, Debug)]
enum EngineListItem {
    One(Spec),
    /// Every engine of this build with its defaults.
    All,
    /// The engines of this build whose name matches the pattern.
    Named(String),
    /// Combinations of encodings.
    Combinations(EncodingCombinations),
}

/// SAT engines of some solvers with every combination of some encodings.
#[derive(Clone, Debug)]
struct EncodingCombinations {
    solvers: Vec<SatKind>,
    /// For each option, the names to use; options that are not listed keep their default.
    names: Vec<(&'static EncodingChoice, Vec<&'static str>)>,
    written: String,
}

/// Whether an option can make a difference, given the options set so far.
pub type ChoiceFilter<'a> = &'a dyn Fn(&EncodingOptions, &EncodingChoice) -> bool;

/// Reads a comma-separated list: specs, `all` (every complete engine of this build with its
/// defaults), patterns with `*` in the engine's name such as `sat:*+order` (of this build), and
/// combinations: `sat:cadical+*` is every valid combination of encodings, `sat:cadical+order,sum=*`
/// every encoding of sums. A piece `key=value` belongs to the engine before it. Quotation marks
/// enclose engines whose command contains commas, and brackets the engines of a portfolio.
///
/// # Errors
/// If a piece names no engine; the message names some engines.
pub fn parse_list(text: &str) -> Result<EngineList, SpecFault> {
    let mut pieces: Vec<String> = Vec::new();
    for (piece, quoted) in split_list(text)? {
        match pieces.last_mut() {
            // The comma was inside of a spec, as in `native,gac`.
            Some(last) if !quoted && is_choice(piece) => {
                *last = format!("{last},{piece}");
            }
            _ => pieces.push(piece.to_owned()),
        }
    }
    if pieces.is_empty() {
        return Err(SpecFault::EmptyList);
    }
    let items = pieces.iter().map(|piece| parse_item(piece)).collect::<Result<_, _>>()?;
    let list = EngineList { items, written: text.to_owned() };
    list.check_items()?;
    Ok(list)
}

/// Splits a list at its commas. A piece that begins with a quotation mark, `"` or `'`, extends to
/// the next one of that kind, so commands may contain commas and quotation marks of the other kind;
/// the flag marks quoted pieces. A portfolio extends to its closing bracket.
///
/// # Errors
/// At an unterminated quotation.
fn split_list(list: &str) -> Result<Vec<(&str, bool)>, SpecFault> {
    let mut pieces = Vec::new();
    let mut rest = list.trim_start();
    while let Some(first) = rest.chars().next() {
        let quoted = matches!(first, '"' | '\'');
        let piece;
        if quoted {
            let whole = rest;
            (piece, rest) = rest[1..]
                .split_once(first)
                .ok_or_else(|| SpecFault::OpenQuotation(whole.to_owned()))?;
            rest = rest.trim_start();
            if !rest.is_empty() && !rest.starts_with(',') {
                return Err(SpecFault::MissingComma(format!("{first}{piece}{first}")));
            }
        } else if let Some(length) = portfolio::spec_length(rest)? {
            (piece, rest) = rest.split_at(length);
            rest = rest.trim_start();
            if !rest.is_empty() && !rest.starts_with(',') {
                return Err(SpecFault::MissingComma(piece.to_owned()));
            }
        } else {
            (piece, rest) = rest.split_at(rest.find(',').unwrap_or(rest.len()));
        }
        if !piece.trim().is_empty() {
            pieces.push((piece.trim(), quoted));
        }
        rest = rest.strip_prefix(',').unwrap_or(rest).trim_start();
    }
    Ok(pieces)
}

/// Whether a piece belongs to the engine before it. In `reform:split=never` the option follows
/// an engine's name.
fn is_choice(piece: &str) -> bool {
    let name = piece.split('=').next().unwrap_or(piece);
    !Portfolio::is_meant(piece)
        && SearchSettings::is_choice(piece)
        && !name.contains(':')
        && named::split_spec(piece).is_none()
}

fn parse_item(piece: &str) -> Result<EngineListItem, SpecFault> {
    if piece == "all" {
        return Ok(EngineListItem::All);
    }
    let is_program = piece.contains(':') && begins_command(piece);
    let is_one = Portfolio::is_meant(piece)
        || is_program
        || named::split_spec(piece).is_some_and(|(_, spec)| spec.contains(':'));
    if is_one || !piece.contains('*') {
        return Ok(EngineListItem::One(piece.parse()?));
    }
    let (head, choices) = match piece.split_once(',') {
        Some((head, choices)) => (head, choices.split(',').collect()),
        None => (piece, Vec::new()),
    };
    match head.strip_prefix("sat:").and_then(|head| head.split_once('+')) {
        Some((solver, integers)) if integers == "*" || !choices.is_empty() => {
            EncodingCombinations::new(solver, integers, &choices, piece)
                .map(EngineListItem::Combinations)
        }
        _ if choices.is_empty() => Ok(EngineListItem::Named(head.to_owned())),
        _ => Err(SpecFault::MisplacedPattern(piece.to_owned())),
    }
}

impl EngineList {
    /// Returns the engines, each once; of combinations only those that `matters` accepts.
    pub fn matching_specs(&self, matters: ChoiceFilter<'_>) -> Vec<Spec> {
        let mut specs: Vec<Spec> = Vec::new();
        for item in &self.items {
            for spec in item.item_specs(matters) {
                if !specs.contains(&spec) {
                    specs.push(spec);
                }
            }
        }
        specs
    }

    /// Returns the list as it was written.
    #[must_use]
    pub fn list_text(&self) -> &str {
        &self.written
    }

    /// Returns the engines, each once, with every combination.
    #[must_use]
    pub fn every_spec(&self) -> Vec<Spec> {
        self.matching_specs(&|_, _| true)
    }

    /// Whether any item expands to several engines, considering only options that make a
    /// difference.
    #[must_use]
    pub fn has_combinations(&self) -> bool {
        self.items.iter().any(|item| matches!(item, EngineListItem::Combinations(_)))
    }

    /// Checks that each item matches some engine.
    fn check_items(&self) -> Result<(), SpecFault> {
        let named = self.items.iter().filter_map(|item| match item {
            EngineListItem::One(spec) => Some((spec.short_name()?, spec)),
            _ => None,
        });
        let mut names: HashMap<&str, &Spec> = HashMap::new();
        for (name, spec) in named {
            if names.insert(name, spec).is_some_and(|before| before != spec) {
                return Err(SpecFault::AmbiguousName(name.to_owned()));
            }
        }
        for item in &self.items {
            if let (
                EngineListItem::Named(written)
                | EngineListItem::Combinations(EncodingCombinations { written, .. }),
                true,
            ) = (item, item.item_specs(&|_, _| false).is_empty())
            {
                return Err(SpecFault::UnmatchedPattern(written.clone()));
            }
        }
        Ok(())
    }
}

impl EngineListItem {
    fn item_specs(&self, matters: ChoiceFilter<'_>) -> Vec<Spec> {
        match self {
            EngineListItem::One(spec) => vec![spec.clone()],
            EngineListItem::All => {
                Spec::complete_engines().into_iter().filter(Spec::is_built).collect()
            }
            EngineListItem::Named(pattern) => {
                let built = Spec::all_variants().into_iter().filter(Spec::is_built);
                built.filter(|spec| matches_pattern(pattern, &spec.to_string())).collect()
            }
            EngineListItem::Combinations(combinations) => combinations.combined_specs(matters),
        }
    }
}

impl EncodingCombinations {
    fn new(
        solver: &str,
        integers: &str,
        choices: &[&str],
        written: &str,
    ) -> Result<Self, SpecFault> {
        let solvers = if solver.contains('*') {
            SatKind::ALL.into_iter().filter(|kind| matches_pattern(solver, kind.name())).collect()
        } else {
            vec![solver.parse().map_err(SpecFault::part_fault)?]
        };
        let mut names =
            vec![(&EncodingOptions::INTEGERS, expand_names(&EncodingOptions::INTEGERS, integers)?)];
        for choice in choices {
            let (key, name) = choice.split_once('=').unwrap_or((choice, ""));
            let known = EncodingOptions::CHOICES.iter().find(|choice| choice.key == key);
            let known = known.ok_or_else(|| SpecFault::unknown_choice(choice))?;
            names.push((known, expand_names(known, name)?));
        }
        if integers == "*" && choices.is_empty() {
            // The encodings after the plus.
            let all = EncodingOptions::CHOICES
                .iter()
                .map(|choice| Ok((choice, expand_names(choice, "*")?)));
            names.extend(all.collect::<Result<Vec<_>, SpecFault>>()?);
        }
        Ok(EncodingCombinations { solvers, names, written: written.to_owned() })
    }

    fn combined_specs(&self, matters: ChoiceFilter<'_>) -> Vec<Spec> {
        let mut all = vec![EncodingOptions::default()];
        for (choice, names) in &self.names {
            let mut longer = Vec::new();
            for options in all {
                // A choice that makes no difference under the options so far keeps its default: its
                // names would all give the same formula.
                let few = names.len() > 1 && choice.key != "integers" && !matters(&options, choice);
                if few {
                    longer.push(options);
                } else {
                    longer.extend(names.iter().map(|name| {
                        let mut options = options.clone();
                        // Cannot fail: the names are the option's own.
                        let _ = (choice.set)(&mut options, name);
                        options
                    }));
                }
            }
            all = longer;
        }
        all.retain(|options| options.check_combination().is_ok());
        let solvers = self.solvers.iter().filter(|solver| solver.is_built());
        let with = |&solver: &SatKind| {
            all.iter().map(move |options| Spec::new(SatEngine { solver, options: options.clone() }))
        };
        solvers.flat_map(with).collect()
    }
}

/// Returns the names that match a pattern; `*` omits `auto`, which resolves to one of the others.
fn expand_names(choice: &EncodingChoice, pattern: &str) -> Result<Vec<&'static str>, SpecFault> {
    let names = (choice.names)();
    let fitting =
        |name: &&str| matches_pattern(pattern, name) && (*name != "auto" || pattern == "auto");
    let found: Vec<&str> = names.iter().copied().filter(fitting).collect();
    if found.is_empty() {
        let (pattern, known) = (pattern.to_owned(), names.join(", "));
        Err(SpecFault::NoFittingEncoding { key: choice.key, pattern, known })
    } else {
        Ok(found)
    }
}

/// Whether `text` matches a pattern in which `*` matches anything.
fn matches_pattern(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or("");
    let Some(mut rest) = text.strip_prefix(first) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    for (i, part) in parts.iter().enumerate() {
        if i + 1 == parts.len() {
            // The last part must match at the end. Earlier ones match at their first occurrence,
            // which leaves the most text for the others.
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(offset) => rest = &rest[offset + part.len()..],
            None => return false,
        }
    }
    rest.is_empty()
}
