//! The encodings that a group of clauses uses.

/// An encoding that was used: its key and its name, as in `amo=product`.
pub type EncodingTag = (&'static str, &'static str);

/// All tags of a formula, each stored once, so that a group needs one bit for each.
#[derive(Debug, Default)]
pub(crate) struct EncodingTags(Vec<EncodingTag>);

impl EncodingTags {
    /// Returns the bit of a tag, or 0 after the bits are used up.
    pub(crate) fn tag_bit(&mut self, note: EncodingTag) -> u128 {
        let place = self.0.iter().position(|known| *known == note).unwrap_or_else(|| {
            self.0.push(note);
            self.0.len() - 1
        });
        // Tags after the 128th are lost; they only describe a formula.
        u32::try_from(place).ok().and_then(|place| 1u128.checked_shl(place)).unwrap_or(0)
    }

    /// Returns the tags of a set of bits, in order of first use.
    pub(crate) fn list_tags(&self, bits: u128) -> impl Iterator<Item = EncodingTag> + '_ {
        let has = move |place: usize| place < 128 && bits >> place & 1 == 1;
        self.0.iter().enumerate().filter(move |(place, _)| has(*place)).map(|(_, note)| *note)
    }
}
