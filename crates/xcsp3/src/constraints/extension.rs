//! `extension`: a table of allowed or forbidden tuples, in which `*` is any value.

use parallax_instance::InputError;
use std::collections::HashMap;
use std::sync::Arc;

use parallax_model::{
    AtomicConstraint, Clause, ComparisonOperator, Constraint, Domain, MAX_VALUE, Table, Value,
};
use roxmltree::Node;

use super::ConstraintRule;
use crate::assigned::Xcsp3Assignment;
use crate::cursor::{ElementText, TextCursor};
use crate::draft::{ModelSlot, Xcsp3ModelDraft};
use crate::element_parts::ElementParts;
use crate::error::Xcsp3PostError;
use crate::items::{ListItem, narrow_value};
use crate::reader::Xcsp3Reader;

/// The cell that any value fits.
const ANY_VALUE: Value = Value::MIN;

/// Maximum number of rows after `*` was written out.
const MAX_EXPANDED: usize = 20_000;

/// The tuples of a table. Constraints of a group share them.
#[derive(Debug)]
pub(crate) enum ExtensionTuples {
    /// The values of one variable.
    Values(Domain),
    /// Rows of cells.
    Rows {
        /// The number of cells of each row; `None` without rows.
        arity: Option<usize>,
        rows: Arc<Vec<Vec<Value>>>,
        /// Whether a cell is `*`.
        starred: bool,
    },
}

/// A table of allowed or forbidden tuples.
#[derive(Clone, Debug)]
pub(crate) struct Xcsp3Extension {
    list: Vec<ListItem>,
    tuples: Arc<ExtensionTuples>,
    forbidden: bool,
}

impl Xcsp3Extension {
    /// Reads the list, and the table unless it was read before.
    pub(super) fn read(
        reader: &mut Xcsp3Reader<'_>,
        node: Node<'_, '_>,
    ) -> Result<Self, InputError> {
        let parts = ElementParts::from_node(reader, node, &["list", "supports", "conflicts"], &[])?;
        let list = reader.read_items(parts.required_part(reader, "list")?)?;
        let supports = parts.optional_part(reader, "supports")?;
        let conflicts = parts.optional_part(reader, "conflicts")?;
        let (Some(table), None) = (supports.or(conflicts), supports.and(conflicts)) else {
            return Err(reader.fault_in(node, "expected either <supports> or <conflicts>"));
        };
        // The constraints of a group share one table, which is identified by its element.
        let known = reader.tables.get(&table.id()).cloned();
        let tuples = match known {
            Some(known) => known,
            None => {
                let tuples = Arc::new(read_tuples(reader, table, list.len())?);
                reader.tables.insert(table.id(), tuples.clone());
                tuples
            }
        };
        let arity = match &*tuples {
            ExtensionTuples::Values(_) => Some(1),
            ExtensionTuples::Rows { arity, .. } => *arity,
        };
        if let Some(arity) = arity.filter(|&arity| arity != list.len()) {
            let message = format!("tuples of {arity} values for {} variables", list.len());
            return Err(reader.fault_in(node, &message));
        }
        Ok(Xcsp3Extension { list, tuples, forbidden: conflicts.is_some() })
    }

    /// Posts a table with rows in which `*` occurs.
    fn post_starred(
        &self,
        draft: &mut Xcsp3ModelDraft<'_>,
        rows: &[Vec<Value>],
    ) -> Result<(), Xcsp3PostError> {
        let scope = draft.item_slots(&self.list)?;
        let fixed = |row: &[Value]| -> Vec<(ModelSlot, Value)> {
            let cells = scope.iter().copied().zip(row.iter().copied());
            cells.filter(|&(_, value)| value != ANY_VALUE).collect()
        };
        if self.forbidden {
            // A forbidden row is a clause: one of its cells differs, and `*` restricts nothing.
            for row in rows {
                let atoms = fixed(row).into_iter();
                let atoms = atoms.map(|(slot, value)| {
                    AtomicConstraint::new(slot, ComparisonOperator::Ne, value)
                });
                draft.post_clause(atoms.collect())?;
            }
            return Ok(());
        }
        if let Some(tuples) = self.expand_rows(draft, rows)? {
            draft.post_constraint(Constraint::Table(Table { scope, tuples, forbidden: false }));
            return Ok(());
        }
        // Too many rows to write out: a truth value for each row states whether it matches.
        let mut any = Vec::with_capacity(rows.len());
        for row in rows {
            let truth = draft.new_hidden(Domain::boolean());
            // Both directions, so that the other variables determine the truth value and no
            // solution counts twice.
            let mut back = vec![AtomicConstraint::new(truth, ComparisonOperator::Eq, 1)];
            for (slot, value) in fixed(row) {
                let equal = AtomicConstraint::new(slot, ComparisonOperator::Eq, value);
                draft.post_clause(vec![
                    AtomicConstraint::new(truth, ComparisonOperator::Eq, 0),
                    equal,
                ])?;
                back.push(AtomicConstraint::new(slot, ComparisonOperator::Ne, value));
            }
            draft.post_clause(back)?;
            any.push(AtomicConstraint::new(truth, ComparisonOperator::Eq, 1));
        }
        draft.post_clause(any)
    }

