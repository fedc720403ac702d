//! The `parallax` program.
//!
//! The commands are part of the program and not of the library, so that the compiler omits code
//! that no command uses. That is half of the code that reads arguments.

/// Prints to standard error, like the macro of the standard library, but ignores a failed write:
/// the original panics then, and the exit code would be lost.
macro_rules! eprint {
    ($($message:tt)*) => {{
        let _ = std::io::Write::write_fmt(&mut std::io::stderr(), format_args!($($message)*));
    }};
}

/// Prints a line to standard error, and ignores a failed write.
macro_rules! eprintln {
    ($($message:tt)*) => {
        eprint!("{}\n", format_args!($($message)*))
    };
}

mod cli;

fn main() {
    cli::main()
}
