//! Arrows: the digits of a shaft sum to the number in the bulb.

use parallax_model::{ModelError, Relation, Value};

use super::{Kind, Rule};
use crate::fault::Fault;
use crate::filled::Filled;
use crate::model::Builder;
use crate::picture::Picture;
use crate::plain::KeyLine;
use crate::shape::Shape;

/// The digits of the shaft sum to the number that the cells of the bulb show, read in their order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Arrow {
    /// The cells of the bulb: one, or a pill of two or three that shows a number of as many digits.
    pub bulb: Vec<usize>,
    /// The cells of the shaft.
    pub shaft: Vec<usize>,
}

impl Kind for Arrow {
    const KEYS: &'static [&'static str] = &["arrow"];

    fn read(line: &KeyLine<'_>) -> Result<Vec<Self>, Fault> {
        line.no_arguments()?;
        let (bulb, shaft) = line.sides()?;
        if bulb.len() > 3 {
            let count = bulb.len();
            return Err(line.fault(format!("a bulb of {count} cells; expected one to three")));
        }
        if let Some(cell) = bulb.iter().find(|cell| shaft.contains(cell)) {
            let name = line.shape.name(*cell);
            return Err(line.fault(format!("{name} is in the bulb and on the shaft")));
        }
        Ok(vec![Arrow { bulb, shaft }])
    }
}

impl Rule for Arrow {
    fn words(&self, shape: Shape) -> String {
        format!("arrow {} = {}", shape.names(&self.bulb), shape.names(&self.shaft))
    }

    fn draw(&self, picture: &mut Picture, _: Shape) {
        picture.pill(&self.bulb);
        picture.shaft(&self.bulb, &self.shaft);
    }

    fn cells(&self, _: Shape) -> Vec<usize> {
        [&self.bulb[..], &self.shaft[..]].concat()
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        let label = self.words(builder.shape());
        let mut terms: Vec<(i64, usize)> = self.shaft.iter().map(|&cell| (1, cell)).collect();
        let mut place = -1;
        for &cell in self.bulb.iter().rev() {
            terms.push((place, cell));
            place *= 10;
        }
        builder.sum(&label, &terms, Relation::Eq, 0)?;
        // A number does not begin with 0.
        match self.bulb[..] {
            [first, _, ..] if builder.puzzle.digits.0 <= 0 => {
                builder.only(&label, first, |digit: Value| digit > 0)
            }
            _ => Ok(()),
        }
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), String> {
        let digits = filled.values(&self.bulb);
        let bulb = digits.iter().fold(0, |number, digit| 10 * number + digit);
        let shaft = filled.sum(&self.shaft);
        if digits.len() > 1 && digits[0] <= 0 {
            return Err("the number in the bulb begins with 0".to_owned());
        }
        if bulb == shaft { Ok(()) } else { Err(format!("the bulb is {bulb}, the shaft {shaft}")) }
    }

    fn write(&self, shape: Shape) -> Option<String> {
        Some(format!("arrow: {} = {}", shape.names(&self.bulb), shape.names(&self.shaft)))
    }
}
