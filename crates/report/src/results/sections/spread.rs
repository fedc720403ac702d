//! The effect of seeds and repetitions.

use super::super::analysis::Analysis;
use super::super::document::Section;
use super::super::words::{number, ratio, seconds};
use crate::sheet::Sheet;

/// Returns the spread of each engine over seeds and repetitions.
pub(crate) fn spreads(analysis: &Analysis) -> Option<Section> {
    if analysis.spreads.is_empty() {
        return None;
    }
    let mut sheet = Sheet::new(&[
        "engine",
        "#rounds",
        "#fewest solved",
        "#most solved",
        "#least median",
        "#greatest median",
        "#ratio",
    ]);
    for spread in super::ranked(analysis, &analysis.spreads, |spread| spread.lane) {
        let (least, most) = spread.median.unzip();
        sheet.rows.push(vec![
            super::lane(analysis, spread.lane),
            number(spread.rounds as u64),
            number(spread.solved.0 as u64),
            number(spread.solved.1 as u64),
            seconds(least),
            seconds(most),
            ratio(
                least.zip(most).filter(|(least, _)| *least > 0.0).map(|(least, most)| most / least),
            ),
        ]);
    }
    let note = format!(
        "A round is a seed and a repetition. Over the rounds: the fewest and the most runs solved, \
         of {}, and the least and the greatest of the medians, of {}.",
        analysis.population.words(),
        analysis.population.solved_words()
    );
    Some(Section::new("spread", "Seeds and repetitions", sheet.lean()).noting(note))
}
