//! Writes LRAT, in text or binary.

use std::io::{self, Write};

use rustsat::types::Lit;

/// Writes steps to `out`, which should be buffered.
pub struct LratWriter<W> {
    out: W,
    binary: bool,
    last: u64,
}

impl<W: Write> LratWriter<W> {
    /// Makes a writer of a proof about a formula with this many clauses.
    pub fn new(out: W, binary: bool, clauses: u64) -> Self {
        LratWriter { out, binary, last: clauses }
    }

    /// Adds a clause with its hints.
    ///
    /// # Errors
    /// Returns the errors of the output.
    pub fn add_clause(
        &mut self,
        id: u64,
        clause: impl Iterator<Item = Lit>,
        hints: impl Iterator<Item = i64>,
    ) -> io::Result<()> {
        self.last = id;
        if self.binary {
            self.out.write_all(b"a")?;
            // Ids count steps: they never reach half of the type's range.
            self.byte_number(id as i64)?;
            clause.map(|lit| lit.to_ipasir().into()).try_for_each(|lit| self.byte_number(lit))?;
            self.byte_number(0)?;
            hints.into_iter().try_for_each(|hint| self.byte_number(hint))?;
            return self.byte_number(0);
        }
        write!(self.out, "{id} ")?;
        clause.into_iter().try_for_each(|lit| write!(self.out, "{} ", lit.to_ipasir()))?;
        write!(self.out, "0 ")?;
        hints.into_iter().try_for_each(|hint| write!(self.out, "{hint} "))?;
        writeln!(self.out, "0")
    }

    /// Deletes clauses.
    ///
    /// # Errors
    /// Returns the errors of the output.
    pub fn delete_clauses(&mut self, ids: &[u64]) -> io::Result<()> {
        if self.binary {
            self.out.write_all(b"d")?;
            ids.iter().try_for_each(|&id| self.byte_number(id as i64))?;
            return self.byte_number(0);
        }
        write!(self.out, "{} d ", self.last)?;
        ids.iter().try_for_each(|id| write!(self.out, "{id} "))?;
        writeln!(self.out, "0")
    }

    /// Flushes the output.
    ///
    /// # Errors
    /// Returns the errors of the output.
    pub fn flush_output(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn byte_number(&mut self, number: i64) -> io::Result<()> {
        // E.g. 3 becomes 6 and -3 becomes 7.
        let mut rest = 2 * number.unsigned_abs() + u64::from(number < 0);
        while rest > 0x7f {
            self.out.write_all(&[(rest & 0x7f) as u8 | 0x80])?;
            rest >>= 7;
        }
        self.out.write_all(&[rest as u8])
    }
}
