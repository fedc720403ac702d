//! A propositional formula under construction.

use std::ops::Range;

use compact_str::CompactString;
use rustsat::{OutOfMemory, types::Lit};

use crate::{
    ClauseStore, EncodeError, EncodedBool, EncodingTag, FormulaBudget, FormulaVariableMeaning,
    FormulaVariables, HaltReason, clause_draft::ClauseDraft, tags::EncodingTags,
};

/// Clauses, variables with their meanings, and the provenance of both.
///
/// Clauses live in a flat store, without an allocation for each. The store keeps a
/// [`FormulaBudget`]; once the budget is spent the formula halts, and every later addition fails
/// with the same error.
#[derive(Debug)]
pub struct PropositionalFormula {
    store: ClauseStore,
    variables: FormulaVariables,
    groups: Vec<FormulaGroup>,
    label_bytes: usize,
    /// Bytes held outside the formula: the values of its integers.
    held_bytes: usize,
    tags: EncodingTags,
}

#[derive(Debug)]
struct FormulaGroup {
    label: CompactString,
    first_clause: usize,
    /// Bits that index the formula's notes.
    tag_bits: u128,
}

impl Default for PropositionalFormula {
    fn default() -> Self {
        PropositionalFormula::new(FormulaBudget::default())
    }
}

impl PropositionalFormula {
    /// Makes an empty formula with this budget.
    #[must_use]
    pub fn new(budget: FormulaBudget) -> Self {
        PropositionalFormula {
            store: ClauseStore::new(budget),
            variables: FormulaVariables::default(),
            groups: Vec::new(),
            label_bytes: 0,
            held_bytes: 0,
            tags: EncodingTags::default(),
        }
    }

    /// Returns why the formula takes no more clauses, or `None` if it has not halted.
    #[must_use]
    pub fn halt_reason(&self) -> Option<HaltReason> {
        self.store.halt_reason()
    }

    /// Returns the number of variables, which are numbered from 0.
    #[must_use]
    pub fn n_vars(&self) -> usize {
        self.variables.meanings().len()
    }

    /// Returns the number of clauses.
    #[must_use]
    pub fn n_clauses(&self) -> usize {
        self.store.len()
    }

    /// Returns the total number of literals in all clauses.
    #[must_use]
    pub fn n_literals(&self) -> usize {
        self.store.n_literals()
    }

    /// Returns the number of bytes of the stored clauses, variables and labels.
    #[must_use]
    pub fn byte_count(&self) -> usize {
        self.store.clause_bytes() + self.other_bytes() - self.held_bytes
    }

