//! The digest of the solutions of all instances of a case.

use xxhash_rust::xxh3::xxh3_128;

use super::consensus_error::DigestError;
use super::observed::{CaseResults, InstanceResults};

/// Returns the digest of a case: the digest of its only instance, or a digest over the digests of
/// its instances in order.
///
/// # Errors
/// Returns the reason if an instance has no digest.
pub(super) fn case_digest(seen: &CaseResults) -> Result<u128, DigestError> {
    if !seen.unread.is_empty() {
        return Err(DigestError::Unread);
    }
    let each: Vec<u128> = seen.instances.iter().map(of_instance).collect::<Result<_, _>>()?;
    match each.as_slice() {
        [] => Err(DigestError::NoInstance),
        [one] => Ok(*one),
        _ => {
            let bytes: Vec<u8> = each.iter().flat_map(|digest| digest.to_le_bytes()).collect();
            Ok(xxh3_128(&bytes))
        }
    }
}

/// Returns the digest of one instance; a disagreement about it is a separate difference.
fn of_instance(instance: &InstanceResults) -> Result<u128, DigestError> {
    // Any right row serves: engines with different sets are a disagreement, which is reported on
    // its own.
    let found = instance.rows.iter().filter(|row| row.wrong.is_none());
    let fault = || DigestError::Unlisted { instance: instance.name.clone() };
    found.filter_map(|row| row.finding()?.digest).next().ok_or_else(fault)
}

/// Writes a digest as in suites.
pub(super) fn digest_hex(digest: u128) -> String {
    format!("{digest:032x}")
}
