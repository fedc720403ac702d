//! Addresses that hold a puzzle, and those that do not.

use parallax_instance::shorten_text;

use super::MAX_TEXT;
use super::base64::base64_value;
use super::compress::compress;
use super::decompress::decompress;
use crate::errors::LinkError;

/// The hosts of addresses.
const F_PUZZLES: &str = "f-puzzles.com";
const SUDOKUPAD_HOSTS: [&str; 3] =
    ["sudokupad.app", "beta.sudokupad.app", "app.crackingthecryptic.com"];
const LINK_SHORTENERS: [&str; 3] = ["tinyurl.com", "bit.ly", "tiny.cc"];
const PENPA_HOST: &str = "swaroopg92.github.io";

/// The word before a compressed text.
const COMPRESSED_TEXT_PREFIX: &str = "fpuzzles";

/// The links that are read, for messages.
pub(crate) const EXPECTED_LINKS: &str =
    "https://www.f-puzzles.com/?load=... or https://sudokupad.app/fpuzzles...";

/// Whether a text is such a link, or a word of one.
pub(super) fn is_link(text: &str) -> bool {
    let text = text.trim();
    if text.len() > MAX_TEXT || text.contains(['\n', '\r']) {
        return false;
    }
    if let Some((host, _)) = split_address(text) {
        let hosts = [F_PUZZLES, PENPA_HOST];
        return hosts
            .iter()
            .chain(&SUDOKUPAD_HOSTS)
            .chain(&LINK_SHORTENERS)
            .any(|own| *own == host);
    }
    [COMPRESSED_TEXT_PREFIX, "scl", "ctc"].iter().any(|word| {
        text.strip_prefix(word).is_some_and(|rest| {
            // Sixteen signs of compressed text tell a link from other words that begin alike.
            let first = rest.bytes().take(16);
            rest.len() >= 16
                && first.clone().all(|sign| base64_value(sign).is_some() || sign == b'%')
        })
    })
}

/// Returns the name of such a link, for people.
pub(super) fn site_name(text: &str) -> &'static str {
    match split_address(text.trim()) {
        Some((F_PUZZLES, _)) => "a link of f-puzzles",
        Some(_) => "a link of SudokuPad",
        None => "the compressed text of a link",
    }
}

/// Returns the host and what follows it. `None` if the text is no address.
fn split_address(text: &str) -> Option<(&str, &str)> {
    let known = ["https://", "http://"].iter().find_map(|scheme| text.strip_prefix(scheme));
    let rest = known.unwrap_or(text);
    let (host, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let host = host.strip_prefix("www.").unwrap_or(host);
    (host.contains('.') && !host.contains(' ')).then_some((host, path))
}

/// Returns the JSON in a link.
///
/// # Errors
/// Returns an error if the link holds no puzzle of f-puzzles, or a damaged one.
pub(super) fn unpack_link(text: &str) -> Result<String, LinkError> {
    let text = text.trim();
    let packed = match split_address(text) {
        Some((host, path)) => link_payload(host, path)?,
        None => strip_kind_word(text)?,
    };
    let plain = unescape_address(packed)?;
    if plain.is_empty() {
        return Err(LinkError::NoPuzzle);
    }
    decompress(&plain, MAX_TEXT)
}

/// Returns the compressed text of an address.
fn link_payload<'a>(host: &str, path: &'a str) -> Result<&'a str, LinkError> {
    if LINK_SHORTENERS.contains(&host) {
        return Err(LinkError::ShortLink);
    }
    if host == PENPA_HOST {
        return Err(LinkError::Penpa);
    }
    if host == F_PUZZLES {
        return match (query_value(path, "load"), query_value(path, "id")) {
            (Some(packed), _) => Ok(packed),
            (None, Some(_)) => Err(LinkError::ShortLink),
            (None, None) => Err(LinkError::NoPuzzle),
        };
    }
    match query_value(path, "puzzleid") {
        Some(id) => strip_kind_word(id),
        None => {
            // The path is the puzzle: `/fpuzzles...` or `/sudoku/fpuzzles...`.
            let end = path.find(['?', '#', '&']).unwrap_or(path.len());
            let path = path[..end].trim_start_matches('/');
            strip_kind_word(path.strip_prefix("sudoku/").unwrap_or(path))
        }
    }
}

/// Returns the value of a name after the `?`.
fn query_value<'a>(path: &'a str, name: &str) -> Option<&'a str> {
    let (_, query) = path.split_once('?')?;
    let query = query.split('#').next()?;
    query.split('&').find_map(|part| part.strip_prefix(name)?.strip_prefix('='))
}

/// Returns the compressed text after the word that says what it is.
fn strip_kind_word(id: &str) -> Result<&str, LinkError> {
    if let Some(packed) = id.strip_prefix(COMPRESSED_TEXT_PREFIX) {
        return Ok(packed);
    }
    if id.is_empty() || id == "sudoku" {
        return Err(LinkError::NoPuzzle);
    }
    if let Some(form) = ["scl", "ctc"].into_iter().find(|form| id.starts_with(form)) {
        return Err(LinkError::Drawing { form });
    }
    Err(LinkError::ShortLink)
}

/// Replaces the signs that addresses escape. A blank was a `+`.
fn unescape_address(packed: &str) -> Result<String, LinkError> {
    let mut plain = String::with_capacity(packed.len());
    let mut rest = packed;
    while let Some(sign) = rest.chars().next() {
        rest = &rest[sign.len_utf8()..];
        match sign {
            ' ' => plain.push('+'),
            '%' => {
                // `get` fails at the end, and inside a wider character; both are unknown escapes.
                let escaped = rest.get(..2).map(str::to_ascii_uppercase).unwrap_or_default();
                plain.push(match escaped.as_str() {
                    "20" | "2B" => '+',
                    "2F" => '/',
                    "3D" => '=',
                    _ => {
                        let found = shorten_text(&rest.chars().take(2).collect::<String>());
                        return Err(LinkError::Escape { found });
                    }
                });
                // One of the escapes above, so two bytes follow.
                rest = &rest[2..];
            }
            _ => plain.push(sign),
        }
    }
    Ok(plain)
}

/// Returns the address of f-puzzles that holds JSON.
pub(super) fn pack_link(json: &str) -> String {
    let packed = compress(json).replace('+', "%2B").replace('/', "%2F").replace('=', "%3D");
    format!("https://www.{F_PUZZLES}/?load={packed}")
}
