//! Scopes whose domains line up in one word each, for tight loops.

use parallax_model::VarId;

use super::{ChangeRequest, DomainStore, PropagationConflict};

/// At most 64 variables whose values all lie within the same 64: each domain is one word, equal
/// bits are equal values, and a set of places in the scope is a word too.
#[derive(Clone, Debug)]
pub struct SingleWordScope {
    scope: Vec<VarId>,
    /// The places of the words.
    at: Vec<u32>,
}

impl SingleWordScope {
    /// Returns the layout of a scope if its domains line up.
    #[must_use]
    pub fn from_scope(scope: &[VarId], store: &DomainStore) -> Option<Self> {
        // Equal bases make equal bits equal values. The store never moves a domain's words, so the
        // positions stay valid for the whole search.
        let base = scope.first().map_or(0, |&v| store.domain_base(v));
        let spans = scope.iter().map(|&v| &store.spans[v.index()]);
        let lined_up = spans.clone().all(|span| span.words == 1 && span.base == base);
        let at = spans.map(|span| span.start as u32).collect();
        (lined_up && scope.len() <= 64).then(|| SingleWordScope { scope: scope.to_vec(), at })
    }

    /// Returns the domains in the order of the scope.
    #[inline]
    pub fn domain_words<'a>(&'a self, store: &'a DomainStore) -> impl Iterator<Item = u64> + 'a {
        let words = store.words.as_slice();
        self.at.iter().map(move |&at| words[at as usize])
    }

    /// Returns the domain at a place of the scope.
    #[inline]
    #[must_use]
    pub fn domain_word(&self, place: usize, store: &DomainStore) -> u64 {
        store.words[self.at[place] as usize]
    }

    /// Returns the set of places whose domains meet `bits`.
    #[inline]
    #[must_use]
    pub fn meeting_places(&self, bits: u64, store: &DomainStore) -> u64 {
        let words = store.words.as_slice();
        let meets = |&at: &u32| u64::from(words[at as usize] & bits != 0);
        // The last place is shifted furthest, so the fold runs backwards and bit `i` is place `i`.
        self.at.iter().rev().fold(0, |set, at| set << 1 | meets(at))
    }

    /// Keeps only the values in `bits` of the variable at `place`.
    ///
    /// # Errors
    /// Returns a conflict if there is none.
    #[inline]
    pub fn keep_bits(
        &self,
        place: usize,
        bits: u64,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        store.keep_word(self.scope[place], bits, ChangeRequest::Values)
    }
}
