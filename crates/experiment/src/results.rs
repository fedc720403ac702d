//! Files of results: a header, then one record a line, each line with a checksum.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, Write};
use std::path::{Path, PathBuf};

use parallax_formats::unpack::{UnpackLimit, UnpackedReader, is_packed};
use parallax_instance::InputError;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::machine::BenchmarkMachine;
use super::manifest::ExperimentManifest;
use super::record::RunRecord;
use super::results_error::ResultLineError;
use super::shard::RunShard;

/// The name of this format of results.
const RESULTS_FORMAT: &str = "parallax-results-1";

/// Maximum length of a line, in bytes.
const MAX_LINE: u64 = 1 << 30;

/// The first line of a file of results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultsHeader {
    /// The format of the file.
    pub format: String,
    /// The digest of the manifest.
    pub digest: String,
    /// The manifest.
    pub manifest: ExperimentManifest,
    /// The part of the manifest's runs in this file.
    pub shard: RunShard,
    /// The machines that made the runs; none in canonical results.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub machines: Vec<BenchmarkMachine>,
}

impl ResultsHeader {
    /// The header of results.
    #[must_use]
    pub fn new(
        manifest: ExperimentManifest,
        shard: RunShard,
        machines: Vec<BenchmarkMachine>,
    ) -> Self {
        ResultsHeader {
            format: RESULTS_FORMAT.into(),
            digest: manifest.digest(),
            manifest,
            shard,
            machines,
        }
    }
}

/// A file of results, read.
#[derive(Clone, Debug)]
pub struct ResultsFile {
    /// The file.
    pub source: String,
    /// Its first line.
    pub header: ResultsHeader,
    /// The records in the order of the file. Of several records of one run only the last is kept.
    pub records: Vec<RunRecord>,
    /// The number of bytes in whole lines. The rest was being written when the program was killed.
    pub whole_bytes: u64,
    /// The number of records that a later record of the same run replaced.
    pub replaced: usize,
}

/// Appends records to a file. Each is written at once, so that a kill loses at most the last
/// record.
pub struct RecordWriter {
    file: File,
    path: PathBuf,
    line: Vec<u8>,
}

impl RecordWriter {
    /// Creates a file, which must not exist.
    ///
    /// # Errors
    /// Returns an error if the file exists or cannot be written.
    pub fn create_file(path: &Path, header: &ResultsHeader) -> Result<Self, InputError> {
        // `create_new` makes the test for existence and the creation one step, so two processes
        // cannot both begin the file.
        let opened = OpenOptions::new().append(true).create_new(true).open(path);
        let file = opened.map_err(|error| file_error(path, "create", &error))?;
        lock_file(&file, path)?;
        let mut writer = RecordWriter { file, path: path.to_owned(), line: Vec::new() };
        writer.write_line(header)?;
        Ok(writer)
    }

    /// Locks a file to be continued, so that no other process writes to it.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened, or another process writes to it.
    pub fn lock_results(path: &Path) -> Result<ResultsLock, InputError> {
        let opened = OpenOptions::new().write(true).open(path);
        let file = opened.map_err(|error| file_error(path, "continue", &error))?;
        lock_file(&file, path)?;
        Ok(ResultsLock { file, path: path.to_owned() })
    }

    /// Appends a record.
    ///
    /// # Errors
    /// Returns an error if the record cannot be written, for example because the disk is full.
    pub fn add_record(&mut self, record: &RunRecord) -> Result<(), InputError> {
        self.write_line(record)
    }

    fn write_line(&mut self, item: &impl Serialize) -> Result<(), InputError> {
        self.line.clear();
        seal_line(item, &mut self.line);
        self.file.write_all(&self.line).map_err(|error| file_error(&self.path, "write", &error))
    }
}

/// A file of results that no other process writes to.
pub struct ResultsLock {
    file: File,
    path: PathBuf,
}

