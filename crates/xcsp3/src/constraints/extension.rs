//! `extension`: a table of allowed or forbidden tuples, in which `*` is any value.

use parallax_model::instance::InputError;
use std::collections::HashMap;
use std::sync::Arc;

use parallax_model::{Atom, Clause, Constraint, Domain, MAX_VALUE, Relation, Table, Value};
use roxmltree::Node;

use super::Rule;
use crate::assigned::Assigned;
use crate::cursor::{Cursor, Text};
use crate::draft::{Draft, Slot};
use crate::error::PostError;
use crate::items::{Item, narrow};
use crate::parts::Parts;
use crate::reader::Reader;

/// The cell that any value fits.
const ANY: Value = Value::MIN;

/// Maximum number of rows after `*` was written out.
const MAX_EXPANDED: usize = 20_000;

/// The tuples of a table. Constraints of a group share them.
#[derive(Debug)]
pub(crate) enum Tuples {
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
pub(crate) struct Extension {
    list: Vec<Item>,
    tuples: Arc<Tuples>,
    forbidden: bool,
}

impl Extension {
    /// Reads the list, and the table unless it was read before.
    pub(super) fn read(reader: &mut Reader<'_>, node: Node<'_, '_>) -> Result<Self, InputError> {
        let parts = Parts::of(reader, node, &["list", "supports", "conflicts"], &[])?;
        let list = reader.items(parts.one(reader, "list")?)?;
        let supports = parts.maybe(reader, "supports")?;
        let conflicts = parts.maybe(reader, "conflicts")?;
        let (Some(table), None) = (supports.or(conflicts), supports.and(conflicts)) else {
            return Err(reader.fault_in(node, "expected either <supports> or <conflicts>"));
        };
        let known = reader.tables.get(&table.id()).cloned();
        let tuples = match known {
            Some(known) => known,
            None => {
                let tuples = Arc::new(tuples(reader, table, list.len())?);
                reader.tables.insert(table.id(), tuples.clone());
                tuples
            }
        };
        let arity = match &*tuples {
            Tuples::Values(_) => Some(1),
            Tuples::Rows { arity, .. } => *arity,
        };
        if let Some(arity) = arity.filter(|&arity| arity != list.len()) {
            let message = format!("tuples of {arity} values for {} variables", list.len());
            return Err(reader.fault_in(node, &message));
        }
        Ok(Extension { list, tuples, forbidden: conflicts.is_some() })
    }

    /// Posts a table with rows in which `*` occurs.
    fn post_starred(&self, draft: &mut Draft<'_>, rows: &[Vec<Value>]) -> Result<(), PostError> {
        let scope = draft.slots(&self.list)?;
        let fixed = |row: &[Value]| -> Vec<(Slot, Value)> {
            let cells = scope.iter().copied().zip(row.iter().copied());
            cells.filter(|&(_, value)| value != ANY).collect()
        };
        if self.forbidden {
            for row in rows {
                let atoms = fixed(row).into_iter();
                let atoms = atoms.map(|(slot, value)| Atom::new(slot, Relation::Ne, value));
                draft.clause(atoms.collect())?;
            }
            return Ok(());
        }
        if let Some(tuples) = self.expanded(draft, rows)? {
            draft.post(Constraint::Table(Table { scope, tuples, forbidden: false }));
            return Ok(());
        }
        // A truth for each row: whether the row matches.
        let mut any = Vec::with_capacity(rows.len());
        for row in rows {
            let truth = draft.hidden(Domain::boolean());
            let mut back = vec![Atom::new(truth, Relation::Eq, 1)];
            for (slot, value) in fixed(row) {
                let equal = Atom::new(slot, Relation::Eq, value);
                draft.clause(vec![Atom::new(truth, Relation::Eq, 0), equal])?;
                back.push(Atom::new(slot, Relation::Ne, value));
            }
            draft.clause(back)?;
            any.push(Atom::new(truth, Relation::Eq, 1));
        }
        draft.clause(any)
    }

