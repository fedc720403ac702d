//! Standard input that ends once.

use std::io::{self, Read, Stdin};

/// Standard input up to its first end: at a terminal, where one can type on
/// after Ctrl-D, nothing is read after it.
pub(super) struct Typed {
    input: Stdin,
    ended: bool,
}

impl Typed {
    pub(super) fn new() -> Self {
        Typed { input: io::stdin(), ended: false }
    }
}

impl Read for Typed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.ended {
            return Ok(0);
        }
        let read = self.input.read(buffer)?;
        self.ended = read == 0 && !buffer.is_empty();
        Ok(read)
    }
}
