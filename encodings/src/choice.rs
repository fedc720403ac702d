//! The choices of [`Options`] by name, as data: for command lines, tables and experiments.

use std::str::FromStr;

use crate::{
    AllDifferentKind, AmoKind, CardinalityKind, ClassKind, IntEncoding, Options, SumKind,
    TableKind, UnknownName,
};

/// One choice of an encoding, which is read and written by name.
#[derive(Debug, Clone, Copy)]
pub struct Choice {
    /// Its key, as in `amo=ladder`.
    pub key: &'static str,
    /// What is chosen, in a few words.
    pub about: &'static str,
    /// The names there are, in the order in which they are listed to people.
    pub names: fn() -> Vec<&'static str>,
    /// The name that is chosen.
    pub get: fn(&Options) -> &'static str,
    /// Chooses by name.
    pub set: fn(&mut Options, &str) -> Result<(), UnknownName>,
}

/// A choice that an enum of `named!` makes for one field.
macro_rules! choice {
    ($key:literal, $about:literal, $type:ident, $field:ident) => {
        Choice {
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

impl Options {
    /// The encoding of integers. Specs write it first, without its key.
    pub const INTEGERS: Choice = choice!("integers", "integers as literals", IntEncoding, integers);

    /// All other choices, in the order in which specs write them.
    pub const CHOICES: &[Choice] = &[
        choice!("amo", "at most one of some literals", AmoKind, amo),
        choice!("card", "between so many and so many literals", CardinalityKind, cardinalities),
        choice!("alldiff", "all different", AllDifferentKind, all_different),
        choice!("sum", "linear sums", SumKind, sums),
        choice!("table", "positive tables", TableKind, tables),
        choice!("class", "relations between classes of values", ClassKind, classes),
    ];

    /// The choice of this key, that of integers included.
    #[must_use]
    pub fn choice(key: &str) -> Option<&'static Choice> {
        const INTEGERS: &Choice = &Options::INTEGERS;
        [INTEGERS].into_iter().chain(Options::CHOICES).find(|choice| choice.key == key)
    }

    /// Whether these choices go together.
    ///
    /// # Errors
    /// Why they do not, with what would.
    pub fn validate(&self) -> Result<(), String> {
        if self.keep_counts && self.cardinalities == CardinalityKind::Totalizer {
            return Err("card=totalizer does not keep model counts; card=sequential does".into());
        }
        let pseudo_boolean = [SumKind::GeneralizedTotalizer, SumKind::DynamicPolyWatchdog];
        if self.keep_counts && pseudo_boolean.contains(&self.sums) {
            return Err(format!("sum={} does not keep model counts; sum=mdd does", self.sums));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_is_set_and_read_by_name() {
        for choice in [&Options::INTEGERS].into_iter().chain(Options::CHOICES) {
            for name in (choice.names)() {
                let mut options = Options::default();
                (choice.set)(&mut options, name).unwrap();
                assert_eq!((choice.get)(&options), name);
                for other in Options::CHOICES.iter().filter(|other| other.key != choice.key) {
                    assert_eq!((other.get)(&options), (other.get)(&Options::default()));
                }
            }
            assert!((choice.set)(&mut Options::default(), "nothing").is_err());
            assert_eq!(Options::choice(choice.key).map(|found| found.key), Some(choice.key));
        }
        assert!(Options::choice("colour").is_none());
    }
}
