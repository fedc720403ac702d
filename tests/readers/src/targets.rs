//! The readers, with valid texts for each.

use std::process::ExitStatus;
use std::sync::Arc;

use parallax_engines::parse_list;
use parallax_instance::literals::{self, LiteralNotation};
use parallax_solvers::process::ProgramResult;
use parallax_solvers::replies::sat;

use crate::{decisions, instances, proofs};

/// Reads a text, and returns whether it accepted it.
pub(crate) type Reader = Arc<dyn Fn(&[u8]) -> bool + Send + Sync>;

/// A reader with texts that it accepts.
pub(crate) struct Target {
    /// The name of the format.
    pub(crate) name: String,
    /// The texts to damage.
    pub(crate) texts: Vec<Vec<u8>>,
    /// The reader.
    pub(crate) reader: Reader,
}

impl Target {
    pub(crate) fn new(
        name: impl Into<String>,
        texts: impl IntoIterator<Item = impl Into<Vec<u8>>>,
        reader: impl Fn(&[u8]) -> bool + Send + Sync + 'static,
    ) -> Self {
        let texts = texts.into_iter().map(Into::into).collect();
        Target { name: name.into(), texts, reader: Arc::new(reader) }
    }
}

/// Returns every reader of the program for texts written by people or other programs; random texts
/// depend on the seed.
pub(crate) fn all(seed: u64) -> Vec<Target> {
    let mut targets = instances::targets(seed);
    targets.extend(proofs::targets());
    targets.extend(decisions::targets());
    targets.extend([
        Target::new("solver-output", ANSWERS, |bytes| replied(bytes, None)),
        Target::new("solver-file", ANSWERS, |bytes| replied(b"", Some(&text(bytes)))),
        Target::new("assignments", ANSWERS, |bytes| {
            let text = text(bytes);
            let naming = LiteralNotation::detect_notation(&text);
            let read = literals::read_solver_output("text", &text, naming);
            read.is_ok() & literals::read_solutions("text", &text, naming, 4).is_ok()
        }),
        Target::new("engines", SPECS, |bytes| parse_list(&text(bytes)).is_ok()),
    ]);
    targets
}

/// Outputs of solvers.
const ANSWERS: [&str; 7] = [
    "c a comment\ns SATISFIABLE\nv 1 -2\nv 3 -4 0\n",
    "s UNSATISFIABLE\n",
    "s UNKNOWN\n",
    "SAT\n1 -2 3 -4 0\n",
    "UNSAT\n",
    "o 12\ns OPTIMUM FOUND\nv x1 -x2\nv x3 -x4\n",
    "1 2 3 -4 0\n-1 -2 3 4 0\n",
];

const SPECS: [&str; 6] = [
    "native,brute,sat:varisat+order",
    "native:mid+aval,gac,sum=bounds,@row=fc,d-way,lc,limit=1000",
    "native:random+random,restarts=luby:50",
    "sat:batsat+order,amo=ladder,card=diagram,sum=adder,table=mdd",
    "sat:batsat+*,sat:*+direct,smt:*,all",
    "\"dimacs+order,sum=mdd:minisat {cnf} {out} {seed}\",native",
];

fn replied(out: &[u8], file: Option<&str>) -> bool {
    let ran =
        ProgramResult { status: ExitStatus::default(), out: out.to_vec(), err: String::new() };
    sat::read_sat_reply(&ran, file, LiteralNotation::Numbers).is_ok()
}

/// Converts bytes to text; invalid UTF-8 is replaced.
pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reader_takes_one_of_its_texts() {
        let targets = all(1);
        for target in &targets {
            let taken = target.texts.iter().filter(|text| (target.reader)(text)).count();
            assert!(taken > 0, "{}", target.name);
        }
        let names: Vec<&str> = targets.iter().map(|target| target.name.as_str()).collect();
        for name in
            ["set", "model", "cnf", "opb", "sudoku-terms", "latin-terms", "lrat", "binary-lrat"]
        {
            assert!(names.contains(&name), "{name}: {names:?}");
        }
    }
}
