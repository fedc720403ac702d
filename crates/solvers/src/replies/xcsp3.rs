//! The output of XCSP3 solvers: the `s`, `o` and `v` lines of the competition.

use parallax_instance::{SolverInstantiation, read_instantiations, without_escapes};

use super::{ReplyError, ReplyingProgram, StatusForm};
use crate::process::{ProgramResult, describe_crash, ending_signal};

/// The answer of an XCSP3 solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Xcsp3Status {
    /// There is a solution.
    Satisfiable,
    /// The last solution is the best.
    Optimum,
    /// There is none.
    Unsatisfiable,
}

/// The output of an XCSP3 solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Xcsp3Reply {
    /// The last status.
    pub status: Xcsp3Status,
    /// Each instantiation: for each of the asked variables its value; `None` if any will do.
    pub solutions: Vec<Vec<Option<i64>>>,
}

/// Reads the answer about `count` variables that are named `x0`, `x1` and so on.
///
/// # Errors
/// If the output has no answer, or an instantiation is not complete, with the reason.
pub fn read_xcsp3_reply(ran: &ProgramResult, count: usize) -> Result<Xcsp3Reply, ReplyError> {
    if ending_signal(ran.status).is_some() {
        return Err(describe_crash(ran.status, &ran.err).into());
    }
    let text = without_escapes(&String::from_utf8_lossy(&ran.out));
    // The last status counts: an optimiser may print SATISFIABLE before OPTIMUM FOUND.
    let status = text.lines().rev().find_map(|line| line.strip_prefix("s "));
    let status = match status.map(str::trim) {
        Some("SATISFIABLE") => Xcsp3Status::Satisfiable,
        Some("OPTIMUM FOUND") => Xcsp3Status::Optimum,
        Some("UNSATISFIABLE") => Xcsp3Status::Unsatisfiable,
        Some("UNKNOWN") => return Err(ReplyError::GaveUp(ReplyingProgram::Solver)),
        Some("UNSUPPORTED") => return Err(ReplyError::Unsupported),
        Some(other) => {
            let status = other.to_owned();
            return Err(ReplyError::Status { language: StatusForm::Xcsp3, status });
        }
        None if ran.status.success() => return Err(ReplyError::NoStatus),
        None => return Err(describe_crash(ran.status, &ran.err).into()),
    };
    let read = read_instantiations(&text)?;
    let solutions: Vec<_> =
        read.iter().map(|read| of_variables(read, count)).collect::<Result<_, ReplyError>>()?;
    match (&status, solutions.len()) {
        (Xcsp3Status::Unsatisfiable, 0) => {}
        (Xcsp3Status::Unsatisfiable, _) => {
            return Err(ReplyError::DeniedSolution);
        }
        (_, 0) => return Err(ReplyError::NoSolution),
        _ => {}
    }
    Ok(Xcsp3Reply { status, solutions })
}

/// Returns the value of each of the asked variables.
fn of_variables(read: &SolverInstantiation, count: usize) -> Result<Vec<Option<i64>>, ReplyError> {
    if read.list.len() != read.values.len() {
        let (names, values) = (read.list.len(), read.values.len());
        return Err(ReplyError::Lengths { names, values });
    }
    let mut found: Vec<Option<Option<i64>>> = vec![None; count];
    for (name, &value) in read.list.iter().zip(&read.values) {
        let index = name.strip_prefix('x').and_then(|number| number.parse::<usize>().ok());
        match index.and_then(|index| found.get_mut(index)) {
            Some(slot) => {
                // `*` agrees with every value.
                let before = slot.flatten();
                if before.zip(value).is_some_and(|(before, value)| before != value) {
                    return Err(ReplyError::TwoValues(name.clone()));
                }
                *slot = Some(before.or(value));
            }
            // Variables of the translation come after those of the model.
            None if index.is_some() => {}
            None => return Err(ReplyError::Variable(name.clone())),
        }
    }
    found.into_iter().map(|value| value.ok_or(ReplyError::MissingVariable)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_variable_needs_a_value() {
        let read = |list: &str, values: &[i64]| {
            let list = list.split(' ').map(str::to_owned).collect();
            let values = values.iter().copied().map(Some).collect();
            of_variables(&SolverInstantiation { list, values }, 2)
        };
        assert_eq!(read("x1 x0 x2", &[7, 8, 9]), Ok(vec![Some(8), Some(7)]));
        assert_eq!(read("x1 x0 x1", &[7, 8, 7]), Ok(vec![Some(8), Some(7)]));
        let twice = |values: [Option<i64>; 2]| {
            let list = vec!["x0".to_owned(); 2];
            of_variables(&SolverInstantiation { list, values: values.to_vec() }, 1)
        };
        assert_eq!(twice([None, Some(3)]), Ok(vec![Some(3)]));
        assert_eq!(twice([Some(3), None]), Ok(vec![Some(3)]));
        for (list, values, expected) in [
            ("x0 x1 x0", &[3, 3, 4][..], "x0 has two values"),
            ("x0", &[3][..], "without a value for each"),
            ("x0 x1", &[3], "of 2 variables with 1 values"),
            ("x0 y1", &[3, 4], "'y1'"),
        ] {
            let error = read(list, values).unwrap_err().to_string();
            assert!(error.contains(expected), "{list}: {error}");
        }
    }
}
