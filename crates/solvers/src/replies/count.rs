//! The output of model counters: the format of the Model Counting Competition (Fichte et al.
//! 2021).

use parallax_model::ask::Count;

use crate::process::{Ran, crash, short, signal};

/// Reads a number of models: one line `c s exact arb int N` and one line `s SATISFIABLE` or
/// `s UNSATISFIABLE` that agrees with it. All other lines are comments.
///
/// An irregular output is not an answer: a missing line, two different ones, an exact number in
/// another form, an approximate number, an exit code other than 0, 10 or 20, or one that
/// contradicts the number.
///
/// # Errors
/// If the output has no valid number, with the reason.
pub fn read(ran: &Ran) -> Result<Count, String> {
    let code = ran.status.code().unwrap_or(-1);
    if signal(ran.status).is_some() || ![0, 10, 20].contains(&code) {
        return Err(crash(ran.status, &ran.err));
    }
    let text = String::from_utf8_lossy(&ran.out);
    let mut number: Option<Count> = None;
    let mut satisfiable = None;
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().take(7).collect();
        match words[..] {
            ["c", "s", "exact", "arb", "int", digits] => {
                let strange = |_| format!("its number is '{}'", short(digits));
                let read: Count = digits.parse().map_err(strange)?;
                if number.replace(read.clone()).is_some_and(|before| before != read) {
                    return Err("prints two different numbers".into());
                }
            }
            ["c", "s", "exact" | "approx", ..] => {
                return Err(format!("its number is no exact integer: '{}'", short(line)));
            }
            ["s", answer] => {
                let read = match answer {
                    "SATISFIABLE" => true,
                    "UNSATISFIABLE" => false,
                    "UNKNOWN" => return Err("the counter gave up".into()),
                    other => return Err(format!("says '{}'", short(other))),
                };
                if satisfiable.replace(read).is_some_and(|before| before != read) {
                    return Err("says satisfiable and unsatisfiable".into());
                }
            }
            ["s", ..] => return Err(format!("says '{}'", short(line))),
            _ => {}
        }
    }
    let missing = |what: &str| match text.trim().lines().next_back() {
        None => "it printed nothing".to_owned(),
        Some(last) => format!("no '{what}' line in its output, which ends with '{}'", short(last)),
    };
    let satisfiable = satisfiable.ok_or_else(|| missing("s"))?;
    let number = number.ok_or_else(|| missing("c s exact arb int"))?;
    let contradicts = match code {
        10 => !satisfiable,
        20 => satisfiable,
        _ => false,
    };
    let says = if satisfiable { "satisfiable" } else { "unsatisfiable" };
    if contradicts {
        return Err(format!("says {says}, but ends with {code}"));
    }
    if satisfiable == number.is_zero() {
        return Err(format!("says {says}, but counts {}", short(&number.to_string())));
    }
    Ok(number)
}
