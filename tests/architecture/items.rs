//! The items of a file, read as tokens, and the types that their signatures name.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use super::surface::leaves;

/// Names of the prelude.
const PRELUDE: &[&str] = &[
    "AsRef",
    "Box",
    "Clone",
    "Default",
    "DoubleEndedIterator",
    "Drop",
    "Eq",
    "Extend",
    "ExactSizeIterator",
    "Fn",
    "FnMut",
    "FnOnce",
    "From",
    "Into",
    "IntoIterator",
    "Iterator",
    "Option",
    "PartialEq",
    "PartialOrd",
    "Result",
    "Self",
    "Send",
    "String",
    "Sync",
    "ToString",
    "TryFrom",
    "Vec",
];

/// The signatures of one file.
pub(super) struct File {
    /// The imported names, each with its path.
    imports: BTreeMap<String, Vec<String>>,
    /// The items, and the paths that a signature of each names.
    pub(super) pieces: Vec<(String, Vec<Vec<String>>)>,
}

impl File {
    pub(super) fn read(text: &str) -> Self {
        let mut file = File { imports: BTreeMap::new(), pieces: Vec::new() };
        let tokens: TokenStream = text.parse().unwrap_or_else(|error| panic!("{error}"));
        file.items(&tokens.into_iter().collect::<Vec<_>>(), None);
        file
    }

    /// Reads items; those of an `impl` or a trait belong to `owner`.
    fn items(&mut self, tokens: &[TokenTree], owner: Option<(&str, bool)>) {
        let mut rest = tokens;
        while !rest.is_empty() {
            let (item, after) = first_item(rest);
            self.item(item, owner);
            rest = after;
        }
    }

    /// Reads an item: an import, or the signatures that are visible outside the crate.
    fn item(&mut self, item: &[TokenTree], owner: Option<(&str, bool)>) {
        let (item, is_test) = without_attributes(item);
        let word = |at: usize| match item.get(at) {
            Some(TokenTree::Ident(word)) => word.to_string(),
            _ => String::new(),
        };
        // `pub(crate)` is private.
        let is_public = word(0) == "pub" && !matches!(item.get(1), Some(TokenTree::Group(_)));
        let is_visible = is_public || owner.is_some_and(|(_, all)| all);
        let keywords = ["use", "mod", "struct", "enum", "trait", "fn", "type", "const", "impl"];
        let Some(at) = (0..item.len().min(5)).find(|&at| {
            keywords.contains(&word(at).as_str()) && !(word(at) == "const" && word(at + 1) == "fn")
        }) else {
            return;
        };
        let (name, body) = (word(at + 1), item.last());
        match (word(at).as_str(), body) {
            _ if is_test => {}
            ("use", _) => {
                self.imports.extend(leaves(&item[at + 1..], &[]).into_iter().map(|(p, n)| (n, p)));
            }
            ("mod", Some(TokenTree::Group(body))) => self.items(&inside(body), None),
            ("impl", Some(TokenTree::Group(body))) => {
                let (owner, header) = implemented(&item[at + 1..item.len() - 1]);
                match header {
                    Some(header) => self.pieces.push((owner, paths(header))),
                    None => self.items(&inside(body), Some((&owner, false))),
                }
            }
            ("trait", Some(TokenTree::Group(body))) if is_public => {
                self.pieces.push((name.clone(), paths(&item[at + 2..item.len() - 1])));
                self.items(&inside(body), Some((&name, true)));
            }
            ("enum" | "struct", _) if is_public => {
                let all = word(at) == "enum";
                self.pieces.push((name, paths(&fields(&item[at + 2..], all))));
            }
            ("fn" | "type" | "const", _) if is_visible => {
                let owner = owner.map_or(name.as_str(), |(owner, _)| owner);
                self.pieces.push((owner.to_owned(), paths(signature(&word(at), &item[at + 2..]))));
            }
            _ => {}
        }
    }

