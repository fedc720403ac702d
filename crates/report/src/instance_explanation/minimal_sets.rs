//! The sets of an explanation as text.

use parallax_explain::{ClaimConfirmation, ExplainedFact, MinimalSet, constraint_words};
use parallax_model::Given;

use super::picture::conflict_picture;
use super::text::WhyTextWriter;
use crate::layout::TextStyle;

impl WhyTextWriter<'_> {
    /// Writes a set, its evidence, and its picture.
    pub(super) fn write_set(&mut self, number: usize, set: &MinimalSet) {
        let head = self.set_heading(set);
        let several = self.why.more.is_some();
        self.write_line(&if several { format!("{number}. {head}") } else { head });
        // A minimal set is listed in full, since each of its parts is needed. Others may contain
        // the whole instance.
        let most = if set.open.is_some() { MAX_LISTED_PARTS } else { usize::MAX };
        for &part in set.parts.iter().take(most) {
            let words = self.why.problem.parts()[part].description(self.model());
            self.text += "  ";
            self.text += &self.layout.wrap_text(&words, 4);
            self.write_needed(set, part);
        }
        if set.parts.len() > most {
            let more = set.parts.len() - most;
            self.write_line(&format!("  and {more} more, which --format json lists"));
        }
        let (line, paint) = describe_evidence(set, &self.why.engine);
        let lines = self.layout.wrap_text(&line, 2);
        self.text += &self.layout.style_text(lines.trim_end(), paint);
        self.text.push('\n');
        self.write_picture(
            conflict_picture(self.instance, self.why, &set.parts).map(|marked| marked.text),
        );
    }

    /// Writes which constraints of a part suffice, if all of them have words.
    fn write_needed(&mut self, set: &MinimalSet, part: usize) {
        let Some((_, places)) = set.needed.iter().find(|(other, _)| *other == part) else { return };
        let words: Option<Vec<String>> =
            places.iter().map(|&place| constraint_words(self.model(), place)).collect();
        let Some(words) = words else { return };
        let more = match words.len().saturating_sub(MAX_NAMED_CONSTRAINTS) {
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        let named: Vec<&str> =
            words.iter().take(MAX_NAMED_CONSTRAINTS).map(String::as_str).collect();
        self.text += "    ";
        self.text += &self.layout.wrap_text(&format!("here: {}{more}", named.join("; ")), 6);
    }

    /// Returns the heading of a set: the kinds of its parts, and the conclusion.
    fn set_heading(&self, set: &MinimalSet) -> String {
        let asked = match &self.why.finding {
            ExplainedFact::Forced(given, _) => Some(("exclude every other value of", given)),
            ExplainedFact::Impossible(given, _) => Some(("exclude", given)),
            _ => None,
        };
        match (asked, set.parts.len()) {
            (Some((_, given)), 0) => {
                let name = self.model().name_of(given.variable);
                format!("{name} {}", self.describe_values(given))
            }
            (None, 0) => self.empty_reason(),
            (Some(("exclude", given)), _) => {
                format!("these exclude {}:", self.model().given_words(*given))
            }
            (Some((what, given)), _) => {
                format!("these {what} {}:", self.model().name_of(given.variable))
            }
            (None, 1) => "this alone cannot hold:".to_owned(),
            (None, _) => "these cannot hold together:".to_owned(),
        }
    }

    /// States what the values of a variable show about one of them, if no part is needed.
    fn describe_values(&self, given: &Given) -> String {
        let word = self.model().describe_value(given.variable, given.value);
        match self.why.finding {
            ExplainedFact::Forced(..) => format!("has no other value than {word}"),
            _ => format!("does not have {word} among its values"),
        }
    }

    /// Returns the reason why the domains without any part have no solution.
    fn empty_reason(&self) -> String {
        let none = self.model().variables().iter().find(|variable| variable.domain.is_empty());
        match none {
            Some(variable) => format!("{} can have no value", variable.name),
            None => "what the model defines has no solution by itself".to_owned(),
        }
    }
}

/// Maximum number of constraints of a part to name.
const MAX_NAMED_CONSTRAINTS: usize = 12;

/// Maximum number of parts to list of a set that is not minimal.
const MAX_LISTED_PARTS: usize = 200;

/// Describes the evidence for a set.
fn describe_evidence(set: &MinimalSet, engine: &str) -> (String, TextStyle) {
    if let Some(reason) = &set.open {
        let line = format!("found by {engine}; some may not be needed: {reason}");
        return (line, TextStyle::Doubtful);
    }
    // A smallest set rests on two claims, that it conflicts and that no smaller set does. The
    // weaker confirmation counts.
    let (kind, confirmed) = match &set.smallest {
        Some(Ok(proved)) => ("smallest", set.confirmed.clone().combine_with(proved.clone())),
        Some(Err(_)) | None => ("minimal", set.confirmed.clone()),
    };
    let mut line = format!("{kind} (by {engine}), {}", confirmed.description());
    if let Some(Err(reason)) = &set.smallest {
        line += &format!("; perhaps not smallest: {reason}");
    }
    let paint = match confirmed {
        ClaimConfirmation::By(_) => TextStyle::Good,
        ClaimConfirmation::Not(_) => TextStyle::Doubtful,
        ClaimConfirmation::Refuted(_) => TextStyle::Bad,
    };
    (line, paint)
}
