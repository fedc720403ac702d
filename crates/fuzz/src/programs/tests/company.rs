//! A program that answers each case rightly alone, and several in one file wrongly.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::processes::{campaign, limits};
use crate::programs::case::CaseVariable;
use crate::programs::draw::{CasePlan, DrawnCase};
use crate::programs::operator::{Operator, Sort};
use crate::programs::reply::WrongAnswer;
use crate::programs::target::TargetSpec;

/// Prints the file of answers that has the checksum of the question in its name; a question without
/// one is claimed to have no solution.
const SCRIPT: &str = r#"
answers="$(dirname "$0")/$(cksum <"$2" | tr ' ' -)"
if [ -f "$answers" ]; then cat "$answers"; else echo =====UNSATISFIABLE=====; fi
"#;

fn lines(drawn: &DrawnCase) -> String {
    let mut text = String::new();
    let shown = |variable: &CaseVariable, value: i64| match variable.sort {
        Sort::Int => value.to_string(),
        Sort::Bool => (value == 1).to_string(),
    };
    for solution in &drawn.truth.solutions {
        for (variable, value) in drawn.case.variables.iter().zip(solution) {
            let _ = writeln!(text, "{} = {};", variable.name, shown(variable, *value));
        }
        text.push_str("----------\n");
    }
    let end =
        if drawn.truth.solutions.is_empty() { "=====UNSATISFIABLE=====" } else { "==========" };
    text + end + "\n"
}

/// Writes the answer to a case under the checksum of its question.
fn know(folder: &Path, question: &str, answer: &str) {
    let file = folder.join("question.fzn");
    fs::write(&file, question).expect("a question");
    let script = "cksum <\"$1\" | tr ' ' -";
    let mut command = std::process::Command::new("sh");
    let sum = command.args(["-c", script, "sh"]).arg(&file).output().expect("a shell");
    let name = String::from_utf8(sum.stdout).expect("a checksum");
    fs::write(folder.join(name.trim()), answer).expect("an answer");
}

#[test]
fn a_fault_in_company_is_one_cause_of_its_own() {
    let folder = TempDir::new().expect("a folder");
    let spec: TargetSpec = "fzn:sh solver.sh".parse().expect("a specification");
    let target = spec.start_target(limits()).expect("a shell");
    let plan = CasePlan { seed: 1, operators: vec![Operator::Le] };
    let drawn: Vec<DrawnCase> =
        (0..20).filter_map(|number| plan.draw_case(number, target.case_language())).collect();
    for one in &drawn {
        let question = target.case_language().write_case(&one.case).expect("a spelling");
        know(folder.path(), &question, &lines(one));
    }
    let report = campaign(folder.path(), SCRIPT, vec![Operator::Le]);
    assert_eq!(report.causes.len(), 1);
    let finding = &report.causes[0].finding;
    assert_eq!(finding.outcome.wrong_answer(), Some(WrongAnswer::Unsatisfiable));
    assert!(finding.confirmed && finding.joined == 2, "{}", finding.joined);
    assert_eq!(finding.blamed_constraints(), ["several-cases"]);
    let known: Vec<String> =
        drawn.iter().filter_map(|one| target.case_language().write_case(&one.case).ok()).collect();
    assert!(!known.contains(&finding.text) && finding.truth.solutions.len() > 1);
}
