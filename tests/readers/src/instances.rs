//! Readers of instances and of their solutions.

use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_encodings::Options;
use parallax_engines::Spec;
use parallax_formats::inputs::{InputForm, Sources, from_bytes};
use parallax_fuzz::cases::rng;
use parallax_fuzz::engines::draw_model;
use parallax_json as json;
use parallax_model::ask::{Control, Engine, Task};
use parallax_model::instance::{Instance, PuzzleSolution};
use parallax_puzzles::Puzzle;
use parallax_translate::{ClauseFormat, Cnf, smt};

use crate::targets::{Target, text};
use crate::{packed, tables};

/// Maximum number of instances of a text to examine.
const INSTANCES: usize = 64;

/// Maximum length of a text from whose instance a model is made. Instances with a longer number are
/// also skipped, because it may be the number of variables.
const SMALL: usize = 2000;
const DIGITS: usize = 5;

/// Maximum length of a text that is written and read again.
const MEDIUM: usize = 1 << 20;

/// The number of random models whose texts are damaged.
const SAMPLES: u64 = 12;

/// Returns the readers of all formats, the format detection, and the readers of solutions.
pub(crate) fn targets(seed: u64) -> Vec<Target> {
    let (mut targets, mut any) = (Vec::new(), Vec::new());
    for form in InputForm::all() {
        let texts = texts(form, seed);
        let source = format!("text.{form}");
        let mut instances = texts.iter().filter_map(|text| first(&source, text, form));
        targets.extend(instances.find_map(|instance| terms(form, instance)));
        any.extend(texts.iter().cloned());
        targets
            .push(Target::new(form.name(), texts, move |bytes| taken(&source, bytes, Some(form))));
    }
    any.extend(FOREIGN.map(|text| text.as_bytes().to_vec()));
    targets.push(Target::new("any", any, |bytes| taken("text", bytes, None)));
    targets.push(Target::new("packed", packed::texts(), |bytes| taken("text", bytes, None)));
    targets
}

/// Texts in forms of other programs, which are refused.
const FOREIGN: [&str; 8] = [
    "c x\nh 1 -2 0\n3 2 0\n",
    "p wcnf 2 2 10\n10 1 2 0\n3 -1 0\n",
    "p cnf 2 1\na 1 0\ne 2 0\n1 2 0\n",
    "c t wmc\np cnf 2 1\nc p weight 1 0.4 0\nc p show 1 0\n1 2 0\n",
    "<?xml version='1.0'?><!-- x --><instance format='XCSP3' type='CSP'></instance>",
    "int: n = 8;\nvar 1..n: x;\nconstraint x > 3;\nsolve satisfy;\n",
    "soft: 6 ;\n[2] +1 x1 >= 1 ;\n",
    "aag 3 2 0 1 1\n2\n4\n6\n6 2 4\n",
];

/// Texts in OPB with products, `max:` and few blanks.
const SUMS: [&str; 3] = [
    "* #variable= 3 #constraint= 2 #product= 1 sizeproduct= 2\nmin: +2 x1 ~x2 -1 x3 ;\n\
     +1 x1 ~x2 +1 x3 >= 1 ;\n-2 x3 <= 0 ;\n",
    "max:+1 x1-2 ~x2 x3;+1 x1+1 x2>=1;1 x3=0;",
    "1 x1\n* within\nx2\nx2 ~x1\n>=\n0\n;\n",
];

/// An instance of XCSP3 with an array, a group, a table and an objective.
const CONSTRAINTS: &str = "<instance format='XCSP3' type='COP'>\n<variables>\n\
     <array id='x' size='[3]'> 0..4 </array><var id='y'> 1 3..5 </var>\n</variables>\n\
     <constraints>\n<group>\n<intension> le(add(%0,1),%1) </intension>\n\
     <args> x[0] x[1] </args>\n<args> x[1] y </args>\n</group>\n\
     <extension> <list> x[1] x[2] </list> <supports> (1,*)(2,0) </supports> </extension>\n\
     </constraints>\n<objectives>\n\
     <minimize type='sum'> <list> x[] y </list> <coeffs> 1 2x2 -1 </coeffs> </minimize>\n\
     </objectives>\n</instance>\n";