    /// Returns the crate of a path, and the name of its type; `None` for names of the language, of
    /// the standard library, and of parameters.
    pub(super) fn resolve(&self, path: &[String]) -> Option<(String, String)> {
        let head = path.first()?;
        let name = path.iter().rfind(|word| word.starts_with(char::is_uppercase))?;
        let whole = self.imports.get(head);
        let root = whole.and_then(|path| path.first()).unwrap_or(head);
        let is_language = whole.is_none() && PRELUDE.contains(&head.as_str());
        if is_language || head.len() == 1 || ["std", "core", "alloc"].contains(&root.as_str()) {
            return None;
        }
        // An imported type may have another name here.
        let name = whole.and_then(|path| path.last()).filter(|_| path.len() == 1).unwrap_or(name);
        Some((root.clone(), name.clone()))
    }
}

/// Returns the tokens of a function before its body, of a constant before its value, or all.
fn signature<'t>(keyword: &str, tokens: &'t [TokenTree]) -> &'t [TokenTree] {
    let end = tokens.iter().position(|token| match token {
        TokenTree::Group(group) => keyword == "fn" && group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(punct) => keyword == "const" && punct.as_char() == '=',
        _ => false,
    });
    &tokens[..end.unwrap_or(tokens.len())]
}

fn inside(group: &Group) -> Vec<TokenTree> {
    group.stream().into_iter().collect()
}

/// Splits the first item from the tokens: up to a semicolon or a group in braces.
fn first_item(tokens: &[TokenTree]) -> (&[TokenTree], &[TokenTree]) {
    let is_use = |tokens: &[TokenTree]| {
        let mut start = without_attributes(tokens).0.iter().take(3);
        start.any(|token| matches!(token, TokenTree::Ident(word) if word == "use"))
    };
    let braces_end = !is_use(tokens);
    let end = tokens.iter().position(|token| match token {
        TokenTree::Punct(punct) => punct.as_char() == ';',
        TokenTree::Group(group) => braces_end && group.delimiter() == Delimiter::Brace,
        _ => false,
    });
    let end = end.unwrap_or(tokens.len() - 1);
    // A semicolon is no part of the item.
    let item_end = if matches!(tokens[end], TokenTree::Punct(_)) { end } else { end + 1 };
    (&tokens[..item_end], &tokens[end + 1..])
}

/// Returns an item without its attributes, and whether it is for tests only.
fn without_attributes(mut item: &[TokenTree]) -> (&[TokenTree], bool) {
    let mut is_test = false;
    while let [TokenTree::Punct(hash), rest @ ..] = item {
        if hash.as_char() != '#' {
            break;
        }
        // `#![...]` has a mark between.
        let place = rest.iter().position(|token| matches!(token, TokenTree::Group(_)));
        let Some(place) = place else { break };
        let text: String = rest[place].to_string().split_whitespace().collect();
        is_test |= text.starts_with("[cfg(test)") || text.starts_with("[cfg(all(test");
        item = &rest[place + 1..];
    }
    (item, is_test)
}

/// Whether the mark at a place ends an arrow.
fn is_arrow(tokens: &[TokenTree], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| tokens.get(at));
    matches!(before, Some(TokenTree::Punct(punct)) if punct.as_char() == '-')
}

/// Returns the type that an `impl` is about, and, if it implements a trait, the trait.
fn implemented(header: &[TokenTree]) -> (String, Option<&[TokenTree]>) {
    let mut depth = 0;
    let mut trait_end = None;
    let mut names: Vec<(usize, String)> = Vec::new();
    for (at, token) in header.iter().enumerate() {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '<' => depth += 1,
            // The arrow of `Fn(A) -> B` ends no list.
            TokenTree::Punct(punct) if punct.as_char() == '>' && !is_arrow(header, at) => {
                depth -= 1;
            }
            TokenTree::Ident(word) if depth == 0 && word == "for" => trait_end = Some(at),
            TokenTree::Ident(word) if depth == 0 && word == "where" => break,
            TokenTree::Ident(word) if depth == 0 => names.push((at, word.to_string())),
            _ => {}
        }
    }
    let after = |at: usize| trait_end.is_none_or(|end| at > end);
    let owner = names.into_iter().rfind(|(at, _)| after(*at)).map(|(_, name)| name);
    (owner.unwrap_or_default(), trait_end.map(|end| &header[..end]))
}