    /// Returns the rows with each `*` replaced by the values of its variable; `None` if there are
    /// more than [`MAX_EXPANDED`]. Constraints with the same domains share them.
    fn expand_rows(
        &self,
        draft: &mut Xcsp3ModelDraft<'_>,
        rows: &[Vec<Value>],
    ) -> Result<Option<Shared>, Xcsp3PostError> {
        let domains: Option<Vec<Domain>> =
            self.list.iter().map(|&item| draft.item_domain(item)).collect();
        let Some(domains) = domains else { return Ok(None) };
        // The document keeps the tables alive, so an address identifies one.
        let key = (Arc::as_ptr(&self.tuples), domains);
        if let Some(known) = draft.written.get(&key) {
            return Ok(Some(known.clone()));
        }
        let Some(all) = written_out(rows, &key.1) else { return Ok(None) };
        draft.spend_pieces(all.len().saturating_mul(self.list.len()))?;
        let all = Arc::new(all);
        draft.written.insert(key, all.clone());
        Ok(Some(all))
    }
}

/// Rows that constraints share.
type Shared = Arc<Vec<Vec<Value>>>;

/// The rows of tables with each `*` written out, by the table and the domains of its list.
pub(crate) type WrittenOut = HashMap<(*const ExtensionTuples, Vec<Domain>), Shared>;

/// Returns the rows with each `*` replaced by the values of its domain; `None` if there are more
/// than [`MAX_EXPANDED`].
fn written_out(rows: &[Vec<Value>], domains: &[Domain]) -> Option<Vec<Vec<Value>>> {
    // The rows are counted before any is written.
    let mut count = 0u64;
    for row in rows {
        let stars = row.iter().zip(domains).filter(|(cell, _)| **cell == ANY_VALUE);
        let product = stars.fold(1u64, |all, (_, domain)| all.saturating_mul(domain.len()));
        count = count.saturating_add(product);
        if count > MAX_EXPANDED as u64 {
            return None;
        }
    }
    let mut all = Vec::with_capacity(count as usize);
    for row in rows {
        // Replaces one `*` after the other: each row becomes one row for each value of the domain.
        let mut open = vec![row.clone()];
        for (index, domain) in domains.iter().enumerate() {
            if row[index] != ANY_VALUE {
                continue;
            }
            let mut wider = Vec::with_capacity(open.len());
            for row in &open {
                wider.extend(domain.iter().map(|value| {
                    let mut row = row.clone();
                    row[index] = value;
                    row
                }));
            }
            open = wider;
        }
        all.extend(open);
    }
    Some(all)
}

impl ConstraintRule for Xcsp3Extension {
    fn element_name(&self) -> &'static str {
        "extension"
    }

    fn holds_for(&self, values: &Xcsp3Assignment<'_>) -> Option<bool> {
        let list = values.item_values(&self.list)?;
        let found = match &*self.tuples {
            ExtensionTuples::Values(domain) => list
                .first()
                .and_then(|&value| Value::try_from(value).ok())
                .is_some_and(|value| domain.contains(value)),
            ExtensionTuples::Rows { rows, .. } => rows.iter().any(|row| {
                row.iter()
                    .zip(&list)
                    .all(|(&cell, &value)| cell == ANY_VALUE || i128::from(cell) == value)
            }),
        };
        Some(found != self.forbidden)
    }

    fn post_rule(&self, draft: &mut Xcsp3ModelDraft<'_>) -> Result<(), Xcsp3PostError> {
        match &*self.tuples {
            ExtensionTuples::Values(domain) => {
                let slot = draft.item_slots(&self.list)?;
                let Some(&slot) = slot.first() else { return Ok(()) };
                post_unary(draft, slot, domain, self.forbidden)
            }
            ExtensionTuples::Rows { rows, starred: true, .. } => self.post_starred(draft, rows),
            ExtensionTuples::Rows { rows, .. } => {
                let scope = draft.item_slots(&self.list)?;
                let (tuples, forbidden) = (rows.clone(), self.forbidden);
                draft.post_constraint(Constraint::Table(Table { scope, tuples, forbidden }));
                Ok(())
            }
        }
    }
}

