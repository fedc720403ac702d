//! Certificates as files: a first line, then steps; perhaps compressed.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};

use flate2::Compression;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;

use super::check::{Checker, Claim, Kind};
use super::form::{Form, Raw};
use super::model::Model;
use super::space::Space;
use super::step::{Literal, Step};

/// The first word of a certificate.
const NAME: &str = "parallax-certificate";

/// The version that this program writes and reads.
const VERSION: &str = "1";

/// The longest first line.
const LONGEST: u64 = 1 << 20;

/// Why a certificate is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The line, from 1; in the binary form, the place of the step after the first line.
    pub line: u64,
    /// The step there.
    pub step: String,
    /// Why.
    pub why: String,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: '{}': {}", self.line, self.step, self.why)
    }
}

impl std::error::Error for Refused {}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Count => "count",
            Kind::Optimum => "optimum",
        }
    }
}

/// What an accepted certificate shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The claim.
    pub claim: Claim,
    /// The atoms of the part of the model that it is about; none where that is the whole model.
    pub part: Vec<Literal>,
}

/// Opens the certificates that a joined one names.
pub type Files<'a> = dyn FnMut(&str) -> io::Result<Box<dyn Read>> + 'a;

/// Checks a certificate of a model; returns what it shows. `files` opens the certificates of parts.
///
/// # Errors
/// The first line that is refused, and why.
pub fn check(model: &Model, input: impl Read, files: &mut Files<'_>) -> Result<Accepted, Refused> {
    let digest = model.digest();
    let mut resolve = |name: &str| -> Result<(Claim, Space), String> {
        if name.is_empty() || name.contains(['/', '\\']) || name == ".." {
            return Err(format!("'{name}': expected the name of a file in the same folder"));
        }
        let file = files(name).map_err(|error| format!("{name}: cannot read: {error}"))?;
        let mut none = |_: &str| Err("a part that lists parts".to_owned());
        let whole = whole(model, &digest, file, &mut none);
        whole
            .map(|(accepted, space)| (accepted.claim, space))
            .map_err(|why| format!("{name}: {why}"))
    };
    whole(model, &digest, input, &mut resolve).map(|(accepted, _)| accepted)
}

type Resolved<'a> = dyn FnMut(&str) -> Result<(Claim, Space), String> + 'a;

fn whole(
    model: &Model,
    digest: &str,
    input: impl Read,
    resolve: &mut Resolved<'_>,
) -> Result<(Accepted, Space), Refused> {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let compressed = input.fill_buf().is_ok_and(|start| start.starts_with(&[0x1f, 0x8b]));
    if compressed {
        let mut input = BufReader::with_capacity(1 << 16, MultiGzDecoder::new(input));
        return steps(model, digest, &mut input, resolve);
    }
    steps(model, digest, &mut input, resolve)
}

fn steps(
    model: &Model,
    digest: &str,
    input: &mut dyn BufRead,
    resolve: &mut Resolved<'_>,
) -> Result<(Accepted, Space), Refused> {
    let mut line = String::new();
    let first =
        |line: &str, why: String| Refused { line: 1, step: line.chars().take(80).collect(), why };
    match (&mut *input).take(LONGEST).read_line(&mut line) {
        Err(error) => return Err(first("", format!("cannot read: {error}"))),
        Ok(0) => return Err(first("", "empty".into())),
        Ok(_) if line.pop() != Some('\n') => {
            return Err(first(&line, "a line that is cut off".into()));
        }
        Ok(_) => {}
    }
    let head = Head::read(digest, &line).map_err(|why| first(&line, why))?;
    let checker = Checker::new(model, head.kind, &head.part);
    let mut checker = checker.map_err(|why| first(&line, why))?;
    let mut raw = Raw::default();
    let mut number = 1;
    loop {
        number += 1;
        let fate = head.form.read(input, &mut raw).and_then(|some| {
            if some {
                checker.step(&raw.step()?, resolve)?;
            }
            Ok(some)
        });
        match fate {
            Ok(true) => {}
            Ok(false) => break,
            Err(why) => return Err(Refused { line: number, step: raw.shown(), why }),
        }
    }
    let (claim, space) =
        checker.claim().map_err(|why| Refused { line: number, step: String::new(), why })?;
    match head.claim {
        Some(own) if own != claim.to_string() => {
            Err(first(&line, format!("it claims {own}, but the steps show {claim}")))
        }
        _ => Ok((Accepted { claim, part: head.part }, space)),
    }
}

