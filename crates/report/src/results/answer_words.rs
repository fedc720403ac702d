//! The answer of a run in words.

use parallax_experiment::{AnswerKind, RunRecord};

/// Returns the answer of a run: its kind, and the value, the number of solutions (with `+` if there
/// may be more) or the reason why there is none.
pub(super) fn answer_words(record: &RunRecord) -> String {
    let more = if record.complete { "" } else { "+" };
    let name = record.answer.name();
    match (record.answer, record.value) {
        (AnswerKind::Unknown | AnswerKind::Unsupported, _) => format!("{name} ({})", record.exit),
        (AnswerKind::Unsat, _) => name.to_owned(),
        (_, Some(value)) => format!("{name} {value}"),
        (_, None) => format!("{name} {}{more}", record.count),
    }
}
