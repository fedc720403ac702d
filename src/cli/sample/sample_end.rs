//! The end of the draws.

use parallax_generate::sample::MissingSampleError;
use parallax_model::engine_api::Answer;
use parallax_report::layout::TextStyle;

use super::print::SampleSummary;

/// The answer, and the error if there was one.
pub(super) struct SampleEnd {
    pub(super) answer: Answer,
    pub(super) wrong: Option<String>,
}

impl From<MissingSampleError> for SampleEnd {
    fn from(missing: MissingSampleError) -> Self {
        match missing {
            MissingSampleError::Unanswered(answer) => SampleEnd { answer, wrong: None },
            MissingSampleError::Wrong(how) => {
                let how = how.to_string();
                SampleEnd { answer: Answer::Unknown(how.as_str().into()), wrong: Some(how) }
            }
        }
    }
}

impl SampleEnd {
    /// Makes the ending of draws without an error.
    pub(super) fn after_draws(drawn: u64) -> Self {
        let answer = if drawn == 0 { Answer::Unsatisfiable } else { Answer::Satisfiable };
        SampleEnd { answer, wrong: None }
    }

    /// Returns the exit code: that of an unknown answer if not all solutions are drawn.
    pub(super) fn exit_code(&self) -> u8 {
        match &self.answer {
            // A wrong solution outweighs the answer, which is unknown in that case.
            _ if self.wrong.is_some() => 5,
            Answer::Satisfiable | Answer::Optimal(_) => 10,
            Answer::Unsatisfiable => 20,
            Answer::Unknown(_) | Answer::Unsupported(_) => 0,
        }
    }

    /// Returns the short name in JSON.
    pub(super) fn answer_name(&self) -> &'static str {
        if self.wrong.is_some() { "wrong" } else { self.answer.name() }
    }

    /// Returns the reason if there are fewer solutions than requested.
    pub(super) fn missing_reason(&self, printed: &SampleSummary) -> Option<String> {
        let why = self.answer.unknown_reason().map(str::to_owned);
        why.or_else(|| {
            let fewer = 0 < printed.drawn && printed.drawn < printed.wanted;
            fewer.then(|| match printed.drawn {
                1 => "there is only one solution".into(),
                n => format!("there are only {n} solutions"),
            })
        })
    }

    /// Describes the draws in a sentence.
    pub(super) fn describe_draws(&self, printed: &SampleSummary) -> (String, TextStyle) {
        let drawn = printed.drawn;
        match &self.answer {
            answer if self.wrong.is_some() => {
                let how = answer.unknown_reason().unwrap_or_default();
                (format!("WRONG: {how}"), TextStyle::Bad)
            }
            Answer::Unsatisfiable => ("unsatisfiable: no solution".into(), TextStyle::Strong),
            Answer::Unsupported(why) => (format!("not applicable ({why})"), TextStyle::Doubtful),
            Answer::Unknown(why) if drawn == 0 => (format!("unknown ({why})"), TextStyle::Doubtful),
            Answer::Unknown(why) => {
                let wanted = printed.wanted;
                let text = format!("unknown ({why}): only {drawn} of {wanted} solutions are drawn");
                (text, TextStyle::Doubtful)
            }
            Answer::Satisfiable | Answer::Optimal(_) => {
                let what = if printed.diverse {
                    describe_diverse(printed)
                } else {
                    describe_uniform(printed)
                };
                let fewer = self.missing_reason(printed).map(|why| format!("; {why}"));
                let fewer = fewer.unwrap_or_default();
                (format!("{what}{fewer} (seed {})", printed.seed), TextStyle::Good)
            }
        }
    }
}

fn describe_uniform(printed: &SampleSummary) -> String {
    let draws = if printed.drawn == 1 { "draw" } else { "draws" };
    let repeats = match printed.drawn {
        1 => "",
        _ if printed.distinct => ", without repeats",
        _ => ", with repeats",
    };
    let total = printed.total.as_ref().map(ToString::to_string).unwrap_or_default();
    let noun = if total == "1" { "solution" } else { "solutions" };
    format!("uniform: {} {draws} from {total} {noun}{repeats}", printed.drawn)
}

fn describe_diverse(printed: &SampleSummary) -> String {
    let noun = if printed.drawn == 1 { "solution" } else { "solutions" };
    let far = printed.distance.map(|distance| {
        let shown = printed.shown;
        let verb = if distance == 1 { "differs" } else { "differ" };
        format!(", at least {distance} of {shown} variables {verb} between any two")
    });
    format!("diverse, not uniform: {} {noun}{}", printed.drawn, far.unwrap_or_default())
}
