//! The output of FlatZinc solvers: solutions, each ended by a line of dashes, and the end of the
//! search.

use super::ReplyError;

/// A reply of a FlatZinc solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FlatzincReply {
    /// A solution: the values of `x0`, `x1`, ...
    Solution(Vec<i64>),
    /// The search is complete: no other solutions exist, or the last one is best.
    Complete,
    /// The problem has no solution.
    Unsatisfiable,
    /// The search ended without an answer.
    Unknown,
    /// The solver, or the compiler before it, found an error.
    Failed,
}

/// Reads output as it arrives.
#[derive(Debug)]
pub struct FlatzincReader {
    /// The values of the solution in progress.
    values: Vec<Option<i64>>,
    /// The output that was not read yet, and the offset of its next line.
    rest: Vec<u8>,
    start: usize,
    solutions: u64,
    /// The bytes since the last solution, and their maximum.
    bytes: usize,
    max_bytes: usize,
}

/// Bytes for each value of a solution.
const BYTES_PER_VALUE: usize = 32;

/// Maximum number of other bytes that a solver may print before a solution.
const MAX_OTHER_BYTES: usize = 16 << 20;

impl FlatzincReader {
    /// Makes a reader of solutions with this many variables.
    #[must_use]
    pub fn new(variables: usize) -> Self {
        FlatzincReader {
            values: vec![None; variables],
            rest: Vec::new(),
            start: 0,
            solutions: 0,
            bytes: 0,
            max_bytes: BYTES_PER_VALUE.saturating_mul(variables).saturating_add(MAX_OTHER_BYTES),
        }
    }

    /// Adds output. The last line counts once it ends.
    pub fn push_output(&mut self, bytes: &[u8]) {
        // Lines that were read leave the buffer once for each chunk, not once for each line.
        self.rest.drain(..self.start);
        self.start = 0;
        self.rest.extend_from_slice(bytes);
    }

    /// Returns the next reply, or `None` if more output is needed.
    ///
    /// # Errors
    /// At the first line that is not part of an answer, a value without a solution, a solution
    /// without a value, or too much output without a solution.
    pub fn read_next(&mut self) -> Result<Option<FlatzincReply>, ReplyError> {
        while let Some(length) = self.rest[self.start..].iter().position(|&byte| byte == b'\n') {
            let line = &self.rest[self.start..self.start + length];
            let line = String::from_utf8_lossy(line).into_owned();
            self.start += length + 1;
            self.bytes += length + 1;
            if let Some(reply) = self.read_line(line.trim())? {
                return Ok(Some(reply));
            }
            self.check_size(0)?;
        }
        // A line without an end counts as well.
        self.check_size(self.rest.len() - self.start)?;
        Ok(None)
    }

    fn check_size(&self, more: usize) -> Result<(), ReplyError> {
        if self.bytes + more > self.max_bytes {
            return Err(ReplyError::Flood(self.max_bytes));
        }
        Ok(())
    }

    fn read_line(&mut self, line: &str) -> Result<Option<FlatzincReply>, ReplyError> {
        match line {
            "" => Ok(None),
            "----------" => self.finish_solution().map(Some),
            "==========" => Ok(Some(FlatzincReply::Complete)),
            "=====UNSATISFIABLE=====" if self.solutions == 0 => {
                Ok(Some(FlatzincReply::Unsatisfiable))
            }
            "=====UNSATISFIABLE=====" => Err(ReplyError::LateDenial),
            "=====ERROR=====" => Ok(Some(FlatzincReply::Failed)),
            "=====UNKNOWN=====" | "=====UNBOUNDED=====" | "=====UNSATorUNBOUNDED=====" => {
                Ok(Some(FlatzincReply::Unknown))
            }
            comment if comment.starts_with('%') => Ok(None),
            _ => self.read_value(line).map(|()| None),
        }
    }

