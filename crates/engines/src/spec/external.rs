//! Specs of external solvers: `dimacs+order,sum=adder:COMMAND`, `opb:COMMAND`, `smtlib:COMMAND`,
//! `fzn:COMMAND`, `xcsp3:COMMAND`, `mzn:SOLVER`.

use parallax_encodings::smt::SmtEncoding;
use parallax_solvers::process::Program;
use parallax_solvers::proofs::ProofFormat;
use parallax_translate::flatzinc::Globals;

use super::super::portfolio;
use super::read::terms;
use super::{MinizincSolver, Spec, sat};

/// The first words of specs of external solvers.
const FORMS: [&str; 6] = ["dimacs", "opb", "smtlib", "fzn", "xcsp3", "mzn"];

/// Other names of these forms, as of their files.
const ALIASES: [(&str, &str); 6] = [
    ("cnf", "dimacs"),
    ("pb", "opb"),
    ("smt2", "smtlib"),
    ("flatzinc", "fzn"),
    ("xcsp", "xcsp3"),
    ("minizinc", "mzn"),
];

/// Returns the first word of the specs of a form, given any of its names.
pub(super) fn form_of(name: &str) -> Option<&'static str> {
    let own = FORMS.into_iter().find(|own| *own == name);
    own.or_else(|| ALIASES.into_iter().find(|own| own.0 == name).map(|own| own.1))
}

/// Whether a text begins as a spec of an external solver.
pub(super) fn is_meant(text: &str) -> bool {
    let head = text.split(['+', ',', ':']).next().unwrap_or(text);
    form_of(head).is_some()
}

/// Reads the spec of an external solver: encodings, as for the engines inside this process, and
/// a command after the first colon. Returns `None` if the text is not such a spec.
pub(super) fn parse(text: &str) -> Option<Result<Spec, String>> {
    let (head, command) = text.split_once(':')?;
    let (head, choices) = match head.split_once(',') {
        Some((head, choices)) => (head, Some(choices)),
        None => (head, None),
    };
    let (form, encoding) = match head.split_once('+') {
        Some((form, encoding)) => (form, Some(encoding)),
        None => (head, None),
    };
    let form = form_of(form)?;
    let read = || -> Result<Spec, String> {
        if (form, choices) == ("mzn", None) {
            return MinizincSolver::parse(encoding, command).map(Spec::Minizinc);
        }
        let program: Program = command.parse().map_err(|why| ToString::to_string(&why))?;
        match (form, choices) {
            ("dimacs", _) => {
                let (choices, proof) = proof(choices, &program)?;
                let options = sat::parse(encoding, choices.as_deref())?;
                Ok(Spec::Dimacs { program, options, proof })
            }
            _ if program.takes(PROOF) => Err(format!("'{PROOF}' is for 'dimacs:' engines only")),
            ("opb", _) => Ok(Spec::Opb { options: sat::parse(encoding, choices)?, program }),
            ("xcsp3", None) => match encoding {
                None => Ok(Spec::Xcsp3 { program }),
                Some(encoding) => Err(format!("engine 'xcsp3' has no encoding '{encoding}'")),
            },
            ("fzn", None) => {
                let own = || Ok(Globals::of_program(program.name()));
                let globals = encoding
                    .map_or_else(own, str::parse)
                    .map_err(|why| ToString::to_string(&why))?;
                Ok(Spec::Flatzinc { program, globals })
            }
            (_, None) => {
                let encoding = encoding.map_or(Ok(SmtEncoding::Lia), terms)?;
                Ok(Spec::Smtlib { program, encoding })
            }
            (_, Some(choices)) => Err(format!("engine '{form}' has no choice '{choices}'")),
        }
    };
    Some(read())
}

/// The placeholder of a proof's file.
pub(super) const PROOF: &str = "{proof}";

/// Takes `proof=FORM` from the choices of an engine; returns the others and the form.
///
/// # Errors
/// At an unknown form, a form that no external solver writes, or a form without a file.
fn proof(
    choices: Option<&str>,
    program: &Program,
) -> Result<(Option<String>, Option<ProofFormat>), String> {
    let mut form = None;
    let mut others = Vec::new();
    for choice in choices.into_iter().flat_map(|choices| choices.split(',')) {
        match choice.strip_prefix("proof=") {
            Some(name) if form.is_none() => {
                form = Some(name.parse::<ProofFormat>().map_err(|why| ToString::to_string(&why))?)
            }
            _ => others.push(choice),
        }
    }
    match form {
        Some(ProofFormat::Varisat) => {
            Err("'proof=varisat' is for Varisat inside this process".into())
        }
        Some(form) if !program.takes(PROOF) => {
            Err(format!("'proof={form}' needs {PROOF} in the command, the file of the proof"))
        }
        _ => Ok(((!others.is_empty()).then(|| others.join(",")), form)),
    }
}

/// Splits a list at its commas. A piece that begins with a quotation mark, `"` or `'`, extends to
/// the next one of that kind, so commands may contain commas and quotation marks of the other kind;
/// the flag marks quoted pieces. A portfolio extends to its closing bracket.
///
/// # Errors
/// At an unterminated quotation.
pub(super) fn split(list: &str) -> Result<Vec<(&str, bool)>, String> {
    let mut pieces = Vec::new();
    let mut rest = list.trim_start();
    while let Some(first) = rest.chars().next() {
        let quoted = matches!(first, '"' | '\'');
        let piece;
        if quoted {
            let whole = rest;
            (piece, rest) = rest[1..]
                .split_once(first)
                .ok_or_else(|| format!("a quotation mark without an end: {whole}"))?;
            rest = rest.trim_start();
            if !rest.is_empty() && !rest.starts_with(',') {
                return Err(format!("expected a comma after {first}{piece}{first}"));
            }
        } else if let Some(length) = portfolio::length(rest)? {
            (piece, rest) = rest.split_at(length);
            rest = rest.trim_start();
            if !rest.is_empty() && !rest.starts_with(',') {
                return Err(format!("expected a comma after {piece}"));
            }
        } else {
            (piece, rest) = rest.split_at(rest.find(',').unwrap_or(rest.len()));
        }
        if !piece.trim().is_empty() {
            pieces.push((piece.trim(), quoted));
        }
        rest = rest.strip_prefix(',').unwrap_or(rest).trim_start();
    }
    Ok(pieces)
}

