//! Smaller scripts: without commands and terms, with terms replaced by their operands, and with
//! smaller numbers. A cut changes the text; a text that can no longer be read is not a script.

use std::ops::Range;

use parallax_model::NumberedCuts;

use super::lexer::{SmtlibLexer, SmtlibToken};

/// A word or a bracket with what it contains.
struct ScriptNode {
    span: Range<usize>,
    /// The bracket that contains it, by its index in the list of nodes.
    parent: Option<usize>,
    /// Its position in that bracket, from 0.
    position: usize,
    /// The number that the word is.
    number: Option<u64>,
}

/// The nodes of the commands of a script, each after the bracket that contains it.
struct ScriptOutline {
    nodes: Vec<ScriptNode>,
    /// For each node, whether it lies in an assertion.
    asserted: Vec<bool>,
}

/// The kinds of cuts of a script.
pub(super) fn list_cuts(text: &str) -> Vec<NumberedCuts> {
    let outline = ScriptOutline::from_text(text);
    vec![
        NumberedCuts::new("assertions", outline.command_nodes(true).len()),
        NumberedCuts::new("other commands", outline.command_nodes(false).len()),
        NumberedCuts::new("operands", outline.operand_nodes().len()),
        NumberedCuts::new("terms to replace by an operand", outline.operand_nodes().len()),
        NumberedCuts::new("numbers to halve", outline.number_nodes().len()),
    ]
}

/// Returns the text after a run of cuts of a kind.
pub(super) fn apply_cut(text: &str, kind: usize, run: Range<usize>) -> Option<String> {
    let outline = ScriptOutline::from_text(text);
    let removed = |nodes: Vec<usize>| -> Option<Vec<(Range<usize>, String)>> {
        let spans = nodes.get(run.clone())?.iter().map(|&node| outline.nodes[node].span.clone());
        Some(spans.map(|span| (span, String::new())).collect())
    };
    let changes = match kind {
        0 => removed(outline.command_nodes(true))?,
        1 => removed(outline.command_nodes(false))?,
        2 => removed(outline.operand_nodes())?,
        3 => {
            let nodes = outline.operand_nodes();
            let hoisted = |&node: &usize| {
                let ScriptNode { span, parent, .. } = &outline.nodes[node];
                // The operand replaces the term around it: (not (< a b)) becomes (< a b).
                let whole = outline.nodes[(*parent)?].span.clone();
                Some((whole, text[span.clone()].to_owned()))
            };
            nodes.get(run)?.iter().filter_map(hoisted).collect()
        }
        4 => {
            let nodes = outline.number_nodes();
            let halved = |&node: &usize| {
                let ScriptNode { span, number, .. } = &outline.nodes[node];
                Some((span.clone(), ((*number)? / 2).to_string()))
            };
            nodes.get(run)?.iter().filter_map(halved).collect()
        }
        _ => return None,
    };
    // Spans refer to the old text, so all changes are made at once.
    Some(tidy_text(&replace_spans(text, changes)))
}

/// Replaces spans of a text. If spans overlap, only the one that begins first, or the longest of
/// these, is replaced.
fn replace_spans(text: &str, mut changes: Vec<(Range<usize>, String)>) -> String {
    changes.sort_by_key(|(span, _)| (span.start, usize::MAX - span.end));
    let (mut result, mut at) = (String::with_capacity(text.len()), 0);
    for (span, new) in changes {
        if span.start < at {
            continue;
        }
        result.push_str(&text[at..span.start]);
        result.push_str(&new);
        at = span.end;
    }
    result + &text[at..]
}

/// Removes the blank lines and spaces that removed terms leave.
fn tidy_text(text: &str) -> String {
    let mut tidy = String::with_capacity(text.len());
    for line in text.lines().map(str::trim_end).filter(|line| !line.is_empty()) {
        tidy.push_str(line);
        tidy.push('\n');
    }
    tidy
}

