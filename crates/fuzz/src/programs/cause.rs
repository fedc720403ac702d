//! Causes: findings of one target with one constraint at fault.

use crate::programs::case::{CaseExpr, FuzzCase};
use crate::programs::finding::TargetFinding;
use crate::programs::operator::{Operator, Sort};
use crate::programs::reply::ReplyOutcome;

/// Number of variants of a cause that are kept as examples.
const MAX_CAUSE_EXAMPLES: usize = 4;

/// A cause: its first finding, and others that have it.
#[derive(Clone, Debug)]
pub struct FaultCause {
    /// The finding that showed it first.
    pub finding: TargetFinding,
    /// A few findings of other forms, in the order in which they were found.
    pub examples: Vec<TargetFinding>,
    /// Number of forms after the first.
    pub variants: u64,
    /// The forms.
    shapes: Vec<String>,
    /// Number of further cases of its class with the operators at fault.
    again: u64,
}

impl FaultCause {
    /// Makes the cause of a finding.
    #[must_use]
    pub fn from_finding(finding: TargetFinding) -> Self {
        let shapes = vec![case_shape(&finding.case)];
        FaultCause { finding, examples: Vec::new(), variants: 0, shapes, again: 0 }
    }

    /// Whether a case with an outcome probably shows this cause again. Counts it; one of eight is
    /// worth a closer look, as it may show another.
    pub(crate) fn is_seen_again(
        &mut self,
        target: &str,
        case: &FuzzCase,
        outcome: &ReplyOutcome,
    ) -> bool {
        let operators = case.used_operators();
        let is_wrong = |outcome: &ReplyOutcome| matches!(outcome, ReplyOutcome::Wrong(_));
        let is_like = self.finding.target == target
            && is_wrong(outcome)
            && is_wrong(&self.finding.outcome)
            && innermost_operators(&self.finding.case).iter().all(|one| operators.contains(one));
        // A case of a known cause may hide another one, so every eighth is let through.
        self.again += u64::from(is_like);
        is_like && !self.again.is_multiple_of(8)
    }

    /// Adds a finding: one of a new form is a variant.
    pub fn add_finding(&mut self, finding: TargetFinding) {
        let shape = case_shape(&finding.case);
        if self.shapes.contains(&shape) {
            return;
        }
        self.shapes.push(shape);
        self.variants += 1;
        if self.examples.len() < MAX_CAUSE_EXAMPLES {
            self.examples.push(finding);
        }
    }
}

/// Returns the key of a finding's cause: the target, the class, and the constraints at fault.
/// Crashes with one message are one cause.
pub(crate) fn cause_key(finding: &TargetFinding) -> String {
    let class = finding.outcome.class_word();
    let names = match &finding.outcome {
        ReplyOutcome::Crash(how) if !how.starts_with("signal") && how.contains(' ') => {
            // The digits are left out: line numbers, sizes and addresses vary between crashes of
            // one cause. A bare signal says nothing, so the operators name its cause.
            how.split(|c: char| c.is_ascii_digit()).collect::<Vec<_>>().join("")
        }
        _ => {
            let names = blamed_constraints(finding).join(",");
            // Programs often treat empty lists in a separate branch, which is then at fault.
            let nothing = if has_no_item(&finding.case) { " of no items" } else { "" };
            format!("{names}{nothing}")
        }
    };
    format!("{} {class} {names}", finding.target)
}

/// Returns the constraints at fault: the constraints of the file if its language has few kinds,
/// otherwise the innermost operators.
pub(crate) fn blamed_constraints(finding: &TargetFinding) -> Vec<String> {
    if finding.joined > 1 {
        return vec!["several-cases".to_owned()];
    }
    let lines = finding.text.lines();
    let mut names: Vec<String> = match finding.extension.as_str() {
        "fzn" => {
            let lines = lines.filter_map(|line| line.strip_prefix("constraint "));
            let names = lines.filter_map(|line| Some(line.split_once('(')?.0.trim().to_owned()));
            names.filter(|name| name != "fzn_assume").collect()
        }
        "cnf" => vec!["clauses".to_owned()],
        "opb" => lines.filter_map(opb_row_kind).map(str::to_owned).collect(),
        _ => innermost_operators(&finding.case)
            .into_iter()
            .map(|one| one.name().to_owned())
            .collect(),
    };
    // `bool2int` only converts a truth value for a constraint that takes numbers, so it is blamed
    // only if nothing else is.
    if names.iter().any(|name| name != "bool2int") {
        names.retain(|name| name != "bool2int");
    }
    names.sort_unstable();
    names.dedup();
    if names.is_empty() {
        names.push("constants".to_owned());
    }
    // A program whose language has terms evaluates constant expressions in other code than it
    // solves constraints with, so a fault there is another cause.
    let has_terms = !["fzn", "cnf", "opb"].contains(&finding.extension.as_str());
    let is_constant = finding.case.constraints.iter().all(is_constant_arithmetic);
    if has_terms && is_constant && names != ["constants"] {
        names.insert(0, "constant".into());
    }
    names
}

