//! The parts of a MiniZinc model: its constraint items, and conjuncts in them that have names.
//!
//! In the copy that finds reasons, a separate bool switches each part, so that the compiler cannot
//! fold it into a domain. The copy that confirms a set keeps only the parts of the set.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use super::excerpt_error::ModelFileError;
use super::files::{ModelFiles, TextEdit};
use super::items::{ItemKind, MinizincConstraintItem, MinizincItem};
use super::tokens::split_pieces;

/// Maximum number of characters of an expression in the name of a part.
const MAX_LABEL_LENGTH: usize = 60;

/// Declares the constraint that switches a part on.
pub(super) const PART_PREDICATE_DECLARATION: &str = "predicate parallax_part(var bool: on);\n";

/// A piece of a part: an item by its number, and the name of conjuncts in it. Without a name it is
/// the item, or its conjuncts without names.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct PartPiece {
    item: usize,
    name: Option<String>,
}

/// The parts of a model.
pub(super) struct MinizincParts {
    pub(super) files: ModelFiles,
    /// The constraint items, by file and place.
    items: Vec<(usize, usize)>,
    numbers: HashMap<(usize, usize), usize>,
    /// The items that cannot be switched.
    fixed: HashSet<usize>,
    /// The pieces of each part, by its label.
    by_label: BTreeMap<String, Vec<PartPiece>>,
    /// The labels by the names that the compiled copy has.
    labels: HashMap<String, String>,
}

impl MinizincParts {
    /// Takes all constraint items.
    pub(super) fn new(files: ModelFiles) -> Self {
        let items = files.constraint_items();
        let numbers = items.iter().copied().enumerate().map(|(number, own)| (own, number));
        let numbers = numbers.collect();
        let (fixed, by_label, labels) = Default::default();
        MinizincParts { files, items, numbers, fixed, by_label, labels }
    }

    /// Returns the number of items.
    pub(super) fn len(&self) -> usize {
        self.items.len()
    }

    /// Notes that these items cannot be switched.
    pub(super) fn fix_items(&mut self, items: impl IntoIterator<Item = usize>) {
        self.fixed.extend(items);
    }

    fn constraint_text(&self, item: usize) -> (&str, &MinizincConstraintItem) {
        let (file, place) = self.items[item];
        let file = &self.files.all[file];
        match &file.items[place].kind {
            ItemKind::Constraint(own) => (&file.text, own),
            _ => unreachable!("only constraints are taken"),
        }
    }

    /// Returns the changes of an item of the copy in which parts are switched. Only items that
    /// `is_kept` are in it.
    pub(super) fn switch_edits(
        &self,
        at: (usize, usize),
        item: &MinizincItem,
        is_kept: &dyn Fn(usize) -> bool,
    ) -> Vec<TextEdit> {
        let Some(&number) = self.numbers.get(&at) else { return Vec::new() };
        if !is_kept(number) {
            return vec![(item.range.clone(), "constraint true".to_owned())];
        }
        if self.fixed.contains(&number) {
            return Vec::new();
        }
        let (text, own) = self.constraint_text(number);
        // The `let` makes a new switch for each instance of the part, also within `forall`, and the
        // name returns as the label of the switch in FlatZinc.
        let switch = |name: &str, body: &Range<usize>| {
            format!(
                "(let {{var bool: parallax_on}} in parallax_part(parallax_on) :: \
                 mzn_constraint_name({name}) /\\ (parallax_on -> ({})))",
                &text[body.clone()]
            )
        };
        // The first letter tells `note_parts` how a part got its name: N by the item, U without
        // one, C by a conjunct. The number leads back to the item.
        let item_name = match &own.name {
            Some(name) => format!("\"N{number} \" ++ {}", &text[name.clone()]),
            None => format!("\"U{number} \""),
        };
        let mut edits = vec![(own.annotations.clone(), String::new())];
        if own.named.is_empty() {
            edits.push((own.body.clone(), switch(&item_name, &own.body)));
        }
        for one in &own.named {
            let name = format!("\"C{number} \" ++ ({})", &text[one.name.clone()]);
            edits.push((one.whole.clone(), switch(&name, &one.inner)));
        }
        edits.extend(own.rest.iter().map(|one| (one.clone(), switch(&item_name, one))));
        // An item without annotations has the empty range 0..0, where an edit would insert text at
        // the beginning of the file.
        edits.retain(|(range, _)| !range.is_empty());
        edits
    }

