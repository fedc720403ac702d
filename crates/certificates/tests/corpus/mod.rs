//! Reads the corpus of joined certificates.

use std::fs;
use std::path::{Path, PathBuf};

/// A joined certificate, and what a checker answers: `accepted`, or words of its refusal.
pub struct Case {
    pub name: String,
    pub text: String,
    pub answer: String,
}

/// All cases of the corpus in a folder, about the model with this digest.
pub fn corpus(home: &Path, digest: &str) -> Vec<Case> {
    let text = fs::read_to_string(home.join("cases.txt")).expect("the corpus");
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#'));
    let cases: Vec<Case> = lines
        .map(|(number, line)| {
            let [kind, steps, answer] = line.split(" | ").collect::<Vec<_>>()[..] else {
                panic!("line {number}: {line}")
            };
            let steps = steps.replace(" / ", "\n");
            let text = format!("parallax-certificate 3 {digest} {kind}\n{steps}\n");
            Case { name: format!("line {number}: {line}"), text, answer: answer.to_owned() }
        })
        .collect();
    let right = cases.iter().filter(|case| case.answer == "accepted").count();
    assert!(right > 8 && cases.len() - right > 140, "{right} of {} are right", cases.len());
    cases
}

/// Copies the parts of the corpus into a folder; returns the file of the model.
pub fn unpacked(home: &Path, folder: &Path) -> PathBuf {
    let parts = home.join("parts");
    for part in fs::read_dir(parts).expect("the parts") {
        let part = part.expect("a file").path();
        fs::copy(&part, folder.join(part.file_name().expect("a name"))).expect("a copy");
    }
    home.join("model.json")
}
