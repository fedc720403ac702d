//! Forms of other programs, which are recognised and refused with advice.

use parallax_instance::{InputError, LineReader};

/// A form that is not read.
pub(super) struct ForeignForm {
    /// The form with its article.
    name: &'static str,
    /// The extensions of its files, in lower case.
    extensions: &'static [&'static str],
    /// Whether the beginning of a file shows it beyond doubt.
    shows: fn(&FileBeginning<'_>) -> bool,
    /// The user's alternatives.
    way_out: &'static str,
}

/// The beginning of a file.
struct FileBeginning<'a> {
    bytes: &'a [u8],
    text: &'a str,
}

/// Number of bytes to inspect.
const MAX_EXAMINED_BYTES: usize = 1 << 14;

/// Archives, each of which may hold several files.
static ARCHIVE_FORMS: [ForeignForm; 4] = [
    ForeignForm {
        name: "a zip archive",
        extensions: &["zip"],
        shows: |file| is_plain_zip(file.bytes),
        way_out: "unpack it (unzip FILE) and name the files, or their folder",
    },
    ForeignForm {
        name: "a tar archive",
        extensions: &["tar", "tgz", "txz", "tbz2", "tzst"],
        // The header of the first member has its magic word at byte 257.
        shows: |file| file.bytes.get(257..262) == Some(b"ustar"),
        way_out: "unpack it (tar -xf FILE) and name the files, or their folder",
    },
    ForeignForm {
        name: "a 7z archive",
        extensions: &["7z"],
        shows: |file| file.bytes.starts_with(b"7z\xbc\xaf\x27\x1c"),
        way_out: "unpack it (7z x FILE) and name the files, or their folder",
    },
    ForeignForm {
        name: "a rar archive",
        extensions: &["rar"],
        shows: |file| file.bytes.starts_with(b"Rar!\x1a\x07"),
        way_out: "unpack it (unrar x FILE) and name the files, or their folder",
    },
];

