//! An explanation as text.

use parallax_model::instance::Instance;
use parallax_model::{Given, Model};
use parallax_why::{Finding, Part, Repair, Why};

use super::picture::repaired;
use crate::layout::{Layout, Paint};

/// Writes an explanation of an instance, with pictures unless `bare`.
#[must_use]
pub fn text(instance: &dyn Instance, why: &Why, layout: Layout, bare: bool) -> String {
    let mut page = Page { instance, why, layout, bare, text: String::new() };
    page.finding();
    for (number, set) in (1..).zip(&why.sets) {
        page.set(number, set);
    }
    if let Some(more) = &why.more {
        page.line(&match (why.sets.len(), more.as_str()) {
            (number, "") => format!("{number} minimal sets: these are all"),
            (number, more) => format!("{number} minimal sets, perhaps not all: {more}"),
        });
    }
    match &why.repair {
        None => {}
        Some(Ok(repair)) => page.repair(repair),
        Some(Err(reason)) => page.line(&format!("no repair found: {reason}")),
    }
    page.text
}

/// The text written so far, and its options.
pub(super) struct Page<'a> {
    pub instance: &'a dyn Instance,
    pub why: &'a Why,
    pub layout: Layout,
    bare: bool,
    pub text: String,
}

impl Page<'_> {
    pub(super) fn model(&self) -> &Model {
        self.why.problem.model()
    }

    pub(super) fn line(&mut self, text: &str) {
        self.text += &self.layout.wrap(text, 2);
    }

    fn strong(&mut self, text: &str) {
        let lines = self.layout.wrap(text, 2);
        self.text += &self.layout.paint(lines.trim_end(), Paint::Strong);
        self.text.push('\n');
    }

    pub(super) fn picture(&mut self, text: Option<String>) {
        if let (Some(text), false) = (text, self.bare) {
            self.text += &self.layout.picture(&text);
        }
    }

    fn finding(&mut self) {
        let words = |given: &Given| self.model().given_words(*given);
        match &self.why.finding {
            Finding::Satisfiable(solution) => {
                self.strong("there is a solution: nothing to explain");
                self.picture(Some(
                    self.instance.picture().draw_text(std::slice::from_ref(solution)),
                ));
            }
            Finding::Unsatisfiable => self.strong(&match &self.why.about {
                None => "there is no solution".to_owned(),
                Some(given) => {
                    format!("there is no solution at all, with {} or without", words(given))
                }
            }),
            Finding::Forced(given, _) => {
                self.strong(&format!("{} is forced: every solution has it", words(given)));
            }
            Finding::Impossible(given, _) => {
                self.strong(&format!("{} is impossible: no solution has it", words(given)));
            }
            Finding::Possible(given, with, without) => {
                let words = words(given);
                self.strong(&format!("{words} is possible, and not forced"));
                self.line(&format!("a solution with {words}:"));
                self.picture(Some(self.instance.picture().draw_text(std::slice::from_ref(with))));
                self.line("a solution without it:");
                self.picture(Some(
                    self.instance.picture().draw_text(std::slice::from_ref(without)),
                ));
            }
            Finding::Contradiction(how) => self.strong(&format!("contradiction: {how}")),
            Finding::Unknown(reason) => self.strong(&format!("unknown: {reason}")),
        }
    }

    fn repair(&mut self, repair: &Repair) {
        let number = repair.drop.len();
        let what = match (repair.clues_only, number) {
            (true, 1) => "clue",
            (true, _) => "clues",
            (false, 1) => "part",
            (false, _) => "parts",
        };
        let these =
            if number == 1 { format!("this {what}") } else { format!("these {number} {what}") };
        self.line(&format!("least repair: without {these} there is a solution"));
        for &part in &repair.drop {
            let instead = match &self.why.problem.parts()[part] {
                Part::Clue(given) => {
                    repair.instead.iter().find(|other| other.variable == given.variable)
                }
                Part::Rule { .. } => None,
            };
            self.dropped("", part, instead.copied());
        }
        for &(part, instead) in &repair.others {
            self.dropped("or ", part, instead);
        }
        self.line(&repair.confirmed.description());
        let marked = repaired(self.instance, self.why, repair).map(|marked| marked.text);
        let plain = || self.instance.picture().draw_text(std::slice::from_ref(&repair.solution));
        let picture = marked.unwrap_or_else(plain);
        self.picture(Some(picture));
    }

    /// Writes a part that may be dropped, and the value of its variable without it.
    fn dropped(&mut self, or: &str, part: usize, instead: Option<Given>) {
        let mut words = format!("{or}{}", self.why.problem.parts()[part].description(self.model()));
        if let Some(Given { variable, value }) = instead {
            words += &format!(" (with {} there is a solution)", self.model().word(variable, value));
        }
        self.text += "  ";
        self.text += &self.layout.wrap(&words, 4);
    }
}