    /// Returns the changes of an item of the copy that keeps only these pieces.
    fn reduction_edits(
        &self,
        at: (usize, usize),
        item: &MinizincItem,
        kept: &HashSet<&PartPiece>,
    ) -> Vec<TextEdit> {
        let Some(&number) = self.numbers.get(&at) else { return Vec::new() };
        let (text, own) = self.constraint_text(number);
        let keeps_item = kept.contains(&PartPiece { item: number, name: None });
        let is_kept = kept.iter().any(|piece| piece.item == number);
        let whole = |word: &str| vec![(item.range.clone(), format!("constraint {word}"))];
        if !is_kept {
            return whole("true");
        }
        // Not every solver of FlatZinc reads names with quotes in them.
        let unnamed = (!own.annotations.is_empty()).then(|| (own.annotations.clone(), "".into()));
        if own.named.is_empty() || self.fixed.contains(&number) {
            return unnamed.into_iter().collect();
        }
        // A name may depend on the index of a `forall`, as in `"row \(i)"`. Only the compiler can
        // evaluate it, so the copy itself tests which conjuncts are kept.
        let named = own.named.iter().map(|one| {
            let (name, body) = (&text[one.name.clone()], &text[one.inner.clone()]);
            let is_kept = format!("parallax_is_kept(\"C{number} \" ++ ({name}))");
            (one.whole.clone(), format!("(if {is_kept} then ({body}) else true endif)"))
        });
        let dropped = own.rest.iter().filter(|_| !keeps_item);
        let dropped = dropped.map(|one| (one.clone(), "true".to_owned()));
        named.chain(dropped).chain(unnamed).collect()
    }

    /// Notes the parts of the compiled copy by their names there, and those that cannot be
    /// switched.
    pub(super) fn note_parts(&mut self, compiled: &[&str]) {
        let mut found: Vec<(Option<String>, PartPiece, Option<String>)> = Vec::new();
        for name in compiled {
            let Some((mark, own)) = name.split_once(' ') else { continue };
            let Some(item) = mark.get(1..).and_then(|number| number.parse().ok()) else { continue };
            let own = own.to_owned();
            // `get(1..)` has succeeded, so that `mark` has a first byte.
            let (shown, piece) = match mark.as_bytes()[0] {
                b'C' => (Some(own.clone()), PartPiece { item, name: Some(own) }),
                b'N' => (Some(own), PartPiece { item, name: None }),
                _ => (None, PartPiece { item, name: None }),
            };
            found.push((shown, piece, Some((*name).to_owned())));
        }
        for &item in &self.fixed {
            let (text, own) = self.constraint_text(item);
            let shown = own.name.as_ref().and_then(|name| plain_string(&text[name.clone()]));
            found.push((shown, PartPiece { item, name: None }, None));
        }
        found.sort_by(|(_, a, _), (_, b, _)| a.cmp(b));
        // Items that share a name form one part. The text of an item is added to the label only if
        // the name is its alone.
        let count = |name: &str| found.iter().filter(|own| own.0.as_deref() == Some(name)).count();
        for (shown, piece, name) in &found {
            let label = match shown {
                None => self.place_label(piece.item),
                Some(own) if count(own) == 1 && piece.name.is_none() => self.name_label(own, piece),
                Some(own) => own.clone(),
            };
            // A terminal would obey control characters.
            let label = label.replace(char::is_control, " ");
            self.by_label.entry(label.clone()).or_default().push(piece.clone());
            if let Some(name) = name {
                self.labels.insert(name.clone(), label);
            }
        }
    }

    /// Returns the label of an item without a name: its position and its text.
    fn place_label(&self, item: usize) -> String {
        let (file, place) = self.items[item];
        let file = &self.files.all[file];
        let words = constraint_words(self.constraint_text(item));
        format!(
            "{}: {}",
            file.describe_position(file.items[place].range.start),
            shorten_text(&words)
        )
    }

