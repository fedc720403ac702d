//! Links of f-puzzles, and the compressed text in them.

use crate::fpuzzles::EXPECTED_LINKS;

/// A link that holds no puzzle of f-puzzles, or a damaged one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum LinkError {
    #[error("a link without a puzzle; expected {}", EXPECTED_LINKS)]
    NoPuzzle,
    #[error("a link of Penpa, which holds a drawing; expected {}", EXPECTED_LINKS)]
    Penpa,
    #[error(
        "a puzzle in the form '{form}', which is a drawing, and has its rules in the prose; \
         expected {}",
        EXPECTED_LINKS
    )]
    Drawing { form: &'static str },
    #[error(
        "a short link, which only names a puzzle on a server; open it, and copy the long link: \
         expected {}",
        EXPECTED_LINKS
    )]
    ShortLink,
    #[error("'%{found}' in the link; expected %2B, %2F or %3D")]
    Escape { found: String },

    // The compressed text.
    #[error("the compressed text is damaged: no entry {code} before sign {sign}")]
    UnknownEntry { code: u32, sign: usize },
    #[error("the compressed text unpacks to more than {limit} characters")]
    Length { limit: usize },
    #[error("the compressed text is no Unicode")]
    Unicode,
    #[error("the compressed text ends too early; expected the whole link")]
    End,
    #[error("sign {sign} of the compressed text is none of its 64")]
    Sign { sign: usize },
    #[error("the compressed text goes on after its end at sign {sign}")]
    AfterEnd { sign: usize },
}
