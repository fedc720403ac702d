//! A hint as text.

use parallax_explain::ClaimConfirmation;
use parallax_hints::{
    CandidateId, CandidateState, DeductionStep, HintContent, HintFault, InnerStep, ModelHint,
    StepFinder, unfold_step,
};

use super::board::{MARK_LEGEND, draw_board, step_marks};
use super::tiers::{HintTier, describe_tier};
use crate::layout::{TextLayout, TextStyle};

/// Maximum number of small steps that explain a hard step.
pub(super) const MOST_LINES: usize = 15;

/// Writes a hint up to a tier, with a picture unless `bare`.
#[must_use]
pub fn hint_text(hint: &ModelHint, most: HintTier, layout: TextLayout, bare: bool) -> String {
    let mut page = HintTextWriter { guide: &hint.guide, layout, bare, text: String::new() };
    match &hint.next {
        HintContent::Fault(fault) => page.write_fault(fault, most),
        HintContent::Done(_) => page.write_strong("solved: every value is right"),
        HintContent::Nothing(state) => {
            page.write_strong("no forced move: nothing more follows from the rules");
            page.write_picture(state, None);
        }
        HintContent::Unknown(why) => page.write_strong(&format!("unknown: {why}")),
        HintContent::Steps { path, confirmed, smallest } => {
            let mut walk = path.walk_states(&hint.guide.rules);
            if let Some((state, step)) = walk.next() {
                page.write_step(&state, step, confirmed.first(), most);
                if let (Some(proved), HintTier::Reason) = (smallest, most) {
                    let how = if *proved { "proved" } else { "the smallest found" };
                    page.write_line(&format!(
                        "smallest reason ({how}): {}",
                        counted_noun(step.size(), "rule")
                    ));
                }
            }
            if most == HintTier::Reason {
                // The walk has already yielded the first step, so these are the steps after it.
                for (_, step) in walk {
                    let line = describe_tier(&hint.guide, &path.start, step, HintTier::Conclusion);
                    page.write_line(&format!("then {line}"));
                }
            }
        }
    }
    page.text
}

/// The text written so far, and its options.
struct HintTextWriter<'a> {
    guide: &'a StepFinder,
    layout: TextLayout,
    bare: bool,
    text: String,
}

