//! Reads sources as tokens and finds the paths that lead to a layer.
//!
//! Tokens show a path wherever it occurs: in imports, types, expressions and the bodies of
//! macros. Comments and strings are not code, except for strings in attributes, which `serde`
//! reads as paths.

use std::collections::HashSet;
use std::path::Path;

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};

use super::layers::CrateEntry;

/// A path from one layer of a crate to another.
pub(super) struct Arrow {
    /// The file and line.
    pub(super) place: String,
    pub(super) from: String,
    pub(super) to: String,
    /// Whether it is compiled for tests only.
    pub(super) test: bool,
}

/// A file of a crate.
pub(super) struct Source {
    crate_: &'static CrateEntry,
    display: String,
    /// The module of the file.
    module: Vec<String>,
    tokens: TokenStream,
}

impl Source {
    /// Reads the file of a crate at a path under its `src/`.
    pub(super) fn new(crate_: &'static CrateEntry, path: &Path, text: &str) -> Self {
        let display = format!("{}/src/{}", crate_.folder, path.display());
        let names = path.with_extension("");
        let mut module: Vec<String> =
            names.iter().map(|name| name.to_string_lossy().into_owned()).collect();
        module.pop_if(|last| matches!(last.as_str(), "mod" | "lib" | "main"));
        let tokens = text.parse().unwrap_or_else(|error| panic!("{display}: {error}"));
        Source { crate_, display, module, tokens }
    }

    /// Returns the layer of a module: the part of the crate that its first component names,
    /// otherwise the rest of the crate.
    fn layer(&self, module: &[impl AsRef<str>]) -> &'static str {
        let layers = self.crate_.layers.iter().map(|layer| layer.name);
        let first = module.first().map(AsRef::as_ref);
        layers.skip(1).find(|&name| Some(name) == first).unwrap_or(self.crate_.layers[0].name)
    }
}

/// Returns all arrows between layers of the crates.
pub(super) fn of(sources: &[Source]) -> Vec<Arrow> {
    let mut test_files = HashSet::new();
    let walks: Vec<Walk> = sources
        .iter()
        .map(|source| {
            let mut walk = Walk::new(source);
            walk.tokens(source.tokens.clone(), false);
            test_files.extend(walk.test_files.drain(..));
            walk
        })
        .collect();
    let mut all = Vec::new();
    for walk in walks {
        let module = &walk.source.module;
        let test = (1..=module.len()).any(|length| test_files.contains(&module[..length]));
        all.extend(
            walk.arrows.into_iter().map(|arrow| Arrow { test: arrow.test || test, ..arrow }),
        );
    }
    all
}

/// A walk through the tokens of one file.
struct Walk<'s> {
    source: &'s Source,
    /// The module of the current token.
    module: Vec<String>,
    arrows: Vec<Arrow>,
    /// Modules in files of their own that are compiled for tests only.
    test_files: Vec<Vec<String>>,
}

impl<'s> Walk<'s> {
    fn new(source: &'s Source) -> Self {
        Walk { source, module: source.module.clone(), arrows: Vec::new(), test_files: Vec::new() }
    }