/// Other forms. The first that fits wins.
static OTHER_FORMS: [ForeignForm; 13] = [
    ForeignForm {
        name: "a compression other than gz, xz, bz2, lzma and zst",
        extensions: &["z", "lz", "lz4", "br"],
        shows: |file| {
            let signs: [&[u8]; 3] = [b"\x1f\x9d", b"LZIP\x01", b"\x04\x22\x4d\x18"];
            signs.iter().any(|sign| file.bytes.starts_with(sign))
        },
        way_out: "unpack it first",
    },
    ForeignForm {
        name: "a MiniZinc model",
        extensions: &["mzn", "dzn"],
        shows: |file| {
            file.any_word(|line| {
                ["solve satisfy", "solve minimize ", "solve maximize ", "include \"globals.mzn\""]
                    .iter()
                    .any(|start| line.starts_with(start))
            })
        },
        way_out: "name the model's file, then the files of its data (model.mzn data.dzn); \
                  MiniZinc compiles it",
    },
    ForeignForm {
        name: "an XCSP instance of a version before 3",
        extensions: &[],
        shows: |file| {
            parallax_xcsp3::root_tag(file.text).is_some() && !parallax_xcsp3::is_instance(file.text)
        },
        way_out: "convert it to XCSP3 with the tools of xcsp.org; XCSP3 itself begins with \
                  <instance format=\"XCSP3\">",
    },
    ForeignForm {
        name: "a formula with weighted clauses (WCNF, MaxSAT)",
        extensions: &["wcnf"],
        shows: |file| {
            let first = file.first_but(&["c"]);
            first.starts_with("p wcnf") || is_hard_clause(first)
        },
        way_out: "write it as OPB: a new variable for each soft clause, and min: the sum of their \
                  weights",
    },
    ForeignForm {
        name: "a formula for projected or weighted counting (p pcnf, p wpcnf)",
        extensions: &["pcnf", "wpcnf"],
        shows: |file| {
            let first = file.first_but(&["c"]);
            first.starts_with("p pcnf") || first.starts_with("p wpcnf")
        },
        way_out: "count it with ganak or d4; with a header 'p cnf V C' and no weights all variables \
                  are counted",
    },
    ForeignForm {
        name: "a quantified formula (QDIMACS)",
        extensions: &["qdimacs", "qcnf"],
        shows: |file| {
            let mut lines = file.lines_but(&["c"]);
            let is_cnf = lines.next().is_some_and(|line| line.starts_with("p cnf"));
            is_cnf && lines.next().is_some_and(is_quantifier)
        },
        way_out: "a QBF solver such as DepQBF or CAQE reads it; without its lines a and e it is a CNF",
    },
    ForeignForm {
        name: "a circuit in AIGER",
        extensions: &["aag", "aig"],
        shows: |file| {
            // The header `aag M I L O A` counts variables, inputs, latches, outputs and gates.
            let first = file.text.lines().next().unwrap_or("");
            let mut words = first.split_whitespace();
            matches!(words.next(), Some("aag" | "aig"))
                && words.clone().count() >= 5
                && words.all(|word| word.parse::<u64>().is_ok())
        },
        way_out: "convert it: aigtocnf FILE a.cnf (from the AIGER tools)",
    },
    ForeignForm {
        name: "an answer set program",
        extensions: &["asp", "lparse"],
        shows: |file| file.any_word(|line| line.starts_with(":-") && line.ends_with('.')),
        way_out: "write the model as JSON; clingo reads it as it is",
    },
    ForeignForm {
        name: "a linear program (LP)",
        extensions: &["lp"],
        shows: |file| {
            let any = |words: &[&str]| {
                file.any_word(|line| words.iter().any(|word| line.eq_ignore_ascii_case(word)))
            };
            let first = file.first_but(&["\\"]).to_ascii_lowercase();
            (first.starts_with("minimi") || first.starts_with("maximi"))
                && any(&["subject to", "such that", "st", "s.t.", "st.", "subject to:"])
        },
        way_out: "with 0/1 variables, write it as OPB; otherwise as a model in JSON",
    },
    ForeignForm {
        name: "a linear program (MPS)",
        extensions: &["mps"],
        shows: |file| {
            file.first_but(&["*"]).starts_with("NAME") && file.any_word(|line| line == "ROWS")
        },
        way_out: "with 0/1 variables, write it as OPB; otherwise as a model in JSON",
    },
    ForeignForm {
        name: "an Essence model",
        extensions: &["essence", "eprime", "param"],
        shows: |file| file.first_but(&["$"]).to_ascii_lowercase().starts_with("language essence"),
        way_out: "write the model as JSON",
    },
    ForeignForm {
        name: "a pseudo-Boolean problem with soft constraints (WBO)",
        extensions: &["wbo"],
        shows: |file| file.first_but(&["*"]).starts_with("soft:"),
        way_out: "write it as OPB: a new variable for each soft constraint, and min: the sum of \
                  their costs",
    },
    ForeignForm {
        name: "a picture or a PDF",
        extensions: &["png", "jpg", "jpeg", "gif", "pdf"],
        shows: |file| {
            let signs: [&[u8]; 4] = [b"\x89PNG\r\n", b"\xff\xd8\xff", b"GIF8", b"%PDF-"];
            signs.iter().any(|sign| file.bytes.starts_with(sign))
        },
        way_out: "type the puzzle as text",
    },
];

impl FileBeginning<'_> {
    /// The lines without white space around them, without blank ones and comments.
    fn lines_but<'b>(&'b self, comments: &'b [&str]) -> impl Iterator<Item = &'b str> {
        let is_comment = |line: &str| comments.iter().any(|sign| line.starts_with(sign));
        self.text.lines().map(str::trim).filter(move |line| !line.is_empty() && !is_comment(line))
    }

    /// The first line that is neither blank nor a comment.
    fn first_but(&self, comments: &[&str]) -> &str {
        let is_comment = |line: &&str| comments.iter().any(|sign| line.starts_with(sign));
        let mut lines = self.text.lines().map(str::trim);
        lines.find(|line| !line.is_empty() && !is_comment(line)).unwrap_or("")
    }

    fn any_word(&self, is: impl Fn(&str) -> bool) -> bool {
        self.text.lines().map(str::trim).any(is)
    }
}

