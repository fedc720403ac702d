//! Random streams of puzzles that stop at a random byte for longer than the limit: what is complete
//! is read, waiting for the next one is free, and waiting for the rest of one is not.
//!
//! `PARALLAX_CASES` is their number.

use std::io::{self, BufReader, Read};
use std::ops::Range;
use std::time::Duration;

use parallax_instance::{InstanceTimer, LineReader};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::Puzzle;

/// Instances of each form, and lines that may stand between two of them.
const FORMS: &[(Puzzle, &[&str], &[&str])] = &[
    (
        Puzzle::Sudoku,
        &[
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
            ".................................................................................\n",
        ],
        &["# a comment\n", "\n"],
    ),
    (
        Puzzle::Sudoku,
        &[
            "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 .\n",
            "1 . | . .\n. . | . .\n----+----\n. . | 3 .\n. . | . 2\n",
        ],
        &["# a comment\n", "\n", "====+====\n"],
    ),
    (
        Puzzle::Latin,
        &["order 2\n0 -1\n-1 -1\n", "2 3\n1 .\n\n. .\n", "order 1\n# a comment\n-1\n"],
        &["# a comment\n", "\n"],
    ),
    (
        Puzzle::Set,
        &["4 3 3\n0000\n0001\n0002\n", "2 3 2\n# a comment\n00\n\n01\n"],
        &["# a comment\n", "\n"],
    ),
    (
        Puzzle::Keisuke,
        &["...\n.#.\n...\nacross: 123 456\ndown: 174 356\n\n"],
        &["% a comment\n", "\n"],
    ),
    (Puzzle::Magic, &["3 1\n1 1 2\n"], &[]),
];

/// A text that comes in pieces, and stops before the byte `stop` until somebody waits longer than
/// the limit or for free.
struct Halting {
    text: Vec<u8>,
    at: usize,
    stop: usize,
    pieces: ChaCha8Rng,
    waiting: InstanceTimer,
}

impl Read for Halting {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.stop {
            let inside = self.at > 0 && self.text[self.at - 1] != b'\n';
            if self.waiting.stop_reason(inside).is_some() {
                return Err(io::ErrorKind::TimedOut.into());
            }
            self.stop = usize::MAX;
        }
        let end = self.text.len().min(self.stop);
        let piece = self.pieces.random_range(1..20usize).min(buffer.len()).min(end - self.at);
        buffer[..piece].copy_from_slice(&self.text[self.at..self.at + piece]);
        self.at += piece;
        Ok(piece)
    }
}

/// A text, and the bytes of each instance and of each line between them.
fn draw(rng: &mut ChaCha8Rng) -> (Puzzle, String, Vec<Range<usize>>, Vec<Range<usize>>) {
    let &(puzzle, instances, between) = FORMS.choose(rng).expect("a form");
    let number = if between.is_empty() { 1 } else { rng.random_range(1..=4u32) };
    let (mut text, mut wholes, mut others) = (String::new(), Vec::new(), Vec::new());
    for _ in 0..number {
        while let (true, Some(line)) = (rng.random_bool(0.3), between.choose(rng)) {
            others.push(text.len()..text.len() + line.len());
            text += line;
        }
        let instance = instances.choose(rng).expect("an instance");
        wholes.push(text.len()..text.len() + instance.len());
        text += instance;
    }
    (puzzle, text, wholes, others)
}

#[test]
fn waiting_counts_inside_an_instance_and_nowhere_else() {
    let cases = std::env::var("PARALLAX_CASES").ok().and_then(|own| own.parse().ok());
    let (mut inside, mut between) = (0, 0);
    for case in 0..cases.unwrap_or(5_000u64) {
        let mut rng = ChaCha8Rng::seed_from_u64(case);
        let (puzzle, text, wholes, others) = draw(&mut rng);
        let stop = rng.random_range(0..text.len());
        let is_cut = |own: &Range<usize>| own.start < stop && stop < own.end;
        // A line that does not go on may be the first of an instance.
        let is_inside = wholes.iter().chain(&others).any(is_cut);
        // Magic squares go on to the end of the text.
        let is_inside = is_inside || puzzle == Puzzle::Magic && stop > 0;
        let before = wholes.iter().filter(|own| own.end <= stop).count();

        let waiting = InstanceTimer::default();
        let halting = Halting {
            text: text.clone().into_bytes(),
            at: 0,
            stop,
            pieces: ChaCha8Rng::seed_from_u64(case),
            waiting: waiting.clone(),
        };
        let input = BufReader::with_capacity(rng.random_range(1..100), halting);
        let mut lines = LineReader::new("here", input).waiting_for(waiting);
        // Over as soon as it begins: only waiting looks at it.
        lines.limit_instance_time(Some(Duration::ZERO));
        let read: Vec<_> = puzzle.read_instances(lines).collect();
        let label = format!("case {case}: {puzzle}, stop at {stop}\n{text}");
        let whole = read.iter().filter(|own| own.is_ok()).count();
        let stopped = |own: &Result<_, parallax_instance::InputError>| {
            own.as_ref().is_err_and(|error| error.why_stopped().is_some())
        };
        if is_inside {
            assert_eq!(whole, before, "{label}");
            assert!(read.last().is_some_and(stopped), "{label}");
            inside += 1;
        } else {
            assert_eq!((whole, read.len()), (wholes.len(), wholes.len()), "{label}");
            between += 1;
        }
    }
    println!("{inside} stops inside an instance, {between} between two");
    assert!(inside > between && between * 20 > inside, "{inside} {between}");
}
