//! Engine specs: `native`, `brute`, `sat:cadical+order,amo=ladder`, `smt:z3`.
//!
//! A [`Spec`] is an engine with its options. It is parsed and printed by name, declares its family
//! and abilities (`declared.rs`), and prepares sessions.

mod declared;
mod each;
mod external;
mod list;
mod named;
mod sat;

pub use each::each_encoding;
pub use list::{EngineList, Matters, parse_list};
pub(crate) use named::Named;
pub use sat::parse_options;
pub(super) use sat::{parse as read_encodings, write as write_encodings};

use std::fmt;
use std::str::FromStr;

use parallax_encodings::smt::SmtEncoding;
use parallax_encodings::{IntEncoding, Options};
use parallax_model::ask::{did_you_mean, nearest};
use parallax_search::Settings;
use parallax_search::local::{LocalSettings, Method};
use parallax_search::textbook::{Strength, TextbookSettings};
use parallax_solvers::SatKind;
use parallax_solvers::lower::flatzinc::Globals;
use parallax_solvers::process::Program;
use parallax_solvers::proofs::ProofFormat;
use parallax_solvers::smt::SmtKind;

use super::count::{self, Counter};
use super::paper::Paper;
use super::portfolio::Portfolio;
use super::reform::Reform;

/// An engine with its options.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Spec {
    /// The engine that suits the model: a slice of native search, then an engine chosen by
    /// features.
    Auto,
    /// Enumerates all assignments with the plain check.
    Brute,
    /// Backtracking with propagation.
    Native(Box<Settings>),
    /// Local search, which finds solutions and never shows that none exists.
    Local(LocalSettings),
    /// Forward checking or generalised arc consistency, searched and counted as in textbooks.
    Textbook(TextbookSettings),
    /// A published algorithm on SET.
    Paper(Paper),
    /// Reformulation along the dimensions of values.
    Reform(Box<Reform>),
    /// Clauses and a SAT solver.
    Sat {
        /// The solver.
        solver: SatKind,
        /// The encodings.
        options: Options,
    },
    /// SMT terms and an SMT solver.
    Smt {
        /// The solver.
        solver: SmtKind,
        /// The representation of integers.
        encoding: SmtEncoding,
    },
    /// The constraint solver Pumpkin, on the model itself.
    Pumpkin,
    /// Clauses in a file, and an external SAT solver.
    Dimacs {
        /// The command.
        program: Program,
        /// The encodings.
        options: Options,
        /// The form of the proofs that it writes to `{proof}`; `None` is detected from their
        /// content.
        proof: Option<ProofFormat>,
    },
    /// SMT terms in a file, and an external SMT solver.
    Smtlib {
        /// The command.
        program: Program,
        /// The representation of integers.
        encoding: SmtEncoding,
    },
    /// FlatZinc in a file, and an external constraint solver.
    Flatzinc {
        /// The command.
        program: Program,
        /// The global constraints that it reads.
        globals: Globals,
    },
    /// A method that only counts.
    Count(Counter),
    /// A program to which the user gave a short name.
    Named(Box<Named>),
    /// A race of other engines.
    Portfolio(Portfolio),
}

impl Spec {
    /// Returns native search with its default settings.
    #[must_use]
    pub fn native() -> Self {
        Spec::Native(Box::default())
    }

    /// Returns a SAT engine with this encoding of integers, and defaults for the rest.
    #[must_use]
    pub fn sat(solver: SatKind, integers: IntEncoding) -> Self {
        Spec::Sat { solver, options: Options { integers, ..Options::default() } }
    }

    /// Returns a SAT engine that this build has and that gives cores and proofs.
    #[must_use]
    pub fn best_sat() -> Self {
        let cadical = SatKind::Cadical.is_built();
        let solver = if cadical { SatKind::Cadical } else { SatKind::Varisat };
        Spec::sat(solver, IntEncoding::Direct)
    }

    /// Returns the published reformulation of SET, and the general one.
    #[must_use]
    pub fn reformulations() -> [Self; 2] {
        [Spec::Paper(Paper::Reform(Default::default())), Spec::Reform(Box::default())]
    }

    /// Returns the published search for SET.
    #[must_use]
    pub fn published_search() -> Self {
        Spec::Paper(Paper::Search(Default::default()))
    }