/// Whether a case has lists, and all without items.
fn has_no_item(case: &FuzzCase) -> bool {
    let (mut lists, mut items) = (0, 0);
    for expr in case.root_expressions() {
        expr.visit_parts(&mut |part| {
            lists += usize::from(part.list_items().is_some());
            items += part.list_items().map_or(0, <[CaseExpr]>::len);
        });
    }
    lists > 0 && items == 0
}

/// Whether a constraint is made of arithmetic over constants alone.
fn is_constant_arithmetic(expr: &CaseExpr) -> bool {
    let (mut alone, mut computes) = (true, false);
    expr.visit_parts(&mut |part| match part {
        CaseExpr::Op(operator, _) => {
            alone &= is_context(*operator) || operator.is_arithmetic();
            computes |= !is_context(*operator);
        }
        CaseExpr::Var(_) | CaseExpr::List(_) => alone = false,
        CaseExpr::Int(_) | CaseExpr::Bool(_) => {}
    });
    alone && computes
}

/// Returns the kind of a line of OPB.
fn opb_row_kind(line: &str) -> Option<&'static str> {
    let is_product = line
        .split_whitespace()
        .collect::<Vec<_>>()
        .windows(2)
        .any(|pair| pair.iter().all(|word| word.trim_start_matches('~').starts_with('x')));
    match line {
        line if line.starts_with('*') => None,
        line if line.starts_with("min:") => Some("objective"),
        _ if is_product => Some("product"),
        line if line.contains(">=") => Some("inequality"),
        _ => Some("equation"),
    }
}

/// Whether an operator is only the context of others.
pub(crate) fn is_context(operator: Operator) -> bool {
    use Operator as O;
    let compares = matches!(operator, O::Eq | O::Ne | O::Lt | O::Le | O::Gt | O::Ge);
    compares || matches!(operator, O::Iff | O::Implies | O::Not | O::Bool2Int)
}

/// Returns the operators of a case that contain no other, apart from comparisons and connectives;
/// if the case has only these, the innermost of them.
#[must_use]
pub fn innermost_operators(case: &FuzzCase) -> Vec<Operator> {
    let counts = |operator: Operator| !is_context(operator);
    let mut found = Vec::new();
    for expr in case.root_expressions() {
        collect_innermost(expr, &counts, &mut found);
    }
    // Without other operators, a comparison or connective is at fault itself.
    if found.is_empty() {
        for expr in case.root_expressions() {
            collect_innermost(expr, &|_| true, &mut found);
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Collects the innermost operators of an expression; returns whether it has one.
fn collect_innermost(
    expr: &CaseExpr,
    counts: &dyn Fn(Operator) -> bool,
    found: &mut Vec<Operator>,
) -> bool {
    let (CaseExpr::List(parts) | CaseExpr::Op(_, parts)) = expr else {
        return false;
    };
    let mut has = false;
    for part in parts {
        has |= collect_innermost(part, counts, found);
    }
    if let CaseExpr::Op(operator, _) = expr
        && !has
        && counts(*operator)
    {
        found.push(*operator);
        return true;
    }
    has
}

/// Returns the form of a case: its constraints with classes instead of numbers, and equal items of
/// lists once.
#[must_use]
pub fn case_shape(case: &FuzzCase) -> String {
    let mut forms: Vec<String> =
        case.constraints.iter().map(|expr| expr_form(case, expr)).collect();
    forms.sort_unstable();
    if let Some(objective) = &case.objective {
        forms.push(format!("best {}", expr_form(case, &objective.value)));
    }
    forms.join("; ")
}

fn expr_form(case: &FuzzCase, expr: &CaseExpr) -> String {
    match expr {
        CaseExpr::Int(value) => number_class(*value).into(),
        CaseExpr::Bool(value) => value.to_string(),
        CaseExpr::Var(index) => match case.variables[*index].sort {
            Sort::Bool => "b".into(),
            Sort::Int => "x".into(),
        },
        CaseExpr::List(items) => {
            let mut forms: Vec<String> = items.iter().map(|item| expr_form(case, item)).collect();
            forms.sort_unstable();
            // A list of five equal items fails like one of three.
            forms.dedup();
            format!("[{}]", forms.join(","))
        }
        CaseExpr::Op(operator, parts) => {
            let parts: Vec<String> = parts.iter().map(|part| expr_form(case, part)).collect();
            format!("{}({})", operator.name(), parts.join(","))
        }
    }
}

/// Returns the class of a number.
fn number_class(value: i64) -> &'static str {
    // The classes are coarse: small numbers, numbers within 32 bits, and wider ones, since programs
    // often fail just beyond a limit of their integers.
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