#[cfg(test)]
mod tests {
    use super::super::parse_list;
    use super::*;

    fn names(list: &str) -> Vec<String> {
        let list = parse_list(list).unwrap_or_else(|error| panic!("{list}: {error}"));
        list.every_spec().iter().map(Spec::to_string).collect()
    }

    #[test]
    fn commands_in_lists() {
        for (list, expected) in [
            ("dimacs:cadical -q", vec!["dimacs+direct:cadical -q"]),
            ("cnf+order:cadical -q", vec!["dimacs+order:cadical -q"]),
            ("smt2:s,flatzinc:t", vec!["smtlib+lia:s", "fzn+std:t"]),
            ("opb:clasp {opb},xcsp:t -x", vec!["opb+direct:clasp {opb}", "xcsp3:t -x"]),
            ("pb+order,sum=adder:s,brute", vec!["opb+order,sum=adder:s", "brute"]),
            ("dimacs,proof=drat:s {cnf} {proof}", vec!["dimacs+direct,proof=drat:s {cnf} {proof}"]),
            (
                "dimacs+order,amo=ladder,proof=lrat:s {proof},brute",
                vec!["dimacs+order,amo=ladder,proof=lrat:s {proof}", "brute"],
            ),
            ("fzn:fzn-gecode,brute", vec!["fzn+gecode:fzn-gecode", "brute"]),
            ("fzn+std:/x/fzn-gecode -p 2", vec!["fzn+std:/x/fzn-gecode -p 2"]),
            ("fzn:s -f {fzn} -x", vec!["fzn+std:s -f {fzn} -x"]),
            ("mzn:gecode,minizinc+std:a.b@1 -p 2", vec!["mzn:gecode", "mzn+std:a.b@1 -p 2"]),
            ("smtlib:z3 -in,brute", vec!["smtlib+lia:z3 -in", "brute"]),
            ("smtlib+bv:cvc5 --lang smt2", vec!["smtlib+bv:cvc5 --lang smt2"]),
            (
                "native,\"dimacs:minisat {cnf} {out}\" , brute",
                vec!["native", "dimacs+direct:minisat {cnf} {out}", "brute"],
            ),
            (
                "dimacs+order,sum=adder:cadical -q,native,gac",
                vec!["dimacs+order,sum=adder:cadical -q", "native,gac"],
            ),
            (
                "'dimacs+order,sum=adder:sh -c \"echo a,b=c; cat *\"',brute",
                vec!["dimacs+order,sum=adder:sh -c \"echo a,b=c; cat *\"", "brute"],
            ),
        ] {
            assert_eq!(names(list), expected, "{list}");
            let quoted: Vec<String> = names(list)
                .iter()
                .map(|name| {
                    let mark = if name.contains('"') { '\'' } else { '"' };
                    format!("{mark}{name}{mark}")
                })
                .collect();
            assert_eq!(names(&quoted.join(",")), expected, "{quoted:?}");
        }
    }

    #[test]
    fn wrong_commands_are_refused() {
        for (text, expected) in [
            ("dimacs:", "a command is missing"),
            ("dimacs: ''", "a command is missing"),
            ("dimacs", "dimacs:COMMAND"),
            ("dimacs+unary:cadical", "direct"),
            ("smtlib+foo:z3 -in", "known: lia"),
            ("smtlib,sum=adder:z3 -in", "has no choice 'sum=adder'"),
            ("fzn+bv:gecode", "unknown global constraints 'bv'; known: std, gecode"),
            ("fzn,x=y:gecode", "has no choice 'x=y'"),
            ("mzn:", "a solver is missing"),
            ("mzn:-p 2", "a solver comes first"),
            ("mzn+gecode:s", "unknown library 'gecode' of MiniZinc; known: std"),
            ("mzn,x=y:s", "has no choice 'x=y'"),
            ("mzn:s {proof}", "is for 'dimacs:' engines only"),
            ("xcsp3+order:ace", "has no encoding 'order'"),
            ("xcsp3,x=y:ace", "has no choice 'x=y'"),
            ("opb:s {proof}", "is for 'dimacs:' engines only"),
            ("fzn:s {proof}", "is for 'dimacs:' engines only"),
            ("dimacs,colour=red:cadical", "amo=NAME"),
            ("dimacs:cadical {cfn}", "'{cfn}' stands for nothing; known: {cnf}"),
            ("'dimacs:cadical \"-q'", "has a quote without an end"),
            ("dimacs,proof=lrat:s {cnf}", "needs {proof} in the command"),
            ("dimacs,proof=varisat:s {proof}", "is for Varisat inside"),
            ("dimacs,proof=frat:s {proof}", "unknown form of proofs 'frat'"),
            ("smtlib:s {proof}", "is for 'dimacs:' engines only"),
            ("\"dimacs:cadical", "a quotation mark without an end"),
            ("\"dimacs:cadical\" -q", "expected a comma"),
        ] {
            let error = parse_list(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
        assert!("dimacs:sh -c 'echo ${name} {}'".parse::<Spec>().is_ok());
    }
}