    fn tokens(&mut self, tokens: TokenStream, test: bool) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        // Whether the item that begins here is for tests.
        let mut item_test = false;
        let mut i = 0;
        while i < tokens.len() {
            let test = test || item_test;
            match &tokens[i] {
                TokenTree::Punct(punct) if punct.as_char() == '#' => {
                    if let Some(attribute) = attribute(&tokens[i + 1..]) {
                        item_test |= is_for_tests(attribute);
                        self.strings(attribute.stream(), test);
                    }
                }
                TokenTree::Punct(punct) if punct.as_char() == ';' => item_test = false,
                TokenTree::Ident(word) if word == "mod" => {
                    i += self.module(&tokens[i + 1..], test);
                    item_test = false;
                }
                TokenTree::Ident(word)
                    if (starts_path(word) || self.names_layer(&tokens[i..]))
                        && !goes_on(&tokens[..i]) =>
                {
                    i += self.path(&mut Vec::new(), &tokens[i..], test);
                    continue;
                }
                TokenTree::Group(group) => {
                    self.tokens(group.stream(), test);
                    item_test &= group.delimiter() != Delimiter::Brace;
                }
                _ => {}
            }
            i += 1;
        }
    }

    /// Reads the name and body of a module after `mod`; returns the number of tokens read.
    fn module(&mut self, tokens: &[TokenTree], test: bool) -> usize {
        let Some(TokenTree::Ident(name)) = tokens.first() else {
            return 0;
        };
        self.module.push(name.to_string());
        let read = match tokens.get(1) {
            Some(TokenTree::Group(body)) => {
                self.tokens(body.stream(), test);
                2
            }
            _ => {
                self.test_files.extend(test.then(|| self.module.clone()));
                1
            }
        };
        self.module.pop();
        read
    }

    /// Reads a path that begins with `before`; returns the number of tokens read.
    fn path(&mut self, before: &mut Vec<String>, tokens: &[TokenTree], test: bool) -> usize {
        let mut read = 0;
        let depth = before.len();
        let line = tokens.first().map_or(0, |token| token.span().start().line);
        loop {
            match tokens.get(read) {
                Some(TokenTree::Ident(word)) => before.push(word.to_string()),
                Some(TokenTree::Punct(star)) if star.as_char() == '*' => before.push("*".into()),
                Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                    self.branches(before, group, test);
                    before.truncate(depth);
                    return read + 1;
                }
                _ => break,
            }
            read += 1;
            if is_colons(tokens, read) { read += 2 } else { break }
        }
        let renamed = matches!(tokens.get(read), Some(TokenTree::Ident(word)) if word == "as");
        self.arrow(before, line, renamed, test);
        before.truncate(depth);
        read.max(1)
    }

    /// Reads the parts of `{a::b, c}` after `before`.
    fn branches(&mut self, before: &mut Vec<String>, group: &Group, test: bool) {
        let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
        let is_comma = |t: &TokenTree| matches!(t, TokenTree::Punct(p) if p.as_char() == ',');
        for branch in tokens.split(is_comma).filter(|branch| !branch.is_empty()) {
            self.path(before, branch, test);
        }
    }

    /// Reads paths in the strings of an attribute, except in documentation.
    fn strings(&mut self, attribute: TokenStream, test: bool) {
        let tokens: Vec<TokenTree> = attribute.into_iter().collect();
        if matches!(tokens.first(), Some(TokenTree::Ident(word)) if word == "doc") {
            return;
        }
        for token in tokens {
            match token {
                TokenTree::Group(group) => self.strings(group.stream(), test),
                TokenTree::Literal(literal) => {
                    let text = literal.to_string();
                    if let Ok(inner) = text.trim_matches('"').parse::<TokenStream>() {
                        let line = literal.span().start().line;
                        let first = self.arrows.len();
                        self.tokens(inner, test);
                        let place = format!("{}:{line}", self.source.display);
                        self.arrows[first..].iter_mut().for_each(|a| a.place.clone_from(&place));
                    }
                }
                _ => {}
            }
        }
    }

    /// Records the target of a complete path.
    fn arrow(&mut self, path: &[String], line: usize, renamed: bool, test: bool) {
        let source = self.source;
        let place = self.lead(path);
        // `pub(crate)` and `pub(super)` name the root and are no arrows.
        if place.is_empty() && !renamed {
            return;
        }
        let (from, to) = (source.layer(&self.module), source.layer(&place));
        if to == from {
            return;
        }
        let place = format!("{}:{line}", source.display);
        self.arrows.push(Arrow { place, from: from.to_owned(), to: to.to_owned(), test });
    }

    /// Returns the target of a path from here, from the root of the crate.
    fn lead<'p>(&'p self, path: &'p [String]) -> Vec<&'p str> {
        let mut place: Vec<&str> = self.module.iter().map(String::as_str).collect();
        for (i, word) in path.iter().enumerate() {
            match word.as_str() {
                "crate" if i == 0 => place.clear(),
                "super" => drop(place.pop()),
                "self" => {}
                name => place.push(name),
            }
        }
        place
    }

    /// Whether a name in the root module begins a path into a layer: `engine_api::Control`.
    fn names_layer(&self, tokens: &[TokenTree]) -> bool {
        let is_layer =
            |word: &Ident| self.source.crate_.layers.iter().skip(1).any(|layer| word == layer.name);
        self.module.is_empty()
            && matches!(&tokens[0], TokenTree::Ident(word) if is_layer(word))
            && is_colons(tokens, 1)
    }
}

fn starts_path(word: &Ident) -> bool {
    ["crate", "super", "self"].iter().any(|start| word == start)
}

/// Whether the next tokens continue a path, as `self` in `a::self`.
fn goes_on(before: &[TokenTree]) -> bool {
    let [.., name, _, _] = before else {
        return false;
    };
    let is_name = matches!(name, TokenTree::Ident(word) if word != "use" && word != "in");
    is_name && is_colons(before, before.len() - 2)
}

fn is_colons(tokens: &[TokenTree], at: usize) -> bool {
    let is_colon =
        |t: Option<&TokenTree>| matches!(t, Some(TokenTree::Punct(p)) if p.as_char() == ':');
    is_colon(tokens.get(at)) && is_colon(tokens.get(at + 1))
}

/// Returns the brackets after a `#` or `#!`.
fn attribute(after: &[TokenTree]) -> Option<&Group> {
    after.iter().take(2).find_map(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => Some(group),
        _ => None,
    })
}

/// Whether an attribute is `cfg(test)` or `cfg(all(test, ...))`, or `test`.
fn is_for_tests(attribute: &Group) -> bool {
    let text: String = attribute.stream().to_string().split_whitespace().collect();
    text == "test" || text == "cfg(test)" || text.starts_with("cfg(all(test,")
}
