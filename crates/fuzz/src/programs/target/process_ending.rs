//! The end of a process: an answer, a refusal or a crash.

use parallax_solvers::process::shorten_text;

use crate::programs::reply::{TargetClaim, TargetReply};

/// Words, in lower case, that show that a program ended by its own fault.
const FAULT_PHRASES: [&str; 11] = [
    "internal error",
    "exception in thread",
    "java.lang.",
    "assertion",
    "panicked at",
    "terminate called",
    "segmentation fault",
    "traceback",
    "stackoverflow",
    "runtimeexception",
    // ACE hides the reason.
    "use the solver option -ev",
];

/// Words, in lower case, that show that a program refuses a case.
const REFUSAL_PHRASES: [&str; 9] = [
    "unsupported",
    "not supported",
    "not implemented",
    "notimplemented",
    "out of limits",
    "outoflimits",
    "overflow",
    "too big",
    "or big value",
];

/// Returns the reply of a process that has ended, from its parsed output and its exit.
pub(super) fn judge_ending(
    reply: TargetReply,
    failed: bool,
    signal: Option<i32>,
    out: &str,
    err: &str,
) -> TargetReply {
    if let Some(signal) = signal {
        return TargetReply::Crash(format!("signal {signal}"));
    }
    let claims = match &reply {
        TargetReply::Answer(answer) => {
            answer.status != TargetClaim::Unknown || !answer.solutions.is_empty()
        }
        _ => false,
    };
    // A claim counts even if the process fails afterwards.
    if claims || matches!(reply, TargetReply::Refused(_)) {
        return reply;
    }
    // This is how MiniZinc reports an assertion of the model or the library, with its reason.
    let both =
        format!("{err}\n{out}").to_lowercase().replace("error: assertion failed: ", "error: ");
    let first = |words: &[&str]| words.iter().any(|word| both.contains(word));
    let line = error_message(err).or_else(|| error_message(out));
    let text = line.map_or_else(|| "no message".to_owned(), shorten_text);
    // Refusals come first: a program may raise an exception, which reads as a fault, to say that it
    // does not support a case.
    if first(&REFUSAL_PHRASES) {
        return TargetReply::Refused(text);
    }
    if first(&FAULT_PHRASES) {
        return TargetReply::Crash(text);
    }
    if failed || matches!(&reply, TargetReply::Answer(_)) && both.contains("error") {
        return TargetReply::Refused(text);
    }
    reply
}

/// Returns the most informative line of a text: the first with an error in it, else the first.
fn error_message(text: &str) -> Option<&str> {
    let is_frame = |line: &&str| line.starts_with("at ") || line.starts_with("Stays$Exit");
    let lines =
        || text.lines().map(str::trim).filter(move |line| !line.is_empty() && !is_frame(line));
    let tells = |line: &&str| {
        let small = line.to_lowercase();
        small.contains("error") || small.contains("exception") || small.contains("unsupported")
    };
    lines().find(tells).or_else(|| lines().next())
}

#[cfg(test)]
mod tests {
    use super::judge_ending;
    use crate::programs::reply::{TargetAnswer, TargetReply};

    fn reply_from_errors(err: &str) -> TargetReply {
        judge_ending(TargetReply::Answer(TargetAnswer::default()), true, None, "", err)
    }

    #[test]
    fn an_assertion_of_a_library_is_a_refusal() {
        let reason = "Error: assertion failed: cover must be empty\na.mzn:2.1-9\n in call 'assert'";
        assert_eq!(
            reply_from_errors(reason),
            TargetReply::Refused("Error: assertion failed: cover must be empty".into())
        );
        for fault in [
            "minizinc: lib/optimize.cpp:1557: Assertion `id->decl() == vd' failed.",
            "MiniZinc has encountered an internal error. This is a bug.",
            "thread 'main' panicked at src/main.rs:1: assertion failed: x > 0",
            "java.lang.AssertionError: null",
        ] {
            assert!(matches!(reply_from_errors(fault), TargetReply::Crash(_)), "{fault}");
        }
    }
}
