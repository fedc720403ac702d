//! Functions outside of tests are short.

use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::arrows::{attribute, is_for_tests};
use super::{all_sources, read, report, root};

/// Maximum length of a function, in lines from its name to its end.
const LONGEST: usize = 60;

/// The functions of a file that are not for tests.
#[derive(Default)]
struct Functions {
    /// The line, the name and the length of each.
    all: Vec<(usize, String, usize)>,
    /// Modules for tests in files of their own.
    test_modules: Vec<String>,
}

impl Functions {
    fn of(text: &str) -> Self {
        let mut functions = Functions::default();
        functions.read(text.parse().expect("Rust"));
        functions
    }

    fn read(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        // Whether the item that begins here is for tests, and the function whose body comes next.
        let (mut is_test, mut function) = (false, None);
        for (i, token) in tokens.iter().enumerate() {
            match (token, tokens.get(i + 1)) {
                (TokenTree::Punct(punct), _) if punct.as_char() == '#' => {
                    is_test |= attribute(&tokens[i + 1..]).is_some_and(is_for_tests);
                }
                (TokenTree::Punct(punct), _) if punct.as_char() == ';' => {
                    (is_test, function) = (false, None);
                }
                (TokenTree::Ident(word), Some(TokenTree::Ident(name))) if word == "fn" => {
                    function = Some((word.span().start().line, name.to_string()));
                }
                (TokenTree::Ident(word), Some(TokenTree::Ident(name)))
                    if word == "mod" && is_test =>
                {
                    self.test_modules.push(name.to_string());
                }
                (TokenTree::Group(group), _) => {
                    let is_body = group.delimiter() == Delimiter::Brace;
                    if !is_test {
                        if let Some((line, name)) = function.take_if(|_| is_body) {
                            let end = group.span_close().end().line;
                            self.all.push((line, name, end + 1 - line));
                        }
                        self.read(group.stream());
                    }
                    is_test &= !is_body;
                }
                _ => {}
            }
        }
    }
}

/// Returns the path of a module that a file declares, without its extension.
fn module(file: &Path, name: &str) -> PathBuf {
    let is_root = ["mod.rs", "lib.rs", "main.rs"].iter().any(|root| file.ends_with(root));
    let folder = if is_root { file.with_file_name("") } else { file.with_extension("") };
    folder.join(name)
}

#[test]
fn functions_are_short() {
    let files: Vec<(PathBuf, Functions)> =
        all_sources().into_iter().map(|path| (path.clone(), Functions::of(&read(&path)))).collect();
    let modules = |(path, own): &(PathBuf, Functions)| {
        own.test_modules.iter().map(|name| module(path, name)).collect::<Vec<_>>()
    };
    let for_tests: Vec<PathBuf> = files.iter().flat_map(modules).collect();
    let is_for_tests = |path: &Path| {
        for_tests.iter().any(|tests| path.starts_with(tests) || path.with_extension("") == *tests)
    };
    let mut seen = 0;
    let mut faults = Vec::new();
    for (path, functions) in files.iter().filter(|(path, _)| !is_for_tests(path)) {
        seen += functions.all.len();
        let place = path.strip_prefix(root()).unwrap_or(path).display();
        let long = functions.all.iter().filter(|(_, _, lines)| *lines > LONGEST);
        faults.extend(long.map(|(line, name, lines)| {
            format!("{place}:{line}: `{name}` has {lines} lines, at most {LONGEST}: split it")
        }));
    }
    assert!(seen > 5000, "only {seen} functions: are they read at all?");
    report(faults);
}

#[test]
fn long_functions_are_seen() {
    let text = "impl S {\n    /// A.\n    pub fn a(f: fn(u8) -> u8) -> [u8; 2]\n    where\n        S: B,\n    {\n    }\n}\n\
                #[cfg(test)]\nmod tests;\n#[cfg(test)]\nmod t {\n    fn b() {}\n}\n\
                trait T {\n    fn c();\n    fn d() {}\n}\nf! { fn e() {} }\n#[test]\nfn f() {}\n";
    let Functions { all, test_modules } = Functions::of(text);
    let all: Vec<(usize, &str, usize)> =
        all.iter().map(|(line, name, length)| (*line, &**name, *length)).collect();
    assert_eq!(all, [(3, "a", 5), (17, "d", 1), (19, "e", 1)]);
    assert_eq!(test_modules, ["tests", "t"]);
    assert_eq!(module(Path::new("a/mod.rs"), "tests"), Path::new("a/tests"));
    assert_eq!(module(Path::new("a/b.rs"), "tests"), Path::new("a/b/tests"));
}
