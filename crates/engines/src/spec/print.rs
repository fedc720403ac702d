//! The name of an engine, which reads back as the same spec.

use std::fmt;

use super::{Spec, sat};

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
            Spec::Opb { program, options } => {
                f.write_str("opb")?;
                sat::write(options, f)?;
                write!(f, ":{program}")
            }
            Spec::Xcsp3 { program } => write!(f, "xcsp3:{program}"),
            Spec::Smtlib { program, encoding } => write!(f, "smtlib+{encoding}:{program}"),
            Spec::Flatzinc { program, globals } => write!(f, "fzn+{globals}:{program}"),
            Spec::Minizinc(solver) => write!(f, "{solver}"),
            Spec::Named(named) => write!(f, "{named}"),
        }
    }
}