    /// Returns the rows with each `*` replaced by the values of its variable; `None` if there are
    /// more than [`MAX_EXPANDED`]. Constraints with the same domains share them.
    fn expanded(
        &self,
        draft: &mut Draft<'_>,
        rows: &[Vec<Value>],
    ) -> Result<Option<Shared>, PostError> {
        let domains: Option<Vec<Domain>> =
            self.list.iter().map(|&item| draft.domain(item)).collect();
        let Some(domains) = domains else { return Ok(None) };
        let key = (Arc::as_ptr(&self.tuples), domains);
        if let Some(known) = draft.written.get(&key) {
            return Ok(Some(known.clone()));
        }
        let Some(all) = written_out(rows, &key.1) else { return Ok(None) };
        draft.spend(all.len().saturating_mul(self.list.len()))?;
        let all = Arc::new(all);
        draft.written.insert(key, all.clone());
        Ok(Some(all))
    }
}

/// Rows that constraints share.
type Shared = Arc<Vec<Vec<Value>>>;

/// The rows of tables with each `*` written out, by the table and the domains of its list.
pub(crate) type WrittenOut = HashMap<(*const Tuples, Vec<Domain>), Shared>;

/// Returns the rows with each `*` replaced by the values of its domain; `None` if there are more
/// than [`MAX_EXPANDED`].
fn written_out(rows: &[Vec<Value>], domains: &[Domain]) -> Option<Vec<Vec<Value>>> {
    let mut count = 0u64;
    for row in rows {
        let stars = row.iter().zip(domains).filter(|(cell, _)| **cell == ANY);
        let product = stars.fold(1u64, |all, (_, own)| all.saturating_mul(own.len()));
        count = count.saturating_add(product);
        if count > MAX_EXPANDED as u64 {
            return None;
        }
    }
    let mut all = Vec::with_capacity(count as usize);
    for row in rows {
        let mut open = vec![row.clone()];
        for (place, domain) in domains.iter().enumerate() {
            if row[place] != ANY {
                continue;
            }
            let mut wider = Vec::with_capacity(open.len());
            for row in &open {
                wider.extend(domain.iter().map(|value| {
                    let mut row = row.clone();
                    row[place] = value;
                    row
                }));
            }
            open = wider;
        }
        all.extend(open);
    }
    Some(all)
}

impl Rule for Extension {
    fn element(&self) -> &'static str {
        "extension"
    }

    fn holds(&self, values: &Assigned<'_>) -> Option<bool> {
        let own = values.numbers(&self.list)?;
        let found = match &*self.tuples {
            Tuples::Values(domain) => own
                .first()
                .and_then(|&value| Value::try_from(value).ok())
                .is_some_and(|value| domain.contains(value)),
            Tuples::Rows { rows, .. } => rows.iter().any(|row| {
                row.iter().zip(&own).all(|(&cell, &value)| cell == ANY || i128::from(cell) == value)
            }),
        };
        Some(found != self.forbidden)
    }

    fn post(&self, draft: &mut Draft<'_>) -> Result<(), PostError> {
        match &*self.tuples {
            Tuples::Values(domain) => {
                let slot = draft.slots(&self.list)?;
                let Some(&slot) = slot.first() else { return Ok(()) };
                outside(draft, slot, domain, self.forbidden)
            }
            Tuples::Rows { rows, starred: true, .. } => self.post_starred(draft, rows),
            Tuples::Rows { rows, .. } => {
                let scope = draft.slots(&self.list)?;
                let (tuples, forbidden) = (rows.clone(), self.forbidden);
                draft.post(Constraint::Table(Table { scope, tuples, forbidden }));
                Ok(())
            }
        }
    }
}

