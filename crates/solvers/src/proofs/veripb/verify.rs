//! Runs VeriPB and judges its output.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use parallax_model::engine_api::Control;

use crate::process::{CommandTemplate, ProgramRun, find_program, run_program};

/// The program.
pub(super) const VERIPB_PROGRAM: &str = "veripb";

/// Maximum number of bytes that it may print; more is not a verdict.
const MAX_OUTPUT: usize = 1 << 24;

/// The verdict of VeriPB on a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VeripbVerdict {
    /// VeriPB accepts the proof of the contradiction.
    Accepted,
    /// VeriPB refuses the proof, or its acceptance is not trusted; with the reason.
    Refused(String),
    /// VeriPB has not judged; with the reason.
    None(String),
}

/// Has VeriPB check a proof that a formula has no solution.
///
/// Neither the exit code nor the line of the verdict is enough: one of them accepts a proof that
/// assumes something, draws no conclusion, or lacks its end.
#[must_use]
pub fn run_veripb(opb: &Path, proof: &Path, control: &Control) -> VeripbVerdict {
    if find_program(VERIPB_PROGRAM).is_none() {
        return VeripbVerdict::None(format!(
            "{VERIPB_PROGRAM} is not installed (scripts/setup --veripb)"
        ));
    }
    match is_plain(proof) {
        Ok(None) => {}
        Ok(Some(why)) => return VeripbVerdict::Refused(why),
        Err(error) => return VeripbVerdict::None(format!("a proof cannot be read: {error}")),
    }
    let arguments = ["--opb".as_ref(), opb.as_os_str(), proof.as_os_str()];
    let program = CommandTemplate::with_arguments(VERIPB_PROGRAM, &arguments);
    let ran = run_program(&ProgramRun::new(&program, Vec::new()), MAX_OUTPUT, control);
    match ran {
        Ok(ran) => {
            let out = String::from_utf8_lossy(&ran.out);
            judge_output(ran.status.success(), &out, &ran.err)
        }
        Err(why) => VeripbVerdict::None(why.to_string()),
    }
}

/// Judges the output of VeriPB.
fn judge_output(success: bool, out: &str, err: &str) -> VeripbVerdict {
    // VeriPB accepts proofs with assumptions and prints a warning.
    let warns = |line: &str| line.to_lowercase().contains("assum");
    if out.lines().chain(err.lines()).any(warns) {
        return VeripbVerdict::Refused("it warns of assumptions".into());
    }
    let said = out.lines().map(str::trim).filter(|line| line.starts_with("s "));
    let said: Vec<&str> = said.collect();
    match (success, &said[..]) {
        (true, ["s VERIFIED UNSATISFIABLE"]) => VeripbVerdict::Accepted,
        (_, said) => {
            let mut all = out.lines().chain(err.lines()).map(str::trim);
            let why = all.rfind(|line| !line.is_empty()).unwrap_or("it says nothing");
            let said = said.first().copied().unwrap_or(why);
            VeripbVerdict::Refused(said.chars().take(200).collect())
        }
    }
}

/// Checks that a proof has the required version and conclusion and assumes nothing; otherwise
/// returns what is wrong.
fn is_plain(proof: &Path) -> io::Result<Option<String>> {
    let mut concludes = false;
    for (number, line) in BufReader::new(File::open(proof)?).lines().enumerate() {
        let line = line?;
        let line = line.trim_start();
        if number == 0 && line != "pseudo-Boolean proof version 3.0" {
            return Ok(Some(format!("'{line}' is not of version 3.0")));
        }
        if line.starts_with("a ") || line.starts_with("a;") {
            return Ok(Some("the proof assumes something".into()));
        }
        concludes |= line.starts_with("conclusion UNSAT");
    }
    Ok((!concludes).then(|| "the proof draws no conclusion".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_worth_nothing_are_refused() {
        assert_eq!(judge_output(true, "s VERIFIED UNSATISFIABLE\n", ""), VeripbVerdict::Accepted);
        for (success, out, err) in [
            (false, "s VERIFIED UNSATISFIABLE\n", ""),
            (true, "s VERIFIED NO CONCLUSION\n", ""),
            (true, "s VERIFIED BOUNDS 1 <= obj <= 9\n", ""),
            (true, "s VERIFIED SATISFIABLE\n", ""),
            (true, "s VERIFIED UNSATISFIABLE\ns VERIFIED SATISFIABLE\n", ""),
            (true, "", ""),
            (true, "s VERIFIED UNSATISFIABLE\n", "Warning: unchecked assumption"),
        ] {
            assert!(
                matches!(judge_output(success, out, err), VeripbVerdict::Refused(_)),
                "{out} {err}"
            );
        }
    }

    #[test]
    fn proofs_that_prove_less_are_refused_before_they_are_run() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("own.pbp");
        let told = |text: &str| {
            std::fs::write(&file, text).expect("a file");
            is_plain(&file).expect("a text")
        };
        let head = "pseudo-Boolean proof version 3.0\nf 1;\n";
        assert_eq!(told(&format!("{head}rup >= 1;\nconclusion UNSAT : -1;\n")), None);
        for text in [
            format!("{head}a >= 1;\nconclusion UNSAT : -1;\n"),
            format!("{head}rup >= 1;\nconclusion NONE;\n"),
            "pseudo-Boolean proof version 2.0\nf 1\nconclusion UNSAT : -1\n".into(),
            String::new(),
        ] {
            assert!(told(&text).is_some(), "{text}");
        }
    }
}
