//! This program as a target: every engine, through every format that it reads.

use parallax_engines::{EngineList, Spec as Named, SpecFault, parse_list};
use parallax_fuzz::programs::target::TargetSpec;
use parallax_model::engine_api::Engine;
use parallax_solvers::process::find_program;

use super::named_target_error::NamedTargetError;
use crate::cli::this_program::this_program;

/// The formats: name in labels, language, and arguments of the program. FlatZinc and the second
/// form of SMT-LIB also request cores.
const SELF_TARGET_FORMATS: [(&str, &str, &str); 7] = [
    ("fzn", "fzn", "flatzinc --engine ENGINE -a {fzn}"),
    ("mzn", "mzn", "solve --all --format json --engine ENGINE {mzn}"),
    ("xcsp3", "xcsp3", "solve --all --format json --engine ENGINE {xml}"),
    ("smt2", "smt2", "solve --all --format json --engine ENGINE {smt2}"),
    ("smt2-core", "smt2", "solve --format smtlib --engine ENGINE {smt2}"),
    ("opb", "opb", "solve --all --format json --engine ENGINE {opb}"),
    ("dimacs", "dimacs", "solve --all --format json --engine ENGINE {cnf}"),
];

/// Reads `self`, all engines of this build, or `self:LIST`, a list as in `compare`; `None` if a
/// text is neither.
pub(super) fn parse_engines(text: &str) -> Option<Result<EngineList, SpecFault>> {
    let list = if text == "self" { "auto,all" } else { text.strip_prefix("self:")? };
    Some(parse_list(list))
}

/// The engines of `--texts`, and their formats.
const TEXTS_TARGETS: (&str, [&str; 2]) = ("brute,native,sat:batsat", ["smt2", "opb"]);

/// Returns the specifications of `--texts`: a few engines on SMT-LIB and OPB.
///
/// # Errors
/// If this program is not found.
pub(super) fn text_specs() -> Result<Vec<TargetSpec>, NamedTargetError> {
    let (engines, forms) = TEXTS_TARGETS;
    matching_specs(&parse_list(engines)?, &|form| forms.contains(&form))
}

/// Returns the specifications of engines, one for each format.
///
/// # Errors
/// If this program is not found, or no engine lists solutions.
pub(super) fn engine_specs(engines: &EngineList) -> Result<Vec<TargetSpec>, NamedTargetError> {
    matching_specs(engines, &|form| form != "mzn" || find_program("minizinc").is_some())
}

/// Returns the specifications of engines, one for each format that `asks` holds for.
fn matching_specs(
    engines: &EngineList,
    asks: &dyn Fn(&str) -> bool,
) -> Result<Vec<TargetSpec>, NamedTargetError> {
    let program = this_program()?;
    let program = program.display().to_string();
    let mut specs = Vec::new();
    for engine in engines.every_spec().iter().filter(|engine| lists_solutions(engine)) {
        let name = engine.to_string();
        let fits = |c: char| if c.is_ascii_alphanumeric() { c } else { '.' };
        let label: String = name.chars().map(fits).collect();
        for (form, format, arguments) in
            SELF_TARGET_FORMATS.into_iter().filter(|(form, ..)| asks(form))
        {
            // The engine's name may have blanks and quotes, so the words are joined only after it
            // is filled in.
            let words = arguments
                .split(' ')
                .map(|word| if word == "ENGINE" { name.as_str() } else { word });
            let words: Vec<&str> = std::iter::once(program.as_str()).chain(words).collect();
            let command = shlex::try_join(words)?;
            specs.push(format!("{label}-{form}={format}:{command}").parse::<TargetSpec>()?);
        }
    }
    if specs.is_empty() {
        return Err(NamedTargetError::NoLists);
    }
    Ok(specs)
}

/// Whether an engine lists all solutions of any model. Some engines are for one puzzle, others only
/// count.
fn lists_solutions(engine: &Named) -> bool {
    let name = engine.to_string();
    let abilities = engine.abilities();
    !abilities.external && !name.starts_with("count:") && !name.ends_with("paper")
}
