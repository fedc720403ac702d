//! A new puzzle, engine or format touches few files beside its own.
//!
//! Those that exist stand for new ones: the files are counted whose code names one of them. The
//! lists of the crates (`puzzles!`, `engines!`, `forms!`) say which there are.

use super::touch::code;
use super::{read, report, root};

/// Maximum number of files of others that name a puzzle, an engine and a form.
const PUZZLE_MOST: usize = 6;
const ENGINE_MOST: usize = 2;
const FORM_MOST: usize = 4;

/// Places that a newcomer lacks, by the beginning of their paths, and the reason.
const APART: &[(&str, &str)] = &[
    ("crates/reproduce/", "experiments of a paper are about particular puzzles"),
    ("src/cli/reproduce/", "the commands of these experiments"),
    ("crates/certificates/", "the checker's own readers, which a puzzle has on request"),
    ("crates/formats/src/unpack/compression_format.rs", "magic numbers of packed files"),
    ("crates/generate/src/recipe_error.rs", "errors of a generator, which a puzzle has on request"),
    ("crates/puzzles/src/errors.rs", "boards of numbers share their errors"),
    ("src/cli/program.rs", "the first page of the help has examples"),
    ("src/cli/reference/engines.rs", "the page of the engines says more of three of them"),
    ("src/cli/flatzinc/", "the command that speaks FlatZinc"),
    ("crates/minizinc/", "the commands for MiniZinc, which compiles to FlatZinc"),
    ("src/cli/solve/smtlib.rs", "answers to a script in its language"),
    ("src/cli/solve/unsat_core.rs", "cores of a script in its language"),
];

/// Those that no newcomer resembles, and the reason.
const UNLIKE: &[(&str, &str)] = &[
    ("set", "its name is a word of the language"),
    ("sudoku", "grid puzzles have boards of this name"),
    ("latin", "grid puzzles have boards of this name"),
    ("AutoEngine", "commands choose it where the user names none"),
    ("NativeSearch", "threads, certificates and samples are made with it"),
    ("Reform", "the search of a paper is written with it"),
    ("SatEngine", "proofs, certificates and measured encodings are about it"),
    ("Counter", "types of other crates have this name"),
    ("LocalSearch", "types of the crate of local search begin with it"),
    ("Paper", "types of the algorithms of papers begin with it"),
    ("Portfolio", "commands race its engines"),
    ("model", "models as JSON are the form of all instances that a program makes"),
];

/// A puzzle, an engine or a form in the list of its crate.
struct ListedItem {
    /// Its name, for messages.
    name: String,
    /// The parts of paths of its own files.
    own: Vec<String>,
    /// The words that name it.
    words: Vec<String>,
    /// Maximum number of files of others that name it.
    most: usize,
}

/// Returns the lines of a list in a file, without comments.
fn lines_of(file: &str, list: &str) -> Vec<String> {
    let text = read(&root().join(file));
    let body = text.rsplit_once(&format!("\n{list} {{\n")).expect("the file has the list").1;
    let body = body.split_once("\n}").expect("the list ends").0;
    without_comments(body).lines().map(|line| line.trim().to_owned()).collect()
}

/// Returns a text without the lines of comments, and without the tests at its end.
fn without_comments(text: &str) -> String {
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    let code: Vec<&str> = text.lines().filter(is_code).collect();
    let code = code.join("\n");
    let end = code.match_indices("#[cfg(test)]\nmod ");
    // A module in a file of its own may stand anywhere.
    let mut tests =
        end.filter(|(at, _)| code[*at..].lines().nth(1).is_some_and(|l| l.ends_with('{')));
    let end = tests.next().map_or(code.len(), |(at, _)| at);
    code[..end].to_owned()
}

/// Splits a line `Variant = "name": module::Type;`.
fn entry(line: &str) -> (&str, &str, &str) {
    let parts: Vec<&str> =
        line.split([' ', '"', ':', ';']).filter(|part| !part.is_empty()).collect();
    let [variant, "=", name, .., family] = parts[..] else { panic!("{line}: no entry") };
    assert!(line.contains(&format!("::{family}")), "{line}: no entry");
    (variant, name, family)
}

fn puzzles() -> Vec<ListedItem> {
    let listed = |line: &String| {
        let (variant, name, _) = entry(line);
        ListedItem {
            name: name.to_owned(),
            own: vec![format!("/{name}/"), format!("/{name}.rs")],
            words: vec![variant.to_owned(), name.to_owned(), name.to_uppercase()],
            most: PUZZLE_MOST,
        }
    };
    lines_of("crates/puzzles/src/lib.rs", "puzzles!").iter().map(listed).collect()
}

fn engines() -> Vec<ListedItem> {
    let listed = |line: &String| {
        let line = line.trim_start_matches("pub ").trim_start_matches("mod ").trim_end_matches(';');
        let (module, kinds) = line.split_once(": ").expect("a module and its kinds");
        let own = |end: &str| format!("crates/engines/src/{module}{end}");
        let listed = |kind: &str| ListedItem {
            name: kind.to_owned(),
            own: vec![own("/"), own(".rs")],
            words: vec![kind.to_owned()],
            most: ENGINE_MOST,
        };
        kinds.split(", ").map(listed).collect::<Vec<ListedItem>>()
    };
    lines_of("crates/engines/src/lib.rs", "engines!").iter().flat_map(listed).collect()
}