    /// Returns an SMT engine with its default encoding.
    #[must_use]
    pub fn smt(solver: SmtKind) -> Self {
        Spec::Smt { solver, encoding: SmtEncoding::Fd }
    }

    /// Returns every complete engine with its default options, built in or not: each can show that
    /// no solution exists. Local search is not among them.
    #[must_use]
    pub fn defaults() -> Vec<Spec> {
        let sat = SatKind::ALL.into_iter().map(|solver| Spec::sat(solver, IntEncoding::Direct));
        [Spec::Brute, Spec::native(), Spec::Reform(Box::default())]
            .into_iter()
            .chain(sat)
            .chain([Spec::smt(SmtKind::Z3), Spec::Pumpkin])
            .collect()
    }

    /// Returns every engine with every encoding of integers, built in or not.
    pub fn variants() -> Vec<Spec> {
        let mut all = vec![Spec::Auto, Spec::Brute, Spec::native()];
        all.extend(
            Method::ALL
                .map(|method| Spec::Local(LocalSettings { method, ..LocalSettings::default() })),
        );
        all.extend(Strength::ALL.map(|strength| {
            Spec::Textbook(TextbookSettings { strength, ..TextbookSettings::default() })
        }));
        all.extend(Paper::ALL.map(Spec::Paper));
        all.push(Spec::Reform(Box::default()));
        for solver in SatKind::ALL {
            for &integers in IntEncoding::ALL {
                all.push(Spec::sat(solver, integers));
            }
        }
        let encodings = SmtEncoding::ALL.iter();
        all.extend(encodings.map(|&encoding| Spec::Smt { solver: SmtKind::Z3, encoding }));
        all.push(Spec::Pumpkin);
        all.extend(Counter::all().into_iter().map(Spec::Count));
        all
    }

    /// Returns the short name that the user gave the engine.
    #[must_use]
    pub fn short_name(&self) -> Option<&str> {
        match self {
            Spec::Named(named) => Some(&named.name),
            _ => None,
        }
    }

    /// Whether this build has the engine. An external solver may still not be installed.
    #[must_use]
    pub fn is_built(&self) -> bool {
        match self {
            Spec::Auto
            | Spec::Brute
            | Spec::Native(_)
            | Spec::Local(_)
            | Spec::Textbook(_)
            | Spec::Paper(_)
            | Spec::Dimacs { .. }
            | Spec::Smtlib { .. }
            | Spec::Flatzinc { .. }
            // Its engines are part of this build.
            | Spec::Portfolio(_) => true,
            Spec::Reform(reform) => reform.leaf.is_built(),
            Spec::Named(named) => named.spec.is_built(),
            Spec::Sat { solver, .. } => solver.is_built(),
            Spec::Smt { solver, .. } => solver.is_built(),
            Spec::Pumpkin => cfg!(feature = "pumpkin"),
            Spec::Count(counter) => counter.is_built(),
        }
    }

    /// Returns the version of the solver behind the engine, or of Parallax.
    #[must_use]
    pub fn version(&self) -> String {
        match self {
            Spec::Auto
            | Spec::Brute
            | Spec::Native(_)
            | Spec::Local(_)
            | Spec::Textbook(_)
            | Spec::Paper(_)
            | Spec::Reform(_)
            | Spec::Portfolio(_) => env!("CARGO_PKG_VERSION").to_owned(),
            Spec::Sat { solver, .. } => solver.version(),
            Spec::Smt { solver, .. } => solver.version(),
            Spec::Count(counter) => counter.version(),
            Spec::Pumpkin if self.is_built() => "0.5.0".into(),
            Spec::Pumpkin => "not built".into(),
            Spec::Dimacs { program, .. }
            | Spec::Smtlib { program, .. }
            | Spec::Flatzinc { program, .. } => match program.find() {
                Ok(place) => place.display().to_string(),
                Err(_) => "not installed".into(),
            },
            Spec::Named(named) => named.spec.version(),
        }
    }

