//! Findings: cases that a target answers wrongly, made small, and their causes.

use serde_json::{Value, json};

use crate::programs::case::FuzzCase;
use crate::programs::cause;
use crate::programs::judge::{CaseTruth, MAX_ASSIGNMENTS};
use crate::programs::operator::Operator;
use crate::programs::prover::JudgedBy;
use crate::programs::reply::{ReplyOutcome, TargetReply};
use crate::programs::shrink::{CaseSize, case_size};

/// A case that a target answers wrongly, or on which it dies.
#[derive(Clone, Debug)]
pub struct TargetFinding {
    /// The specification of the target.
    pub target: String,
    /// The program and its version, as it states them.
    pub version: String,
    /// The seed of the campaign.
    pub seed: u64,
    /// The number of the case.
    pub number: u64,
    /// The time from the start of the campaign to the wrong answer, in milliseconds.
    pub after_ms: u64,
    /// Number of cases that the target was asked before.
    pub after_cases: u64,
    /// The operator that the case was about.
    pub about: Operator,
    /// The outcome of the case.
    pub outcome: ReplyOutcome,
    /// Whether a second run of the smallest case had the same outcome.
    pub confirmed: bool,
    /// The case as it was drawn.
    pub drawn: FuzzCase,
    /// The smallest case found.
    pub case: FuzzCase,
    /// The smallest case in the target's own language.
    pub text: String,
    /// The extension of that language.
    pub extension: String,
    /// The command that shows it, in the folder of the findings.
    pub command: String,
    /// The reply to the smallest case.
    pub reply: TargetReply,
    /// The truth about the smallest case.
    pub truth: CaseTruth,
    /// The judge of the smallest case.
    pub judged: JudgedBy,
    /// Number of cases in the question. If it is not 1, each is answered rightly alone.
    pub joined: usize,
}

impl TargetFinding {
    /// Returns the key of the cause: findings with one key count once.
    #[must_use]
    pub fn cause_key(&self) -> String {
        cause::cause_key(self)
    }

    /// Returns the constraints at fault.
    #[must_use]
    pub fn blamed_constraints(&self) -> Vec<String> {
        cause::blamed_constraints(self)
    }

    /// Returns the sizes of the case as drawn and of the smallest case.
    #[must_use]
    pub fn size_change(&self) -> (CaseSize, CaseSize) {
        (case_size(&self.drawn), case_size(&self.case))
    }

    /// Returns the constraints at fault and the outcome as text.
    #[must_use]
    pub fn finding_title(&self) -> String {
        format!("{}: {}", self.blamed_constraints().join(", "), self.outcome)
    }

    /// Returns a name for its files.
    #[must_use]
    pub fn file_stem(&self) -> String {
        let fits = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        // File systems limit the length of names, commonly to 255 bytes; seed and number keep the
        // shortened ones apart.
        let target: String = self.target.chars().take(20).map(fits).collect();
        let names: String = self.blamed_constraints().join("-").chars().take(80).collect();
        let word = self.outcome.class_word();
        format!("{target}-{word}-{names}-{}-{}", self.seed, self.number)
    }

    /// Returns the name of the file with the model.
    #[must_use]
    pub fn model_file(&self) -> String {
        format!("{}.{}", self.file_stem(), self.extension)
    }

    /// Whether the case that was drawn is too large for enumeration.
    #[must_use]
    pub fn is_larger(&self) -> bool {
        self.drawn.assignment_count() > MAX_ASSIGNMENTS
    }

    /// Returns a solution of the core that was answered, if there is one.
    #[must_use]
    pub fn core_solution(&self) -> Option<&[i64]> {
        match &self.reply {
            TargetReply::Answer(answer) => self.truth.held.core_solution(answer),
            _ => None,
        }
    }

    /// Returns the finding as JSON.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let (before, after) = self.size_change();
        json!({
            "target": self.target,
            "version": self.version,
            "seed": self.seed,
            "case_number": self.number,
            "after_ms": self.after_ms,
            "after_cases": self.after_cases,
            "about": self.about.name(),
            "class": self.outcome.class_word(),
            "outcome": self.outcome.to_string(),
            "confirmed": self.confirmed,
            "judged_by": judge_json(&self.judged),
            "larger": self.is_larger(),
            "joined": self.joined,
            "cause": self.cause_key(),
            "shape": cause::case_shape(&self.case),
            "operators": self.blamed_constraints(),
            "command": self.command,
            "nodes_before": before.nodes,
            "nodes_after": after.nodes,
            "values_before": before.values,
            "values_after": after.values,
            "model": self.text,
            "answer": reply_json(&self.reply),
            "core_solution": self.core_solution(),
            "right": {
                "solutions": self.truth.solutions.len(),
                "list": first_solutions(&self.truth.solutions),
                "best": self.truth.best.and_then(|best| i64::try_from(best).ok()) },
            "case": self.case.to_json(crate::programs::language::json::MAX_ADAPTER_SOLUTIONS),
            "drawn": self.drawn.to_json(crate::programs::language::json::MAX_ADAPTER_SOLUTIONS),
        })
    }
}

/// Number of solutions that a finding lists.
const MAX_LISTED_SOLUTIONS: usize = 20;

fn first_solutions(solutions: &[Vec<i64>]) -> &[Vec<i64>] {
    &solutions[..solutions.len().min(MAX_LISTED_SOLUTIONS)]
}

fn judge_json(judged: &JudgedBy) -> Value {
    match judged {
        JudgedBy::Enumeration => json!({ "judge": "enumeration" }),
        JudgedBy::Certificate { lines, language } => {
            json!({ "judge": "certificate", "lines": lines, "language": language })
        }
    }
}

fn reply_json(reply: &TargetReply) -> Value {
    match reply {
        TargetReply::Answer(answer) => json!({
            "status": format!("{:?}", answer.status).to_lowercase(),
            "solutions": answer.solutions.len(),
            "list": first_solutions(&answer.solutions),
            "complete": answer.complete,
            "objective": answer.objective,
            "core": answer.core,
        }),
        TargetReply::Refused(why) => json!({ "status": "refused", "message": why }),
        TargetReply::Crash(how) => json!({ "status": "crash", "message": how }),
        TargetReply::Timeout => json!({ "status": "timeout" }),
        TargetReply::Unreadable(why) => json!({ "status": "unreadable", "message": why }),
    }
}
