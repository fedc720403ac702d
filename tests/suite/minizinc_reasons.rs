//! `parallax why` about MiniZinc models: parts are the author's constraints, and each reported set
//! is one of the model itself.
//!
//! `PARALLAX_CASES` is the number of random models.

use std::fs;
use std::path::Path;

use parallax_solvers::process::find_program;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value as Json;

use crate::common::{Ran, fed, skipped};

/// Whether values satisfy a constraint.
type ConstraintMeaning = Box<dyn Fn(&[i64]) -> bool>;

/// A relation of two numbers.
type NumberRelation = fn(i64, i64) -> bool;

/// Whether MiniZinc and its Gecode are installed.
fn is_installed() -> bool {
    let missing = ["minizinc", "fzn-gecode"].into_iter().find(|name| find_program(name).is_none());
    if let Some(name) = missing {
        skipped(&format!("{name} is not installed"));
    }
    missing.is_none()
}

/// Writes a model and explains it.
fn why(folder: &Path, text: &str, args: &[&str]) -> Ran {
    fs::write(folder.join("m.mzn"), text).expect("a model");
    fed(folder, &[&["why", "m.mzn"], args].concat(), b"")
}

/// Explains a model as an object.
fn object(folder: &Path, text: &str, args: &[&str]) -> Json {
    let ran = why(folder, text, &[args, &["--format", "json"]].concat());
    // The compiler may warn that the model as a whole is inconsistent.
    assert!(!ran.err.contains("Error"), "{args:?}: {}\n{text}", ran.err);
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {}\n{text}", ran.out))
}

/// Returns the words of the parts of each set.
fn words(object: &Json) -> Vec<Vec<String>> {
    let word = |part: &Json| part["words"].as_str().expect("words").to_owned();
    let parts = |set: &Json| set["parts"].as_array().expect("parts").iter().map(word).collect();
    object["sets"].as_array().expect("sets").iter().map(parts).collect()
}

/// Requires that each set is confirmed, by MiniZinc too.
fn confirmed(object: &Json) {
    for set in object["sets"].as_array().expect("sets") {
        assert_eq!(set["confirmed"]["answer"], "yes", "{object}");
        let engines = set["confirmed"]["engines"].as_array().expect("engines");
        assert!(engines.contains(&"minizinc with fzn-gecode".into()), "{object}");
    }
}

const TIMETABLE: &str = "enum EXAM = {math, physics, latin, art};
array[EXAM] of var 1..3: slot;
constraint :: \"maths first\" slot[math] < slot[physics];
constraint :: \"latin after physics\" slot[physics] < slot[latin];
constraint :: \"latin early\" slot[latin] <= 2;
constraint :: \"art early\" slot[art] <= 2;
constraint :: \"art and maths apart\" slot[art] != slot[math];
solve satisfy;
";

#[test]
fn constraints_that_a_compiler_would_fold_are_named() {
    if !is_installed() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let object = object(folder.path(), TIMETABLE, &["--smallest", "--repair"]);
    let expected = [
        "maths first: slot[math] < slot[physics]",
        "latin after physics: slot[physics] < slot[latin]",
        "latin early: slot[latin] <= 2",
    ];
    assert_eq!(words(&object), [expected.map(str::to_owned).to_vec()]);
    confirmed(&object);
    let set = &object["sets"][0];
    assert_eq!((&set["minimal"], &set["smallest"]), (&true.into(), &true.into()), "{object}");
    let repair = &object["repair"];
    assert_eq!(
        (&repair["confirmed"]["answer"], &repair["drop"].as_array().map(Vec::len)),
        (&"yes".into(), &Some(1))
    );
    let dropped = repair["drop"][0]["words"].as_str().expect("words");
    assert!(expected.contains(&dropped), "{object}");
}

