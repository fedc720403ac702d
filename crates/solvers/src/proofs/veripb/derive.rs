//! The lines of a proof: derived, added up and deleted.

use std::io::{self, Write};

use super::definition::Id;
use super::error::FollowError;
use super::follow::CertificateFollower;

impl<W: Write> CertificateFollower<'_, W> {
    /// Writes a line that derives something; returns its number.
    pub(super) fn write_derivation(
        &mut self,
        write: impl FnOnce(&mut W) -> io::Result<()>,
    ) -> Result<Id, FollowError> {
        write(&mut self.out)?;
        self.last += 1;
        Ok(self.last)
    }

    pub(super) fn delete_lines(
        &mut self,
        ids: impl Iterator<Item = Id>,
    ) -> Result<(), FollowError> {
        let mut ids = ids.peekable();
        if ids.peek().is_some() {
            self.out.write_all(b"del id")?;
            for id in ids {
                write!(self.out, " {id}")?;
            }
            self.out.write_all(b";\n")?;
        }
        Ok(())
    }

    /// Derives the clause of the reason and the terms `more` by unit propagation.
    pub(super) fn derive_clause(&mut self, more: &str) -> Result<(), FollowError> {
        writeln!(self.out, "rup{}{more} >= 1;", self.reason)?;
        self.last += 1;
        let last = self.last;
        if let Some(level) = self.levels.last_mut() {
            level.ids.push(last);
        }
        Ok(())
    }

    /// Adds lines up, permanently and only once.
    pub(super) fn add_up(&mut self, lines: Vec<Id>) -> Result<(), FollowError> {
        // A sum of lines of the definition names no decision: it stays true everywhere, and is
        // written once.
        if lines.len() < 2 || self.added.contains(&lines) {
            return Ok(());
        }
        write!(self.out, "pol {}", lines[0])?;
        for id in &lines[1..] {
            write!(self.out, " {id} +")?;
        }
        self.out.write_all(b";\n")?;
        self.last += 1;
        self.added.insert(lines);
        Ok(())
    }

    /// Deletes the lines of the level after the first `since`, except for the last `kept`.
    pub(super) fn forget_lines(&mut self, since: usize, kept: usize) -> Result<(), FollowError> {
        let Some(level) = self.levels.last_mut() else { return Ok(()) };
        let end = level.ids.len().saturating_sub(kept).max(since);
        let ids: Vec<Id> = level.ids.drain(since..end).collect();
        self.delete_lines(ids.into_iter())
    }

    /// Returns the number of lines that the level has derived.
    pub(super) fn derived_count(&self) -> usize {
        self.levels.last().map_or(0, |level| level.ids.len())
    }
}
