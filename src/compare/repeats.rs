//! Finds a repeated solution among any number of solutions, in bounded memory.
//!
//! Solutions are compared by digests of 128 bits. A set holds the latest digests and finds a
//! repetition among them at once; a full set is written to a temporary file as a sorted run. Runs of one level are merged to one of the next, and all at the end; a digest that
//! meets itself in a merge came twice.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::fs::File;
use std::hash::{BuildHasherDefault, Hasher};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};

use crate::ask::{Control, Stop};

/// The most digests in memory: 16 bytes each, and about as much again for the set.
const RECENT: usize = 1 << 20;

/// This many runs of one level become one of the next.
const FAN: usize = 8;

/// After this many digests a merge looks whether it is cancelled.
const LOOK: u64 = 1 << 16;

/// Why a digest is refused.
#[derive(Debug)]
pub(super) enum Trouble {
    /// It came before, among the latest.
    Again,
    /// Some digest came twice before.
    Before,
    /// The search for repetitions cannot go on.
    Stopped(String),
}

/// Digests that were seen.
pub(super) struct Seen {
    recent: HashSet<u128, BuildHasherDefault<Low>>,
    room: usize,
    runs: Vec<Run>,
}

/// Sorted digests in a file that has no name.
struct Run {
    file: File,
    level: u32,
}

/// Takes the low half of a digest, which is a hash already.
#[derive(Default)]
struct Low(u64);

impl Hasher for Low {
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

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Trouble::Stopped(format!("repetitions cannot be looked for: temporary files: {error}"))
    }
}

impl Seen {
    pub(super) fn new() -> Self {
        Seen::with_room(RECENT)
    }

    fn with_room(room: usize) -> Self {
        Seen { recent: HashSet::default(), room, runs: Vec::new() }
    }

    /// Takes one more.
    pub(super) fn add(&mut self, digest: u128, control: &Control) -> Result<(), Trouble> {
        if !self.recent.insert(digest) {
            return Err(Trouble::Again);
        }
        if self.recent.len() < self.room {
            return Ok(());
        }
        let mut out = Out::new()?;
        self.sorted().into_iter().try_for_each(|digest| out.put(digest))?;
        self.runs.push(out.into_run(0)?);
        self.carry(control)
    }

    /// Looks for repetitions among everything that was added.
    pub(super) fn finish(mut self, control: &Control) -> Result<(), Trouble> {
        if self.runs.is_empty() {
            return Ok(());
        }
        let recent = Source::Memory(self.sorted().into_iter());
        let files = self.runs.drain(..).map(Run::source);
        let sources = files.chain([Ok(recent)]).collect::<io::Result<Vec<_>>>()?;
        merge(sources, control, &mut |_| Ok(()))
    }

    /// The latest digests in order; the set is empty afterwards.
    fn sorted(&mut self) -> Vec<u128> {
        let mut digests: Vec<u128> = self.recent.drain().collect();
        digests.sort_unstable();
        digests
    }

    /// Merges the runs of the last level while there are enough of them.
    fn carry(&mut self, control: &Control) -> Result<(), Trouble> {
        while let Some(level) = self.runs.last().map(|run| run.level)
            && self.runs.iter().filter(|run| run.level == level).count() == FAN
        {
            // Levels descend, so these are the last ones.
            let last = self.runs.split_off(self.runs.len() - FAN);
            let sources = last.into_iter().map(Run::source).collect::<io::Result<Vec<_>>>()?;
            let mut out = Out::new()?;
            merge(sources, control, &mut |digest| out.put(digest))?;
            self.runs.push(out.into_run(level + 1)?);
        }
        Ok(())
    }
}

impl Run {
    fn source(mut self) -> io::Result<Source> {
        self.file.seek(SeekFrom::Start(0))?;
        Ok(Source::File(BufReader::with_capacity(1 << 16, self.file)))
    }
}

/// A run as it is written.
struct Out(BufWriter<File>);

impl Out {
    fn new() -> io::Result<Self> {
        Ok(Out(BufWriter::with_capacity(1 << 16, tempfile::tempfile()?)))
    }

