//! Relations between the classes of several values.

use serde::{Deserialize, Serialize};

use super::{ConstraintError, RenameClass};
use crate::ValueDimension;

/// Maximum number of classes that are compared pairwise.
const MAX_PAIRWISE_CLASSES: usize = 64;

/// A relation between classes, each named by a `C`. With fewer than two variables, every relation
/// except a table holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClassRelation<C = u32> {
    /// All classes are the same.
    AllSame,
    /// No two classes are the same.
    AllDifferent,
    /// All the same or all different: the rule of SET.
    AllSameOrAllDifferent,
    /// The maximum number of variables with one class is exactly this number.
    ExactlyEqual(u32),
    /// The classes, in the order of the scope, form one of the rows.
    Table(Vec<Vec<C>>),
}

impl<C> ClassRelation<C> {
    pub(super) fn rename<D, B, E>(
        &self,
        dimension: &D,
        c: RenameClass<'_, D, C, B, E>,
    ) -> Result<ClassRelation<B>, E> {
        Ok(match self {
            ClassRelation::AllSame => ClassRelation::AllSame,
            ClassRelation::AllDifferent => ClassRelation::AllDifferent,
            ClassRelation::AllSameOrAllDifferent => ClassRelation::AllSameOrAllDifferent,
            ClassRelation::ExactlyEqual(number) => ClassRelation::ExactlyEqual(*number),
            ClassRelation::Table(rows) => {
                let mut row = |row: &Vec<C>| row.iter().map(|class| c(dimension, class)).collect();
                ClassRelation::Table(rows.iter().map(&mut row).collect::<Result<_, E>>()?)
            }
        })
    }

    /// Returns the simplest form of the relation over `count` variables: exactly one equal means
    /// all different, exactly all equal means all the same.
    #[must_use]
    pub fn simplest_form(&self, count: usize) -> &Self {
        match self {
            // With fewer than two variables the relation holds whatever its number is.
            ClassRelation::ExactlyEqual(number) if count < 2 || *number as usize == count => {
                &ClassRelation::AllSame
            }
            ClassRelation::ExactlyEqual(1) => &ClassRelation::AllDifferent,
            other => other,
        }
    }

    /// Returns the relation in words.
    #[must_use]
    pub fn description(&self) -> String {
        match self {
            ClassRelation::AllSame => "all the same".into(),
            ClassRelation::AllDifferent => "all different".into(),
            ClassRelation::AllSameOrAllDifferent => "all the same or all different".into(),
            ClassRelation::ExactlyEqual(number) => format!("exactly {number} the same"),
            ClassRelation::Table(rows) => format!("one of {} rows", rows.len()),
        }
    }
}

impl ClassRelation {
    /// Whether `count` classes satisfy this relation; `class` returns the class at each place.
    pub fn is_satisfied(&self, count: usize, class: impl Fn(usize) -> u32) -> bool {
        let same = || (1..count).all(|i| class(i) == class(0));
        let different = || {
            if count <= MAX_PAIRWISE_CLASSES {
                (1..count).all(|i| (0..i).all(|j| class(i) != class(j)))
            } else {
                // Long scopes are sorted, in O(n log n).
                most_common(count, &class) == 1
            }
        };
        match self {
            ClassRelation::AllSame => same(),
            ClassRelation::AllDifferent => different(),
            ClassRelation::AllSameOrAllDifferent => same() || different(),
            ClassRelation::ExactlyEqual(number) => {
                count < 2 || most_common(count, class) == *number as usize
            }
            ClassRelation::Table(rows) => rows.iter().any(|row| {
                row.len() == count
                    && row.iter().enumerate().all(|(i, &row_class)| row_class == class(i))
            }),
        }
    }

    /// Checks the relation between `count` variables over the classes of a dimension.
    ///
    /// # Errors
    /// Describes the fault if the relation does not fit.
    pub(super) fn check_classes(
        &self,
        count: usize,
        dimension: &ValueDimension,
    ) -> Result<(), ConstraintError> {
        match self {
            ClassRelation::AllSame
            | ClassRelation::AllDifferent
            | ClassRelation::AllSameOrAllDifferent => Ok(()),
            ClassRelation::ExactlyEqual(number) => match *number as usize {
                number if (1..=count.max(1)).contains(&number) => Ok(()),
                number => Err(ConstraintError::EqualClasses { number, variables: count }),
            },
            ClassRelation::Table(rows) => {
                different_names(dimension)?;
                let mut rows = rows.iter().enumerate();
                rows.try_for_each(|(i, row)| row_fits(i + 1, row, count, dimension))
            }
        }
    }
}