/// Posts that a variable has one of these values, or none of them if `forbidden`: for each gap a
/// clause of bounds.
fn outside(
    draft: &mut Draft<'_>,
    slot: Slot,
    domain: &Domain,
    forbidden: bool,
) -> Result<(), PostError> {
    let gaps = if forbidden {
        domain.intervals().collect()
    } else {
        let (mut gaps, mut next) = (Vec::new(), -i64::from(MAX_VALUE) - 1);
        for (low, high) in domain.intervals() {
            gaps.push((next as Value, low - 1));
            next = i64::from(high) + 1;
        }
        gaps.push((next as Value, MAX_VALUE + 1));
        gaps
    };
    for (low, high) in gaps {
        if low > high {
            continue;
        }
        let mut atoms = Vec::new();
        if low > -MAX_VALUE {
            atoms.push(Atom::new(slot, Relation::Lt, low));
        }
        if high < MAX_VALUE {
            atoms.push(Atom::new(slot, Relation::Gt, high));
        }
        draft.spend(2)?;
        draft.post(Constraint::Clause(Clause { atoms }));
    }
    Ok(())
}

/// Reads the tuples of a table.
fn tuples(reader: &mut Reader<'_>, node: Node<'_, '_>, width: usize) -> Result<Tuples, InputError> {
    let text = Text::of(node);
    let mut cursor = text.cursor();
    cursor.skip_blank();
    if width == 1 && !matches!(cursor.peek(), None | Some(b'(')) {
        return Ok(Tuples::Values(unary(reader, &mut cursor)?));
    }
    let (mut rows, mut starred, mut arity) = (Vec::new(), false, None);
    while cursor.skip_blank() {
        let start = cursor;
        let row = row(reader, &mut cursor, arity.unwrap_or(width))?;
        if *arity.get_or_insert(row.len()) != row.len() {
            let expected = format!("a tuple of {} values", arity.unwrap_or_default());
            return Err(reader.unexpected(&start, &expected));
        }
        // A value beyond those of models makes the tuple useless.
        if let Some(row) = row.into_iter().collect::<Option<Vec<Value>>>() {
            starred |= row.contains(&ANY);
            rows.push(row);
        }
    }
    Ok(Tuples::Rows { arity, rows: Arc::new(rows), starred })
}

/// Reads values and intervals: `1 3..5`.
fn unary(reader: &mut Reader<'_>, cursor: &mut Cursor<'_>) -> Result<Domain, InputError> {
    let mut intervals = Vec::new();
    while cursor.skip_blank() {
        let start = *cursor;
        reader.spend(start.offset(), 1)?;
        let (low, high) = reader.interval(cursor)?;
        if cursor.peek().is_some_and(|byte| !byte.is_ascii_whitespace()) {
            return Err(reader.unexpected(&start, "values and ranges such as 1 3..5"));
        }
        let most = i64::from(MAX_VALUE);
        if low <= high && low <= most && high >= -most {
            // No variable takes the values that this drops.
            intervals.push((low.max(-most) as Value, high.min(most) as Value));
        }
    }
    Ok(Domain::from_intervals(intervals))
}

/// Reads a row; a cell is `None` if no variable can take its value.
fn row(
    reader: &mut Reader<'_>,
    cursor: &mut Cursor<'_>,
    width: usize,
) -> Result<Vec<Option<Value>>, InputError> {
    reader.spend(cursor.offset(), width)?;
    if !cursor.take("(") {
        return Err(reader.unexpected(cursor, "'('"));
    }
    let mut row = Vec::with_capacity(width.min(1 << 10));
    loop {
        cursor.skip_blank();
        if cursor.take("*") {
            row.push(Some(ANY));
        } else {
            let start = *cursor;
            match cursor.integer() {
                Some(number) => row.push(narrow(number)),
                None => return Err(reader.unexpected(&start, "an integer or '*'")),
            }
        }
        cursor.skip_blank();
        if cursor.take(")") {
            return Ok(row);
        }
        if !cursor.take(",") {
            return Err(reader.unexpected(cursor, "',' or ')'"));
        }
    }
}