    fn finish_solution(&mut self) -> Result<FlatzincReply, ReplyError> {
        // `take` below empties the values, so that none remains for the next solution.
        let values = self.values.iter_mut().enumerate();
        let values: Result<Vec<i64>, ReplyError> = values
            .map(|(variable, value)| value.take().ok_or(ReplyError::MissingValue(variable)))
            .collect();
        self.solutions += 1;
        self.bytes = 0;
        values.map(FlatzincReply::Solution)
    }

    /// Reads `x3 = -1;`.
    fn read_value(&mut self, line: &str) -> Result<(), ReplyError> {
        let strange = || ReplyError::Line(line.to_owned());
        let (name, value) =
            line.strip_suffix(';').and_then(|line| line.split_once('=')).ok_or_else(strange)?;
        let index = name.trim().strip_prefix('x').and_then(|digits| digits.parse::<usize>().ok());
        let value = value.trim().parse::<i64>().map_err(|_| strange())?;
        let slot = index.and_then(|index| self.values.get_mut(index)).ok_or_else(strange)?;
        if slot.replace(value).is_some_and(|before| before != value) {
            return Err(ReplyError::TwoValues(name.trim().to_owned()));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads all replies in a text, given in pieces of every length.
    fn read(text: &str) -> Result<Vec<FlatzincReply>, ReplyError> {
        let whole = read_in_pieces(text, text.len().max(1));
        for length in 1..text.len() {
            assert_eq!(read_in_pieces(text, length), whole, "{text:?} in pieces of {length}");
        }
        whole
    }

    fn read_in_pieces(text: &str, length: usize) -> Result<Vec<FlatzincReply>, ReplyError> {
        let mut reader = FlatzincReader::new(2);
        let mut replies = Vec::new();
        for piece in text.as_bytes().chunks(length) {
            reader.push_output(piece);
            while let Some(reply) = reader.read_next()? {
                replies.push(reply);
            }
        }
        Ok(replies)
    }

    #[test]
    fn replies_in_order() {
        use FlatzincReply::{Complete, Failed, Solution, Unknown, Unsatisfiable};
        for (text, expected) in [
            ("", vec![]),
            ("% c\nx1 = -3;\nx0=1;\n----------\n", vec![Solution(vec![1, -3])]),
            (
                "x1 = 1;\r\n x0 = 2 ;\n----------\n==========\n",
                vec![Solution(vec![2, 1]), Complete],
            ),
            ("=====UNSATISFIABLE=====\n", vec![Unsatisfiable]),
            ("=====UNKNOWN=====\n%%%mzn-stat: nodes=1\n", vec![Unknown]),
            ("=====UNKNOWN=====", vec![]),
            ("=====ERROR=====\n", vec![Failed]),
            ("=====UNBOUNDED=====\n", vec![Unknown]),
        ] {
            assert_eq!(read(text), Ok(expected), "{text:?}");
        }
    }

    #[test]
    fn everything_else_is_no_answer() {
        for (text, expected) in [
            ("x0 = 1;\n----------\n", "no value of x1"),
            ("x0 = 1;\nx0 = 2;\n", "x0 has two values"),
            ("x0 = true;\n", "'x0 = true;' is not part of an answer"),
            ("x2 = 1;\n", "not part"),
            ("x0 = 99999999999999999999;\n", "not part"),
            ("hello\n", "not part"),
            ("x0 = 1;\nx1 = 1;\n----------\n=====UNSATISFIABLE=====\n", "after a solution"),
        ] {
            let error = read(text).expect_err(text).to_string();
            assert!(error.contains(expected), "{text:?}: {error}");
        }
    }

    #[test]
    fn a_flood_ends() {
        for line in ["% talk\n", "and no end of a line "] {
            let mut reader = FlatzincReader::new(0);
            let talk = line.repeat(MAX_OTHER_BYTES / line.len() + 1);
            reader.push_output(talk.as_bytes());
            let error = reader.read_next().expect_err("too much").to_string();
            assert!(error.contains("without a solution"), "{error}");
        }
    }
}
