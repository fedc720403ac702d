//! The items of a MiniZinc text: constraints and their conjuncts, includes, output items.

use std::ops::Range;

use super::tokens::{MinizincToken, PieceKind, bracket_change, closing_bracket, split_pieces};

/// An item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MinizincItem {
    /// Its bytes, without the semicolon.
    pub(super) range: Range<usize>,
    pub(super) kind: ItemKind,
}

/// The kind of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ItemKind {
    Constraint(MinizincConstraintItem),
    /// `include`, with the bytes of the string.
    Include(Range<usize>),
    Output,
    Other,
}

/// The parts of a constraint item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MinizincConstraintItem {
    /// The annotations after the keyword.
    pub(super) annotations: Range<usize>,
    /// The string that names it.
    pub(super) name: Option<Range<usize>>,
    /// The expression.
    pub(super) body: Range<usize>,
    /// The conjuncts with names.
    pub(super) named: Vec<NamedConjunct>,
    /// If there are some: the other conjuncts.
    pub(super) rest: Vec<Range<usize>>,
}

/// A conjunct with a name, such as `(x[i] < 3) :: "row \(i)"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NamedConjunct {
    /// With its annotations.
    pub(super) whole: Range<usize>,
    /// Without its annotations.
    pub(super) inner: Range<usize>,
    /// The expression that names it.
    pub(super) name: Range<usize>,
}

/// The annotations that name an expression.
const NAMING_ANNOTATIONS: [&str; 2] = ["expression_name", "constraint_name"];

/// Splits a text into its items.
///
/// # Errors
/// Returns the position of a bracket, comment or string that does not end.
pub(super) fn split_items(text: &str) -> Result<Vec<MinizincItem>, usize> {
    let pieces = split_pieces(text)?;
    let (mut all, mut start, mut depth) = (Vec::new(), 0, 0isize);
    for (place, piece) in pieces.iter().enumerate() {
        depth += bracket_change(text, piece);
        // A semicolon in brackets separates the declarations of a `let { … ; … }` and does not end
        // the item.
        if depth == 0 && piece.matches_text(text, ";") {
            all.extend(parse_item(text, &pieces[start..place]));
            start = place + 1;
        }
    }
    if depth != 0 {
        return Err(text.len());
    }
    all.extend(parse_item(text, &pieces[start..]));
    Ok(all)
}

/// Returns the bytes of some pieces.
fn piece_bytes(pieces: &[MinizincToken]) -> Range<usize> {
    match (pieces.first(), pieces.last()) {
        (Some(first), Some(last)) => first.range.start..last.range.end,
        _ => 0..0,
    }
}

fn parse_item(text: &str, pieces: &[MinizincToken]) -> Option<MinizincItem> {
    let first = pieces.first()?;
    let kind = match (first.piece_text(text), pieces.get(1)) {
        ("constraint", Some(_)) => ItemKind::Constraint(parse_constraint(text, pieces)),
        ("include", Some(path)) if path.kind == PieceKind::Text => {
            ItemKind::Include(path.range.clone())
        }
        ("output", _) => ItemKind::Output,
        _ => ItemKind::Other,
    };
    Some(MinizincItem { range: piece_bytes(pieces), kind })
}

/// Reads a constraint item: `constraint :: "name" x > 3`.
fn parse_constraint(text: &str, pieces: &[MinizincToken]) -> MinizincConstraintItem {
    let (mut at, mut name) = (1, None);
    while pieces.get(at).is_some_and(|piece| piece.matches_text(text, "::")) {
        let (end, own) = parse_annotation(text, pieces, at);
        name = name.or(own);
        at = end;
    }
    let annotations = piece_bytes(&pieces[1..at]);
    let (named, rest) = find_conjuncts(text, pieces, at);
    let rest = if named.is_empty() { Vec::new() } else { rest };
    MinizincConstraintItem { annotations, name, body: piece_bytes(&pieces[at..]), named, rest }
}

/// Reads the annotation whose `::` is at an index. Returns the index after it, and the name that it
/// gives to its expression.
fn parse_annotation(
    text: &str,
    pieces: &[MinizincToken],
    at: usize,
) -> (usize, Option<Range<usize>>) {
    let start = at + 1;
    let Some(first) = pieces.get(start) else { return (start, None) };
    if first.kind == PieceKind::Text {
        return (start + 1, Some(first.range.clone()));
    }
    let is_call = first.kind == PieceKind::Word
        && pieces.get(start + 1).is_some_and(|next| next.matches_text(text, "("));
    let bracket = if is_call { start + 1 } else { start };
    // A single word such as `:: domain` ends after one piece; a call or a bracket ends where it
    // closes.
    if !is_call && bracket_change(text, first) != 1 {
        return (start + 1, None);
    }
    let end = closing_bracket(text, pieces, bracket).unwrap_or(pieces.len());
    // The argument lies between the brackets, and `end > bracket + 2` means that it has a piece.
    let names =
        is_call && NAMING_ANNOTATIONS.contains(&first.piece_text(text)) && end > bracket + 2;
    (end, names.then(|| piece_bytes(&pieces[bracket + 1..end - 1])))
}

