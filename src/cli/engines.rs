//! `parallax engines`.

use std::io::Write;

use clap::ValueEnum;
use comfy_table::{Table, presets};
use parallax_encodings::{EncodingChoice, Options};
use serde::Serialize;

use super::Failure;
use super::output::Output;
use crate::engines::Spec;
use crate::search::Settings;
use crate::solvers::replies::{KNOWN, Known};

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
    /// What a spec of this engine can choose.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    choices: Vec<Chosen>,
}

#[derive(Serialize)]
struct Chosen {
    part: &'static str,
    name: String,
    about: String,
}

/// The choices of native search.
fn choices() -> Vec<Chosen> {
    let known = Settings::choices().into_iter();
    known.map(|c| Chosen { part: c.part, name: c.name, about: c.about }).collect()
}

fn native_table() -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_BORDERS_ONLY);
    table.set_header(["native", "choice", "what it does"]);
    let mut before = "";
    for Chosen { part, name, about } in choices() {
        table.add_row([if part == before { "" } else { part }, &name, &about]);
        before = part;
    }
    table
}

/// The choices of SAT engines.
fn encodings() -> impl Iterator<Item = &'static EncodingChoice> {
    const INTEGERS: &EncodingChoice = &Options::INTEGERS;
    [INTEGERS].into_iter().chain(Options::CHOICES)
}

fn sat_choices() -> Vec<Chosen> {
    let names = |choice: &'static EncodingChoice| {
        (choice.names)().into_iter().map(move |name| (choice, name))
    };
    let chosen = |(choice, name): (&'static EncodingChoice, &str)| Chosen {
        part: choice.key,
        name: name.to_owned(),
        about: choice.about.to_owned(),
    };
    encodings().flat_map(names).map(chosen).collect()
}

fn sat_table() -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_BORDERS_ONLY);
    table.set_header(["sat", "names", "what it encodes"]);
    for choice in encodings() {
        table.add_row([choice.key, &(choice.names)().join(", "), choice.about]);
    }
    table
}

/// A known solver that is a program; its version is where it is installed.
fn program(known: &Known) -> Line {
    let place = known.place();
    Line {
        engine: known.spec.to_owned(),
        built: place.is_some(),
        version: place.map_or_else(|| "not installed".into(), |place| place.display().to_string()),
        about: "a program, if it is installed".into(),
        choices: Vec::new(),
    }
}

pub(super) fn run(args: &Args) -> Result<u8, Failure> {
    let lines = Spec::variants().into_iter().map(|spec| Line {
        engine: spec.to_string(),
        built: spec.is_built(),
        version: spec.version(),
        about: spec.words(),
        choices: match spec {
            Spec::Native(_) => choices(),
            Spec::Sat { .. } => sat_choices(),
            _ => Vec::new(),
        },
    });
    let lines = lines.chain(KNOWN.iter().map(program));
    let mut out = Output::new();
    match args.format {
        Format::Json => {
            for line in lines {
                serde_json::to_writer(&mut out, &line)?;
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
                "Native search takes native[:VARIABLES[+VALUES]][,CHOICE...], for example \
                 native:mid+aval,gac or native,ac,sum=bounds:\n{}\n",
                native_table()
            )?;
            writeln!(
                out,
                "Reformulation takes reform[:CHOICE,...], for example \
                 reform:split=always,leaf=sat:batsat+order:\nagenda=last-in, first-in or best-first; \
                 split=auto, always or never; steps=N; consistency=all or new; and last leaf=ENGINE.\n\
                 reform:paper takes agenda= and consistency=none, new or all. 'parallax explain' \
                 shows both at work.\n"
            )?;
            writeln!(
                out,
                "SAT engines take sat:SOLVER[+INTEGERS][,CHOICE=NAME...], for example \
                 sat:batsat+order,sum=adder;\n'sat:batsat' is short for \
                 'sat:batsat+direct':\n{}\n\n'--engines all' is every engine of this build with \
                 its first encoding. Patterns: 'sat:*+order' is every\nSAT solver, 'sat:batsat+*' \
                 every combination of encodings that makes a difference, 'sat:batsat+order,sum=*'\n\
                 every encoding of sums.",
                sat_table()
            )?;
            writeln!(
                out,
                "\nExternal solvers take dimacs[+INTEGERS][,CHOICE=NAME...]:COMMAND or smtlib:COMMAND. In \
                 the command {{cnf}}\nor {{smt2}} is the problem's file (else it is on standard \
                 input), {{out}} a SAT solver's file for the\nanswer (else it is on standard \
                 output), {{seed}} the seed. The program is run once for each solution: slow for many. In lists, commands stand \
                 between\nquotation marks: --engines 'native,\"dimacs:minisat {{cnf}} {{out}}\"'."
            )?;
        }
    }
    out.flush()?;
    Ok(0)
}
