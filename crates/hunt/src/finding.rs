//! Findings: cases that a target answers wrongly, made small, and their causes.

use serde_json::{Value, json};

use crate::case::{Case, Expr};
use crate::judge::Truth;
use crate::operator::{Operator, Sort};
use crate::reply::{Outcome, Reply};
use crate::shrink::{Size, size};

/// A case that a target answers wrongly, or on which it dies.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The specification of the target.
    pub target: String,
    /// The program and its version, as it states them.
    pub version: String,
    /// The seed of the campaign.
    pub seed: u64,
    /// The number of the case.
    pub number: u64,
    /// The time from the start of the campaign, in milliseconds.
    pub after_ms: u64,
    /// The operator that the case was about.
    pub about: Operator,
    /// The outcome of the case.
    pub outcome: Outcome,
    /// Whether a second run of the smallest case had the same outcome.
    pub confirmed: bool,
    /// The case as it was drawn.
    pub drawn: Case,
    /// The smallest case found.
    pub case: Case,
    /// The smallest case in the target's own language.
    pub text: String,
    /// The extension of that language.
    pub extension: String,
    /// The reply to the smallest case.
    pub reply: Reply,
    /// The truth about the smallest case.
    pub truth: Truth,
}

impl Finding {
    /// Returns the key of the cause: findings with one key count once.
    #[must_use]
    pub fn key(&self) -> String {
        format!("{} {} {}", self.target, self.outcome.word(), shape(&self.case))
    }

    /// Returns the operators that the cause is about: those of the smallest case without the
    /// context around them, where anything remains.
    #[must_use]
    pub fn operators(&self) -> Vec<Operator> {
        principal(&self.case)
    }

    /// Returns the sizes before and after.
    #[must_use]
    pub fn sizes(&self) -> (Size, Size) {
        (size(&self.drawn), size(&self.case))
    }

    /// Returns the operators and the outcome in words.
    #[must_use]
    pub fn title(&self) -> String {
        let names: Vec<&str> = self.operators().iter().map(|o| o.name()).collect();
        format!("{}: {}", names.join(", "), self.outcome)
    }

    /// Returns a name for its files.
    #[must_use]
    pub fn stem(&self) -> String {
        let names: Vec<&str> = self.operators().iter().map(|operator| operator.name()).collect();
        let fits = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let target: String = self.target.chars().take(20).map(fits).collect();
        let names: String = names.join("-").chars().take(80).collect();
        let word = self.outcome.word();
        format!("{target}-{word}-{names}-{}-{}", self.seed, self.number)
    }

    /// Returns it as JSON.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let (before, after) = self.sizes();
        json!({
            "target": self.target,
            "version": self.version,
            "seed": self.seed,
            "case_number": self.number,
            "after_ms": self.after_ms,
            "about": self.about.name(),
            "class": self.outcome.word(),
            "outcome": self.outcome.to_string(),
            "confirmed": self.confirmed,
            "key": self.key(),
            "operators": self.operators().iter().map(|o| o.name()).collect::<Vec<_>>(),
            "nodes_before": before.nodes,
            "nodes_after": after.nodes,
            "values_before": before.values,
            "values_after": after.values,
            "model": self.text,
            "answer": answer(&self.reply),
            "right": {
                "solutions": self.truth.solutions.len(),
                "list": first(&self.truth.solutions),

                "best": self.truth.best.and_then(|best| i64::try_from(best).ok()) },
            "case": self.case.to_json(crate::language::json::LIMIT),
            "drawn": self.drawn.to_json(crate::language::json::LIMIT),
        })
    }
}

/// Number of solutions that a finding lists.
const LISTED: usize = 20;

fn first(solutions: &[Vec<i64>]) -> &[Vec<i64>] {
    &solutions[..solutions.len().min(LISTED)]
}

fn answer(reply: &Reply) -> Value {
    match reply {
        Reply::Answer(answer) => json!({
            "status": format!("{:?}", answer.status).to_lowercase(),
            "solutions": answer.solutions.len(),
            "list": first(&answer.solutions),
            "complete": answer.complete,
            "objective": answer.objective,
        }),
        Reply::Refused(why) => json!({ "status": "refused", "message": why }),
        Reply::Crash(how) => json!({ "status": "crash", "message": how }),
        Reply::Timeout => json!({ "status": "timeout" }),
        Reply::Unreadable(why) => json!({ "status": "unreadable", "message": why }),
    }
}

/// Returns the operators of a case without comparisons and connectives, if it has others.
fn principal(case: &Case) -> Vec<Operator> {
    use Operator as O;
    let mut all = case.operators();
    all.sort_unstable();
    let context =
        [O::Eq, O::Ne, O::Lt, O::Le, O::Gt, O::Ge, O::Iff, O::Implies, O::Not, O::Bool2Int];
    let kept: Vec<Operator> = all.iter().copied().filter(|o| !context.contains(o)).collect();
    if kept.is_empty() { all } else { kept }
}

/// Returns the form of a case: its constraints with classes in the place of numbers, and equal
/// items of lists once.
#[must_use]
pub fn shape(case: &Case) -> String {
    let mut forms: Vec<String> = case.constraints.iter().map(|expr| form(case, expr)).collect();
    forms.sort_unstable();
    if let Some(objective) = &case.objective {
        forms.push(format!("best {}", form(case, &objective.value)));
    }
    forms.join("; ")
}

fn form(case: &Case, expr: &Expr) -> String {
    match expr {
        Expr::Int(value) => class(*value).into(),
        Expr::Bool(value) => value.to_string(),
        Expr::Var(place) => match case.variables[*place].sort {
            Sort::Bool => "b".into(),
            Sort::Int => "x".into(),
        },
        Expr::List(items) => {
            let mut forms: Vec<String> = items.iter().map(|item| form(case, item)).collect();
            forms.sort_unstable();
            forms.dedup();
            format!("[{}]", forms.join(","))
        }
        Expr::Op(operator, parts) => {
            let parts: Vec<String> = parts.iter().map(|part| form(case, part)).collect();
            format!("{}({})", operator.name(), parts.join(","))
        }
    }
}

/// Returns the class of a number.
fn class(value: i64) -> &'static str {
    match value {
        ..-0x8000_0000 => "-wide",
        -0x8000_0000..-1000 => "-large",
        -1000..0 => "-n",
        0 => "0",
        1..=1000 => "n",
        1001..=0x7fff_ffff => "large",
        _ => "wide",
    }
}
