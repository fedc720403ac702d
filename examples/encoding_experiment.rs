//! An experiment with encodings: sizes and times of a magic square's clauses.
//!
//! Each encoding is measured on the same instance: the size of its formula, the share of the
//! removals of generalised arc consistency that unit propagation finds, and the time to encode and
//! to solve.
//!
//! Run it with `cargo run --release --example encoding_experiment`.

use std::error::Error;
use std::io::{self, Write};
use std::time::Duration;

use parallax::engine_api::Control;
use parallax::engines::parse_list;
use parallax::formats::InputSources;
use parallax::measure::{EncodingStudy, EncodingStudyOptions, mark_front};

/// Measures the encodings of integers and sums on the empty magic square of order 3.
#[allow(unreachable_pub, reason = "a test of the project runs it, too")]
pub fn run(out: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let sources = InputSources { names: vec!["magic:3".into()], ..InputSources::default() };
    let found = sources.stream_instances().next().expect("one instance")?;
    let viewpoint = found.instance.default_viewpoint();
    let (model, givens) = (found.instance.model(&viewpoint)?, found.instance.givens(&viewpoint));

    let control = Control::unlimited();
    let timeout = Some(Duration::from_secs(10));
    let settings = EncodingStudyOptions { probes: 100, seed: 0, runs: 3, timeout };
    let study = EncodingStudy::new(model, &givens, settings, &control)?;

    let mut rows = Vec::new();
    for list in ["sat:batsat+direct,sum=*", "sat:batsat+order,sum=*", "sat:batsat+log,sum=*"] {
        for spec in parse_list(list)?.every_spec() {
            rows.push(study.measure_engine(&spec, &control)?);
        }
    }
    mark_front(&mut rows);

    writeln!(out, "{:32} variables clauses literals propagation encode s solve s", "encoding")?;
    for row in &rows {
        writeln!(
            out,
            "{}{:30} {:9} {:7} {:8} {:10.1}% {:8.6} {:7.5}",
            if row.pareto { "* " } else { "  " },
            row.engine.trim_start_matches("sat:batsat+"),
            row.variables,
            row.clauses,
            row.literals,
            100.0 * row.propagation.found_share(),
            row.encode_s.median,
            row.solve.seconds.map_or(f64::NAN, |time| time.median),
        )?;
    }
    Ok(())
}

#[allow(dead_code, reason = "the tests call `run`")]
fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout().lock())
}
