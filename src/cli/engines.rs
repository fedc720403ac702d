//! `parallax engines`.

use std::io::Write;

use clap::ValueEnum;
use comfy_table::{Table, presets};
use serde::Serialize;

use super::Failure;
use super::output::Output;
use crate::engines::Spec;

/// List the engines that this build has.
#[derive(clap::Args)]
pub(super) struct Args {
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// A table
    Text,
    /// One object for each engine, one a line
    Json,
}

#[derive(Serialize)]
struct Line {
    engine: String,
    built: bool,
    version: String,
    about: String,
}

pub(super) fn run(args: &Args) -> Result<u8, Failure> {
    let lines: Vec<Line> = Spec::variants()
        .into_iter()
        .map(|spec| Line {
            engine: spec.to_string(),
            built: spec.is_built(),
            version: spec.version(),
            about: spec.words(),
        })
        .collect();
    let mut out = Output::new();
    match args.format {
        Format::Json => {
            for line in &lines {
                serde_json::to_writer(&mut out, line)?;
                writeln!(out)?;
            }
        }
        Format::Text => {
            let mut table = Table::new();
            table.load_style(presets::UTF8_BORDERS_ONLY);
            table.set_header(["engine", "version", "what it does"]);
            for line in lines {
                table.add_row([line.engine, line.version, line.about]);
            }
            writeln!(out, "{table}")?;
            writeln!(
                out,
                "SAT engines take choices after a comma: amo=NAME (at most one), sum=NAME, card=NAME.\n\
                 'sat:batsat' is short for 'sat:batsat+direct'; '--engines all' is every engine of \
                 this build\nwith its first encoding; patterns such as 'sat:*+order' work too."
            )?;
        }
    }
    out.flush()?;
    Ok(0)
}