/// The first line.
struct Head {
    kind: Kind,
    /// The claim, if it is given there.
    claim: Option<String>,
    form: Form,
    part: Vec<Literal>,
}

impl Head {
    fn read(digest: &str, line: &str) -> Result<Self, String> {
        let (line, part) = match line.split_once(" where ") {
            Some((line, part)) => (line, Some(part)),
            None => (line, None),
        };
        let words: Vec<&str> = line.split(' ').collect();
        let [NAME, version, own, kind, ref rest @ ..] = words[..] else {
            return Err(format!("expected '{NAME} {VERSION}', a digest, and count or optimum"));
        };
        if version != VERSION {
            return Err(format!("version {version}; this program reads version {VERSION}"));
        }
        if own != digest {
            return Err("it is of another model".into());
        }
        let kind = match kind {
            "count" => Kind::Count,
            "optimum" => Kind::Optimum,
            _ => return Err(format!("'{kind}': expected count or optimum")),
        };
        let (claim, form) = match *rest {
            [] => (None, Form::Text),
            ["binary"] => (None, Form::Binary),
            [claim] => (Some(claim.to_owned()), Form::Text),
            [claim, "binary"] => (Some(claim.to_owned()), Form::Binary),
            _ => {
                return Err(
                    "expected the claim, 'binary' and 'where' with atoms after the kind".into()
                );
            }
        };
        let words: Vec<&str> = part.map(|part| part.split(' ').collect()).unwrap_or_default();
        let atom = |atom: &[&str]| {
            let [sign, variable, value] = *atom else {
                return Err("an atom that is cut off".to_owned());
            };
            let number =
                |word: &str| word.parse().map_err(|_| format!("'{word}' is no number of 64 bits"));
            Literal::read(sign, number(variable)?, number(value)?)
        };
        let part = words.chunks(3).map(atom).collect::<Result<_, _>>()?;
        Ok(Head { kind, claim, form, part })
    }
}

/// What the first line says, but for the claim, which the end gives.
#[derive(Clone, Debug)]
pub struct About {
    /// The digest of the model.
    pub digest: String,
    /// What is claimed.
    pub kind: Kind,
    /// How steps are written.
    pub form: Form,
    /// The part of the model that the certificate is about.
    pub part: Vec<Literal>,
}

/// Writes steps as they come, up to a number of bytes.
pub struct Writer<W: Write> {
    out: Out<W>,
    left: u64,
    form: Form,
    step: Vec<u8>,
}

enum Out<W: Write> {
    Plain(io::BufWriter<W>),
    Compressed(Box<GzEncoder<io::BufWriter<W>>>),
}

impl<W: Write> Writer<W> {
    /// Writes the first line. At most `limit` bytes are written before they are compressed.
    ///
    /// # Errors
    /// Those of the output.
    pub fn new(out: W, compress: bool, about: &About, limit: u64) -> io::Result<Self> {
        let out = io::BufWriter::with_capacity(1 << 16, out);
        let out = if compress {
            Out::Compressed(Box::new(GzEncoder::new(out, Compression::fast())))
        } else {
            Out::Plain(out)
        };
        let mut writer = Writer { out, left: limit, form: about.form, step: Vec::new() };
        let mut line = format!("{NAME} {VERSION} {} {}", about.digest, about.kind.name());
        if about.form == Form::Binary {
            line += " binary";
        }
        for (place, own) in about.part.iter().enumerate() {
            let word = if place == 0 { " where" } else { "" };
            line += &format!("{word} {} {} {}", own.sign(), own.variable(), own.value());
        }
        line.push('\n');
        writer.step.extend(line.bytes());
        writer.send()?;
        Ok(writer)
    }

    /// Writes a step.
    ///
    /// # Errors
    /// Those of the output; [`io::ErrorKind::FileTooLarge`] beyond the limit.
    pub fn step(&mut self, step: &Step<'_>) -> io::Result<()> {
        self.step.clear();
        self.form.write(step, &mut self.step);
        self.send()
    }

    fn send(&mut self) -> io::Result<()> {
        let bytes = self.step.len() as u64;
        self.left = self.left.checked_sub(bytes).ok_or(io::ErrorKind::FileTooLarge)?;
        match &mut self.out {
            Out::Plain(out) => out.write_all(&self.step),
            Out::Compressed(out) => out.write_all(&self.step),
        }
    }

    /// Writes what is held back.
    ///
    /// # Errors
    /// Those of the output.
    pub fn finish(self) -> io::Result<()> {
        match self.out {
            Out::Plain(mut out) => out.flush(),
            Out::Compressed(out) => out.finish()?.flush(),
        }
    }
}