    /// Returns the label of an item with a name: with its text, if that is short.
    fn name_label(&self, name: &str, piece: &PartPiece) -> String {
        let words = constraint_words(self.constraint_text(piece.item));
        if words.chars().count() > MAX_LABEL_LENGTH {
            return name.to_owned();
        }
        format!("{name}: {words}")
    }

    /// Returns the label of a part by its name in the compiled copy.
    pub(super) fn find_label(&self, compiled: &str) -> Option<&str> {
        self.labels.get(compiled).map(String::as_str)
    }

    /// Returns the labels of the parts that cannot be switched.
    pub(super) fn fixed_labels(&self) -> Vec<&str> {
        let is_fixed =
            |pieces: &Vec<PartPiece>| pieces.iter().any(|piece| self.fixed.contains(&piece.item));
        let all = self.by_label.iter().filter(|(_, pieces)| is_fixed(pieces));
        all.map(|(label, _)| label.as_str()).collect()
    }

    /// Writes the copy that has only the parts with these labels, and more items; returns the
    /// model.
    ///
    /// # Errors
    /// Returns a message if it cannot be written.
    pub(super) fn write_reduced(
        &self,
        folder: &std::path::Path,
        labels: &[&str],
        more: &str,
    ) -> Result<std::path::PathBuf, ModelFileError> {
        let pieces = labels.iter().filter_map(|label| self.by_label.get(*label)).flatten();
        let kept: HashSet<&PartPiece> = pieces.collect();
        let mut names: Vec<String> = kept
            .iter()
            .filter_map(|piece| Some(format!("C{} {}", piece.item, piece.name.as_ref()?)))
            .map(|name| quote_string(&name))
            .collect();
        names.sort_unstable();
        let has_names = self
            .items
            .iter()
            .enumerate()
            .any(|(item, _)| !self.constraint_text(item).1.named.is_empty());
        let mut tail = more.to_owned();
        if has_names {
            // The empty string, which no name equals, keeps the array from being empty, whose
            // elements would have no type.
            tail += &format!(
                "test parallax_is_kept(string: name) = \
                 exists([name = other | other in [\"\"] ++ [{}]]);\n",
                names.join(", ")
            );
        }
        self.files.write_copies(folder, &|at, item| self.reduction_edits(at, item, &kept), &tail)
    }
}

/// Returns the text of a constraint with single spaces, without comments.
fn constraint_words((text, own): (&str, &MinizincConstraintItem)) -> String {
    let body = &text[own.body.clone()];
    let Ok(pieces) = split_pieces(body) else { return body.to_owned() };
    let (mut words, mut end) = (String::new(), 0);
    for piece in &pieces {
        if piece.range.start > end && end > 0 {
            words.push(' ');
        }
        words.push_str(piece.piece_text(body));
        end = piece.range.end;
    }
    words
}

/// Returns the beginning of a text that may be long.
fn shorten_text(words: &str) -> String {
    if words.chars().count() <= MAX_LABEL_LENGTH {
        return words.to_owned();
    }
    let beginning: String = words.chars().take(MAX_LABEL_LENGTH).collect();
    format!("{}…", beginning.trim_end())
}

/// Returns the text of a MiniZinc string; `None` if the string contains expressions.
fn plain_string(string: &str) -> Option<String> {
    let inner = string.strip_prefix('"')?.strip_suffix('"')?;
    let (mut text, mut chars) = (String::new(), inner.chars());
    while let Some(next) = chars.next() {
        match next {
            '\\' => match chars.next()? {
                'n' => text.push('\n'),
                't' => text.push('\t'),
                other @ ('"' | '\\' | '\'') => text.push(other),
                _ => return None,
            },
            other => text.push(other),
        }
    }
    Some(text)
}

/// Returns a text as a MiniZinc string.
fn quote_string(text: &str) -> String {
    let mut string = String::from("\"");
    for next in text.chars() {
        match next {
            '\n' => string.push_str("\\n"),
            '\t' => string.push_str("\\t"),
            '"' | '\\' => string.extend(['\\', next]),
            other => string.push(other),
        }
    }
    string.push('"');
    string
}