impl ForeignForm {
    /// The error of an input in this form.
    pub(super) fn refusal_error(&self, lines: &LineReader<'_>) -> InputError {
        lines.make_error(format!("{}, which is not read; {}", self.name, self.way_out))
    }
}

/// The form that the beginning of an input shows. Consumes nothing, and does not wait for more than
/// the first bytes.
///
/// # Errors
/// Returns an error if the input cannot be read.
pub(super) fn by_content(
    lines: &mut LineReader<'_>,
) -> Result<Option<&'static ForeignForm>, InputError> {
    find_form(lines, ARCHIVE_FORMS.iter().chain(&OTHER_FORMS))
}

/// The form that the beginning of an input shows, or that its extension names if it shows some
/// form.
///
/// # Errors
/// Returns an error if the input cannot be read.
pub(super) fn shown_form(
    lines: &mut LineReader<'_>,
    extension: Option<&str>,
) -> Result<Option<&'static ForeignForm>, InputError> {
    if let Some(archive) = shown_archive(lines)? {
        return Ok(Some(archive));
    }
    let shown = find_form(lines, OTHER_FORMS.iter())?;
    Ok(shown.map(|shown| by_name(extension).unwrap_or(shown)))
}

/// The archive that the beginning of an input shows.
///
/// # Errors
/// Returns an error if the input cannot be read.
pub(super) fn shown_archive(
    lines: &mut LineReader<'_>,
) -> Result<Option<&'static ForeignForm>, InputError> {
    find_form(lines, ARCHIVE_FORMS.iter())
}

/// The form of files with this extension.
pub(super) fn by_name(extension: Option<&str>) -> Option<&'static ForeignForm> {
    let extension = extension?;
    ARCHIVE_FORMS.iter().chain(&OTHER_FORMS).find(|form| form.extensions.contains(&extension))
}

fn find_form(
    lines: &mut LineReader<'_>,
    mut forms: impl Iterator<Item = &'static ForeignForm>,
) -> Result<Option<&'static ForeignForm>, InputError> {
    let bytes = lines.first_bytes()?;
    let bytes = &bytes[..bytes.len().min(MAX_EXAMINED_BYTES)];
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}');
    Ok(forms.find(|form| (form.shows)(&FileBeginning { bytes, text })))
}

/// Whether a zip archive begins with a file that no workbook has.
fn is_plain_zip(bytes: &[u8]) -> bool {
    // An archive without members consists of this end record.
    if bytes.starts_with(b"PK\x05\x06") {
        return true;
    }
    let parts: [&[u8]; 5] =
        [b"[Content_Types].xml", b"_rels/", b"docProps/", b"xl/", b"customXml/"];
    // The header of a member has 30 bytes, and the member's name follows it.
    let Some(name) = bytes.get(30..).filter(|_| bytes.starts_with(b"PK\x03\x04")) else {
        return false;
    };
    !parts.iter().any(|part| name.starts_with(part))
}

/// Whether a line is a hard clause of the newer WCNF: `h 1 -2 0`.
fn is_hard_clause(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next() == Some("h")
        && words.clone().last() == Some("0")
        && words.all(|word| word.parse::<i64>().is_ok())
}

/// Whether a line is a quantifier of QDIMACS: `e 1 2 0`.
fn is_quantifier(line: &str) -> bool {
    let mut words = line.split_whitespace();
    matches!(words.next(), Some("a" | "e"))
        && words.clone().last() == Some("0")
        && words.all(|word| word.parse::<u64>().is_ok())
}

#[cfg(test)]
#[path = "foreign_tests.rs"]
mod tests;