/// Models in FlatZinc with parameters, arrays, labels, bounds to be found, and all kinds of goals.
const FLAT: [&str; 2] = [
    "array [1..2] of int: c = [1,-1];\nvar 0..4: x :: output_var;\nvar {1,3,5}: y;\n\
     var bool: b :: is_defined_var;\nvar int: v;\n\
     array [1..4] of var int: a :: output_array([0..1,1..2]) = [x,y,2,x];\n\
     constraint int_lin_le_reif(c,[x,y],0,b) :: mzn_constraint_name(\"row 1\");\n\
     constraint int_times(x,y,v) :: defines_var(v);\nconstraint bool_clause([b],[]);\n\
     constraint array_var_int_element(x,[y,3,v],y);\n\
     solve :: int_search(a,first_fail,indomain_min,complete) minimize v;\n",
    "predicate parallax_all_different(array [int] of var int: xs);\n\
     var 1..3: x:: output_var;var 1..3: y:: output_var;\n\
     constraint parallax_all_different([x,y,2]);constraint set_in(x,{1,3});\n\
     constraint int_div(x,-2,y);% a comment\nsolve satisfy;\n",
];

/// Grid puzzles in all forms.
const GRIDS: [&str; 9] = [
    "puzzle: latin 4\ngrid:\n.<. .o.\n^   *\n. . . .\n\n. . .>.\n\n. . . 3\ncages:\nAABB\nCCBB\n\
     DDEE\nDDEE\nclues: A 3-, B 12x, C 2/, D 9+\n",
    "puzzle: sudoku 4\n.4..\n....\n....\n1...\nthermo: r4c1 r4c2 r3c1\narrow: r1c1 = r2c2 r2c3\n\
     white: r1c2 r1c3\nsandwich top: 3 . . .\nlittle killer 6: r1c2 dr\nanti-king\n",
    "puzzle: kakuro 3\n# 4\\ 6\\\n\\3 . .\n\\7 . .\n",
    "puzzle: nonogram 3x4\ncolumns: 1, 2, 2, 1\nrows: 2, 3, 1\n",
    "puzzle: straights 3\n. #2 .\n. . .\n. . #\n\npuzzle: path 3\n.#.\n...\n1..\nsteps: orthogonal\n",
    "{\"size\":4,\"grid\":[[{},{},{},{}],[{\"value\":1,\"given\":true},{},{},{}],[{},{},{},{}],\
     [{},{},{},{}]],\"killercage\":[{\"cells\":[\"R1C2\",\"R1C3\"],\"value\":\"5\"}]}",
    "3:a_3aab_,a4s1s1m18\n2x2:c2c3_1c2c\n3:1/2/2/3/2/1/1/2/3/2/2/1\n",
    "https://puzz.link/p?kakuro/2/2/n4637\nhttps://puzz.link/p?nonogram/2/2/1111\n",
    ".Shape~4x4.~R2C1_1.Cage~5~R1C2~R1C3.Thermo~R2C1~R3C1~R4C2.LittleKiller~8~R3C4\n",
];

/// Returns valid texts in a format.
fn texts(form: InputForm, seed: u64) -> Vec<Vec<u8>> {
    macro_rules! bundled {
        ($($file:literal)*) => { vec![$(include_str!(concat!("../../../instances/", $file))),*] };
    }
    if form == InputForm::Tables {
        return tables::texts();
    }
    let mut texts: Vec<String> = match form.name() {
        "model" => bundled!("talks.model.json"),
        "cnf" => bundled!("petersen.cnf" "pigeons-4.cnf"),
        "opb" => bundled!("guards.opb"),
        "smt2" => bundled!("ages.smt2"),
        "xcsp3" => vec![CONSTRAINTS],
        "fzn" => FLAT.to_vec(),
        "grid" => GRIDS.into_iter().chain(bundled!("killer-6.grid")).collect(),
        _ => Vec::new(),
    }
    .into_iter()
    .map(str::to_owned)
    .collect();
    if let Ok(puzzle) = form.name().parse::<Puzzle>() {
        let samples = puzzle.samples();
        texts.extend(samples.texts.iter().map(|text| (*text).to_owned()));
        for name in samples.names {
            let stream = Sources { names: vec![(*name).to_owned()], ..Sources::default() }.stream();
            texts.extend(stream.flatten().map(|found| found.instance.notation().write()));
        }
    }
    if form == InputForm::Opb {
        texts.extend(SUMS.map(str::to_owned));
    }
    texts.extend((0..SAMPLES).filter_map(|sample| written(form, seed, sample)));
    texts.into_iter().map(String::into_bytes).collect()
}

