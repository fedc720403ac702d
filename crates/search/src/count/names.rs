//! The variables and values of a component in the order of its key, so that a certificate can
//! state how two components with one key correspond.

use parallax_model::Value;

/// The variables and values of a component in the order of its key; both empty for a key by names,
/// which means the ascending order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ComponentNames {
    pub(super) variables: Box<[u32]>,
    /// Empty if the values keep their names.
    pub(super) values: Box<[Value]>,
}

impl ComponentNames {
    /// Returns the bytes of the lists.
    pub(super) fn heap_bytes(&self) -> usize {
        size_of_val(&*self.variables) + size_of_val(&*self.values)
    }

    /// Writes how `here`, with these variables in ascending order, corresponds to `self`, as the
    /// step of certificates has it: the number of variables and, in the ascending order of the
    /// variables there, those here, or 0 if they are in the same order; then a map of values for
    /// all, if any changes: 0, the number of pairs, and the pairs of the value here and there.
    pub(super) fn write_correspondence(
        &self,
        here: &ComponentNames,
        variables: &[u32],
        out: &mut Vec<Value>,
    ) {
        out.clear();
        // Equal keys list the variables of both components in corresponding order, so the lists are
        // zipped.
        let mut pairs: Vec<(u32, u32)> =
            self.variables.iter().copied().zip(here.variables.iter().copied()).collect();
        pairs.sort_unstable();
        let mut maps: Vec<(Value, Value)> =
            here.values.iter().copied().zip(self.values.iter().copied()).collect();
        // A value without a pair keeps its name.
        maps.retain(|own| own.0 != own.1);
        maps.sort_unstable();
        // The pairs are sorted by the variable there. If the variables here ascend as well, the
        // order alone says which belongs to which.
        let is_same = pairs.iter().map(|own| own.1).eq(variables.iter().copied());
        if !is_same && !pairs.is_empty() {
            out.push(pairs.len() as Value);
            out.extend(pairs.iter().map(|own| own.1 as Value));
        } else if !maps.is_empty() {
            out.push(0);
        }
        if !maps.is_empty() {
            out.extend([0, maps.len() as Value]);
            maps.iter().for_each(|own| out.extend([own.0, own.1]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(variables: &[u32], values: &[Value]) -> ComponentNames {
        ComponentNames { variables: variables.into(), values: values.into() }
    }

    #[test]
    fn only_what_changes_is_written() {
        let written = |there: &ComponentNames, here: &ComponentNames, variables: &[u32]| {
            let mut out = Vec::new();
            there.write_correspondence(here, variables, &mut out);
            out
        };
        let there = names(&[7, 3, 5], &[1, 2, 4]);
        assert_eq!(written(&there, &there, &[3, 5, 7]), [0; 0]);
        assert_eq!(
            written(&ComponentNames::default(), &ComponentNames::default(), &[3, 5, 7]),
            [0; 0]
        );
        // 7 is 2, 3 is 9, 5 is 6; 4 becomes 1, 1 becomes 4.
        let here = names(&[2, 9, 6], &[4, 2, 1]);
        assert_eq!(written(&there, &here, &[2, 6, 9]), [3, 9, 6, 2, 0, 2, 1, 4, 4, 1]);
        let values = names(&[9, 4, 5], &[1, 2, 5]);
        assert_eq!(written(&there, &values, &[4, 5, 9]), [0, 0, 1, 5, 4]);
        assert_eq!(written(&there, &names(&[2, 9, 6], &[1, 2, 4]), &[2, 6, 9]), [3, 9, 6, 2]);
    }
}
