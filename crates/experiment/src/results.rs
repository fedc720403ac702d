//! Files of results: a header, then one record a line, each line with a checksum.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, Write};
use std::path::{Path, PathBuf};

use parallax_formats::unpack::{UnpackLimit, Unpacked, is_packed};
use parallax_model::instance::InputError;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::machine::Machine;
use super::manifest::Manifest;
use super::record::Record;
use super::results_error::ResultLineError;
use super::shard::Shard;

/// The name of this format of results.
const FORMAT: &str = "parallax-results-1";

/// Maximum length of a line, in bytes.
const MAX_LINE: u64 = 1 << 30;

/// The first line of a file of results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The format of the file.
    pub format: String,
    /// The digest of the manifest.
    pub digest: String,
    /// The manifest.
    pub manifest: Manifest,
    /// The part of the manifest's runs in this file.
    pub shard: Shard,
    /// The machines that made the runs; none in canonical results.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub machines: Vec<Machine>,
}

impl Header {
    /// The header of results.
    #[must_use]
    pub fn new(manifest: Manifest, shard: Shard, machines: Vec<Machine>) -> Self {
        Header { format: FORMAT.into(), digest: manifest.digest(), manifest, shard, machines }
    }
}

/// A file of results, read.
#[derive(Clone, Debug)]
pub struct Results {
    /// The file.
    pub source: String,
    /// Its first line.
    pub header: Header,
    /// The records in the order of the file. Of several records of one run only the last is kept.
    pub records: Vec<Record>,
    /// The number of bytes in whole lines. The rest was being written when the program was killed.
    pub whole_bytes: u64,
    /// The number of records that a later record of the same run replaced.
    pub replaced: usize,
}

/// Appends records to a file. Each is written at once, so that a kill loses at most the last.
pub struct Writer {
    file: File,
    path: PathBuf,
    line: Vec<u8>,
}

impl Writer {
    /// Creates a file, which must not exist.
    ///
    /// # Errors
    /// Returns an error if the file exists or cannot be written.
    pub fn create(path: &Path, header: &Header) -> Result<Self, InputError> {
        let opened = OpenOptions::new().append(true).create_new(true).open(path);
        let file = opened.map_err(|error| cannot(path, "create", &error))?;
        lock(&file, path)?;
        let mut writer = Writer { file, path: path.to_owned(), line: Vec::new() };
        writer.write(header)?;
        Ok(writer)
    }

    /// Locks a file to be continued, so that no other process writes to it.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened, or another process writes to it.
    pub fn lock(path: &Path) -> Result<Locked, InputError> {
        let opened = OpenOptions::new().write(true).open(path);
        let file = opened.map_err(|error| cannot(path, "continue", &error))?;
        lock(&file, path)?;
        Ok(Locked { file, path: path.to_owned() })
    }

    /// Appends a record.
    ///
    /// # Errors
    /// Returns an error if the record cannot be written, for example because the disk is full.
    pub fn add(&mut self, record: &Record) -> Result<(), InputError> {
        self.write(record)
    }

    fn write(&mut self, item: &impl Serialize) -> Result<(), InputError> {
        self.line.clear();
        seal(item, &mut self.line);
        self.file.write_all(&self.line).map_err(|error| cannot(&self.path, "write", &error))
    }
}

/// A file of results that no other process writes to.
pub struct Locked {
    file: File,
    path: PathBuf,
}

impl Locked {
    /// Continues the file after its whole lines.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn resume(self, whole_bytes: u64) -> Result<Writer, InputError> {
        let Locked { mut file, path } = self;
        // The bytes are those of the unpacked text, which does not continue here.
        let head = File::open(&path).and_then(|head| is_packed(&mut BufReader::new(head)));
        if head.map_err(|error| cannot(&path, "read", &error))? {
            let source = path.display().to_string();
            return Err(InputError::new(source, "a compressed file; unpack it to continue it"));
        }
        let cut = file.set_len(whole_bytes).and_then(|()| file.seek(io::SeekFrom::End(0)));
        cut.map_err(|error| cannot(&path, "continue", &error))?;
        Ok(Writer { file, path, line: Vec::new() })
    }

    /// Whether the program was killed before the first line was whole.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn lacks_header(&self) -> Result<bool, InputError> {
        let begin = format!("{{\"format\":\"{FORMAT}\"");
        let mut line = Vec::new();
        let read = File::open(&self.path)
            .and_then(|file| BufReader::new(file.take(MAX_LINE)).read_until(b'\n', &mut line));
        read.map_err(|error| cannot(&self.path, "read", &error))?;
        let is_begun = line.starts_with(begin.as_bytes()) || begin.as_bytes().starts_with(&line);
        Ok(is_begun && !line.ends_with(b"\n"))
    }

    /// Truncates the file and writes its header again.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn begin(self, header: &Header) -> Result<Writer, InputError> {
        let mut writer = self.resume(0)?;
        writer.write(header)?;
        Ok(writer)
    }
}

/// Locks a file as long as it is open.
fn lock(file: &File, path: &Path) -> Result<(), InputError> {
    #[cfg(unix)]
    {
        use rustix::fs::{FlockOperation, flock};
        if flock(file, FlockOperation::NonBlockingLockExclusive)
            == Err(rustix::io::Errno::WOULDBLOCK)
        {
            let source = path.display().to_string();
            return Err(InputError::new(&source, "another process is writing to this file"));
        }
    }
    // Systems without file locks refuse nothing.
    let _ = (file, path);
    Ok(())
}

