//! DRAT: proofs that only list clauses, for checkers that are programs.
//!
//! A step is a line, `LITERAL... 0` to add a clause and `d LITERAL... 0` to
//! delete one. The checker has to find out by itself why a clause may be added
//! (Wetzler, Heule, Hunt, *DRAT-trim*, SAT 2014). None is built in: `rate` and
//! `drat-trim` are asked where they are installed.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

use rustsat::types::Lit;

use super::{Accepted, Fault};
use crate::ask::Control;

/// The programs that are tried, in this order.
pub const CHECKERS: [&str; 2] = ["rate", "drat-trim"];

/// How often a checker that runs is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// Writes one step.
///
/// # Errors
/// Those of the output.
pub fn write_step(
    out: &mut dyn Write,
    deletes: bool,
    clause: impl Iterator<Item = Lit>,
) -> io::Result<()> {
    if deletes {
        out.write_all(b"d ")?;
    }
    for lit in clause {
        write!(out, "{} ", lit.to_ipasir())?;
    }
    out.write_all(b"0\n")
}

/// Has a program check a DRAT proof of a formula in DIMACS.
///
/// # Errors
/// When it does not accept the proof, none is installed, or `control` says
/// stop.
pub fn check(formula: &Path, proof: &Path, control: &Control) -> Result<Accepted, Fault> {
    for program in CHECKERS {
        let started = Command::new(program)
            .args([formula, proof])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        match started {
            Ok(child) => return judge(program, child, control),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error.into()),
        }
    }
    let names = CHECKERS.join(" or ");
    Err(Fault::NoChecker(format!("no checker of DRAT is installed ({names})")))
}

fn judge(program: &str, mut child: Child, control: &Control) -> Result<Accepted, Fault> {
    let output = child.stdout.take();
    let reader = thread::spawn(move || {
        let mut text = Vec::new();
        // What cannot be read holds no verdict.
        let _ = output.map(|output| output.take(MAX_OUTPUT).read_to_end(&mut text));
        text
    });
    let status = wait(&mut child, control);
    let text = reader.join().unwrap_or_default();
    let status = status?;
    let text = String::from_utf8_lossy(&text);
    if text.lines().any(|line| line.trim() == "s VERIFIED") {
        return Ok(Accepted { checker: program.into(), derived: None });
    }
    let said = text.lines().rev().map(str::trim).find(|line| line.starts_with("s "));
    let said = said.map_or_else(|| status.to_string(), str::to_owned);
    Err(Fault::Refused(format!("{program} does not accept it: {said}")))
}

/// The most that a checker's output is read.
const MAX_OUTPUT: u64 = 1 << 20;

/// Waits for the end of a child, which is killed when it is time to stop.
fn wait(child: &mut Child, control: &Control) -> Result<ExitStatus, Fault> {
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status),
            Ok(None) => {}
            Err(error) => {
                end(child);
                return Err(error.into());
            }
        }
        if let Some(stop) = control.stopped() {
            end(child);
            return Err(stop.into());
        }
        thread::sleep(LOOK_EVERY);
    }
}

fn end(child: &mut Child) {
    // It may have ended by itself meanwhile.
    let _ = child.kill();
    let _ = child.wait();
}