/// Posts that a variable has one of these values, or none of them if `forbidden`: for each gap a
/// clause of bounds.
fn post_unary(
    draft: &mut Xcsp3ModelDraft<'_>,
    slot: ModelSlot,
    domain: &Domain,
    forbidden: bool,
) -> Result<(), Xcsp3PostError> {
    let gaps = if forbidden {
        domain.intervals().collect()
    } else {
        // The gaps before, between and after the intervals of the domain.
        let (mut gaps, mut next) = (Vec::new(), -i64::from(MAX_VALUE) - 1);
        for (low, high) in domain.intervals() {
            gaps.push((next as Value, low - 1));
            next = i64::from(high) + 1;
        }
        gaps.push((next as Value, MAX_VALUE + 1));
        gaps
    };
    // Each gap excludes its values by one clause: the variable is below or above it.
    for (low, high) in gaps {
        if low > high {
            continue;
        }
        let mut atoms = Vec::new();
        if low > -MAX_VALUE {
            atoms.push(AtomicConstraint::new(slot, ComparisonOperator::Lt, low));
        }
        if high < MAX_VALUE {
            atoms.push(AtomicConstraint::new(slot, ComparisonOperator::Gt, high));
        }
        draft.spend_pieces(2)?;
        draft.post_constraint(Constraint::Clause(Clause { atoms }));
    }
    Ok(())
}

/// Reads the tuples of a table.
fn read_tuples(
    reader: &mut Xcsp3Reader<'_>,
    node: Node<'_, '_>,
    width: usize,
) -> Result<ExtensionTuples, InputError> {
    let text = ElementText::from_node(node);
    let mut cursor = text.start_cursor();
    cursor.skip_blank();
    // A table of one column lists its values without brackets.
    if width == 1 && !matches!(cursor.peek_byte(), None | Some(b'(')) {
        return Ok(ExtensionTuples::Values(read_unary(reader, &mut cursor)?));
    }
    let (mut rows, mut starred, mut arity) = (Vec::new(), false, None);
    while cursor.skip_blank() {
        let start = cursor;
        let row = read_row(reader, &mut cursor, arity.unwrap_or(width))?;
        if *arity.get_or_insert(row.len()) != row.len() {
            let expected = format!("a tuple of {} values", arity.unwrap_or_default());
            return Err(reader.unexpected_text(&start, &expected));
        }
        // A value beyond the range of models occurs in no solution, so the tuple is dropped.
        if let Some(row) = row.into_iter().collect::<Option<Vec<Value>>>() {
            starred |= row.contains(&ANY_VALUE);
            rows.push(row);
        }
    }
    Ok(ExtensionTuples::Rows { arity, rows: Arc::new(rows), starred })
}

/// Reads values and intervals: `1 3..5`.
fn read_unary(
    reader: &mut Xcsp3Reader<'_>,
    cursor: &mut TextCursor<'_>,
) -> Result<Domain, InputError> {
    let mut intervals = Vec::new();
    while cursor.skip_blank() {
        let start = *cursor;
        reader.spend_pieces(start.file_offset(), 1)?;
        let (low, high) = reader.read_interval(cursor)?;
        if cursor.peek_byte().is_some_and(|byte| !byte.is_ascii_whitespace()) {
            return Err(reader.unexpected_text(&start, "values and ranges such as 1 3..5"));
        }
        let max_value = i64::from(MAX_VALUE);
        if low <= high && low <= max_value && high >= -max_value {
            // No variable takes the values that this drops.
            intervals.push((low.max(-max_value) as Value, high.min(max_value) as Value));
        }
    }
    Ok(Domain::from_intervals(intervals))
}

/// Reads a row; a cell is `None` if no variable can take its value.
fn read_row(
    reader: &mut Xcsp3Reader<'_>,
    cursor: &mut TextCursor<'_>,
    width: usize,
) -> Result<Vec<Option<Value>>, InputError> {
    reader.spend_pieces(cursor.file_offset(), width)?;
    if !cursor.take_text("(") {
        return Err(reader.unexpected_text(cursor, "'('"));
    }
    let mut row = Vec::with_capacity(width.min(1 << 10));
    loop {
        cursor.skip_blank();
        if cursor.take_text("*") {
            row.push(Some(ANY_VALUE));
        } else {
            let start = *cursor;
            match cursor.take_integer() {
                Some(number) => row.push(narrow_value(number)),
                None => return Err(reader.unexpected_text(&start, "an integer or '*'")),
            }
        }
        cursor.skip_blank();
        if cursor.take_text(")") {
            return Ok(row);
        }
        if !cursor.take_text(",") {
            return Err(reader.unexpected_text(cursor, "',' or ')'"));
        }
    }
}
