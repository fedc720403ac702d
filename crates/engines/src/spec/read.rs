//! Reads the spec of an engine.

use std::str::FromStr;

use parallax_encodings::smt::SmtEncoding;
use parallax_model::ask::{did_you_mean, nearest};
use parallax_search::Settings;

use super::{Paper, Portfolio, Reform, Spec, external, named, sat};
use crate::count;

/// The engines to name in the message about an unknown one.
pub(super) const EXAMPLES: &str =
    "for example auto, native, sat:batsat, 'dimacs:COMMAND' ('parallax engines' lists all)";

impl FromStr for Spec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if Portfolio::is_meant(text) {
            return Ok(Spec::Portfolio(text.parse()?));
        }
        if Paper::is_meant(text) {
            return Ok(Spec::Paper(text.parse()?));
        }
        if Reform::is_meant(text) {
            return Ok(Spec::Reform(Box::new(text.parse()?)));
        }
        if let Some(settings) = settings(text, "native") {
            return Ok(Spec::Native(Box::new(
                settings.parse().map_err(|why| ToString::to_string(&why))?,
            )));
        }
        if let Some(settings) = settings(text, "local") {
            return Ok(Spec::Local(settings.parse().map_err(|why| ToString::to_string(&why))?));
        }
        if let Some(settings) = settings(text, "textbook") {
            return Ok(Spec::Textbook(settings.parse().map_err(|why| ToString::to_string(&why))?));
        }
        if let Some(spec) = named::parse(text).or_else(|| external::parse(text)) {
            return spec;
        }
        if count::is_meant(text) {
            return Ok(Spec::Count(text.parse()?));
        }
        let (head, choices) = match text.split_once(',') {
            Some((head, choices)) => (head, Some(choices)),
            None => (text, None),
        };
        let (name, encoding) = match head.split_once('+') {
            Some((name, encoding)) => (name, Some(encoding)),
            None => (head, None),
        };
        let spec = match name.split_once(':') {
            Some(("sat", solver)) => {
                let options = sat::parse(encoding, choices)?;
                return Ok(Spec::Sat {
                    solver: solver.parse().map_err(|why| ToString::to_string(&why))?,
                    options,
                });
            }
            Some(("smt", solver)) => {
                let mut spec = Spec::smt(solver.parse().map_err(|why| ToString::to_string(&why))?);
                if let (Spec::Smt { encoding, .. }, Some(name)) = (&mut spec, encoding) {
                    *encoding = terms(name)?;
                }
                spec
            }
            Some(("cp", "pumpkin")) if encoding.is_none() => Spec::Pumpkin,
            None if name == "brute" && encoding.is_none() => Spec::Brute,
            None if name == "auto" && encoding.is_none() => Spec::Auto,
            _ => return Err(unknown(text)),
        };
        match choices {
            None => Ok(spec),
            Some(choices) => Err(format!("engine '{name}' has no choice '{choices}'")),
        }
    }
}

/// Returns the settings after the name of an engine.
fn settings<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let settings = text.strip_prefix(name)?;
    (settings.is_empty() || settings.starts_with([':', ','])).then_some(settings)
}

/// Returns the message about a spec that names no engine.
fn unknown(text: &str) -> String {
    if let Some((name, engine)) = text.split_once('=')
        && !name.contains([':', ',', '+'])
        && engine.parse::<Spec>().is_ok()
    {
        return if external::is_meant(engine) {
            format!(
                "'{name}' is no name; expected letters, digits, - and _, first a letter, and \
                 perhaps @ and the solver behind it, at most 16 of these"
            )
        } else {
            format!("'{name}' cannot name '{engine}': only programs have short names")
        };
    }
    let end = text.find(['+', ',']).unwrap_or(text.len());
    let (name, choices) = text.split_at(end);
    let engines: Vec<String> = Spec::variants().iter().map(Spec::to_string).collect();
    let names: Vec<&str> = engines.iter().filter_map(|spec| spec.split('+').next()).collect();
    // 'cadical' means sat:cadical, and so does 'sta:cadical'.
    let solver = |name: &str| name.rsplit(':').next().unwrap_or(name).to_lowercase();
    let same = names.iter().copied().find(|known| solver(known) == solver(name));
    let solvers = || names.iter().filter_map(|known| known.split_once(':')).map(|(_, name)| name);
    let near = same.or_else(|| nearest(name, names.iter().copied())).or_else(|| {
        let solver = nearest(name, solvers())?;
        names.iter().copied().find(|known| known.ends_with(&format!(":{solver}")))
    });
    let choice = || nearest(text, Settings::words());
    match near {
        None if choice().is_some() => {
            let near = did_you_mean(text, Settings::words());
            format!("unknown engine or choice '{text}'{near}")
        }
        Some(near) if near == name => format!("engine '{near}' has no choice '{choices}'"),
        Some(near) => format!(
            "unknown engine '{text}'; did you mean '{near}{choices}'? ('parallax engines' lists all)"
        ),
        None => format!("unknown engine '{text}'; expected {EXAMPLES}"),
    }
}

/// Returns the SMT encoding with this name.
pub(super) fn terms(name: &str) -> Result<SmtEncoding, String> {
    name.parse().map_err(|error| sat::unknown(&error))
}