    /// Returns the clauses, in the order in which they were added.
    #[must_use]
    pub fn clauses(&self) -> impl ExactSizeIterator<Item = &[Lit]> + '_ {
        (0..self.store.len()).map(|index| self.store.clause(index))
    }

    /// Returns the clause with this index.
    ///
    /// # Panics
    /// If the index is not below [`PropositionalFormula::n_clauses`].
    #[must_use]
    pub fn clause(&self, index: usize) -> &[Lit] {
        self.store.clause(index)
    }

    /// Returns the meaning of each variable, by its index.
    #[must_use]
    pub fn meanings(&self) -> &[FormulaVariableMeaning] {
        self.variables.meanings()
    }

    /// Makes a variable and returns its positive literal.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn new_lit(&mut self, meaning: FormulaVariableMeaning) -> Result<Lit, EncodeError> {
        let var = self.variables.create_variable(meaning);
        self.check_budget()?;
        self.store.spend_work(1)?;
        Ok(var.pos_lit())
    }

    /// Makes a variable that occurs only in clauses under the active guards. It is false if
    /// one of the guards is false, so that it is not free there and model counts are kept.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn new_guarded_lit(&mut self, meaning: FormulaVariableMeaning) -> Result<Lit, EncodeError> {
        let lit = self.new_lit(meaning)?;
        let guards = self.take_guards();
        // Outside the guards: under them, `not lit or guard` would always hold.
        let tied = guards.iter().try_for_each(|&guard| self.add_definition(&[!lit, guard]));
        self.restore_guards(guards);
        tied.map(|()| lit)
    }

    /// Makes an auxiliary variable of the current group and returns its positive literal.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn new_auxiliary(&mut self) -> Result<Lit, EncodeError> {
        self.new_lit(FormulaVariableMeaning::Auxiliary(self.variables.group))
    }

    /// Adds a clause under the active guards. Drops repeated literals, and does not store a
    /// clause with a literal and its negation.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn add_clause(&mut self, clause: &[Lit]) -> Result<(), EncodeError> {
        Ok(self.store.push_clause(clause.iter().copied(), clause.len(), true)?)
    }

    /// Adds a clause that ignores the guards: for definitions of literals, which constraints
    /// under other guards may share.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn add_definition(&mut self, clause: &[Lit]) -> Result<(), EncodeError> {
        Ok(self.store.push_clause(clause.iter().copied(), clause.len(), false)?)
    }

    /// Adds the clause of these truth values, under the active guards.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn add_bools(&mut self, clause: &[EncodedBool]) -> Result<(), EncodeError> {
        let mut draft = ClauseDraft::default();
        for &literal in clause {
            draft.or_literal(literal);
        }
        self.add_draft(&draft)
    }

    pub(crate) fn add_draft(&mut self, draft: &ClauseDraft) -> Result<(), EncodeError> {
        match draft.finished_clause() {
            Some(clause) => self.add_clause(clause),
            // Such clauses store nothing, but many of them take time also.
            None => self.spend_work(1),
        }
    }

    pub(crate) fn define_draft(&mut self, draft: &ClauseDraft) -> Result<(), EncodeError> {
        match draft.finished_clause() {
            Some(clause) => self.add_definition(clause),
            None => self.spend_work(1),
        }
    }

    /// Makes all following clauses hold only if `guard` is true, until
    /// [`PropositionalFormula::pop_guard`].
    pub fn push_guard(&mut self, guard: Lit) {
        self.store.guards_mut().push(guard);
    }

    /// Ends the innermost guard and returns it.
    pub fn pop_guard(&mut self) -> Option<Lit> {
        self.store.guards_mut().pop()
    }

    /// Whether any guard is active.
    #[must_use]
    pub fn is_guarded(&self) -> bool {
        self.store.is_guarded()
    }

    /// Removes and returns all guards, until they are restored.
    pub(crate) fn take_guards(&mut self) -> Vec<Lit> {
        std::mem::take(self.store.guards_mut())
    }

    pub(crate) fn restore_guards(&mut self, guards: Vec<Lit>) {
        *self.store.guards_mut() = guards;
    }

    /// Starts a group: everything added from now on belongs to the source that the label names.
    pub fn begin_group(&mut self, label: impl Into<CompactString>) {
        let label = label.into();
        self.label_bytes += label.len();
        // 2^32 groups would hold more bytes than any machine's memory.
        self.variables.group = u32::try_from(self.groups.len()).ok();
        self.groups.push(FormulaGroup { label, first_clause: self.store.len(), tag_bits: 0 });
        self.store.set_other_bytes(self.other_bytes());
    }

    /// Returns all groups: the label of each, and the indices of its clauses.
    #[must_use]
    pub fn groups(&self) -> impl ExactSizeIterator<Item = (&str, Range<usize>)> + '_ {
        self.groups.iter().enumerate().map(|(index, group)| {
            let next = self.groups.get(index + 1);
            let end = next.map_or(self.store.len(), |next| next.first_clause);
            (group.label.as_str(), group.first_clause..end)
        })
    }

    /// Records which encoding the current group uses. Each encoding calls this when it makes its
    /// choice.
    pub fn note_encoding(&mut self, key: &'static str, name: &'static str) {
        if let Some(group) = self.groups.last_mut() {
            group.tag_bits |= self.tags.tag_bit((key, name));
        }
    }

    /// Returns the encodings that the group with this index uses, each once.
    pub fn group_tags(&self, group: usize) -> impl Iterator<Item = EncodingTag> + '_ {
        self.tags.list_tags(self.groups.get(group).map_or(0, |group| group.tag_bits))
    }

    /// Returns the label of the group with this index.
    #[must_use]
    pub fn group_label(&self, index: u32) -> Option<&str> {
        self.groups.get(index as usize).map(|group| group.label.as_str())
    }

    /// Counts work done outside the store, such as building a table, against the budget.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn spend_work(&mut self, work: usize) -> Result<(), EncodeError> {
        Ok(self.store.spend_work(work)?)
    }

    /// Counts bytes held outside the store against the budget.
    ///
    /// # Errors
    /// If the budget is spent.
    pub(crate) fn hold_bytes(&mut self, bytes: usize) -> Result<(), EncodeError> {
        self.held_bytes += bytes;
        self.check_budget()?;
        self.spend_work(1)
    }

    /// Lets one of RustSAT's encoders write clauses and make variables.
    ///
    /// # Errors
    /// If the budget is spent, with the reason; the encoder itself only sees an [`OutOfMemory`].
    pub fn encode_with<E>(&mut self, encode: E) -> Result<(), EncodeError>
    where
        E: FnOnce(&mut ClauseStore, &mut FormulaVariables) -> Result<(), OutOfMemory>,
    {
        // The encoder reports only that memory is short; the budget knows why.
        let result = encode(&mut self.store, &mut self.variables);
        self.check_budget()?;
        self.store.spend_work(1)?;
        // An allocation failed although the budget allows more: what is held is what fits.
        result.or_else(|_| self.halt_at_size())
    }

    /// Updates the byte count and checks whether variables have run out.
    fn check_budget(&mut self) -> Result<(), EncodeError> {
        // The store checks the limit on bytes, and knows only its own clauses.
        self.store.set_other_bytes(self.other_bytes());
        if self.variables.exhausted { self.halt_at_size() } else { Ok(()) }
    }

    /// Halts with the current size as the limit.
    fn halt_at_size(&mut self) -> Result<(), EncodeError> {
        let bytes = self.byte_count();
        Err(self.store.latch_halt(HaltReason::TooLarge { bytes, limit: bytes }).into())
    }

    /// Returns the number of bytes other than clauses, including those held outside the store.
    fn other_bytes(&self) -> usize {
        let groups = self.groups.len() * size_of::<FormulaGroup>();
        self.variables.byte_count() + self.label_bytes + self.held_bytes + groups
    }
}