#[test]
fn elements_and_values_have_the_names_of_the_model() {
    if !is_installed() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let object = |text: &str, args: &[&str]| object(folder.path(), text, args);
    let free = TIMETABLE
        .replace("<= 2;\nconstraint :: \"art early\"", "<= 3;\nconstraint :: \"art early\"");
    let forced = object(&free, &["--value", "slot[latin]=3"]);
    assert_eq!(forced["answer"], "forced", "{forced}");
    confirmed(&forced);
    assert_eq!(words(&forced)[0].len(), 2, "{forced}");

    let square = "int: n = 3; enum Color = {Red, Green, 'dark blue'};
array[1..n,1..n] of var 1..n: x; array[0..1] of var Color: c;
constraint forall(i,j,k in 1..n where j<k)(x[i,j]!=x[i,k] /\\ x[j,i]!=x[k,i]);
constraint :: \"corner\" x[1,1]=1; constraint c[0] != c[1]; constraint :: \"dark\" c[1] > Green;
solve satisfy; output [\"\\(x[1,1])\"];
";
    let two = object(square, &["--value", "x[1,2]=1"]);
    assert_eq!(two["answer"], "impossible", "{two}");
    let place = "m.mzn:3:1: forall(i,j,k in 1..n where j<k)(x[i,j]!=x[i,k] /\\ x[j,i]!=x[…";
    assert_eq!(words(&two), [[place, "corner: x[1,1]=1"]], "{two}");
    confirmed(&two);
    let blue = object(square, &["--value", "c[0]=dark blue"]);
    let expected = ["m.mzn:4:34: c[0] != c[1]", "dark: c[1] > Green"];
    assert_eq!(
        (&blue["answer"], words(&blue)),
        (&"impossible".into(), vec![expected.map(str::to_owned).to_vec()]),
        "{blue}"
    );
    confirmed(&blue);
    let given = object(square, &["--given", "x[2,1]=1", "--given", "c[1]=dark blue"]);
    assert!(words(&given)[0].contains(&"clue x[2,1] = 1".to_owned()), "{given}");
    confirmed(&given);
    let text = why(folder.path(), square, &["--value", "c[0]=Red", "--quiet"]);
    assert!(text.out.starts_with("c[0] = Red is possible"), "{}", text.out);
    let none = why(folder.path(), square, &["--value", "c[7]=Red"]);
    assert!(none.err.contains("there is no variable 'c[7]'"), "{}", none.err);
}

#[test]
fn conjuncts_with_names_are_parts_of_their_own() {
    if !is_installed() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("more")).expect("a folder");
    let more = "constraint x[1] > 1; % \"; \n predicate big(var int: v) = v > 2;";
    fs::write(folder.path().join("more/rules.mzn"), more).expect("a file");
    let text = "include \"more/rules.mzn\"; array[1..3] of var 1..3: x;
constraint forall(i in 1..2)((x[i] < x[i+1]) :: \"row \\(i) \\\"up\\\"\");
constraint big(x[2]) :: \"second \\(1+1)\"; /* constraint false; */ constraint x[3] < 3";
    let object = object(folder.path(), text, &["--all"]);
    confirmed(&object);
    let mut sets = words(&object);
    sets.iter_mut().for_each(|set| set.sort());
    sets.sort();
    let (first, last) = ("m.mzn:3:66: x[3] < 3", "more/rules.mzn:1:1: x[1] > 1");
    let (one, two) = ("row 1 \"up\"", "row 2 \"up\"");
    assert_eq!(
        sets,
        [vec![first, one, two], vec![last, one, two], vec![two, "second 2"]],
        "{object}"
    );
    assert_eq!(object["complete"], true, "{object}");
}

#[test]
fn constraints_that_cannot_be_switched_are_named_by_the_source() {
    if !is_installed() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    // No library reifies regular expressions of automata that are not deterministic.
    let text = "include \"globals.mzn\"; array[1..3] of var 1..2: x;
constraint :: \"ones\" regular_nfa(x,1,2,[|{1},{}|],1,{1});
constraint :: \"last\" x[3] = 2; constraint :: \"first\" x[1] = 1; solve satisfy;";
    let object = object(folder.path(), text, &[]);
    assert_eq!(words(&object), [["last: x[3] = 2", "ones: regular_nfa(x,1,2,[|{1},{}|],1,{1})"]]);
    confirmed(&object);
    // Without the constraints the variable has no bounds that models know.
    let text = "var int: x; constraint :: \"up\" x >= 0; constraint :: \"down\" x <= 5;
constraint :: \"big\" x > 7; solve minimize x;";
    let object = self::object(folder.path(), text, &[]);
    let expected = ["down: x <= 5", "big: x > 7"];
    let mut sets = words(&object);
    sets[0].sort();
    let mut expected = expected.map(str::to_owned).to_vec();
    expected.sort();
    assert_eq!(sets, [expected], "{object}");
    confirmed(&object);
}

/// A constraint: its text, its name, and the assignments that it allows, as bits.
struct Drawn {
    text: String,
    name: Option<String>,
    allowed: u128,
}

/// The number of variables of random models, and the values of each, from 1.
const VARIABLES: usize = 4;
const VALUES: usize = 3;

/// Random models of four variables.
struct Draw {
    rng: ChaCha8Rng,
    declarations: &'static str,
    names: [&'static str; VARIABLES],
}

/// Declarations of four variables, and their names.
const FORMS: [(&str, [&str; VARIABLES]); 4] = [
    ("var 1..3: a; var 1..3: b; var 1..3: c; var 1..3: d;", ["a", "b", "c", "d"]),
    ("array[1..4] of var 1..3: x;", ["x[1]", "x[2]", "x[3]", "x[4]"]),
    ("array[1..2,0..1] of var 1..3: y;", ["y[1,0]", "y[1,1]", "y[2,0]", "y[2,1]"]),
    ("enum E = {p, q, r, s}; array[E] of var 1..3: z;", ["z[p]", "z[q]", "z[r]", "z[s]"]),
];

impl Draw {
    fn new(seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (declarations, names) = *FORMS.choose(&mut rng).expect("forms");
        Draw { rng, declarations, names }
    }

    fn variable(&mut self) -> usize {
        self.rng.random_range(0..VARIABLES)
    }

    /// Returns a constraint with its meaning.
    fn constraint(&mut self, number: usize) -> Drawn {
        let (i, j, k) = (self.variable(), self.variable(), self.variable());
        let (u, v, w) = (self.names[i], self.names[j], self.names[k]);
        let value = self.rng.random_range(1..=VALUES as i64);
        let sum = self.rng.random_range(2..=6i64);
        let (word, relation) = self.relation();
        let holds: ConstraintMeaning;
        let text;
        match self.rng.random_range(0..12) {
            // Comparisons with numbers are those that a compiler folds.
            0..=3 => {
                text = format!("{u} {word} {value}");
                holds = Box::new(move |x| relation(x[i], value));
            }
            4 | 5 => {
                text = format!("{u} {word} {v}");
                holds = Box::new(move |x| relation(x[i], x[j]));
            }
            6 => {
                text = format!("2*{u} - {v} + {w} {word} {sum}");
                holds = Box::new(move |x| relation(2 * x[i] - x[j] + x[k], sum));
            }
            7 => {
                text = format!("alldifferent([{u}, {v}, {w}])");
                holds = Box::new(move |x| x[i] != x[j] && x[j] != x[k] && x[i] != x[k]);
            }
            8 => {
                text = format!("[{u}, {v}][{w}] {word} {value}");
                holds = Box::new(move |x| match x[k] {
                    1 => relation(x[i], value),
                    2 => relation(x[j], value),
                    _ => false,
                });
            }
            9 => {
                text = format!("{u} div ({v} - 1) {word} {value}");
                holds = Box::new(move |x| x[j] != 1 && relation(x[i] / (x[j] - 1), value));
            }
            10 => {
                text = format!("{u} * {v} {word} {sum}");
                holds = Box::new(move |x| relation(x[i] * x[j], sum));
            }
            _ => {
                text = format!("{u} = {value} -> {v} {word} {w}");
                holds = Box::new(move |x| x[i] != value || relation(x[j], x[k]));
            }
        }
        let name = self.rng.random_bool(0.7).then(|| format!("c{number}"));
        let allowed = (0..assignments()).filter(|&own| holds(&values(own)));
        Drawn { text, name, allowed: allowed.fold(0, |bits, own| bits | 1 << own) }
    }

    fn relation(&mut self) -> (&'static str, NumberRelation) {
        let all: [(&str, NumberRelation); 6] = [
            ("=", |a, b| a == b),
            ("!=", |a, b| a != b),
            ("<", |a, b| a < b),
            ("<=", |a, b| a <= b),
            (">", |a, b| a > b),
            (">=", |a, b| a >= b),
        ];
        *all.choose(&mut self.rng).expect("relations")
    }
}

fn assignments() -> usize {
    VALUES.pow(VARIABLES as u32)
}

fn values(assignment: usize) -> Vec<i64> {
    (0..VARIABLES).map(|at| (assignment / VALUES.pow(at as u32) % VALUES) as i64 + 1).collect()
}

/// Returns the assignments that all constraints of a set allow.
fn common(all: &[Drawn], set: u32, start: u128) -> u128 {
    let chosen = all.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
    chosen.fold(start, |bits, (_, own)| bits & own.allowed)
}

/// Returns all minimal sets without a common assignment.
fn minimal_sets(all: &[Drawn], start: u128) -> Vec<u32> {
    let is_open = |set: u32| common(all, set, start) != 0;
    let is_minimal = |&set: &u32| {
        let parts = (0..all.len()).filter(|part| set >> part & 1 == 1);
        !is_open(set) && parts.map(|part| set & !(1 << part)).all(is_open)
    };
    (0..1u32 << all.len()).filter(is_minimal).collect()
}

/// Returns the set that the words of its parts name.
fn named(all: &[Drawn], parts: &[String]) -> u32 {
    let place = |word: &String| {
        let is_own = |(number, own): (usize, &Drawn)| {
            let begins = match &own.name {
                Some(name) => format!("{name}: "),
                None => format!("m.mzn:{}:1: ", number + 3),
            };
            *word == begins + &own.text
        };
        let mut places = (0..all.len()).filter(|&number| is_own((number, &all[number])));
        places.next().unwrap_or_else(|| panic!("no constraint is named '{word}'"))
    };
    parts.iter().map(place).fold(0, |set, place| set | 1 << place)
}

#[test]
fn sets_of_random_models_are_those_of_their_constraints() {
    if !is_installed() {
        return;
    }
    let cases = std::env::var("PARALLAX_CASES").ok().and_then(|own| own.parse().ok());
    let folder = tempfile::tempdir().expect("a folder");
    let (mut seed, mut done) = (0, 0);
    while done < cases.unwrap_or(6) {
        seed += 1;
        let mut draw = Draw::new(seed);
        let number = draw.rng.random_range(3..=8);
        let all: Vec<Drawn> = (0..number).map(|place| draw.constraint(place)).collect();
        let full = (1u32 << number) - 1;
        let every = (1u128 << assignments()) - 1;
        let left = common(&all, full, every);
        let mut text = format!("include \"alldifferent.mzn\";\n{}\n", draw.declarations);
        for own in &all {
            let name = own.name.as_ref().map(|name| format!(":: \"{name}\" ")).unwrap_or_default();
            text += &format!("constraint {name}{};\n", own.text);
        }
        text += "solve satisfy;\n";
        let place = draw.variable();
        let value = draw.rng.random_range(0..VALUES);
        let is_value = |&own: &usize| own / VALUES.pow(place as u32) % VALUES == value;
        let with = (0..assignments()).filter(is_value).fold(0u128, |bits, own| bits | 1 << own);
        let about = format!("{}={}", draw.names[place], value + 1);
        // Of models with solutions, those are of use in which a value is impossible or forced.
        let (args, start) = match (left == 0, left & with == 0, left & !with == 0) {
            (true, ..) => {
                (["--smallest", "--all", "--repair"][done % 3..=done % 3].to_vec(), every)
            }
            (false, true, _) => (vec!["--value", &about], with),
            (false, _, true) => (vec!["--value", &about], every & !with),
            _ => continue,
        };
        // Models without solutions and others take turns.
        if (left == 0) != (done % 4 < 3) {
            continue;
        }
        done += 1;
        let object = object(folder.path(), &text, &args);
        check(&object, &all, start, &args, &format!("seed {seed}, {args:?}\n{text}{object}"));
    }
}

/// Checks what is reported about constraints.
fn check(object: &Json, all: &[Drawn], start: u128, args: &[&str], case: &str) {
    let sets: Vec<u32> = words(object).iter().map(|parts| named(all, parts)).collect();
    let expected = minimal_sets(all, start);
    let least = expected.iter().map(|set| set.count_ones()).min().expect("there is no solution");
    assert!(!sets.is_empty(), "{case}");
    for (set, own) in sets.iter().zip(object["sets"].as_array().expect("sets")) {
        assert_eq!(common(all, *set, start), 0, "they hold together: {case}");
        assert!(expected.contains(set), "not all are needed: {case}");
        assert_eq!(own["minimal"], true, "{case}");
        if own["smallest"] == true {
            assert_eq!(set.count_ones(), least, "not the smallest: {case}");
        }
    }
    confirmed(object);
    if args == ["--all"] {
        let (mut found, mut wanted) = (sets, expected.clone());
        found.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(found, wanted, "{case}");
    }
    if args == ["--smallest"] {
        assert_eq!(object["sets"][0]["smallest"], true, "{case}");
    }
    if args == ["--repair"] {
        let drop = object["repair"]["drop"].as_array().expect("a repair");
        let words: Vec<String> =
            drop.iter().map(|part| part["words"].as_str().expect("words").to_owned()).collect();
        let full = (1u32 << all.len()) - 1;
        let dropped = named(all, &words);
        assert_ne!(common(all, full & !dropped, start), 0, "no repair: {case}");
        let fewest = (0..=full)
            .filter(|&other| common(all, full & !other, start) != 0)
            .map(u32::count_ones)
            .min();
        assert_eq!(Some(dropped.count_ones()), fewest, "not the least repair: {case}");
        assert_eq!(object["repair"]["confirmed"]["answer"], "yes", "{case}");
    }
}
