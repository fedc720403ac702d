//! The SMT solvers that Parallax knows.

use parallax_model::named;

/// An SMT solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SmtKind {
    /// Z3, through its C library (cargo feature `z3`).
    Z3,
}

named!(SmtKind, "SMT solver", {
    Z3 => "z3",
});

impl SmtKind {
    /// Whether this build has it.
    #[must_use]
    pub fn is_built(self) -> bool {
        cfg!(feature = "z3")
    }

    /// Returns the address space that a session reserves for its thread's stack, in bytes.
    #[must_use]
    pub fn stack_bytes(self) -> u64 {
        #[cfg(feature = "z3")]
        return super::z3::STACK_BYTES as u64;
        #[cfg(not(feature = "z3"))]
        0
    }

    /// Returns the solver's own version.
    #[must_use]
    pub fn solver_version(self) -> String {
        #[cfg(feature = "z3")]
        return super::z3::library_version();
        #[cfg(not(feature = "z3"))]
        "not built".into()
    }
}
