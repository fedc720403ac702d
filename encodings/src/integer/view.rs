//! Views: integers equal to `scale * x + offset` of another integer, whose literals they share.

use super::{
    IntId, IntegerStore,
    domain::{IntegerDomain, IntegerView},
};
use crate::EncodeError;

impl IntegerStore {
    /// Returns the integer whose literals `x` uses, with the scale and the offset that map it
    /// to `x`; `x` itself, 1 and 0 if it is not a view.
    #[must_use]
    pub fn view_of(&self, x: IntId) -> (IntId, i64, i64) {
        match self.domains[x.index()].view {
            Some(IntegerView { root, scale, offset }) => (root, scale, offset),
            None => (x, 1, 0),
        }
    }

    /// Returns the integer whose literals `x` uses.
    pub(super) fn root_of(&self, x: IntId) -> IntId {
        self.domains[x.index()].view.map_or(x, |view| view.root)
    }

    /// Maps a place in the domain of `x` to a place in the domain of its root, and returns whether
    /// the order of places is reversed.
    pub(super) fn place_in_root(&self, x: IntId, index: usize) -> (IntId, usize, bool) {
        match self.domains[x.index()].view {
            None => (x, index, false),
            Some(IntegerView { root, scale, .. }) if scale > 0 => (root, index, false),
            Some(IntegerView { root, .. }) => {
                (root, self.domains[x.index()].len() - 1 - index, true)
            }
        }
    }

    /// Makes the view `scale * x + offset`, where the scale is not 0.
    pub(crate) fn create_view(
        &mut self,
        x: IntId,
        scale: i64,
        offset: i64,
    ) -> Result<IntId, EncodeError> {
        let id = IntId(u32::try_from(self.domains.len()).map_err(|_| EncodeError::Overflow)?);
        // A view of a view refers to the root, so that literals are one step away.
        let (root, inner, constant) = self.view_of(x);
        let narrow = |number: i128| i64::try_from(number).map_err(|_| EncodeError::Overflow);
        // The values of the root and of `x` fit 32 bits, so products of three fit 128.
        let scale_of_root = i128::from(inner) * i128::from(scale);
        let offset_of_root = i128::from(constant) * i128::from(scale) + i128::from(offset);
        let view =
            IntegerView { root, scale: narrow(scale_of_root)?, offset: narrow(offset_of_root)? };
        let seen = |&value: &i32| {
            let value = i128::from(value) * i128::from(scale) + i128::from(offset);
            i32::try_from(value).map_err(|_| EncodeError::Overflow)
        };
        let mut values = self.values(x).iter().map(seen).collect::<Result<Vec<_>, _>>()?;
        // Domains ascend; `place_in_root` accounts for the reversal.
        if scale < 0 {
            values.reverse();
        }
        let encoding = self.encoding(x);
        let first = self.domains[root.index()].first;
        let values = values.into();
        self.domains.push(IntegerDomain {
            values,
            encoding,
            first,
            lazy: Vec::new(),
            view: Some(view),
        });
        Ok(id)
    }
}
