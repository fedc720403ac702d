//! Relations between classes as circuits.

use parallax_model::{ClassRelation, DimensionRelation, Value};
use rustsat::types::Lit;

use super::circuit::Circuit;
use super::plain::{Values, counts, different};

impl Values<'_> {
    /// The truth value of a relation between classes.
    pub(super) fn dimension(&self, c: &mut Circuit, k: &DimensionRelation) -> Lit {
        let dimension = self.model.dimension(k.dimension);
        let count = dimension.classes().len() as u32;
        // By variable, then by class: whether the value is in that class.
        let mut table: Vec<Vec<Lit>> = Vec::new();
        for &v in &k.scope {
            let row =
                (0..count).map(|class| self.test(c, v, |x| dimension.class(x) == Some(class)));
            table.push(row.collect());
        }
        let known: Vec<Lit> = table.iter().map(|row| c.or(row.clone())).collect();
        let known = c.and(known);
        let related = match &k.relation {
            ClassRelation::Table(rows) => one_of(c, &table, rows),
            _ if table.len() < 2 => c.constant(true),
            ClassRelation::AllSame => alike(c, &table, count),
            ClassRelation::AllDifferent => apart(c, &table, count),
            ClassRelation::AllSameOrAllDifferent => {
                let sides = [alike(c, &table, count), apart(c, &table, count)];
                c.or(sides)
            }
            ClassRelation::ExactlyEqual(number) => largest_is(c, &table, count, *number as usize),
        };
        c.and([known, related])
    }
}

fn apart(c: &mut Circuit, table: &[Vec<Lit>], count: u32) -> Lit {
    let is = |_: &Circuit, i: usize, class: Value| table[i][class as usize];
    different(c, table.len(), &|_| (0..count as Value).collect(), &is)
}

fn alike(c: &mut Circuit, table: &[Vec<Lit>], count: u32) -> Lit {
    let mut alike = Vec::new();
    for class in 0..count as usize {
        alike.push(c.and(table.iter().map(|row| row[class])));
    }
    c.or(alike)
}

/// No class occurs more often than `number`, and some class occurs exactly that often.
fn largest_is(c: &mut Circuit, table: &[Vec<Lit>], count: u32, number: usize) -> Lit {
    let (mut within, mut reached) = (Vec::new(), Vec::new());
    for class in 0..count as usize {
        let lits: Vec<Lit> = table.iter().map(|row| row[class]).collect();
        let counts = counts(c, &lits);
        within.push(c.or(counts.iter().take(number + 1).copied()));
        reached.extend(counts.get(number));
    }
    let (within, reached) = (c.and(within), c.or(reached));
    c.and([within, reached])
}

fn one_of(c: &mut Circuit, table: &[Vec<Lit>], rows: &[Vec<u32>]) -> Lit {
    let mut found = Vec::new();
    for row in rows {
        let cells = table.iter().zip(row).map(|(lits, &class)| lits[class as usize]);
        found.push(c.and(cells));
    }
    c.or(found)
}
