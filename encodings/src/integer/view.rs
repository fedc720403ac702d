//! Views: integers that are `scale * x + offset` of another, without literals of their own.

use super::{
    IntId, Ints,
    domain::{Domain, View},
};
use crate::EncodeError;

impl Ints {
    /// The integer whose literals `x` uses, and the factor and offset by which `x` follows from
    /// it; `x` itself, 1 and 0 if it is no view.
    #[must_use]
    pub fn view_of(&self, x: IntId) -> (IntId, i64, i64) {
        match self.domains[x.index()].view {
            Some(View { root, scale, offset }) => (root, scale, offset),
            None => (x, 1, 0),
        }
    }

    /// The integer whose literals `x` uses.
    pub(super) fn root_of(&self, x: IntId) -> IntId {
        self.domains[x.index()].view.map_or(x, |view| view.root)
    }

    /// A place in the domain of `x` as a place in the domain of the integer whose literals it
    /// uses, and whether the order of places is reversed.
    pub(super) fn place_in_root(&self, x: IntId, index: usize) -> (IntId, usize, bool) {
        match self.domains[x.index()].view {
            None => (x, index, false),
            Some(View { root, scale, .. }) if scale > 0 => (root, index, false),
            Some(View { root, .. }) => (root, self.domains[x.index()].len() - 1 - index, true),
        }
    }

    /// Makes the view `scale * x + offset`; the scale is not 0.
    pub(crate) fn create_view(
        &mut self,
        x: IntId,
        scale: i64,
        offset: i64,
    ) -> Result<IntId, EncodeError> {
        let id = IntId(u32::try_from(self.domains.len()).map_err(|_| EncodeError::Overflow)?);
        let (root, inner, constant) = self.view_of(x);
        let narrow = |number: i128| i64::try_from(number).map_err(|_| EncodeError::Overflow);
        // The root's values fit 32 bits, and so do those of `x`: products of three fit 128.
        let scale_of_root = i128::from(inner) * i128::from(scale);
        let offset_of_root = i128::from(constant) * i128::from(scale) + i128::from(offset);
        let view = View { root, scale: narrow(scale_of_root)?, offset: narrow(offset_of_root)? };
        let seen = |&value: &i32| {
            let value = i128::from(value) * i128::from(scale) + i128::from(offset);
            i32::try_from(value).map_err(|_| EncodeError::Overflow)
        };
        let mut values = self.values(x).iter().map(seen).collect::<Result<Vec<_>, _>>()?;
        if scale < 0 {
            values.reverse();
        }
        let encoding = self.encoding(x);
        let first = self.domains[root.index()].first;
        let values = values.into();
        self.domains.push(Domain { values, encoding, first, lazy: Vec::new(), view: Some(view) });
        Ok(id)
    }
}
