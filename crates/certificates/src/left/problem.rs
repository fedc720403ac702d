//! Problems as texts.

use super::super::faults::{CheckFault, Stopped};
use super::super::model::Model;
use super::super::sha256::Sha256;
use super::super::space::Space;
use super::{Names, Text, list};

/// The digest of the problem that a box leaves of constraints, under names. Its text is the number
/// of variables; of each whether it is shown, and its values; and the relations as a sorted set.
///
/// # Errors
/// Names under which the text would not determine a relation; or what `look` says, which
/// is asked at each constraint.
pub(crate) fn digest(
    model: &Model,
    space: &mut Space,
    constraints: &[usize],
    names: &Names,
    look: &dyn Fn() -> Result<(), Stopped>,
) -> Result<[u8; 32], CheckFault> {
    let mut text: Text = vec![names.order.len() as i128];
    for &v in &names.order {
        let mut values: Vec<i128> = space.values(v).map(|own| names.value(v, own)).collect();
        values.sort_unstable();
        text.push(model.variables[v].shown.into());
        list(&mut text, values.into_iter());
    }
    let mut relations: Vec<Text> = Vec::new();
    for &number in constraints {
        look()?;
        let left = model.constraints[number].left(number, space, names)?;
        relations.extend(Some(left).filter(|own| !own.is_empty()));
    }
    relations.sort_unstable();
    relations.dedup();
    list(&mut text, relations.concat().into_iter());
    let mut own = Sha256::new();
    own.add(&bytes(&text));
    Ok(own.digest())
}

/// Numbers of seven bits a byte, the highest bit set where more follow, with the sign in the lowest.
fn bytes(text: &[i128]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(2 * text.len());
    for &number in text {
        let mut bits = (number << 1 ^ number >> 127) as u128;
        while bits >= 0x80 {
            bytes.push(bits as u8 | 0x80);
            bits >>= 7;
        }
        bytes.push(bits as u8);
    }
    bytes
}