/// Returns the tokens of the public fields of a struct, or of all fields of an enum.
fn fields(tokens: &[TokenTree], is_enum: bool) -> Vec<TokenTree> {
    let is_comma = |t: &TokenTree| matches!(t, TokenTree::Punct(p) if p.as_char() == ',');
    let mut found = Vec::new();
    for token in tokens {
        let TokenTree::Group(body) = token else {
            // Parameters and bounds.
            found.push(token.clone());
            continue;
        };
        for field in inside(body).split(is_comma) {
            let (field, _) = without_attributes(field);
            match field {
                [TokenTree::Ident(word), TokenTree::Group(_), ..] if !is_enum && word == "pub" => {}
                [TokenTree::Ident(word), rest @ ..] if !is_enum && word == "pub" => {
                    found.extend_from_slice(rest);
                }
                [_, TokenTree::Group(inner), ..] if is_enum => found.extend(inside(inner)),
                _ => {}
            }
        }
    }
    found
}

/// Returns all paths in the tokens.
fn paths(tokens: &[TokenTree]) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let mut path: Vec<String> = Vec::new();
    let mut colons = 0;
    for token in tokens {
        match token {
            TokenTree::Ident(word) => {
                if colons != 2 {
                    found.push(std::mem::take(&mut path));
                }
                path.push(word.to_string());
                colons = 0;
            }
            TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
            // The `Item` of `Iterator<Item = T>` is no type.
            TokenTree::Punct(punct) if punct.as_char() == '=' => path.clear(),
            TokenTree::Group(group) => {
                found.push(std::mem::take(&mut path));
                found.extend(paths(&inside(group)));
                colons = 0;
            }
            _ => {
                found.push(std::mem::take(&mut path));
                colons = 0;
            }
        }
    }
    found.push(path);
    found.retain(|path| !path.is_empty());
    found
}

#[test]
fn signatures_are_read() {
    let text = "use rand::Rng as Dice; use super::Known; use std::fmt;\n\
        pub struct A<T> { /// x\n pub a: Vec<Known>, b: Hidden, pub(crate) c: Hidden }\n\
        pub enum B { One, #[x] Two(Known), Three { f: json::Seen } }\n\
        impl From<Other> for B { fn from(o: Other) -> B { Hidden::x() } }\n\
        impl<T> A<T> { pub fn draw(&self, d: &mut impl Dice) -> fmt::Result { Hidden } fn g(h: Hidden) {} }\n\
        #[cfg(test)] mod tests { impl A { pub fn f() -> Hidden {} } }\n\
        pub trait C: Send { fn f(&self) -> impl Iterator<Item = Known>; }\n\
        pub const D: Known = Hidden; pub type E = dyn Fn(Known) -> Known;\n\
        pub fn f<'a>(k: &'a Known) -> Option<T> { Hidden }";
    let file = File::read(text);
    let names = |item: &str| {
        let pieces = file.pieces.iter().filter(|(owner, _)| owner == item);
        let names =
            pieces.flat_map(|(_, paths)| paths.iter().filter_map(|path| file.resolve(path)));
        names.map(|(root, name)| format!("{root}::{name}")).collect::<BTreeSet<String>>()
    };
    let set = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<BTreeSet<_>>();
    assert_eq!(names("A"), set(&["rand::Rng", "super::Known"]));
    assert_eq!(names("B"), set(&["Other::Other", "json::Seen", "super::Known"]));
    for item in ["C", "D", "E", "f"] {
        assert_eq!(names(item), set(&["super::Known"]), "{item}");
    }
}