/// Writes an item as a line with a checksum.
pub fn seal(item: &impl Serialize, line: &mut Vec<u8>) {
    let start = line.len();
    serde_json::to_writer(&mut *line, item).expect("records have string keys only");
    // The closing brace makes room for the checksum of everything before it.
    line.pop();
    let sum = xxh3_64(&line[start..]);
    line.extend_from_slice(format!(",\"sum\":\"{sum:016x}\"}}\n").as_bytes());
}

/// The length of the checksum at the end of a line, in bytes.
const SUM: usize = ",\"sum\":\"0123456789abcdef\"}".len();

/// Reads a line with a checksum.
fn unseal<T: DeserializeOwned>(line: &[u8]) -> Result<T, ResultLineError> {
    let (content, tail) = line.split_at(line.len().saturating_sub(SUM));
    let sum = tail.strip_prefix(b",\"sum\":\"").and_then(|rest| rest.strip_suffix(b"\"}"));
    let expected = format!("{:016x}", xxh3_64(content));
    match sum {
        None => Err(ResultLineError::NoChecksum),
        Some(sum) if sum != expected.as_bytes() => Err(ResultLineError::OtherChecksum),
        Some(_) => Ok(serde_json::from_slice(&[content, b"}"].concat())?),
    }
}

impl Results {
    /// Returns results that are in no file.
    #[must_use]
    pub fn in_memory(manifest: Manifest, machine: Machine, records: Vec<Record>) -> Self {
        Results {
            source: manifest.name.clone(),
            header: Header::new(manifest, Shard::WHOLE, vec![machine]),
            records,
            whole_bytes: 0,
            replaced: 0,
        }
    }

    /// Reads a file of results.
    ///
    /// # Errors
    /// Returns an error for the first line that is damaged or does not belong to the manifest. A
    /// last line without its end is no error: it was being written when the program was killed.
    pub fn read(path: &Path) -> Result<Self, InputError> {
        let source = path.display().to_string();
        let file = File::open(path).map_err(|error| InputError::unreadable(&source, &error))?;
        let file = Unpacked::new(file, UnpackLimit::default());
        let mut lines = BufReader::with_capacity(1 << 16, file);
        let mut whole_bytes = 0;
        let mut next = |number: usize| -> Result<Option<Vec<u8>>, InputError> {
            let mut line = Vec::new();
            let read = (&mut lines).take(MAX_LINE).read_until(b'\n', &mut line);
            read.map_err(|error| InputError::unreadable(&source, &error))?;
            if line.pop() != Some(b'\n') {
                return match line.len() as u64 {
                    length if length + 1 == MAX_LINE => {
                        Err(InputError::new(&source, "a line is too long").at(number, 1))
                    }
                    _ => Ok(None),
                };
            }
            whole_bytes += line.len() as u64 + 1;
            Ok(Some(line))
        };
        let fault = |number: usize, error: ResultLineError| {
            InputError::new(&source, error.to_string()).at(number, 1)
        };
        let Some(first) = next(1)? else { return Err(fault(1, ResultLineError::NoLine)) };
        let header: Header = unseal(&first).map_err(|why| fault(1, why))?;
        if header.format != FORMAT {
            let found = header.format;
            return Err(fault(1, ResultLineError::Format { found, expected: FORMAT }));
        }
        if header.digest != header.manifest.digest() {
            return Err(fault(1, ResultLineError::Digest));
        }
        if header.manifest.len() > Manifest::MAX_RUNS {
            return Err(fault(1, ResultLineError::Runs));
        }
        let mut found = Found::new(header.manifest.len());
        let mut number = 1;
        loop {
            number += 1;
            let Some(line) = next(number)? else { break };
            let record: Record = unseal(&line).map_err(|why| fault(number, why))?;
            found.add(record).map_err(|why| fault(number, why))?;
        }
        let (records, replaced) = (found.in_order(), found.replaced);
        Ok(Results { source, header, records, whole_bytes, replaced })
    }
}

/// Records by run number, in the order of the file.
struct Found {
    runs: u64,
    places: std::collections::HashMap<u64, usize>,
    records: Vec<Option<Record>>,
    replaced: usize,
}

impl Found {
    fn new(runs: u64) -> Self {
        Found { runs, places: Default::default(), records: Vec::new(), replaced: 0 }
    }

    fn add(&mut self, record: Record) -> Result<(), ResultLineError> {
        if record.run >= self.runs {
            return Err(ResultLineError::NoRun { run: record.run, runs: self.runs });
        }
        if let Some(before) = self.places.insert(record.run, self.records.len()) {
            self.records[before] = None;
            self.replaced += 1;
        }
        self.records.push(Some(record));
        Ok(())
    }

    fn in_order(&mut self) -> Vec<Record> {
        std::mem::take(&mut self.records).into_iter().flatten().collect()
    }
}

fn cannot(path: &Path, what: &str, error: &io::Error) -> InputError {
    let source = path.display().to_string();
    let why = match error.kind() {
        io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        _ => error.to_string(),
    };
    InputError::new(&source, format!("cannot {what}: {why}"))
}
