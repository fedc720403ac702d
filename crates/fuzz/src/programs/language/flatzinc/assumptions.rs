//! Constraints as assumptions: each is switched by its own bool, `a0`, `a1` and so on, which
//! `fzn_assume` assumes.
//!
//! A solver answers `%%%mzn-core: [a0, a2]` (`experimental/assume.mzn`, MiniZinc 2.10). Constraints
//! are implied if the sum of the case's number and their index is even, otherwise reified, if the
//! library has both forms.

use std::fmt::Write;

use super::super::NotExpressible;
use super::FlatzincLibrary;
use super::predicates::{PredicateCall, implied_call, reified_call};
use super::terms::PredicateArgumentWriter;
use crate::programs::case::{CaseExpr, FuzzCase};
use crate::programs::cores;
use crate::programs::operator::Operator;
use crate::programs::reply::{TargetClaim, TargetReply};

/// The first letter of the bools.
const SWITCH_PREFIX: &str = "a";

/// The line of a core begins with this, and ends with `]`.
const CORE_LINE_PREFIX: &str = "%%%mzn-core: [";

/// Writes the bools, the constraints and the assumption.
pub(super) fn write_assumptions(
    case: &FuzzCase,
    library: FlatzincLibrary,
    text: &mut String,
) -> Result<(), NotExpressible> {
    let terms = PredicateArgumentWriter { case };
    let mut lines = String::new();
    for (index, constraint) in case.constraints.iter().enumerate() {
        let switch = format!("{SWITCH_PREFIX}{index}");
        let _ = writeln!(text, "var bool: {switch};");
        let even = (case.id + index as u64).is_multiple_of(2);
        // The form chosen by parity comes first; if the library lacks it for this constraint, the
        // other serves as well.
        let first = switched_calls(&terms, library, constraint, (&switch, even));
        let calls =
            first.or_else(|_| switched_calls(&terms, library, constraint, (&switch, !even)))?;
        // Two calls mean that the truth value of the inner constraint needs a variable. It is
        // declared with the switches, since FlatZinc wants declarations before constraints.
        if calls.len() > 1 {
            let _ = writeln!(text, "var bool: r{switch};");
        }
        for (name, arguments) in calls {
            let _ = writeln!(lines, "constraint {name}({});", arguments.join(","));
        }
    }
    let all: Vec<String> =
        (0..case.constraints.len()).map(|index| format!("{SWITCH_PREFIX}{index}")).collect();
    let _ = writeln!(lines, "constraint fzn_assume([{}]);", all.join(","));
    text.push_str(&lines);
    Ok(())
}

/// Returns the calls that switch a constraint. A reified or implied one takes two: its own truth
/// value has a name, and is compared with the other truth value if the switch is on.
fn switched_calls(
    terms: &PredicateArgumentWriter<'_>,
    library: FlatzincLibrary,
    constraint: &CaseExpr,
    (switch, even): (&str, bool),
) -> Result<Vec<PredicateCall>, NotExpressible> {
    let form = if even { "imp" } else { "reif" };
    let compared = |name: &str, truth: &CaseExpr, inner: &CaseExpr| {
        let helper = format!("r{switch}");
        let arguments = vec![terms.write_scalar(truth)?, helper.clone(), switch.to_owned()];
        let own = reified_call(terms, library, helper, inner)?;
        Ok(vec![own, (format!("{name}_{form}"), arguments)])
    };
    match constraint {
        CaseExpr::Op(Operator::Iff, parts) if matches!(parts[1], CaseExpr::Op(..)) => {
            compared("bool_eq", &parts[0], &parts[1])
        }
        CaseExpr::Op(Operator::Implies, parts) if matches!(parts[1], CaseExpr::Op(..)) => {
            compared("bool_le", &parts[0], &parts[1])
        }
        _ if even => Ok(vec![implied_call(terms, library, switch.to_owned(), constraint)?]),
        _ => Ok(vec![reified_call(terms, library, switch.to_owned(), constraint)?]),
    }
}

/// Adds the core in an output to the reply that was read from it.
pub(super) fn read_core(case: &FuzzCase, output: &str, reply: TargetReply) -> TargetReply {
    let TargetReply::Answer(mut answer) = reply else {
        return reply;
    };
    let mut lines = output.lines().filter_map(|line| line.trim().strip_prefix(CORE_LINE_PREFIX));
    let Some(line) = lines.next() else {
        return TargetReply::Answer(answer);
    };
    if lines.next().is_some() {
        return TargetReply::Unreadable("two cores".into());
    }
    let Some(list) = line.strip_suffix(']') else {
        return TargetReply::Unreadable("a core without an end".into());
    };
    if answer.status != TargetClaim::Unsatisfiable {
        return TargetReply::Unreadable("a core without a claim that no solution exists".into());
    }
    let names = list.split(',').map(str::trim).filter(|_| !list.trim().is_empty());
    match cores::read_core_names(case, SWITCH_PREFIX, names) {
        Ok(core) => {
            answer.core = Some(core);
            TargetReply::Answer(answer)
        }
        Err(why) => TargetReply::Unreadable(why.to_string()),
    }
}
