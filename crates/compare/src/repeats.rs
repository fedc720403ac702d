//! Finds a repeated solution among any number of solutions, in bounded memory.
//!
//! Solutions are compared by digests of 128 bits. A hash set holds the latest digests and finds a
//! repetition among them at once. A full set is written to a temporary file as a sorted run, and
//! [`MERGE_FAN_IN`] runs of one level are merged into one run of the next. The last step merges all
//! runs. A merge finds a digest that occurs twice.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::fs::File;
use std::hash::{BuildHasherDefault, Hasher};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};

use parallax_model::engine_api::Control;

/// Maximum number of digests in memory: 16 bytes each, and about as many again for the set.
const MAX_RECENT_DIGESTS: usize = 1 << 20;

/// The number of runs of one level that are merged into one run of the next.
const MERGE_FAN_IN: usize = 8;

/// A merge checks for cancellation each time it has read this many digests.
const CHECK_INTERVAL: u64 = 1 << 16;

/// A repetition, or why the search for repetitions stopped.
#[derive(Debug)]
pub(super) enum RepetitionError {
    /// The added digest is one of the latest digests.
    Recent,
    /// A merge found a digest that was added twice.
    Earlier,
    /// The search for repetitions cannot continue, with the reason.
    Stopped(String),
}

/// The digests of all solutions so far.
pub(super) struct SolutionDigests {
    recent: HashSet<u128, BuildHasherDefault<DigestHasher>>,
    /// Maximum number of digests in `recent`.
    room: usize,
    /// The runs on disk; their levels descend.
    runs: Vec<DigestRun>,
}

/// Sorted digests in an unnamed temporary file.
struct DigestRun {
    file: File,
    level: u32,
}

/// A hasher that takes the low half of a digest, since a digest is a hash already.
#[derive(Default)]
struct DigestHasher(u64);

