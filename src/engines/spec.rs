//! Engine specs: `native`, `brute`, `sat:cadical+order,amo=ladder`, `smt:z3`.

use std::fmt;
use std::str::FromStr;

use parallax_encodings::{IntEncoding, Options};

use crate::search::Settings;
use crate::solvers::SatKind;
use crate::solvers::smt::SmtKind;

/// Which engine, with its choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spec {
    /// All assignments with the plain check.
    Brute,
    /// Backtracking with propagation.
    Native(Box<Settings>),
    /// Clauses and a SAT solver.
    Sat {
        /// The solver.
        solver: SatKind,
        /// The encodings.
        options: Options,
    },
    /// Integer terms and an SMT solver.
    Smt(SmtKind),
}

impl Spec {
    /// Native search with its default settings.
    pub fn native() -> Self {
        Spec::Native(Box::default())
    }

    /// A SAT engine with an encoding of integers and defaults else.
    pub fn sat(solver: SatKind, integers: IntEncoding) -> Self {
        Spec::Sat { solver, options: Options { integers, ..Options::default() } }
    }

    /// Every engine with its default choices, built in or not.
    pub fn defaults() -> Vec<Spec> {
        let sat = SatKind::ALL.into_iter().map(|solver| Spec::sat(solver, IntEncoding::Direct));
        [Spec::Brute, Spec::native()]
            .into_iter()
            .chain(sat)
            .chain([Spec::Smt(SmtKind::Z3)])
            .collect()
    }

    /// Every engine with every encoding of integers, built in or not.
    pub fn variants() -> Vec<Spec> {
        let mut all = vec![Spec::Brute, Spec::native()];
        for solver in SatKind::ALL {
            for &integers in IntEncoding::ALL {
                all.push(Spec::sat(solver, integers));
            }
        }
        all.push(Spec::Smt(SmtKind::Z3));
        all
    }

    /// Whether this build has the engine.
    pub fn is_built(&self) -> bool {
        match self {
            Spec::Brute | Spec::Native(_) => true,
            Spec::Sat { solver, .. } => solver.is_built(),
            Spec::Smt(solver) => solver.is_built(),
        }
    }

    /// The version of the solver behind the engine, or of Parallax.
    pub fn version(&self) -> String {
        match self {
            Spec::Brute | Spec::Native(_) => env!("CARGO_PKG_VERSION").to_owned(),
            Spec::Sat { solver, .. } => solver.version(),
            Spec::Smt(solver) => solver.version(),
        }
    }

    /// What the engine does, in a few words.
    pub fn words(&self) -> String {
        match self {
            Spec::Brute => "every assignment, with the plain check".into(),
            Spec::Native(settings) => format!(
                "backtracking with propagation; {}, {}",
                settings.variables.about(),
                settings.values.about()
            ),
            Spec::Sat { options, .. } => {
                format!("clauses, {} encoding of integers", options.integers.name())
            }
            Spec::Smt(_) => "terms over integers".into(),
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spec::Brute => f.write_str("brute"),
            Spec::Native(settings) => write!(f, "native{settings}"),
            Spec::Sat { solver, options } => {
                let plain = Options::default();
                write!(f, "sat:{solver}+{}", options.integers.name())?;
                if options.amo != plain.amo {
                    write!(f, ",amo={}", options.amo.name())?;
                }
                if options.sums != plain.sums {
                    write!(f, ",sum={}", options.sums.name())?;
                }
                if options.cardinalities != plain.cardinalities {
                    write!(f, ",card={}", options.cardinalities.name())?;
                }
                Ok(())
            }
            Spec::Smt(solver) => write!(f, "smt:{solver}+lia"),
        }
    }
}

/// What a spec looks like, for error messages.
const FORMS: &str = "brute, native[:VARIABLES[+VALUES]][,CHOICE...], sat:SOLVER[+direct|+order|+log|+channelled][,amo=NAME][,sum=NAME][,card=NAME], \
                     smt:z3[+lia]";

impl FromStr for Spec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(settings) = text.strip_prefix("native")
            && (settings.is_empty() || settings.starts_with([':', ',']))
        {
            return Ok(Spec::Native(Box::new(settings.parse()?)));
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
                let mut options = Options::default();
                if let Some(encoding) = encoding {
                    options.integers = named(encoding)?;
                }
                let choices = choices.map(|c| c.split(',')).into_iter().flatten();
                choices.into_iter().try_for_each(|choice| choose(&mut options, choice))?;
                return Ok(Spec::Sat { solver: solver.parse()?, options });
            }
            Some(("smt", solver)) => {
                if let Some(other) = encoding.filter(|&e| e != "lia") {
                    return Err(format!("unknown SMT encoding '{other}'; known: lia"));
                }
                Spec::Smt(solver.parse()?)
            }
            None if name == "brute" && encoding.is_none() => Spec::Brute,
            _ => return Err(format!("unknown engine '{text}'; an engine is one of: {FORMS}")),
        };
        match choices {
            None => Ok(spec),
            Some(choices) => Err(format!("engine '{name}' has no choice '{choices}'")),
        }
    }
}

