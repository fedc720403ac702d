//! A hint as text.

use parallax_hints::{Candidate, Guide, Hint, HintFault, Inner, Next, State, Step, unfold};
use parallax_why::Confirmed;

use super::board::{LEGEND, board, marks};
use super::tiers::{Tier, tier};
use crate::layout::{Layout, Paint};

/// Maximum number of small steps that explain a hard step.
pub(super) const MOST_LINES: usize = 15;

/// Writes a hint up to a tier, with a picture unless `bare`.
#[must_use]
pub fn hint_text(hint: &Hint, most: Tier, layout: Layout, bare: bool) -> String {
    let mut page = Page { guide: &hint.guide, layout, bare, text: String::new() };
    match &hint.next {
        Next::Fault(fault) => page.fault(fault, most),
        Next::Done(_) => page.strong("solved: every value is right"),
        Next::Nothing(state) => {
            page.strong("no forced move: nothing more follows from the rules");
            page.picture(state, None);
        }
        Next::Unknown(why) => page.strong(&format!("unknown: {why}")),
        Next::Steps { path, confirmed, smallest } => {
            let mut walk = path.walk(&hint.guide.rules);
            if let Some((state, step)) = walk.next() {
                page.step(&state, step, confirmed.first(), most);
                if let (Some(proved), Tier::Reason) = (smallest, most) {
                    let how = if *proved { "proved" } else { "the smallest found" };
                    page.line(&format!(
                        "smallest reason ({how}): {}",
                        counted(step.size(), "rule")
                    ));
                }
            }
            if most == Tier::Reason {
                for (_, step) in walk {
                    let line = tier(&hint.guide, &path.start, step, Tier::Conclusion);
                    page.line(&format!("then {line}"));
                }
            }
        }
    }
    page.text
}

/// The text written so far, and its options.
struct Page<'a> {
    guide: &'a Guide,
    layout: Layout,
    bare: bool,
    text: String,
}

impl Page<'_> {
    fn line(&mut self, text: &str) {
        self.text += &self.layout.wrap(text, 2);
    }

    fn painted(&mut self, text: &str, paint: Paint) {
        let lines = self.layout.wrap(text, 2);
        self.text += &self.layout.paint(lines.trim_end(), paint);
        self.text.push('\n');
    }

    fn strong(&mut self, text: &str) {
        self.painted(text, Paint::Strong);
    }

    /// Writes a step in the state before it.
    fn step(&mut self, state: &State, step: &Step, confirmed: Option<&Confirmed>, most: Tier) {
        let guide = self.guide;
        self.strong(&tier(guide, state, step, most.min(Tier::Conclusion)));
        if most == Tier::Reason {
            self.reason(state, step);
            self.picture(state, Some(step));
            if let Some(confirmed) = confirmed {
                let paint = match confirmed {
                    Confirmed::By(_) => Paint::Good,
                    Confirmed::Not(_) => Paint::Doubtful,
                    Confirmed::Refuted(_) => Paint::Bad,
                };
                self.painted(&confirmed.description(), paint);
            }
        } else if most > Tier::Where && !self.bare {
            let mut only = step.clone();
            (only.parts, only.groups, only.houses) = (Vec::new(), Vec::new(), Vec::new());
            let marks = marks(guide, state, &only);
            self.text += &board(guide, state, &marks, self.layout.width).unwrap_or_default();
        }
    }

    fn reason(&mut self, state: &State, step: &Step) {
        let guide = self.guide;
        if step.technique.needs_uniqueness() {
            self.line("  there is exactly one solution");
        }
        let inner = is_hard(step).then(|| unfold(&guide.rules, state, step, MOST_LINES)).flatten();
        match inner {
            Some(lines) => {
                self.line(&format!("  suppose {}:", opposite(guide, step)));
                for inner in lines {
                    self.line(&format!("    {}", inner_words(guide, state, &inner)));
                }
            }
            None => {
                for line in guide.reason(state, step) {
                    self.line(&format!("  {line}"));
                }
            }
        }
    }

    fn picture(&mut self, state: &State, step: Option<&Step>) {
        if self.bare {
            return;
        }
        let marks = step.map(|step| marks(self.guide, state, step)).unwrap_or_default();
        if let Some(picture) = board(self.guide, state, &marks, self.layout.width) {
            self.text += &picture;
            if step.is_some() {
                self.line(LEGEND);
            }
        }
    }

    fn fault(&mut self, fault: &HintFault, most: Tier) {
        let words = |list: &[parallax_model::Given]| -> String {
            let all = list.iter().map(|&given| self.guide.model().given_words(given));
            all.collect::<Vec<_>>().join(", ")
        };
        match fault {
            HintFault::Unsolvable => self.strong("there is no solution; parallax why says why"),
            HintFault::Removed(list) if most < Tier::Conclusion => {
                self.strong(&format!("{} ruled out too much", counted(list.len(), "mark")));
            }
            HintFault::Removed(list) => {
                self.strong(&format!(
                    "ruled out, but no solution is left without: {}",
                    words(list)
                ));
            }
            HintFault::Entries { wrong, .. } if most < Tier::What => {
                self.strong(&format!("{} cannot be right", counted(wrong.len(), "entry")));
            }
            HintFault::Entries { wrong, conflict, confirmed } => {
                self.strong(&format!("wrong: {}", words(wrong)));
                if most == Tier::Reason {
                    for line in conflict {
                        self.line(&format!("  {line}"));
                    }
                    self.line(&confirmed.description());
                }
            }
        }
    }
}

/// Whether a step is easier to explain in small steps.
pub(super) fn is_hard(step: &Step) -> bool {
    use parallax_hints::Technique;
    step.has_parts_only() && step.size() > 4 && step.technique >= Technique::Skyscraper
}

/// Returns the opposite of the first conclusion, as the assumption that the small steps refute.
pub(super) fn opposite(guide: &Guide, step: &Step) -> String {
    let words = |c: &Candidate, sign: &str| {
        format!("{} {sign} {}", guide.name(guide.rules.given(*c).variable), guide.value(*c))
    };
    match (step.places.first(), step.removes.first()) {
        (Some(place), _) => words(place, "is not"),
        (None, Some(remove)) => words(remove, "="),
        (None, None) => String::new(),
    }
}

/// Writes one of the small steps that explain a hard step.
pub(super) fn inner_words(guide: &Guide, state: &State, inner: &Inner) -> String {
    let because = guide.says(state, inner.part);
    match inner.conclusion {
        None => format!("{because}: a contradiction"),
        Some((candidate, holds)) => {
            let name = guide.name(guide.rules.given(candidate).variable);
            let sign = if holds { "=" } else { "is not" };
            format!("{because}, so {name} {sign} {}", guide.value(candidate))
        }
    }
}

fn counted(number: usize, what: &str) -> String {
    match (number, what) {
        (1, _) => format!("one {what}"),
        (_, "entry") => format!("{number} entries"),
        _ => format!("{number} {what}s"),
    }
}