/// Finds the conjuncts with names in the pieces from `start` on, and the other conjuncts. Looks
/// into conjunctions, brackets and `forall`.
fn find_conjuncts(
    text: &str,
    pieces: &[MinizincToken],
    start: usize,
) -> (Vec<NamedConjunct>, Vec<Range<usize>>) {
    let (mut named, mut rest) = (Vec::new(), Vec::new());
    let all = start..pieces.len();
    let mut open = vec![all];
    while let Some(run) = open.pop() {
        let own = &pieces[run.clone()];
        if let Some(found) = named_conjunct(text, own) {
            named.push(found);
            continue;
        }
        let inner = inner_conjuncts(text, own);
        if inner.is_empty() {
            rest.push(piece_bytes(own));
        }
        open.extend(inner.into_iter().map(|part| run.start + part.start..run.start + part.end));
    }
    (named, rest)
}

/// Returns the ranges of the conjuncts of an expression in brackets, of a conjunction, or of a
/// `forall`; none for any other expression.
fn inner_conjuncts(text: &str, own: &[MinizincToken]) -> Vec<Range<usize>> {
    let last = own.len().saturating_sub(1);
    let is = |index: usize, wanted: &str| {
        own.get(index).is_some_and(|piece| piece.matches_text(text, wanted))
    };
    let closes = |index: usize, end: usize| closing_bracket(text, own, index) == Some(end);
    let alone = |run: Range<usize>| vec![run];
    // `(A)`, where the first bracket closes at the end, unlike `(A) + (B)`.
    if is(0, "(") && closes(0, own.len()) {
        return alone(1..last);
    }
    // `forall(i in S)(A)` first, then `forall([A | i in S])`. A second `|` outside of brackets
    // would make the split ambiguous, so such an array stays whole.
    if is(0, "forall") && is(1, "(") {
        let after = closing_bracket(text, own, 1).unwrap_or(own.len());
        if is(after, "(") && closes(after, own.len()) {
            return alone(after + 1..last);
        }
        if after == own.len() && is(2, "[") && !is(3, "|") && closes(2, last) {
            let bars = top_level_signs(text, &own[3..last - 1], &["|"]);
            return match bars[..] {
                [bar] => alone(3..3 + bar),
                _ => Vec::new(),
            };
        }
    }
    // `A /\ B -> C` is an implication: an operator that binds less tightly than `/\` makes the
    // whole no conjunction. Signs beyond ASCII such as `∨` count as such.
    let is_weaker = |piece: &MinizincToken| {
        piece.kind == PieceKind::Sign && !piece.piece_text(text).is_ascii()
            || ["<->", "->", "<-", "\\/", "xor", "default"].contains(&piece.piece_text(text))
    };
    let ands = top_level_signs(text, own, &["/\\"]);
    let top = level_pieces(text, own);
    if ands.is_empty() || top.into_iter().any(|place| is_weaker(&own[place])) {
        return Vec::new();
    }
    let starts = std::iter::once(0).chain(ands.iter().map(|and| and + 1));
    starts.zip(ands.iter().copied().chain([own.len()])).map(|(start, end)| start..end).collect()
}

/// Returns the indices of the pieces outside of brackets.
fn level_pieces(text: &str, own: &[MinizincToken]) -> Vec<usize> {
    let (mut depth, mut found) = (0, Vec::new());
    for (place, piece) in own.iter().enumerate() {
        let turn = bracket_change(text, piece);
        if depth == 0 && turn == 0 {
            found.push(place);
        }
        depth += turn;
    }
    found
}

/// Returns the indices of some signs outside of brackets.
fn top_level_signs(text: &str, own: &[MinizincToken], signs: &[&str]) -> Vec<usize> {
    let is_sign = |&place: &usize| signs.iter().any(|sign| own[place].matches_text(text, sign));
    level_pieces(text, own).into_iter().filter(is_sign).collect()
}