/// Writes a random model in a general format.
fn written(form: InputForm, seed: u64, sample: u64) -> Option<String> {
    let model = draw_model(&mut rng(seed, u64::MAX - sample));
    let format = match form {
        InputForm::Model => return Some(json::write(&model)),
        InputForm::Cnf => ClauseFormat::Dimacs,
        InputForm::Opb => ClauseFormat::Opb,
        InputForm::Smt => {
            let mut bytes = Vec::new();
            smt::script(&model, &Control::unlimited()).ok()?.write(&mut bytes).ok()?;
            return String::from_utf8(bytes).ok();
        }
        InputForm::Puzzle(_)
        | InputForm::Grid
        | InputForm::Tables
        | InputForm::FlatZinc
        | InputForm::Xcsp3 => return None,
    };
    let cnf = Cnf::of(&model, &Options::default(), &Control::unlimited()).ok()?;
    let mut bytes = Vec::new();
    cnf.write(format, &["a sample".into()], &mut bytes).ok()?;
    String::from_utf8(bytes).ok()
}

fn first(source: &str, text: &[u8], form: InputForm) -> Option<Box<dyn Instance>> {
    let mut stream = from_bytes(source, text.to_vec(), Some(form)).ok()?;
    stream.next()?.ok().map(|found| found.instance)
}

/// Returns the reader of solutions of an instance.
fn terms(form: InputForm, instance: Box<dyn Instance>) -> Option<Target> {
    let terms = solution(&*instance)?;
    let text_of = instance.notation().write_solution(&terms);
    let drawn = instance.picture().draw_text(std::slice::from_ref(&terms));
    let reader = move |bytes: &[u8]| {
        let Ok(solutions) = instance.notation().read_solutions("text", &text(bytes)) else {
            return false;
        };
        for terms in solutions {
            let _ = (
                instance.rules(&terms),
                instance.picture().draw_text(std::slice::from_ref(&terms)),
            );
            let again = instance
                .notation()
                .read_solutions("text", &instance.notation().write_solution(&terms));
            assert_eq!(
                again,
                Ok(vec![terms]),
                "a solution changes when it is written and read back"
            );
        }
        true
    };
    Some(Target::new(format!("{form}-terms"), [text_of, drawn], reader))
}

/// Finds a solution of an instance.
fn solution(instance: &dyn Instance) -> Option<PuzzleSolution> {
    let viewpoint = instance.default_viewpoint();
    let model = Arc::new(instance.model(&viewpoint).ok()?);
    let (givens, control) = (instance.givens(&viewpoint), Control::unlimited());
    let mut session = Spec::native().prepare(&model, 0, &control).ok()?;
    let mut found = None;
    session.ask(&givens, Task::First, &control, &mut |values| {
        found = model.check(&givens, values).ok();
        ControlFlow::Break(())
    });
    found.map(|solution| instance.solution(&viewpoint, &solution))
}

/// Reads a text and uses the result; returns whether all of it was accepted.
fn taken(source: &str, bytes: &[u8], form: Option<InputForm>) -> bool {
    let Ok(stream) = from_bytes(source, bytes.to_vec(), form) else { return false };
    for found in stream.take(INSTANCES) {
        match found {
            Ok(found) => used(source, &*found.instance, form),
            Err(error) => {
                let message = error.to_string();
                assert!(!message.contains('\n'), "an error of several lines: {message}");
                return false;
            }
        }
    }
    true
}

fn used(source: &str, instance: &dyn Instance, form: Option<InputForm>) {
    let title = instance.title();
    let written = instance.notation().write();
    if written.len() > MEDIUM {
        return;
    }
    let form = form.or_else(|| instance.puzzle().parse().ok());
    let again = from_bytes(source, written.clone().into_bytes(), form);
    let again = again.ok().and_then(|mut stream| stream.next()?.ok());
    let again = again.map(|found| (found.instance.title(), found.instance.notation().write()));
    let mut numbers = written.split(|c: char| !c.is_ascii_digit());
    let small = written.len() <= SMALL && numbers.all(|digits| digits.len() <= DIGITS);
    assert_eq!(
        again,
        Some((title, written)),
        "an instance changes when it is written and read back"
    );
    if small {
        for name in instance.models() {
            let viewpoint = instance.viewpoint(name).expect("it is offered");
            let _ = (instance.model(&viewpoint), instance.givens(&viewpoint));
        }
        let _ = (
            instance.picture().draw_text(&[]),
            instance.picture().draw_svg(&[]),
            instance.rules(&[1, 2, -3]),
        );
    }
}