impl ResultsLock {
    /// Continues the file after its whole lines.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn resume_file(self, whole_bytes: u64) -> Result<RecordWriter, InputError> {
        let ResultsLock { mut file, path } = self;
        // `whole_bytes` counts unpacked text, so it is not a position in a compressed file.
        let head = File::open(&path).and_then(|head| is_packed(&mut BufReader::new(head)));
        if head.map_err(|error| file_error(&path, "read", &error))? {
            let source = path.display().to_string();
            return Err(InputError::new(source, "a compressed file; unpack it to continue it"));
        }
        // Cuts off the line that was being written when the program was killed; a record appended
        // to it would be lost with it.
        let cut = file.set_len(whole_bytes).and_then(|()| file.seek(io::SeekFrom::End(0)));
        cut.map_err(|error| file_error(&path, "continue", &error))?;
        Ok(RecordWriter { file, path, line: Vec::new() })
    }

    /// Whether the program was killed before the first line was whole.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn lacks_header(&self) -> Result<bool, InputError> {
        let begin = format!("{{\"format\":\"{RESULTS_FORMAT}\"");
        let mut line = Vec::new();
        // Another handle, so that the position of the locked one does not move.
        let read = File::open(&self.path)
            .and_then(|file| BufReader::new(file.take(MAX_LINE)).read_until(b'\n', &mut line));
        read.map_err(|error| file_error(&self.path, "read", &error))?;
        // A file that is not the beginning of results is not overwritten: the user may have named
        // the wrong file.
        let is_begun = line.starts_with(begin.as_bytes()) || begin.as_bytes().starts_with(&line);
        Ok(is_begun && !line.ends_with(b"\n"))
    }

    /// Truncates the file and writes its header again.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn begin_file(self, header: &ResultsHeader) -> Result<RecordWriter, InputError> {
        let mut writer = self.resume_file(0)?;
        writer.write_line(header)?;
        Ok(writer)
    }
}