impl HintTextWriter<'_> {
    fn write_line(&mut self, text: &str) {
        self.text += &self.layout.wrap_text(text, 2);
    }

    fn write_styled(&mut self, text: &str, paint: TextStyle) {
        let lines = self.layout.wrap_text(text, 2);
        self.text += &self.layout.style_text(lines.trim_end(), paint);
        self.text.push('\n');
    }

    fn write_strong(&mut self, text: &str) {
        self.write_styled(text, TextStyle::Strong);
    }

    /// Writes a step in the state before it.
    fn write_step(
        &mut self,
        state: &CandidateState,
        step: &DeductionStep,
        confirmed: Option<&ClaimConfirmation>,
        most: HintTier,
    ) {
        let guide = self.guide;
        // The conclusion is the heading even at the tier of the reason, whose lines follow below.
        self.write_strong(&describe_tier(guide, state, step, most.min(HintTier::Conclusion)));
        if most == HintTier::Reason {
            self.write_reason(state, step);
            self.write_picture(state, Some(step));
            if let Some(confirmed) = confirmed {
                let paint = match confirmed {
                    ClaimConfirmation::By(_) => TextStyle::Good,
                    ClaimConfirmation::Not(_) => TextStyle::Doubtful,
                    ClaimConfirmation::Refuted(_) => TextStyle::Bad,
                };
                self.write_styled(&confirmed.description(), paint);
            }
        } else if most > HintTier::Where && !self.bare {
            // Marks of the reason would reveal a higher tier, so only the conclusion keeps its
            // marks.
            let mut only = step.clone();
            (only.parts, only.groups, only.houses) = (Vec::new(), Vec::new(), Vec::new());
            let marks = step_marks(guide, state, &only);
            self.text += &draw_board(guide, state, &marks, self.layout.width).unwrap_or_default();
        }
    }

    fn write_reason(&mut self, state: &CandidateState, step: &DeductionStep) {
        let guide = self.guide;
        if step.technique.needs_uniqueness() {
            self.write_line("  there is exactly one solution");
        }
        // A reason with many parts is hard to follow at once. If the refutation of its opposite
        // unfolds into few small steps, these are shown instead.
        let inner =
            is_hard(step).then(|| unfold_step(&guide.rules, state, step, MOST_LINES)).flatten();
        match inner {
            Some(lines) => {
                self.write_line(&format!("  suppose {}:", opposite_conclusion(guide, step)));
                for inner in lines {
                    self.write_line(&format!("    {}", inner_words(guide, state, &inner)));
                }
            }
            None => {
                for line in guide.reason_lines(state, step) {
                    self.write_line(&format!("  {line}"));
                }
            }
        }
    }

    fn write_picture(&mut self, state: &CandidateState, step: Option<&DeductionStep>) {
        if self.bare {
            return;
        }
        let marks = step.map(|step| step_marks(self.guide, state, step)).unwrap_or_default();
        if let Some(picture) = draw_board(self.guide, state, &marks, self.layout.width) {
            self.text += &picture;
            if step.is_some() {
                self.write_line(MARK_LEGEND);
            }
        }
    }

    fn write_fault(&mut self, fault: &HintFault, most: HintTier) {
        let words = |list: &[parallax_model::Given]| -> String {
            let all = list.iter().map(|&given| self.guide.model().given_words(given));
            all.collect::<Vec<_>>().join(", ")
        };
        match fault {
            HintFault::Unsolvable => {
                self.write_strong("there is no solution; parallax why says why");
            }
            HintFault::Removed(list) if most < HintTier::Conclusion => {
                self.write_strong(&format!(
                    "{} ruled out too much",
                    counted_noun(list.len(), "mark")
                ));
            }
            HintFault::Removed(list) => {
                self.write_strong(&format!(
                    "ruled out, but no solution is left without: {}",
                    words(list)
                ));
            }
            HintFault::Entries { wrong, .. } if most < HintTier::What => {
                self.write_strong(&format!(
                    "{} cannot be right",
                    counted_noun(wrong.len(), "entry")
                ));
            }
            HintFault::Entries { wrong, conflict, confirmed } => {
                self.write_strong(&format!("wrong: {}", words(wrong)));
                if most == HintTier::Reason {
                    for line in conflict {
                        self.write_line(&format!("  {line}"));
                    }
                    self.write_line(&confirmed.description());
                }
            }
        }
    }
}

/// Whether a step is easier to explain in small steps.
pub(super) fn is_hard(step: &DeductionStep) -> bool {
    use parallax_hints::Technique;
    step.has_parts_only() && step.size() > 4 && step.technique >= Technique::Skyscraper
}

/// Returns the opposite of the first conclusion, as the assumption that the small steps refute.
pub(super) fn opposite_conclusion(guide: &StepFinder, step: &DeductionStep) -> String {
    let words = |c: &CandidateId, sign: &str| {
        format!(
            "{} {sign} {}",
            guide.variable_name(guide.rules.given(*c).variable),
            guide.value_text(*c)
        )
    };
    match (step.places.first(), step.removes.first()) {
        (Some(place), _) => words(place, "is not"),
        (None, Some(remove)) => words(remove, "="),
        (None, None) => String::new(),
    }
}

/// Writes one of the small steps that explain a hard step.
pub(super) fn inner_words(guide: &StepFinder, state: &CandidateState, inner: &InnerStep) -> String {
    let because = guide.describe_part(state, inner.part);
    match inner.conclusion {
        None => format!("{because}: a contradiction"),
        Some((candidate, holds)) => {
            let name = guide.variable_name(guide.rules.given(candidate).variable);
            let sign = if holds { "=" } else { "is not" };
            format!("{because}, so {name} {sign} {}", guide.value_text(candidate))
        }
    }
}

fn counted_noun(number: usize, what: &str) -> String {
    match (number, what) {
        (1, _) => format!("one {what}"),
        (_, "entry") => format!("{number} entries"),
        _ => format!("{number} {what}s"),
    }
}
