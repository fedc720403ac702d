//! The version of a program, as it states it.

use std::time::Duration;

use parallax_model::ask::Control;
use parallax_solvers::process::{Bounds, Program, Run, run, short};

use super::Limits;

/// Returns the first line that `PROGRAM --version` prints, or `PROGRAM --help` if that has none;
/// else the program's name.
pub(super) fn ask(program: &Program, limits: Limits, control: &Control) -> String {
    let name = program.name().to_owned();
    for option in ["--version", "--help"] {
        let Ok(asked) = format!("{name} {option}").parse::<Program>() else {
            continue;
        };
        let mut asked = Run::of(&asked, Vec::new());
        asked.bounds = Bounds { memory_bytes: Some(limits.memory_bytes), cpu_seconds: None };
        let control = control.within(Some(Duration::from_secs(10)));
        if let Ok(ran) = run(&asked, 100_000, &control) {
            let out = String::from_utf8_lossy(&ran.out).into_owned();
            let mut lines =
                out.lines().chain(ran.err.lines()).map(|line| line.trim().trim_start_matches("- "));
            let tells = |line: &&str| line.contains(|c: char| c.is_ascii_digit());
            let states = |line: &&str| line.to_lowercase().starts_with("version") && tells(line);
            let found = lines.clone().find(states).map(|line| format!("{name}, {line}"));
            if let Some(line) = found.or_else(|| lines.find(tells).map(str::to_owned)) {
                return short(&line);
            }
        }
    }
    name
}
