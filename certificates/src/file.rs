//! Certificates as files: a first line, then steps; perhaps compressed.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};

use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;

use super::check::{Checker, Claim, Kind};
use super::model::Model;
use super::step::Step;

/// The first word of a certificate.
const NAME: &str = "parallax-certificate";

/// The version that this program writes and reads.
const VERSION: &str = "1";

/// The longest line.
const LONGEST: u64 = 1 << 26;

/// Why a certificate is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The line, from 1.
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

/// Checks a certificate of a model; returns what it shows.
///
/// # Errors
/// The first line that is refused, and why.
pub fn check(model: &Model, input: impl Read) -> Result<Claim, Refused> {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let compressed = input.fill_buf().is_ok_and(|start| start.starts_with(&[0x1f, 0x8b]));
    if compressed {
        return lines(model, &mut BufReader::with_capacity(1 << 16, GzDecoder::new(input)));
    }
    lines(model, &mut input)
}

fn lines(model: &Model, input: &mut dyn BufRead) -> Result<Claim, Refused> {
    let mut line = String::new();
    let mut number = 0;
    let mut next = |line: &mut String| -> Result<bool, Refused> {
        number += 1;
        line.clear();
        let refused = |line: &str, why: String| {
            Err(Refused { line: number, step: line.chars().take(40).collect(), why })
        };
        match (&mut *input).take(LONGEST).read_line(line) {
            Err(error) => refused("", format!("cannot read: {error}")),
            Ok(0) => Ok(false),
            Ok(_) if !line.ends_with('\n') => refused(line, "a line that is cut off".into()),
            Ok(_) => {
                line.pop();
                Ok(true)
            }
        }
    };
    let mut number = 1;
    let refused = |number: u64, line: &str, why: String| Refused {
        line: number,
        step: line.chars().take(80).collect(),
        why,
    };
    if !next(&mut line)? {
        return Err(refused(1, "", "empty".into()));
    }
    let kind = head(model, &line).map_err(|why| refused(1, &line, why))?;
    let mut checker = Checker::new(model, kind).map_err(|why| refused(1, &line, why))?;
    while next(&mut line)? {
        number += 1;
        let step = Step::read(&line).and_then(|step| checker.step(&step));
        step.map_err(|why| refused(number, &line, why))?;
    }
    checker.claim().map_err(|why| refused(number, "", why))
}

/// Reads the first line.
fn head(model: &Model, line: &str) -> Result<Kind, String> {
    let words: Vec<&str> = line.split(' ').collect();
    let [NAME, version, digest, kind] = words[..] else {
        return Err(format!("expected '{NAME} {VERSION}', a digest, and count or optimum"));
    };
    if version != VERSION {
        return Err(format!("version {version}; this program reads version {VERSION}"));
    }
    if digest != model.digest() {
        return Err("it is of another model".into());
    }
    match kind {
        "count" => Ok(Kind::Count),
        "optimum" => Ok(Kind::Optimum),
        _ => Err(format!("'{kind}': expected count or optimum")),
    }
}

/// Writes steps as they come, up to a number of bytes.
pub struct Writer<W: Write> {
    out: Out<W>,
    left: u64,
    line: Vec<u8>,
}

enum Out<W: Write> {
    Plain(io::BufWriter<W>),
    Compressed(Box<GzEncoder<io::BufWriter<W>>>),
}

impl<W: Write> Writer<W> {
    /// Writes the first line. `digest` is that of the model; at most `limit` bytes are written before
    /// they are compressed.
    ///
    /// # Errors
    /// Those of the output.
    pub fn new(out: W, compress: bool, digest: &str, kind: Kind, limit: u64) -> io::Result<Self> {
        let out = io::BufWriter::with_capacity(1 << 16, out);
        let out = if compress {
            Out::Compressed(Box::new(GzEncoder::new(out, Compression::fast())))
        } else {
            Out::Plain(out)
        };
        let mut writer = Writer { out, left: limit, line: Vec::new() };
        writer.line.extend(format!("{NAME} {VERSION} {digest} {}", kind.name()).bytes());
        writer.send()?;
        Ok(writer)
    }

    /// Writes a step.
    ///
    /// # Errors
    /// Those of the output; [`io::ErrorKind::FileTooLarge`] beyond the limit.
    pub fn step(&mut self, step: &Step) -> io::Result<()> {
        self.line.clear();
        write!(self.line, "{step}")?;
        self.send()
    }

    fn send(&mut self) -> io::Result<()> {
        self.line.push(b'\n');
        let bytes = self.line.len() as u64;
        self.left = self.left.checked_sub(bytes).ok_or(io::ErrorKind::FileTooLarge)?;
        match &mut self.out {
            Out::Plain(out) => out.write_all(&self.line),
            Out::Compressed(out) => out.write_all(&self.line),
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
