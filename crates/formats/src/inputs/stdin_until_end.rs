//! Standard input that stays at its end.

use std::io::{self, Read, Stdin};

/// Standard input up to its first end. At a terminal, where the user can continue to type after
/// Ctrl-D, it reads nothing after that.
pub(super) struct UntilEnd {
    input: Stdin,
    ended: bool,
}

impl UntilEnd {
    pub(super) fn new() -> Self {
        UntilEnd { input: io::stdin(), ended: false }
    }
}

impl Read for UntilEnd {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.ended {
            return Ok(0);
        }
        let read = self.input.read(buffer)?;
        self.ended = read == 0 && !buffer.is_empty();
        Ok(read)
    }
}
