//! An explanation as text.

use parallax_explain::{ExplainedFact, ExplanationPart, InstanceExplanation, VerifiedRepair};
use parallax_instance::Instance;
use parallax_model::{Given, Model};

use super::picture::repaired_picture;
use crate::layout::{TextLayout, TextStyle};

/// Writes an explanation of an instance, with pictures unless `bare`.
#[must_use]
pub fn why_text(
    instance: &dyn Instance,
    why: &InstanceExplanation,
    layout: TextLayout,
    bare: bool,
) -> String {
    let mut page = WhyTextWriter { instance, why, layout, bare, text: String::new() };
    page.write_finding();
    for (number, set) in (1..).zip(&why.sets) {
        page.write_set(number, set);
    }
    if let Some(more) = &why.more {
        page.write_line(&match (why.sets.len(), more.as_str()) {
            (number, "") => format!("{number} minimal sets: these are all"),
            (number, more) => format!("{number} minimal sets, perhaps not all: {more}"),
        });
    }
    match &why.repair {
        None => {}
        Some(Ok(repair)) => page.write_repair(repair),
        Some(Err(reason)) => page.write_line(&format!("no repair found: {reason}")),
    }
    page.text
}

/// The text written so far, and its options.
pub(super) struct WhyTextWriter<'a> {
    pub instance: &'a dyn Instance,
    pub why: &'a InstanceExplanation,
    pub layout: TextLayout,
    bare: bool,
    pub text: String,
}

impl WhyTextWriter<'_> {
    pub(super) fn model(&self) -> &Model {
        self.why.problem.model()
    }

    pub(super) fn write_line(&mut self, text: &str) {
        self.text += &self.layout.wrap_text(text, 2);
    }

    fn write_strong(&mut self, text: &str) {
        let lines = self.layout.wrap_text(text, 2);
        self.text += &self.layout.style_text(lines.trim_end(), TextStyle::Strong);
        self.text.push('\n');
    }

    pub(super) fn write_picture(&mut self, text: Option<String>) {
        if let (Some(text), false) = (text, self.bare) {
            self.text += &self.layout.fit_picture(&text);
        }
    }

    fn write_finding(&mut self) {
        let words = |given: &Given| self.model().given_words(*given);
        match &self.why.finding {
            ExplainedFact::Satisfiable(solution) => {
                self.write_strong("there is a solution: nothing to explain");
                self.write_picture(Some(
                    self.instance.picture().draw_text(std::slice::from_ref(solution)),
                ));
            }
            ExplainedFact::Unsatisfiable => self.write_strong(&match &self.why.about {
                None => "there is no solution".to_owned(),
                Some(given) => {
                    format!("there is no solution at all, with {} or without", words(given))
                }
            }),
            ExplainedFact::Forced(given, _) => {
                self.write_strong(&format!("{} is forced: every solution has it", words(given)));
            }
            ExplainedFact::Impossible(given, _) => {
                self.write_strong(&format!("{} is impossible: no solution has it", words(given)));
            }
            ExplainedFact::Possible(given, with, without) => {
                let words = words(given);
                self.write_strong(&format!("{words} is possible, and not forced"));
                self.write_line(&format!("a solution with {words}:"));
                self.write_picture(Some(
                    self.instance.picture().draw_text(std::slice::from_ref(with)),
                ));
                self.write_line("a solution without it:");
                self.write_picture(Some(
                    self.instance.picture().draw_text(std::slice::from_ref(without)),
                ));
            }
            ExplainedFact::Contradiction(how) => {
                self.write_strong(&format!("contradiction: {how}"));
            }
            ExplainedFact::Unknown(reason) => self.write_strong(&format!("unknown: {reason}")),
        }
    }

    fn write_repair(&mut self, repair: &VerifiedRepair) {
        let number = repair.drop.len();
        let what = match (repair.clues_only, number) {
            (true, 1) => "clue",
            (true, _) => "clues",
            (false, 1) => "part",
            (false, _) => "parts",
        };
        let these =
            if number == 1 { format!("this {what}") } else { format!("these {number} {what}") };
        self.write_line(&format!("least repair: without {these} there is a solution"));
        // Only a clue has a value to replace; a rule can only be dropped.
        for &part in &repair.drop {
            let instead = match &self.why.problem.parts()[part] {
                ExplanationPart::Clue(given) => {
                    repair.instead.iter().find(|other| other.variable == given.variable)
                }
                ExplanationPart::Rule { .. } => None,
            };
            self.write_dropped("", part, instead.copied());
        }
        for &(part, instead) in &repair.others {
            self.write_dropped("or ", part, instead);
        }
        self.write_line(&repair.confirmed.description());
        let marked = repaired_picture(self.instance, self.why, repair).map(|marked| marked.text);
        let plain = || self.instance.picture().draw_text(std::slice::from_ref(&repair.solution));
        let picture = marked.unwrap_or_else(plain);
        self.write_picture(Some(picture));
    }

    /// Writes a part that may be dropped, and the value of its variable without it.
    fn write_dropped(&mut self, or: &str, part: usize, instead: Option<Given>) {
        let mut words = format!("{or}{}", self.why.problem.parts()[part].description(self.model()));
        if let Some(Given { variable, value }) = instead {
            words += &format!(
                " (with {} there is a solution)",
                self.model().describe_value(variable, value)
            );
        }
        self.text += "  ";
        self.text += &self.layout.wrap_text(&words, 4);
    }
}