/// Reads a bracket or a call with an annotation that names it. After other expressions, an
/// annotation belongs to their last operand.
fn named_conjunct(text: &str, own: &[MinizincToken]) -> Option<NamedConjunct> {
    let colons = *top_level_signs(text, own, &["::"]).first()?;
    let is_bracket =
        |place: usize| own.get(place).is_some_and(|piece| piece.matches_text(text, "("));
    // Skips `(A)`, `p(A)` or `forall(i in S)(A)`. The annotation must follow at once: in `a < f(b)
    // :: "q"` it belongs to `f(b)`.
    let mut at = usize::from(own.first()?.kind == PieceKind::Word);
    if !is_bracket(at) {
        return None;
    }
    while is_bracket(at) {
        at = closing_bracket(text, own, at)?;
    }
    if at != colons {
        return None;
    }
    let mut name = None;
    while own.get(at).is_some_and(|piece| piece.matches_text(text, "::")) {
        let (end, found) = parse_annotation(text, own, at);
        name = name.or(found);
        at = end;
    }
    let name = name.filter(|_| at == own.len())?;
    Some(NamedConjunct { whole: piece_bytes(own), inner: piece_bytes(&own[..colons]), name })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the name, the body, the named conjuncts and the others of the only constraint.
    fn parts(text: &str) -> (Option<&str>, &str, Vec<[&str; 2]>, Vec<&str>) {
        let all = split_items(text).expect("it ends");
        let constraint = all.iter().find_map(|item| match &item.kind {
            ItemKind::Constraint(own) => Some(own),
            _ => None,
        });
        let own = constraint.expect("one");
        let of = |range: &Range<usize>| &text[range.clone()];
        let named = own.named.iter().map(|one| [of(&one.inner), of(&one.name)]).collect();
        let rest = own.rest.iter().map(of).collect();
        (own.name.as_ref().map(of), of(&own.body), named, rest)
    }

    #[test]
    fn items_end_at_semicolons_outside_of_brackets() {
        let text = "include \"a.mzn\"; int: n;constraint let { int: x; constraint x > 2; } in x > 1 \
                    % ; \n;output [\"a;\"];;solve satisfy";
        let kinds: Vec<_> = split_items(text).expect("it ends");
        let texts: Vec<_> = kinds.iter().map(|item| &text[item.range.clone()]).collect();
        let first = "constraint let { int: x; constraint x > 2; } in x > 1";
        let expected = ["include \"a.mzn\"", "int: n", first, "output [\"a;\"]", "solve satisfy"];
        assert_eq!(texts, expected);
        assert_eq!(kinds[0].kind, ItemKind::Include(8..15));
        assert_eq!(kinds[3].kind, ItemKind::Output);
        assert!(split_items("constraint (x; y").is_err());
        assert_eq!(split_items(" % nothing"), Ok(Vec::new()));
    }

    #[test]
    fn names_are_strings_behind_the_keyword() {
        let none: (Vec<[&str; 2]>, Vec<&str>) = (Vec::new(), Vec::new());
        for (text, name, body) in [
            ("constraint x > 1;", None, "x > 1"),
            ("constraint :: \"a \\(n)\" x > 1;", Some("\"a \\(n)\""), "x > 1"),
            ("constraint::domain::constraint_name(\"b\") x;", Some("\"b\""), "x"),
            ("constraint x :: \"a\" > 1;", None, "x :: \"a\" > 1"),
            (
                "constraint forall(i in S)(x[i] < y[i] :: \"a\");",
                None,
                "forall(i in S)(x[i] < y[i] :: \"a\")",
            ),
        ] {
            assert_eq!(parts(text), (name, body, none.0.clone(), none.1.clone()), "{text}");
        }
    }

    #[test]
    fn conjuncts_with_names_are_found_in_conjunctions_only() {
        for (text, named, rest) in [
            (
                "forall(i in S)((x[i] < 3) :: \"row \\(i)\")",
                vec![["(x[i] < 3)", "\"row \\(i)\""]],
                vec![],
            ),
            (
                "forall([f(i) :: expression_name(\"a\" ++ s[i]) | i in S])",
                vec![["f(i)", "\"a\" ++ s[i]"]],
                vec![],
            ),
            ("((a)::\"q\") /\\ b > 2", vec![["(a)", "\"q\""]], vec!["b > 2"]),
            (
                "forall(i in S)(forall(j in T)(p(j))::domain::\"r\")",
                vec![["forall(j in T)(p(j))", "\"r\""]],
                vec![],
            ),
            ("exists(i in S)((a) :: \"q\")", vec![], vec![]),
            ("(a)::\"q\" \\/ b", vec![], vec![]),
            ("((a)::\"q\") /\\ c -> b", vec![], vec![]),
            ("not ((a)::\"q\")", vec![], vec![]),
            ("((a)::\"q\") ∧ c", vec![], vec![]),
        ] {
            let text = format!("constraint {text};");
            let (_, _, own, others) = parts(&text);
            assert_eq!((own, others), (named, rest), "{text}");
        }
    }
}