/// Locks a file as long as it is open.
fn lock_file(file: &File, path: &Path) -> Result<(), InputError> {
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
pub fn seal_line(item: &impl Serialize, line: &mut Vec<u8>) {
    let start = line.len();
    serde_json::to_writer(&mut *line, item).expect("records have string keys only");
    // The closing brace makes room for the checksum of everything before it.
    line.pop();
    let sum = xxh3_64(&line[start..]);
    line.extend_from_slice(format!(",\"sum\":\"{sum:016x}\"}}\n").as_bytes());
}

/// The length of the checksum at the end of a line, in bytes.
const CHECKSUM_LENGTH: usize = ",\"sum\":\"0123456789abcdef\"}".len();

/// Reads a line with a checksum.
fn unseal_line<T: DeserializeOwned>(line: &[u8]) -> Result<T, ResultLineError> {
    // The checksum is the last member of the object. The content before it lacks only the closing
    // brace.
    let (content, tail) = line.split_at(line.len().saturating_sub(CHECKSUM_LENGTH));
    let sum = tail.strip_prefix(b",\"sum\":\"").and_then(|rest| rest.strip_suffix(b"\"}"));
    let expected = format!("{:016x}", xxh3_64(content));
    match sum {
        None => Err(ResultLineError::NoChecksum),
        Some(sum) if sum != expected.as_bytes() => Err(ResultLineError::OtherChecksum),
        Some(_) => Ok(serde_json::from_slice(&[content, b"}"].concat())?),
    }
}

impl ResultsFile {
    /// Returns results that are in no file.
    #[must_use]
    pub fn in_memory(
        manifest: ExperimentManifest,
        machine: BenchmarkMachine,
        records: Vec<RunRecord>,
    ) -> Self {
        ResultsFile {
            source: manifest.name.clone(),
            header: ResultsHeader::new(manifest, RunShard::ALL_RUNS, vec![machine]),
            records,
            whole_bytes: 0,
            replaced: 0,
        }
    }

    /// Reads a file of results.
    ///
    /// # Errors
    /// Returns an error for the first line that is damaged or does not belong to the manifest. A
    /// last line without its end is not an error: it was being written when the program was killed.
    pub fn read_file(path: &Path) -> Result<Self, InputError> {
        let source = path.display().to_string();
        let file = File::open(path).map_err(|error| InputError::from_io_error(&source, &error))?;
        let file = UnpackedReader::new(file, UnpackLimit::default());
        let mut lines = BufReader::with_capacity(1 << 16, file);
        let mut whole_bytes = 0;
        let mut next = |number: usize| -> Result<Option<Vec<u8>>, InputError> {
            let mut line = Vec::new();
            let read = (&mut lines).take(MAX_LINE).read_until(b'\n', &mut line);
            read.map_err(|error| InputError::from_io_error(&source, &error))?;
            // A line without its end was being written during a kill, or reached the limit on
            // lengths.
            if line.pop() != Some(b'\n') {
                return match line.len() as u64 {
                    length if length + 1 == MAX_LINE => {
                        Err(InputError::new(&source, "a line is too long").at_position(number, 1))
                    }
                    _ => Ok(None),
                };
            }
            whole_bytes += line.len() as u64 + 1;
            Ok(Some(line))
        };
        let fault = |number: usize, error: ResultLineError| {
            InputError::new(&source, error.to_string()).at_position(number, 1)
        };
        let Some(first) = next(1)? else { return Err(fault(1, ResultLineError::NoLine)) };
        let header: ResultsHeader = unseal_line(&first).map_err(|why| fault(1, why))?;
        if header.format != RESULTS_FORMAT {
            let found = header.format;
            return Err(fault(1, ResultLineError::Format { found, expected: RESULTS_FORMAT }));
        }
        if header.digest != header.manifest.digest() {
            return Err(fault(1, ResultLineError::Digest));
        }
        // The number of runs bounds the memory of readers, and comes from a file that may be
        // hostile.
        if header.manifest.len() > ExperimentManifest::MAX_RUNS {
            return Err(fault(1, ResultLineError::Runs));
        }
        let mut found = RunRecordTable::new(header.manifest.len());
        let mut number = 1;
        loop {
            number += 1;
            let Some(line) = next(number)? else { break };
            let record: RunRecord = unseal_line(&line).map_err(|why| fault(number, why))?;
            found.insert_record(record).map_err(|why| fault(number, why))?;
        }
        let (records, replaced) = (found.in_order(), found.replaced);
        Ok(ResultsFile { source, header, records, whole_bytes, replaced })
    }
}

/// Records by run number, in the order of the file.
struct RunRecordTable {
    runs: u64,
    places: std::collections::HashMap<u64, usize>,
    records: Vec<Option<RunRecord>>,
    replaced: usize,
}

impl RunRecordTable {
    fn new(runs: u64) -> Self {
        RunRecordTable { runs, places: Default::default(), records: Vec::new(), replaced: 0 }
    }

    fn insert_record(&mut self, record: RunRecord) -> Result<(), ResultLineError> {
        if record.run >= self.runs {
            return Err(ResultLineError::NoRun { run: record.run, runs: self.runs });
        }
        // A later record replaces an earlier one: a run that is repeated after a failure is
        // appended.
        if let Some(before) = self.places.insert(record.run, self.records.len()) {
            self.records[before] = None;
            self.replaced += 1;
        }
        self.records.push(Some(record));
        Ok(())
    }

    fn in_order(&mut self) -> Vec<RunRecord> {
        std::mem::take(&mut self.records).into_iter().flatten().collect()
    }
}

fn file_error(path: &Path, what: &str, error: &io::Error) -> InputError {
    let source = path.display().to_string();
    let why = match error.kind() {
        io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        _ => error.to_string(),
    };
    InputError::new(&source, format!("cannot {what}: {why}"))
}