impl Hasher for DigestHasher {
    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, &byte| hash.rotate_left(8) ^ u64::from(byte));
    }

    fn write_u128(&mut self, digest: u128) {
        self.0 = digest as u64;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl From<io::Error> for RepetitionError {
    fn from(error: io::Error) -> Self {
        RepetitionError::Stopped(format!("cannot look for repetitions: temporary files: {error}"))
    }
}

impl SolutionDigests {
    pub(super) fn new() -> Self {
        SolutionDigests::with_room(MAX_RECENT_DIGESTS)
    }

    fn with_room(room: usize) -> Self {
        SolutionDigests { recent: HashSet::default(), room, runs: Vec::new() }
    }

    /// Adds a digest.
    pub(super) fn add_digest(
        &mut self,
        digest: u128,
        control: &Control,
    ) -> Result<(), RepetitionError> {
        if !self.recent.insert(digest) {
            return Err(RepetitionError::Recent);
        }
        if self.recent.len() < self.room {
            return Ok(());
        }
        // The set is full: its digests become a run of level 0. Repetitions between runs are found
        // when the runs are merged.
        let mut out = DigestRunWriter::new()?;
        self.take_sorted().into_iter().try_for_each(|digest| out.write_digest(digest))?;
        self.runs.push(out.into_run(0)?);
        self.merge_levels(control)
    }

    /// Looks for repetitions among all digests that were added.
    pub(super) fn find_repetitions(mut self, control: &Control) -> Result<(), RepetitionError> {
        if self.runs.is_empty() {
            return Ok(());
        }
        check_stop(control)?;
        let recent = DigestSource::Memory(self.take_sorted().into_iter());
        let files = self.runs.drain(..).map(DigestRun::open_source);
        let sources = files.chain([Ok(recent)]).collect::<io::Result<Vec<_>>>()?;
        merge_sources(sources, control, &mut |_| Ok(()))
    }

    /// Empties the set and returns its digests in ascending order.
    fn take_sorted(&mut self) -> Vec<u128> {
        let mut digests: Vec<u128> = self.recent.drain().collect();
        digests.sort_unstable();
        digests
    }

    /// Merges the runs of the lowest level while there are [`MERGE_FAN_IN`] of them.
    fn merge_levels(&mut self, control: &Control) -> Result<(), RepetitionError> {
        while let Some(level) = self.runs.last().map(|run| run.level)
            && self.runs.iter().filter(|run| run.level == level).count() == MERGE_FAN_IN
        {
            // Levels descend, so the runs of the lowest level come last.
            // A merge of `MERGE_FAN_IN` runs of one level makes one of the next, so each digest is
            // written once for each level, and the number of levels is logarithmic in the number of
            // runs.
            let last = self.runs.split_off(self.runs.len() - MERGE_FAN_IN);
            let sources =
                last.into_iter().map(DigestRun::open_source).collect::<io::Result<Vec<_>>>()?;
            let mut out = DigestRunWriter::new()?;
            merge_sources(sources, control, &mut |digest| out.write_digest(digest))?;
            self.runs.push(out.into_run(level + 1)?);
        }
        Ok(())
    }
}

impl DigestRun {
    fn open_source(mut self) -> io::Result<DigestSource> {
        self.file.seek(SeekFrom::Start(0))?;
        Ok(DigestSource::File(BufReader::with_capacity(1 << 16, self.file)))
    }
}

/// A run that is being written.
struct DigestRunWriter(BufWriter<File>);

impl DigestRunWriter {
    fn new() -> io::Result<Self> {
        Ok(DigestRunWriter(BufWriter::with_capacity(1 << 16, tempfile::tempfile()?)))
    }

    fn write_digest(&mut self, digest: u128) -> io::Result<()> {
        self.0.write_all(&digest.to_le_bytes())
    }

    fn into_run(self, level: u32) -> io::Result<DigestRun> {
        let file = self.0.into_inner().map_err(io::IntoInnerError::into_error)?;
        Ok(DigestRun { file, level })
    }
}

/// An iterator over sorted digests.
enum DigestSource {
    Memory(std::vec::IntoIter<u128>),
    File(BufReader<File>),
}

impl DigestSource {
    fn read_digest(&mut self) -> io::Result<Option<u128>> {
        match self {
            DigestSource::Memory(digests) => Ok(digests.next()),
            DigestSource::File(file) => {
                let mut bytes = [0; 16];
                match file.read_exact(&mut bytes) {
                    Ok(()) => Ok(Some(u128::from_le_bytes(bytes))),
                    // A run consists of whole digests, so a short read means its end.
                    Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
                    Err(error) => Err(error),
                }
            }
        }
    }
}

/// Merges sorted digests and calls `emit` with each of them, in ascending order.
///
/// # Errors
/// [`RepetitionError::Earlier`] at the first digest that occurs twice.
fn merge_sources(
    mut sources: Vec<DigestSource>,
    control: &Control,
    emit: &mut dyn FnMut(u128) -> io::Result<()>,
) -> Result<(), RepetitionError> {
    let mut heads = BinaryHeap::with_capacity(sources.len());
    for (index, source) in sources.iter_mut().enumerate() {
        heads.extend(source.read_digest()?.map(|digest| Reverse((digest, index))));
    }
    let (mut last, mut merged) = (None, 0u64);
    while let Some(Reverse((digest, index))) = heads.pop() {
        // The heap yields digests in ascending order over all sources, so equal ones follow each
        // other.
        if last.replace(digest) == Some(digest) {
            return Err(RepetitionError::Earlier);
        }
        emit(digest)?;
        heads.extend(sources[index].read_digest()?.map(|digest| Reverse((digest, index))));
        merged += 1;
        if merged.is_multiple_of(CHECK_INTERVAL) {
            check_stop(control)?;
        }
    }
    Ok(())
}

/// Returns an error when it is time to stop; repetitions among the digests of different runs then
/// stay unseen.
fn check_stop(control: &Control) -> Result<(), RepetitionError> {
    match control.stop_reason() {
        None => Ok(()),
        Some(stop) => {
            Err(RepetitionError::Stopped(format!("{stop} while looking for repetitions")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The digest of a number. Digests of ascending numbers are in no order.
    fn digest(number: u128) -> u128 {
        xxhash_rust::xxh3::xxh3_128(&number.to_le_bytes())
    }

    fn added(room: usize, numbers: impl Iterator<Item = u128>) -> Result<(), RepetitionError> {
        let control = Control::unlimited();
        let mut seen = SolutionDigests::with_room(room);
        for number in numbers {
            seen.add_digest(digest(number), &control)?;
        }
        seen.find_repetitions(&control)
    }

    #[test]
    fn different_digests_pass() {
        for number in [0, 1, 3, 4, 5, 31, 32, 33, 257, 5000] {
            assert!(added(4, 0..number).is_ok(), "{number}");
        }
        assert!(added(MAX_RECENT_DIGESTS, 0..1000).is_ok());
    }

    #[test]
    fn finds_a_repetition_at_any_distance() {
        for number in [2, 5, 40, 300, 2000] {
            for first in [0, 1, number / 2, number - 1] {
                let numbers = (0..number).chain([first]);
                let repeats = |found: Result<(), RepetitionError>| {
                    matches!(found, Err(RepetitionError::Recent | RepetitionError::Earlier))
                };
                assert!(repeats(added(4, numbers.clone())), "{number} {first}");
                assert!(repeats(added(4, numbers.chain(number..2 * number))), "{number} {first}");
            }
        }
        assert!(matches!(
            added(MAX_RECENT_DIGESTS, [7, 8, 7].into_iter()),
            Err(RepetitionError::Recent)
        ));
    }

    #[test]
    fn stops_an_engine_that_repeats_a_cycle_of_solutions() {
        let control = Control::unlimited();
        for length in [3, 4, 5, 100] {
            let mut seen = SolutionDigests::with_room(4);
            let mut cycle =
                (0..100 * length).map(|number| seen.add_digest(number % length, &control));
            assert!(cycle.any(|added| added.is_err()), "{length}");
        }
    }

    #[test]
    fn finish_reports_a_cancellation() {
        let control = Control::unlimited();
        let mut seen = SolutionDigests::with_room(1 << 15);
        (0..3 << 15).for_each(|number| seen.add_digest(digest(number), &control).unwrap());
        control.cancel_work();
        assert!(matches!(seen.find_repetitions(&control), Err(RepetitionError::Stopped(_))));
    }
}
