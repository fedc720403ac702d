//! Short names for programs: `mine=dimacs:./mysolver {cnf}`.

use std::fmt;

use super::{Spec, external};
use crate::count::{self, Counter};

/// A program with a short name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The name: letters, digits, `-` and `_`, the first of them a letter.
    pub(super) name: String,
    /// The engine that runs the program.
    pub(crate) spec: Spec,
}

/// `leaf=dimacs:COMMAND` belongs to a reformulation.
const LEAF: &str = "leaf";

/// Splits `NAME=SPEC` if the spec names a program; `None` for any other text.
pub(super) fn split(text: &str) -> Option<(&str, &str)> {
    let (name, spec) = text.split_once('=')?;
    let name = name.trim();
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    let is_program = external::is_meant(spec) || count::is_command(spec);
    (is_name && name != LEAF && is_program).then_some((name, spec))
}

/// Reads a program with a name; `None` if the text is not `NAME=SPEC`.
pub(super) fn parse(text: &str) -> Option<Result<Spec, String>> {
    let (name, spec) = split(text)?;
    if name == "all" || name.parse::<Spec>().is_ok() || external::form_of(name).is_some() {
        return Some(Err(format!("'{name}' already names engines; choose another name")));
    }
    let named = |spec| Spec::Named(Box::new(Named { name: name.to_owned(), spec }));
    if count::is_command(spec) {
        return Some(spec.parse::<Counter>().map(|counter| named(Spec::Count(counter))));
    }
    external::parse(spec).map(|spec| spec.map(named))
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, self.spec)
    }
}

#[cfg(test)]
mod tests {
    use parallax_model::ask::Engine;

    use super::super::parse_list;
    use super::*;

    #[test]
    fn a_name_is_read_back_and_shown() {
        for (text, name, full) in [
            ("mine=dimacs:./s {cnf}", "mine", "mine=dimacs+direct:./s {cnf}"),
            ("a-1=dimacs+order,sum=adder:s -k=3", "a-1", "a-1=dimacs+order,sum=adder:s -k=3"),
            ("my_smt=smtlib:s -in", "my_smt", "my_smt=smtlib+lia:s -in"),
            ("sharp=count:s {cnf}", "sharp", "sharp=count:s {cnf}"),
        ] {
            let spec: Spec = text.parse().unwrap();
            assert_eq!((spec.name(), spec.spec()), (name.to_owned(), full.to_owned()));
            assert_eq!(full.parse(), Ok(spec.clone()));
            assert!(spec.abilities().external && spec.family().is_unknown());
        }
    }

    #[test]
    fn names_in_lists_begin_an_engine() {
        let names = |list: &str| -> Vec<String> {
            parse_list(list).unwrap().every_spec().iter().map(Engine::name).collect()
        };
        assert_eq!(
            names("native,sum=bounds,mine=dimacs+order,sum=adder:s -q,\"b=dimacs:s a,b\",brute"),
            ["native,sum=bounds", "mine", "b", "brute"]
        );
        assert_eq!(names("a=dimacs:s,b=dimacs,proof=lrat:s {proof},native"), ["a", "b", "native"]);
        let leaf = "reform:split=never,leaf=dimacs:s";
        assert_eq!(names(leaf).len(), 1);
        assert_eq!(names("mine=dimacs:s,mine=dimacs:s"), ["mine"]);
    }

    #[test]
    fn wrong_names_are_refused() {
        for (text, expected) in [
            ("native=dimacs:s", "'native' already names engines"),
            ("all=dimacs:s", "'all' already names engines"),
            ("smtlib=dimacs:s", "'smtlib' already names engines"),
            ("1st=dimacs:s", "'1st' is no name"),
            ("mine=native", "only programs have short names"),
            ("mine=count:native", "only programs have short names"),
            ("mine=other=dimacs:s", "only programs have short names"),
            ("mine=dimacs:", "a command is missing"),
            ("mine=dimacs", "unknown engine 'mine=dimacs'"),
            ("mine=dimacs:a,mine=dimacs:b", "'mine' names two engines"),
        ] {
            let error = parse_list(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
