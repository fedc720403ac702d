//! Specs and lists of engines, read and printed.

use std::path::Path;

use parallax_encodings::EncodingOptions;
use parallax_model::engine_api::{Engine, EngineFamily, SolverLineage};
use parallax_solvers::SatKind;

use super::*;

#[test]
fn every_engine_reads_back_its_own_name() {
    let mut more = Spec::all_variants();
    more.push("sat:batsat+order,amo=ladder,sum=adder".parse().unwrap());
    for spec in more {
        assert_eq!(spec.to_string().parse(), Ok(spec));
    }
}

#[test]
fn lists_keep_choices_with_their_engine() {
    let list =
        parse_list("native:mid+aval,gac,sum=bounds,sat:batsat+order,amo=ladder,sum=adder,brute")
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
    let names = |key: &str| (EncodingOptions::find_choice(key).unwrap().names)().len();
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
    let sums = list.matching_specs(&|_, choice| choice.key == "sum");
    assert_eq!(sums.len(), names("integers") * (names("sum") - 1));
    assert!(sums.iter().all(|spec| every.len() == 1 || !spec.to_string().contains("amo")));
}

#[test]
fn wrong_names_list_the_right_ones() {
    for (text, expected) in [
        ("nativ", "did you mean 'native'?"),
        ("cadical+order", "did you mean 'sat:cadical+order'?"),
        ("sat:cadicl", "did you mean 'cadical'?"),
        ("chess", "expected for example auto, native, sat:batsat"),
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
        let error = parse_list(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

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
        ("dimacs:cadical {cfn}", "'{cfn}' is not a placeholder; known: {cnf}"),
        ("'dimacs:cadical \"-q'", "has a quote without an end"),
        ("dimacs,proof=lrat:s {cnf}", "needs {proof} in the command"),
        ("dimacs,proof=varisat:s {proof}", "is for Varisat inside"),
        ("dimacs,proof=frat:s {proof}", "unknown form of proofs 'frat'"),
        ("smtlib:s {proof}", "is for 'dimacs:' engines only"),
        ("\"dimacs:cadical", "a quotation mark without an end"),
        ("\"dimacs:cadical\" -q", "expected a comma"),
    ] {
        let error = parse_list(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
    assert!("dimacs:sh -c 'echo ${name} {}'".parse::<Spec>().is_ok());
}

#[test]
fn families_are_declared_by_the_solver_and_never_read_from_a_command() {
    let family = |spec: &str| spec.parse::<Spec>().unwrap().family();
    for (spec, solver) in [
        ("brute", SolverLineage::Brute),
        ("count:native,cache=9", SolverLineage::Native),
        ("count:diagrams,nodes=9", SolverLineage::Diagrams),
        ("count:ganak+order", SolverLineage::Ganak),
        ("count:d4", SolverLineage::D4),
        ("count:ganak {cnf}", SolverLineage::Unknown),
        ("brute:paper", SolverLineage::Brute),
        ("native:mid+aval,gac", SolverLineage::Native),
        ("native:set-paper", SolverLineage::Native),
        ("textbook:mid+sval,fc", SolverLineage::Native),
        ("local:adaptive,restart=9", SolverLineage::Local),
        ("sat:cadical+order,amo=ladder", SolverLineage::Cadical),
        ("sat:batsat", SolverLineage::MiniSat),
        ("sat:glucose+order", SolverLineage::MiniSat),
        ("smt:z3+fd", SolverLineage::Z3),
        ("cp:pumpkin", SolverLineage::Pumpkin),
        ("dimacs:/usr/bin/cadical -q", SolverLineage::Unknown),
        ("dimacs:timeout 5 ./s.sh", SolverLineage::Unknown),
        ("smtlib:z3 -in", SolverLineage::Unknown),
        ("fzn:fzn-gecode", SolverLineage::Unknown),
        ("mzn:gecode", SolverLineage::Unknown),
        ("mzn+std:org.gecode.gecode@6.2.0", SolverLineage::Unknown),
        ("xcsp3:gecode", SolverLineage::Unknown),
    ] {
        assert_eq!(family(spec), EngineFamily::from_solver(solver), "{spec}");
    }
    assert_eq!(
        family("reform"),
        EngineFamily::from_solver(SolverLineage::Native).with_reformulation()
    );
    assert_eq!(family("reform:paper"), family("reform"));
    assert_eq!(family("reform:leaf=sat:glucose"), family("sat:batsat").with_reformulation());
    assert!(family("reform:leaf=dimacs:cadical").is_unknown());
}

#[test]
fn what_comes_through_minizinc_rests_on_its_compiler() {
    let compiler = |spec: &str| spec.parse::<Spec>().unwrap().compiler_name();
    for spec in ["mzn:gecode", "mine=mzn+std:gecode", "reform:leaf=mzn:gecode"] {
        assert_eq!(compiler(spec), Some("MiniZinc's compiler"), "{spec}");
    }
    assert_eq!(compiler("fzn:fzn-gecode"), None);
}

#[test]
fn a_program_is_looked_for_in_leaves_too() {
    let find = |spec: &str| {
        spec.parse::<Spec>().unwrap().find_program().map_err(|fault| fault.to_string())
    };
    assert_eq!(find("dimacs:sh -c x"), Ok(()));
    assert_eq!(find("reform"), Ok(()));
    for spec in ["dimacs:no-such-solver -q", "reform:leaf=smtlib:no-such-solver"] {
        assert_eq!(
            find(spec),
            Err("cannot run 'no-such-solver': there is no such program on the PATH".to_owned())
        );
    }
}

#[test]
fn each_engine_with_a_program_has_its_folder() {
    for text in [
        "dimacs:./s {cnf}",
        "opb:./s {opb}",
        "xcsp3:./s {xml}",
        "smtlib:./s",
        "fzn:./s {fzn}",
        "mzn:./s.msc",
        "count:./s {cnf}",
        "reform:leaf=dimacs:./s",
        "mine=dimacs:./s {cnf}",
    ] {
        let spec: Spec = text.parse().expect(text);
        let placed = spec.with_folder(Path::new("/there"));
        assert_eq!(placed.program_folder(), Some(Path::new("/there")), "{text}");
        assert_eq!((spec.program_folder(), spec.spec()), (None, placed.spec()), "{text}");
    }
    let native: Spec = "native".parse().expect("native search");
    assert_eq!(native.with_folder(Path::new("/there")), native);
}
