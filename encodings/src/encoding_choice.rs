//! The fields of [`EncodingOptions`] as data, with their names: for command lines, tables and
//! experiments.

use std::str::FromStr;

use crate::{
    AllDifferentKind, AmoKind, CardinalityKind, ClassKind, EncodingNameError, EncodingOptions,
    IntEncoding, SumKind, TableKind,
};

/// One field of [`EncodingOptions`], read and written by name.
#[derive(Debug, Clone, Copy)]
pub struct EncodingChoice {
    /// The key, as in `amo=ladder`.
    pub key: &'static str,
    /// A description of the field's purpose, in a few words.
    pub about: &'static str,
    /// The names of its values, in the order of lists for users.
    pub names: fn() -> Vec<&'static str>,
    /// Returns the name of the current value.
    pub get: fn(&EncodingOptions) -> &'static str,
    /// Sets the value by name.
    pub set: fn(&mut EncodingOptions, &str) -> Result<(), EncodingNameError>,
}

/// Defines the entry of a field whose type is an enum of `named!`.
macro_rules! choice {
    ($key:literal, $about:literal, $type:ident, $field:ident) => {
        EncodingChoice {
            key: $key,
            about: $about,
            names: || $type::ALL.iter().map(|kind| kind.name()).collect(),
            get: |options| options.$field.name(),
            set: |options, name| {
                options.$field = $type::from_str(name)?;
                Ok(())
            },
        }
    };
}

impl EncodingOptions {
    /// The encoding of integers. Specs write it first, without its key.
    pub const INTEGERS: EncodingChoice =
        choice!("integers", "integers as literals", IntEncoding, integers);

    /// All other fields, in the order in which specs write them.
    pub const CHOICES: &[EncodingChoice] = &[
        choice!("amo", "at most one of some literals", AmoKind, amo),
        choice!("card", "how many of some literals are true", CardinalityKind, cardinalities),
        choice!("alldiff", "all different", AllDifferentKind, all_different),
        choice!("sum", "linear sums", SumKind, sums),
        choice!("table", "positive tables", TableKind, tables),
        choice!("class", "relations between classes of values", ClassKind, classes),
    ];

    /// Returns the entry with this key, `integers` included.
    #[must_use]
    pub fn find_choice(key: &str) -> Option<&'static EncodingChoice> {
        const INTEGERS: &EncodingChoice = &EncodingOptions::INTEGERS;
        [INTEGERS].into_iter().chain(EncodingOptions::CHOICES).find(|choice| choice.key == key)
    }

    /// Checks that the selected encodings can be combined.
    ///
    /// # Errors
    /// If an encoding does not keep model counts where they are to be kept.
    pub fn check_combination(&self) -> Result<(), ModelCountError> {
        if self.keep_counts && self.cardinalities == CardinalityKind::Totalizer {
            return Err(ModelCountError::Totalizer);
        }
        let pseudo_boolean = [SumKind::GeneralizedTotalizer, SumKind::DynamicPolyWatchdog];
        if self.keep_counts && pseudo_boolean.contains(&self.sums) {
            return Err(ModelCountError::Sums { kind: self.sums });
        }
        Ok(())
    }
}

/// An encoding that does not keep model counts, and one that does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelCountError {
    /// A totalizer of cardinalities.
    #[error("card=totalizer does not keep model counts; card=sequential does")]
    Totalizer,
    /// An encoding of sums.
    #[error("sum={kind} does not keep model counts; sum=mdd does")]
    Sums {
        /// The encoding.
        kind: SumKind,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_is_set_and_read_by_name() {
        for choice in [&EncodingOptions::INTEGERS].into_iter().chain(EncodingOptions::CHOICES) {
            for name in (choice.names)() {
                let mut options = EncodingOptions::default();
                (choice.set)(&mut options, name).unwrap();
                assert_eq!((choice.get)(&options), name);
                for other in EncodingOptions::CHOICES.iter().filter(|other| other.key != choice.key)
                {
                    assert_eq!((other.get)(&options), (other.get)(&EncodingOptions::default()));
                }
            }
            assert!((choice.set)(&mut EncodingOptions::default(), "nothing").is_err());
            assert_eq!(
                EncodingOptions::find_choice(choice.key).map(|found| found.key),
                Some(choice.key)
            );
        }
        assert!(EncodingOptions::find_choice("colour").is_none());
    }
}
