//! Problems as texts.

use super::super::domain_box::DomainBox;
use super::super::faults::{CheckFault, Stopped};
use super::super::model::CheckerModel;
use super::super::sha256::Sha256Hasher;
use super::{ProblemRenaming, Text, append_list};

/// The digest of the problem that a box leaves of constraints, under names. Its text is the number
/// of variables; for each whether it is shown, and its values; and the relations as a sorted set.
///
/// # Errors
/// Names under which the text would not determine a relation; or the reason of `look`, which is
/// called at each constraint, to stop.
pub(crate) fn problem_digest(
    model: &CheckerModel,
    space: &mut DomainBox,
    constraints: &[usize],
    names: &ProblemRenaming,
    look: &dyn Fn() -> Result<(), Stopped>,
) -> Result<[u8; 32], CheckFault> {
    let mut text: Text = vec![names.order.len() as i128];
    for &v in &names.order {
        let mut values: Vec<i128> =
            space.remaining_values(v).map(|own| names.value_name(v, own)).collect();
        values.sort_unstable();
        text.push(model.variables[v].shown.into());
        append_list(&mut text, values.into_iter());
    }
    let mut relations: Vec<Text> = Vec::new();
    for &number in constraints {
        look()?;
        let left = model.constraints[number].remainder_text(number, space, names)?;
        relations.extend(Some(left).filter(|own| !own.is_empty()));
    }
    // A set: neither the order of the constraints nor a repeated one changes the solutions.
    relations.sort_unstable();
    relations.dedup();
    // Each relation shows its own end, as its lists begin with their lengths, so the concatenation
    // has one reading.
    append_list(&mut text, relations.concat().into_iter());
    let mut own = Sha256Hasher::new();
    own.add_bytes(&encode_numbers(&text));
    Ok(own.finish_digest())
}

/// Encodes numbers with seven bits a byte, the highest bit set if more follow, the sign in the
/// lowest bit.
fn encode_numbers(text: &[i128]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(2 * text.len());
    for &number in text {
        // Sums and constants stay below 2^122, so the shift loses no bit.
        let mut bits = (number << 1 ^ number >> 127) as u128;
        while bits >= 0x80 {
            bytes.push(bits as u8 | 0x80);
            bits >>= 7;
        }
        bytes.push(bits as u8);
    }
    bytes
}
