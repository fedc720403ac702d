//! DRAT: proofs that only list clauses, for external checkers.
//!
//! A step is a line, `LITERAL... 0` to add a clause and `d LITERAL... 0` to delete one. The checker
//! has to find out by itself why a clause may be added (Wetzler, Heule, Hunt, *DRAT-trim*, SAT
//! 2014). `rate`, `drat-trim` and `dpr-trim` are used if they are installed, else a plain checker
//! that takes short proofs of small formulas ([`check_plainly`]).

mod drat_check;
mod plain_checker;
mod sealed_file;
mod steps;

pub use drat_check::{DRAT_CHECKERS, check_drat, write_step};

pub use self::plain_checker::{check_plainly, parse_clause};