    /// Describes the engine in a few words.
    #[must_use]
    pub fn description(&self) -> String {
        match self {
            Spec::Auto => {
                "the engine that suits the model; a slice of native search comes first".into()
            }
            Spec::Brute => "every assignment, with the plain check".into(),
            Spec::Paper(algorithm) => algorithm.about().into(),
            Spec::Reform(reform) => reform.description(),
            Spec::Local(settings) => {
                format!("local search on violations, {}", settings.method.about())
            }
            Spec::Textbook(settings) => format!(
                "{} of every variable in turn, counted as in textbooks",
                settings.strength.about()
            ),
            Spec::Native(settings) => format!(
                "backtracking with propagation; {}, {}",
                settings.variables.about(),
                settings.values.about()
            ),
            Spec::Sat { options, .. } => {
                format!("clauses, {} encoding of integers", options.integers.name())
            }
            Spec::Smt { encoding, .. } | Spec::Smtlib { encoding, .. } => match encoding {
                SmtEncoding::Lia => "terms over integers, linear arithmetic".into(),
                SmtEncoding::Fd => "terms over integers, as finite domains".into(),
                SmtEncoding::Bv => "terms over bit-vectors".into(),
                SmtEncoding::Pb => "one truth value a value, pseudo-Boolean constraints".into(),
            },
            Spec::Pumpkin => "constraints and lazy clauses, on the model itself".into(),
            Spec::Count(counter) => counter.about().into(),
            Spec::Flatzinc { globals: Globals::Std, .. } => "FlatZinc for a program".into(),
            Spec::Flatzinc { globals: Globals::Gecode, .. } => {
                "FlatZinc for a program, with Gecode's global constraints".into()
            }
            Spec::Named(named) => named.spec.description(),
            Spec::Portfolio(portfolio) => portfolio.description(),
            Spec::Dimacs { options, .. } => {
                format!("DIMACS for a program, {} encoding of integers", options.integers.name())
            }
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spec::Auto => f.write_str("auto"),
            Spec::Brute => f.write_str("brute"),
            Spec::Native(settings) => write!(f, "native{settings}"),
            Spec::Local(settings) => write!(f, "local{settings}"),
            Spec::Textbook(settings) => write!(f, "textbook{settings}"),
            Spec::Paper(algorithm) => write!(f, "{algorithm}"),
            Spec::Reform(reform) => write!(f, "{reform}"),
            Spec::Portfolio(portfolio) => write!(f, "{portfolio}"),
            Spec::Sat { solver, options } => {
                write!(f, "sat:{solver}")?;
                sat::write(options, f)
            }
            Spec::Smt { solver, encoding } => write!(f, "smt:{solver}+{encoding}"),
            Spec::Pumpkin => f.write_str("cp:pumpkin"),
            Spec::Count(counter) => write!(f, "{counter}"),
            Spec::Dimacs { program, options, proof } => {
                f.write_str("dimacs")?;
                sat::write(options, f)?;
                if let Some(form) = proof {
                    write!(f, ",proof={form}")?;
                }
                write!(f, ":{program}")
            }
            Spec::Smtlib { program, encoding } => write!(f, "smtlib+{encoding}:{program}"),
            Spec::Flatzinc { program, globals } => write!(f, "fzn+{globals}:{program}"),
            Spec::Named(named) => write!(f, "{named}"),
        }
    }
}