fn forms(code: &[(String, String)]) -> Vec<ListedItem> {
    let folder = "crates/formats/src/inputs/forms";
    let listed = |line: &String| {
        let (variant, name, format) = entry(line);
        let module = line.split(": ").nth(1).and_then(|path| path.split("::").next());
        let own = format!("{folder}/{}.rs", module.expect("a module"));
        let text = read(&root().join(&own));
        let is_instance = |word: &&str| word.len() > 8 && word.ends_with("Instance");
        let instance = text.split(|c: char| !c.is_alphanumeric()).find(is_instance);
        let mut words = vec![format!("InputForm::{variant}"), format.to_owned()];
        words.extend(instance.map(str::to_owned));
        // The instance is defined in a folder, or in a crate of its own.
        let defines =
            |text: &str| instance.is_some_and(|name| text.contains(&format!("struct {name} ")));
        let home = code.iter().find(|(_, text)| defines(text));
        let home = home.and_then(|(path, _)| Some(path.rsplit_once('/')?.0.to_owned() + "/"));
        ListedItem {
            name: name.to_owned(),
            own: [Some(own), home].into_iter().flatten().collect(),
            words,
            most: FORM_MOST,
        }
    };
    lines_of(&format!("{folder}/mod.rs"), "forms!").iter().map(listed).collect()
}

/// Returns all puzzles, engines and forms.
fn listed(code: &[(String, String)]) -> Vec<ListedItem> {
    [puzzles(), engines(), forms(code)].into_iter().flatten().collect()
}

/// Whether a text has a word, as a whole or as a part of a longer name: `Magic` in
/// `MagicOptions`.
fn names(text: &str, word: &str) -> bool {
    let is_head = |c: char| c.is_alphanumeric();
    let is_tail = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        // A name in small letters or capitals ends where its word does.
        let is_word = word.ends_with(char::is_lowercase) || !after.starts_with(is_head);
        !before.ends_with(is_head) && !after.starts_with(is_tail) && is_word
    })
}

#[test]
fn a_newcomer_touches_few_files() {
    let code: Vec<(String, String)> =
        code().into_iter().map(|(path, text)| (path, without_comments(&text))).collect();
    let is_apart = |path: &str| APART.iter().any(|(start, _)| path.starts_with(start));
    let is_alike = |listed: &ListedItem| UNLIKE.iter().all(|(name, _)| *name != listed.name);
    let mut faults = Vec::new();
    let mut counted = 0;
    for listed in listed(&code).into_iter().filter(is_alike) {
        counted += 1;
        let is_own = |path: &str| listed.own.iter().any(|own| path.contains(own.as_str()));
        let is_named = |text: &str| listed.words.iter().any(|word| names(text, word));
        let places =
            code.iter().filter(|(path, text)| !is_own(path) && !is_apart(path) && is_named(text));
        let places: Vec<&str> = places.map(|(path, _)| path.as_str()).collect();
        let ListedItem { name, most, .. } = listed;
        if places.is_empty() {
            faults.push(format!("'{name}' is named nowhere: are the lists read at all?"));
        } else if places.len() > most {
            let number = places.len();
            faults.push(format!("'{name}' is named in {number} files, at most {most}: {places:?}"));
        }
    }
    assert!(counted >= 20, "only {counted}: are the lists read at all?");
    report(faults);
}

#[test]
fn exceptions_are_needed() {
    let code = code();
    let known = listed(&code);
    let mut faults = Vec::new();
    for (name, reason) in UNLIKE {
        if !known.iter().any(|listed| listed.name == *name) {
            faults.push(format!("there is no '{name}' ({reason}): take it out"));
        }
    }
    for (start, reason) in APART {
        if !code.iter().any(|(path, _)| path.starts_with(start)) {
            faults.push(format!("there is no '{start}' ({reason}): take it out"));
        }
    }
    report(faults);
}

#[test]
fn names_are_seen() {
    for text in ["Magic,", "[Magic]", "MagicOptions", "magic::x", "\"magic:3\"", "use magic;"] {
        assert!(names(text, "Magic") || names(text, "magic"), "{text}");
    }
    for text in ["Magical", "magically", "NoMagic", "magics"] {
        assert!(!names(text, "Magic") && !names(text, "magic"), "{text}");
    }
    assert!(names("MAGIC_ORDERS", "MAGIC") && !names("MAGICS", "MAGIC"));
    let text =
        "//! Magic\nfn f() {\n    // magic\n}\n#[cfg(test)]\nmod a;\n#[cfg(test)]\nmod b {\n}\n";
    assert_eq!(without_comments(text), "fn f() {\n}\n#[cfg(test)]\nmod a;\n");
    let of = |line| entry(line);
    assert_eq!(of("A = \"b\": c::D;"), ("A", "b", "D"));
}