fn named<T: FromStr<Err: fmt::Display>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.to_string())
}

/// Sets one `key=value` of a SAT engine.
fn choose(options: &mut Options, choice: &str) -> Result<(), String> {
    match choice.split_once('=') {
        Some(("amo", value)) => options.amo = named(value)?,
        Some(("sum", value)) => options.sums = named(value)?,
        Some(("card", value)) => options.cardinalities = named(value)?,
        _ => {
            return Err(format!("unknown choice '{choice}'; known: amo=NAME, sum=NAME, card=NAME"));
        }
    }
    Ok(())
}

/// The engines of a list with commas: specs, `all` (every engine of this
/// build with its defaults), and patterns with `*` such as `sat:*+order`
/// (of this build). A piece `key=value` belongs to the engine before it.
///
/// # Errors
/// A piece that names no engine, with the forms that do.
pub fn parse_list(text: &str) -> Result<Vec<Spec>, String> {
    let mut pieces: Vec<String> = Vec::new();
    for piece in text.split(',').map(str::trim).filter(|piece| !piece.is_empty()) {
        match pieces.last_mut() {
            Some(last) if Settings::is_choice(piece) => *last = format!("{last},{piece}"),
            _ => pieces.push(piece.to_owned()),
        }
    }
    let mut specs: Vec<Spec> = Vec::new();
    for piece in &pieces {
        let named = match piece.as_str() {
            "all" => Spec::defaults().into_iter().filter(Spec::is_built).collect(),
            pattern if pattern.contains('*') => matching(pattern)?,
            spec => vec![spec.parse()?],
        };
        for spec in named {
            if !specs.contains(&spec) {
                specs.push(spec);
            }
        }
    }
    match specs.is_empty() {
        true => Err(format!("no engine named; an engine is one of: {FORMS}")),
        false => Ok(specs),
    }
}

fn matching(pattern: &str) -> Result<Vec<Spec>, String> {
    let built = Spec::variants().into_iter().filter(Spec::is_built);
    let found: Vec<Spec> = built.filter(|spec| matches(pattern, &spec.to_string())).collect();
    match found.is_empty() {
        true => Err(format!("no engine of this build matches '{pattern}'; see 'parallax engines'")),
        false => Ok(found),
    }
}

/// Whether `text` fits a pattern in which `*` stands for anything.
fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or("");
    let Some(mut rest) = text.strip_prefix(first) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    for (i, part) in parts.iter().enumerate() {
        if i + 1 == parts.len() {
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(place) => rest = &rest[place + part.len()..],
            None => return false,
        }
    }
    rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_engine_reads_back_its_own_name() {
        let mut more = Spec::variants();
        more.push("sat:batsat+order,amo=ladder,sum=adder".parse().unwrap());
        for spec in more {
            assert_eq!(spec.to_string().parse(), Ok(spec));
        }
    }

    #[test]
    fn lists_keep_choices_with_their_engine() {
        let list = parse_list(
            "native:mid+aval,gac,sum=bounds,sat:batsat+order,amo=ladder,sum=adder,brute",
        )
        .unwrap();
        let names: Vec<String> = list.iter().map(Spec::to_string).collect();
        assert_eq!(
            names,
            ["native:mid+aval,gac,sum=bounds", "sat:batsat+order,amo=ladder,sum=adder", "brute"]
        );
        assert_eq!(
            parse_list("sat:*+order").unwrap().len(),
            2 + usize::from(cfg!(feature = "cadical"))
        );
        assert!(parse_list("all").unwrap().len() >= 4);
    }

    #[test]
    fn wrong_names_list_the_right_ones() {
        for (text, told) in [
            ("nativ", "an engine is one of: brute, native"),
            ("sat:minisat", "known: varisat, batsat, cadical"),
            ("sat:batsat+unary", "direct"),
            ("sat:batsat,amo=foo", "ladder"),
            ("native,depth=3", "unknown constraint kind 'depth'"),
            ("sat:foo*", "parallax engines"),
            ("", "no engine named"),
        ] {
            let error = parse_list(text).unwrap_err();
            assert!(error.contains(told), "{text}: {error}");
        }
    }
}