/// The forms of a spec, for error messages.
const FORMS: &str = "auto, brute, native[:VARIABLES[+VALUES]][,CHOICE...], \
                     native:set-paper, brute:paper, local[:tabu|:adaptive][,restart=N][,tenure=N][,steps=N], textbook[:VARIABLES[+VALUES]][,fc|,gac][,limit=N], reform[:use=NAMES][,agenda=NAME][,split=NAME][,leaf=ENGINE], reform:paper, \
                     sat:SOLVER[+INTEGERS][,amo=NAME][,sum=NAME]..., smt:z3[+fd|+lia|+bv|+pb], cp:pumpkin, \
                     dimacs[+INTEGERS][,sum=NAME]...[,proof=FORM]:COMMAND, smtlib[+lia|+fd|+bv|+pb]:COMMAND, fzn[+std|+gecode]:COMMAND, NAME=dimacs:COMMAND, \
                     portfolio[[ENGINE; ENGINE...]], \
                     count:native[,cache=MIB][,order=NAME][,keys=NAME], count:diagrams[,nodes=N], count:ganak[+INTEGERS]..., count:d4[+INTEGERS]..., count[+INTEGERS][,sum=NAME]...:COMMAND";

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
        if let Some(settings) = text.strip_prefix("native")
            && (settings.is_empty() || settings.starts_with([':', ',']))
        {
            return Ok(Spec::Native(Box::new(settings.parse()?)));
        }
        if let Some(settings) = text.strip_prefix("local")
            && (settings.is_empty() || settings.starts_with([':', ',']))
        {
            return Ok(Spec::Local(settings.parse()?));
        }
        if let Some(settings) = text.strip_prefix("textbook")
            && (settings.is_empty() || settings.starts_with([':', ',']))
        {
            return Ok(Spec::Textbook(settings.parse()?));
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
                return Ok(Spec::Sat { solver: solver.parse()?, options });
            }
            Some(("smt", solver)) => {
                let mut spec = Spec::smt(solver.parse()?);
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

/// Returns the message about a spec that names no engine.
fn unknown(text: &str) -> String {
    if let Some((name, engine)) = text.split_once('=')
        && !name.contains([':', ',', '+'])
        && engine.parse::<Spec>().is_ok()
    {
        return if external::is_meant(engine) {
            format!("'{name}' is no name; expected letters, digits, - and _, first a letter")
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
        Some(near) => format!(
            "unknown engine '{text}'; did you mean '{near}{choices}'? ('parallax engines' lists all)"
        ),
        None => format!("unknown engine '{text}'; an engine is one of: {FORMS}"),
    }
}

/// Returns the SMT encoding with this name.
fn terms(name: &str) -> Result<SmtEncoding, String> {
    name.parse().map_err(|error| sat::unknown(&error))
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
        let names: Vec<String> = list.every_spec().iter().map(Spec::to_string).collect();
        assert_eq!(
            names,
            ["native:mid+aval,gac,sum=bounds", "sat:batsat+order,amo=ladder,sum=adder", "brute"]
        );
        assert_eq!(
            parse_list("sat:*+order").unwrap().every_spec().len(),
            SatKind::ALL.iter().filter(|kind| kind.is_built()).count()
        );
        assert!(parse_list("all").unwrap().every_spec().len() >= 4);
    }

    #[test]
    fn combinations_are_every_valid_one_that_matters() {
        let number = |list: &str| parse_list(list).unwrap().every_spec().len();
        let names = |key: &str| (Options::choice(key).unwrap().names)().len();
        assert_eq!(number("sat:batsat+order,sum=*"), names("sum") - 1);
        assert_eq!(number("sat:batsat+*,amo=ladder"), names("integers"));
        let at = 2 + usize::from(cfg!(feature = "minisat"));
        assert_eq!(number("sat:*at+order,amo=ladder,sum=adder"), at);
        let list = parse_list("sat:batsat+*").unwrap();
        let every = list.every_spec();
        assert!(every.len() > 50 && list.has_combinations());
        for spec in &every {
            assert_eq!(spec.to_string().parse().as_ref(), Ok(spec));
        }
        let sums = list.specs(&|_, choice| choice.key == "sum");
        assert_eq!(sums.len(), names("integers") * (names("sum") - 1));
        assert!(sums.iter().all(|spec| every.len() == 1 || !spec.to_string().contains("amo")));
    }

    #[test]
    fn wrong_names_list_the_right_ones() {
        for (text, expected) in [
            ("nativ", "did you mean 'native'?"),
            ("cadical+order", "did you mean 'sat:cadical+order'?"),
            ("sat:cadicl", "did you mean 'cadical'?"),
            ("chess", "an engine is one of: auto, brute, native"),
            ("sat:lingeling", "known: varisat, batsat, cadical, minisat, glucose"),
            ("sat:batsat+unary", "direct"),
            ("sat:batsat,amo=foo", "ladder"),
            ("sat:batsat,amo=lader", "did you mean 'ladder'?"),
            ("native:domwdge", "did you mean 'domwdeg'?"),
            ("native,depth=3", "unknown constraint kind 'depth'"),
            ("sat:foo*", "parallax engines"),
            ("sat:batsat+*,colour=red", "amo=NAME"),
            ("sat:batsat+*,sum=red", "adder"),
            ("native,sum=*", "sat:*+order"),
            ("", "no engine named"),
        ] {
            let error = parse_list(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
