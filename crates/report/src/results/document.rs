//! A report as sections.

use super::analysis::Analysis;
use super::facts::{facts, title, warnings};
use super::sections;
use super::sheet::{Document, Section};

/// Returns the report as sections: disagreements first, then answers, times, the virtual best
/// solver, spreads, pairs and counters. Sections without content are left out.
#[must_use]
pub fn document(analysis: &Analysis) -> Document {
    let sections: [Option<Section>; 10] = [
        Some(sections::verdicts(analysis)),
        sections::disagreements(analysis),
        sections::answers(analysis),
        sections::times(analysis),
        sections::costs(analysis),
        sections::front(analysis),
        sections::best(analysis),
        sections::pairs(analysis),
        sections::spreads(analysis),
        sections::counters(analysis),
    ];
    Document {
        title: title(&analysis.study),
        facts: facts(&analysis.study),
        warnings: warnings(analysis),
        sections: sections.into_iter().flatten().collect(),
    }
}
