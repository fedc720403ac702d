//! The version of a program, as it states it.

use std::time::Duration;

use parallax_model::engine_api::Control;
use parallax_solvers::process::{
    CommandTemplate, ProcessLimits, ProgramRun, run_program, shorten_text,
};

use super::TargetLimits;

/// Returns the first line with a version that `PROGRAM --version` prints, or `PROGRAM --help` if
/// that has none. Empty if neither succeeds with one: the output of a program that takes the option
/// for a file is not a version.
pub(super) fn ask_version(
    program: &CommandTemplate,
    limits: TargetLimits,
    control: &Control,
) -> String {
    let name = program.name().to_owned();
    for option in ["--version", "--help"] {
        let Ok(asked) = format!("{name} {option}").parse::<CommandTemplate>() else {
            continue;
        };
        let mut asked = ProgramRun::new(&asked, Vec::new());
        asked.bounds = ProcessLimits { memory_bytes: Some(limits.memory_bytes), cpu_seconds: None };
        let control = control.with_timeout(Some(Duration::from_secs(10)));
        if let Ok(ran) = run_program(&asked, 100_000, &control)
            && ran.status.success()
        {
            let out = String::from_utf8_lossy(&ran.out).into_owned();
            let mut lines =
                out.lines().chain(ran.err.lines()).map(|line| line.trim().trim_start_matches("- "));
            let begins = |line: &&str| line.to_lowercase().starts_with("version");
            let states = |line: &&str| begins(line) && has_version(line);
            let found = lines.clone().find(states).map(|line| format!("{name}, {line}"));
            if let Some(line) = found.or_else(|| lines.find(|l| has_version(l)).map(str::to_owned))
            {
                return shorten_text(&line);
            }
        }
    }
    String::new()
}

/// Whether a line has a number with points such as `4.0.1`, or any number after the word version.
fn has_version(line: &str) -> bool {
    // Answers and values of solvers in the usual forms.
    if ["s ", "v ", "o "].iter().any(|start| line.starts_with(start)) {
        return false;
    }
    let words: Vec<&str> = line.split([' ', '\t', ',', ';', '(', ')', ':']).collect();
    let behind = line.to_lowercase().find("version").map_or("", |at| &line[at..]);
    let is_unit = |word: &&str| ["s", "sec", "seconds", "ms", "MB", "GB", "%"].contains(word);
    behind.contains(|c: char| c.is_ascii_digit())
        || words
            .iter()
            .enumerate()
            .any(|(at, word)| is_dotted(word) && !words[at + 1..].first().is_some_and(is_unit))
}

/// Whether a word is a number with points, with a letter before it or an appendix after it.
fn is_dotted(word: &str) -> bool {
    let word = word.trim_start_matches(|c: char| !c.is_ascii_digit());
    let number = word.split(['-', '+', '_']).next().unwrap_or(word).trim_end_matches('.');
    let parts: Vec<&str> = number.split('.').collect();
    let is_number = |part: &&str| part.starts_with(|c: char| c.is_ascii_digit());
    parts.len() > 1 && parts.iter().all(is_number)
}

#[cfg(test)]
mod tests {
    use super::has_version;

    #[test]
    fn versions_are_told_from_other_numbers() {
        for line in [
            "4.0.1",
            "clasp version 3.3.10",
            "Z3 version 4.13.3 - 64 bit",
            "fzn-gecode, version 6",
            "kissat-4.0.2-rc1",
            "cvc5 v1.2.0 (release)",
            "MiniZinc to FlatZinc converter, version 2.8.5, build 1",
        ] {
            assert!(has_version(line), "{line}");
        }
        for line in [
            "  File \"./mine.py\", line 3, in <module>",
            "c read 12 clauses",
            "s UNSATISFIABLE",
            "v 1 2.5 0",
            "c parsed in 0.01 s",
            "usage: mine FILE [-k N]",
            "",
        ] {
            assert!(!has_version(line), "{line}");
        }
    }
}
