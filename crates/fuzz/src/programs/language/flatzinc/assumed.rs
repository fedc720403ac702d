//! Constraints as assumptions: each is switched by a bool of its own, `a0`, `a1` and so on, which
//! `fzn_assume` assumes.
//!
//! A solver answers `%%%mzn-core: [a0, a2]` (`experimental/assume.mzn`, MiniZinc 2.10). Constraints
//! with an even sum of the case's number and their place are implied, others reified, as far as the
//! library has both.

use std::fmt::Write;

use super::super::Unspelled;
use super::Library;
use super::predicates::{Call, implied, reified};
use super::terms::Terms;
use crate::programs::case::{Case, Expr};
use crate::programs::cores;
use crate::programs::operator::Operator;
use crate::programs::reply::{Reply, Status};

/// The first letter of the bools.
const SWITCH: &str = "a";

/// The line of a core begins with this, and ends with `]`.
const CORE: &str = "%%%mzn-core: [";

/// Writes the bools, the constraints and the assumption.
pub(super) fn write(case: &Case, library: Library, text: &mut String) -> Result<(), Unspelled> {
    let terms = Terms { case };
    let mut lines = String::new();
    for (place, constraint) in case.constraints.iter().enumerate() {
        let switch = format!("{SWITCH}{place}");
        let _ = writeln!(text, "var bool: {switch};");
        let even = (case.id + place as u64).is_multiple_of(2);
        let first = switched(&terms, library, constraint, (&switch, even));
        let calls = first.or_else(|_| switched(&terms, library, constraint, (&switch, !even)))?;
        if calls.len() > 1 {
            let _ = writeln!(text, "var bool: r{switch};");
        }
        for (name, arguments) in calls {
            let _ = writeln!(lines, "constraint {name}({});", arguments.join(","));
        }
    }
    let all: Vec<String> =
        (0..case.constraints.len()).map(|place| format!("{SWITCH}{place}")).collect();
    let _ = writeln!(lines, "constraint fzn_assume([{}]);", all.join(","));
    text.push_str(&lines);
    Ok(())
}

/// Returns the calls that switch a constraint. A reified or implied one takes two: its own truth
/// value has a name, and is compared with the other truth value if the switch is on.
fn switched(
    terms: &Terms<'_>,
    library: Library,
    constraint: &Expr,
    (switch, even): (&str, bool),
) -> Result<Vec<Call>, Unspelled> {
    let form = if even { "imp" } else { "reif" };
    let compared = |name: &str, truth: &Expr, inner: &Expr| {
        let helper = format!("r{switch}");
        let arguments = vec![terms.flat(truth)?, helper.clone(), switch.to_owned()];
        let own = reified(terms, library, helper, inner)?;
        Ok(vec![own, (format!("{name}_{form}"), arguments)])
    };
    match constraint {
        Expr::Op(Operator::Iff, parts) if matches!(parts[1], Expr::Op(..)) => {
            compared("bool_eq", &parts[0], &parts[1])
        }
        Expr::Op(Operator::Implies, parts) if matches!(parts[1], Expr::Op(..)) => {
            compared("bool_le", &parts[0], &parts[1])
        }
        _ if even => Ok(vec![implied(terms, library, switch.to_owned(), constraint)?]),
        _ => Ok(vec![reified(terms, library, switch.to_owned(), constraint)?]),
    }
}

/// Adds the core in an output to the reply that was read from it.
pub(super) fn read(case: &Case, output: &str, reply: Reply) -> Reply {
    let Reply::Answer(mut answer) = reply else {
        return reply;
    };
    let mut lines = output.lines().filter_map(|line| line.trim().strip_prefix(CORE));
    let Some(line) = lines.next() else {
        return Reply::Answer(answer);
    };
    if lines.next().is_some() {
        return Reply::Unreadable("two cores".into());
    }
    let Some(list) = line.strip_suffix(']') else {
        return Reply::Unreadable("a core without an end".into());
    };
    if answer.status != Status::Unsatisfiable {
        return Reply::Unreadable("a core, but not that no solution exists".into());
    }
    let names = list.split(',').map(str::trim).filter(|_| !list.trim().is_empty());
    match cores::named(case, SWITCH, names) {
        Ok(core) => {
            answer.core = Some(core);
            Reply::Answer(answer)
        }
        Err(why) => Reply::Unreadable(why.to_string()),
    }
}
