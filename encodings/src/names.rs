//! Enums whose values are read and written by name.

/// The error of reading a value from an unknown name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown {what} `{given}`: expected one of {known}")]
pub struct EncodingNameError {
    /// The kind of thing that the name should have selected.
    pub what: &'static str,
    /// The name that was given.
    pub given: String,
    /// The known names, separated by commas.
    pub known: String,
}

/// Defines, from one table, an enum's list of values, `Display` and `FromStr`.
macro_rules! named {
    ($type:ident, $what:literal, { $($variant:ident => $name:literal),+ $(,)? }) => {
        impl $type {
            /// Every value, in the order of lists for users.
            pub const ALL: &[$type] = &[$($type::$variant),+];

            /// Returns the name by which the value is written and read.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $($type::$variant => $name),+ }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::EncodingNameError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text {
                    $($name => Ok($type::$variant),)+
                    _ => Err($crate::EncodingNameError {
                        what: $what,
                        given: text.to_string(),
                        known: [$($name),+].join(", "),
                    }),
                }
            }
        }
    };
}

pub(crate) use named;

#[cfg(test)]
mod tests {
    use crate::{
        AllDifferentKind, AmoKind, ArithmeticRelation, CardinalityKind, ClassKind, IntEncoding,
        SumKind, TableKind,
    };

    #[test]
    fn every_choice_reads_back() {
        for kind in AllDifferentKind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(*kind));
        }
        for kind in AmoKind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(*kind));
        }
        for kind in SumKind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(*kind));
        }
        for kind in ClassKind::ALL {
            assert_eq!(kind.name().parse(), Ok(*kind));
        }
        for kind in TableKind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(*kind));
        }
        for kind in CardinalityKind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(*kind));
        }
        for relation in ArithmeticRelation::ALL {
            assert_eq!(relation.to_string().parse(), Ok(*relation));
        }
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        let error = "unary".parse::<IntEncoding>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "unknown integer encoding `unary`: expected one of direct, order, log, channelled"
        );
    }
}