impl ScriptOutline {
    /// Builds the outline of a text that was read before. Ends where the brackets do not match.
    fn from_text(text: &str) -> Self {
        let mut outline = ScriptOutline { nodes: Vec::new(), asserted: Vec::new() };
        let mut lexer = SmtlibLexer::new("script", text);
        // The open brackets, and the number of nodes in each so far.
        let mut open: Vec<(usize, usize)> = Vec::new();
        while let Ok(Some((at, token))) = lexer.next_token() {
            let span = at..lexer.offset();
            if token == SmtlibToken::Close {
                let Some((bracket, _)) = open.pop() else { break };
                // The span of a bracket was that of its `(` until here.
                outline.nodes[bracket].span.end = span.end;
                continue;
            }
            let parent = open.last().map(|(bracket, _)| *bracket);
            // The position also counts the operator, so operands begin at 1.
            let position = open.last_mut().map_or(0, |(_, children)| {
                *children += 1;
                *children - 1
            });
            // One open bracket: the word is directly in a command.
            let is_assert = token == SmtlibToken::Word("assert") && open.len() == 1;
            // The mark is set on the bracket of the command, and each later node copies it from its
            // parent. It is read before it is set, so `assert` itself has none.
            let within = parent.is_some_and(|bracket| outline.asserted[bracket]);
            if let Some(bracket) = parent.filter(|_| is_assert && position == 0) {
                outline.asserted[bracket] = true;
            }
            let number = match token {
                SmtlibToken::Word(word) => word.parse().ok(),
                _ => None,
            };
            outline.asserted.push(within);
            outline.nodes.push(ScriptNode { span, parent, position, number });
            if token == SmtlibToken::Open {
                open.push((outline.nodes.len() - 1, 0));
            }
        }
        outline
    }

    /// The commands that are assertions, or the others.
    fn command_nodes(&self, asserted: bool) -> Vec<usize> {
        let is_command =
            |&node: &usize| self.nodes[node].parent.is_none() && self.asserted[node] == asserted;
        (0..self.nodes.len()).filter(is_command).collect()
    }

    /// The operands of the terms in assertions.
    fn operand_nodes(&self) -> Vec<usize> {
        let is_operand = |&node: &usize| {
            let ScriptNode { parent, position, .. } = &self.nodes[node];
            // The parent of an operand is a term within the command. The asserted term itself,
            // whose parent is the command, is not cut out.
            let within = parent.is_some_and(|parent| self.nodes[parent].parent.is_some());
            within && self.asserted[node] && *position > 0
        };
        (0..self.nodes.len()).filter(is_operand).collect()
    }

    /// The numbers above 0 in assertions.
    fn number_nodes(&self) -> Vec<usize> {
        let is_number = |&node: &usize| {
            self.asserted[node] && self.nodes[node].number.is_some_and(|number| number > 0)
        };
        (0..self.nodes.len()).filter(is_number).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "(set-logic QF_LIA) ; (comment\n(declare-const |a (| Int)\n\
                        (assert (and (<= 0 |a (|) (<= |a (| 9)))\n(assert (> |a (| (- 4)))\n";

    #[test]
    fn each_kind_of_cut_changes_what_it_names() {
        let numbers: Vec<usize> = list_cuts(TEXT).iter().map(|cuts| cuts.number).collect();
        assert_eq!(numbers, [2, 2, 9, 9, 2]);
        let last = |kind, run| {
            apply_cut(TEXT, kind, run)
                .expect("a cut")
                .lines()
                .skip(2)
                .collect::<Vec<_>>()
                .join("\n")
        };
        assert_eq!(last(0, 0..1), "(assert (> |a (| (- 4)))");
        assert_eq!(last(2, 0..1), "(assert (and  (<= |a (| 9)))\n(assert (> |a (| (- 4)))");
        // The first covers the two inside it.
        assert_eq!(last(2, 0..3), last(2, 0..1));
        assert_eq!(last(3, 3..4), "(assert (<= |a (| 9))\n(assert (> |a (| (- 4)))");
        assert_eq!(
            last(4, 0..2),
            "(assert (and (<= 0 |a (|) (<= |a (| 4)))\n(assert (> |a (| (- 2)))"
        );
        assert_eq!(apply_cut(TEXT, 1, 0..1).expect("a cut").lines().next(), Some(" ; (comment"));
        assert_eq!((apply_cut(TEXT, 0, 1..3), apply_cut(TEXT, 5, 0..1)), (None, None));
        assert!(
            list_cuts("")
                .iter()
                .chain(&list_cuts(")("))
                .all(|cuts| cuts.number == 0 || cuts.name == "other commands")
        );
    }
}