/// Returns the number of occurrences of the most frequent class.
fn most_common(count: usize, class: impl Fn(usize) -> u32) -> usize {
    let mut classes: Vec<u32> = (0..count).map(class).collect();
    classes.sort_unstable();
    classes.chunk_by(|a, b| a == b).map(<[u32]>::len).max().unwrap_or(0)
}

/// Requires different class names, because rows refer to classes by name: models are written and
/// read with these names.
fn different_names(dimension: &ValueDimension) -> Result<(), ConstraintError> {
    let mut names: Vec<&String> = dimension.class_names().iter().collect();
    names.sort_unstable();
    match names.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(ConstraintError::TwoClasses {
            dimension: dimension.name().to_owned(),
            class: pair[0].clone(),
        }),
        None => Ok(()),
    }
}

/// Checks the row with a number, from 1.
fn row_fits(
    place: usize,
    row: &[u32],
    count: usize,
    dimension: &ValueDimension,
) -> Result<(), ConstraintError> {
    if row.len() != count {
        return Err(ConstraintError::RowLength {
            row: place,
            classes: row.len(),
            variables: count,
        });
    }
    let classes = dimension.class_names().len();
    match row.iter().find(|&&class| class as usize >= classes) {
        Some(&class) => Err(ConstraintError::NoClass { row: place, class, classes }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns all sequences of `count` classes out of three.
    fn sequences(count: usize) -> Vec<Vec<u32>> {
        let longer = |all: Vec<Vec<u32>>| {
            let with = |row: Vec<u32>| (0..3).map(move |class| [&row[..], &[class]].concat());
            all.into_iter().flat_map(with).collect()
        };
        (0..count).fold(vec![Vec::new()], |all, _| longer(all))
    }

    #[test]
    fn relations_hold_as_they_are_defined() {
        for count in 0..=4 {
            for row in sequences(count) {
                let holds = |relation: &ClassRelation| relation.is_satisfied(count, |i| row[i]);
                let share = |class: u32| row.iter().filter(|&&own| own == class).count();
                for number in 1..=count.max(1) as u32 {
                    let exactly = ClassRelation::ExactlyEqual(number);
                    let reached = (0..3).any(|class| share(class) == number as usize);
                    let passed = (0..3).any(|class| share(class) > number as usize);
                    assert_eq!(holds(&exactly), count < 2 || reached && !passed, "{row:?}");
                    assert_eq!(holds(exactly.simplest_form(count)), holds(&exactly), "{row:?}");
                }
                for keep in [0, 1, 2] {
                    let mut rows = sequences(count);
                    rows.retain(|other| other.iter().sum::<u32>() % 3 == keep);
                    let expected = row.iter().sum::<u32>() % 3 == keep;
                    assert_eq!(holds(&ClassRelation::Table(rows)), expected, "{row:?}");
                }
                assert!(!holds(&ClassRelation::Table(Vec::new())));
            }
        }
    }

    #[test]
    fn faults_are_described() {
        let named = |names: [&str; 2]| {
            ValueDimension::new("color", names.map(str::to_owned).to_vec(), &[(1, 0), (2, 1)])
                .unwrap()
        };
        let color = named(["red", "green"]);
        let fault =
            |relation: ClassRelation, count| relation.check_classes(count, &color).unwrap_err();
        let table =
            |rows: &[&[u32]]| ClassRelation::Table(rows.iter().map(|r| r.to_vec()).collect());
        for count in 0..4 {
            for number in 0..5 {
                let fits = ClassRelation::ExactlyEqual(number).check_classes(count, &color).is_ok();
                let few = count < 2 && number == 1;
                assert_eq!(fits, few || (1..=count).contains(&(number as usize)));
            }
        }
        insta::assert_snapshot!(fault(ClassRelation::ExactlyEqual(4), 3), @"exactly 4 equal classes of 3 variables");
        insta::assert_snapshot!(fault(table(&[&[0, 1], &[0]]), 2), @"row 2 has 1 classes, its scope 2 variables");
        insta::assert_snapshot!(fault(table(&[&[0, 2]]), 2), @"row 1 has class number 2 of 2");
        assert_eq!(table(&[&[0, 1]]).check_classes(2, &color), Ok(()));
        let twins = table(&[&[0, 1]]).check_classes(2, &named(["red", "red"])).unwrap_err();
        insta::assert_snapshot!(twins, @"a table of classes of 'color', of which two are named 'red'");
    }
}