    fn put(&mut self, digest: u128) -> io::Result<()> {
        self.0.write_all(&digest.to_le_bytes())
    }

    fn into_run(self, level: u32) -> io::Result<Run> {
        let file = self.0.into_inner().map_err(io::IntoInnerError::into_error)?;
        Ok(Run { file, level })
    }
}

/// Sorted digests, one by one.
enum Source {
    Memory(std::vec::IntoIter<u128>),
    File(BufReader<File>),
}

impl Source {
    fn next(&mut self) -> io::Result<Option<u128>> {
        match self {
            Source::Memory(digests) => Ok(digests.next()),
            Source::File(file) => {
                let mut bytes = [0; 16];
                match file.read_exact(&mut bytes) {
                    Ok(()) => Ok(Some(u128::from_le_bytes(bytes))),
                    Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
                    Err(error) => Err(error),
                }
            }
        }
    }
}

/// Gives sorted digests out in order, each once; refuses a repetition.
fn merge(
    mut sources: Vec<Source>,
    control: &Control,
    give: &mut dyn FnMut(u128) -> io::Result<()>,
) -> Result<(), Trouble> {
    let mut heads = BinaryHeap::with_capacity(sources.len());
    for (place, source) in sources.iter_mut().enumerate() {
        heads.extend(source.next()?.map(|digest| Reverse((digest, place))));
    }
    let (mut last, mut given) = (None, 0u64);
    while let Some(Reverse((digest, place))) = heads.pop() {
        if last.replace(digest) == Some(digest) {
            return Err(Trouble::Before);
        }
        give(digest)?;
        heads.extend(sources[place].next()?.map(|digest| Reverse((digest, place))));
        given += 1;
        // A deadline that has passed does not end it: it takes a small part of the time that the
        // solutions took.
        if given.is_multiple_of(LOOK) && control.stopped() == Some(Stop::Cancelled) {
            return Err(Trouble::Stopped("cancelled while looking for repetitions".to_owned()));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The digests of numbers, in no order.
    fn digest(number: u128) -> u128 {
        xxhash_rust::xxh3::xxh3_128(&number.to_le_bytes())
    }

    fn added(room: usize, numbers: impl Iterator<Item = u128>) -> Result<(), Trouble> {
        let control = Control::unlimited();
        let mut seen = Seen::with_room(room);
        for number in numbers {
            seen.add(digest(number), &control)?;
        }
        seen.finish(&control)
    }

    #[test]
    fn different_ones_pass_at_any_number() {
        for number in [0, 1, 3, 4, 5, 31, 32, 33, 257, 5000] {
            assert!(added(4, 0..number).is_ok(), "{number}");
        }
        assert!(added(RECENT, 0..1000).is_ok());
    }

    #[test]
    fn a_repetition_shows_wherever_it_is() {
        for number in [2, 5, 40, 300, 2000] {
            for first in [0, 1, number / 2, number - 1] {
                let numbers = (0..number).chain([first]);
                let found = added(4, numbers.clone());
                assert!(matches!(found, Err(Trouble::Again | Trouble::Before)), "{number} {first}");
                let found = added(4, numbers.chain(number..2 * number));
                assert!(matches!(found, Err(Trouble::Again | Trouble::Before)), "{number} {first}");
            }
        }
        assert!(matches!(added(RECENT, [7, 8, 7].into_iter()), Err(Trouble::Again)));
    }

    #[test]
    fn an_engine_that_goes_round_for_ever_is_stopped() {
        let control = Control::unlimited();
        for length in [3, 4, 5, 100] {
            let mut seen = Seen::with_room(4);
            let mut round = (0..100 * length).map(|number| seen.add(number % length, &control));
            assert!(round.any(|added| added.is_err()), "{length}");
        }
    }

    #[test]
    fn a_cancelled_search_says_so() {
        let control = Control::unlimited();
        let mut seen = Seen::with_room(1 << 15);
        (0..3 << 15).for_each(|number| seen.add(digest(number), &control).unwrap());
        control.cancel();
        assert!(matches!(seen.finish(&control), Err(Trouble::Stopped(_))));
    }
}
