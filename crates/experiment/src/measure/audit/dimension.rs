//! Relations between classes as circuits.

use parallax_model::{ClassRelation, DimensionRelation, Value};
use rustsat::types::Lit;

use super::circuit::TseitinCircuit;
use super::constraint_circuits::{ValueLiterals, all_different_gate, build_count_gates};

impl ValueLiterals<'_> {
    /// The truth value of a relation between classes.
    pub(super) fn dimension_gate(&self, c: &mut TseitinCircuit, k: &DimensionRelation) -> Lit {
        let dimension = self.model.dimension(k.dimension);
        let count = dimension.class_names().len() as u32;
        // By variable, then by class: whether the value is in that class.
        let mut table: Vec<Vec<Lit>> = Vec::new();
        for &v in &k.scope {
            let row = (0..count)
                .map(|class| self.test_gate(c, v, |x| dimension.class_of_value(x) == Some(class)));
            table.push(row.collect());
        }
        // A value outside every class satisfies no relation.
        let known: Vec<Lit> = table.iter().map(|row| c.or_gate(row.clone())).collect();
        let known = c.and_gate(known);
        let related = match &k.relation {
            ClassRelation::Table(rows) => one_of(c, &table, rows),
            _ if table.len() < 2 => c.constant_literal(true),
            ClassRelation::AllSame => alike_gate(c, &table, count),
            ClassRelation::AllDifferent => apart_gate(c, &table, count),
            ClassRelation::AllSameOrAllDifferent => {
                let sides = [alike_gate(c, &table, count), apart_gate(c, &table, count)];
                c.or_gate(sides)
            }
            ClassRelation::ExactlyEqual(number) => largest_is(c, &table, count, *number as usize),
        };
        c.and_gate([known, related])
    }
}

fn apart_gate(c: &mut TseitinCircuit, table: &[Vec<Lit>], count: u32) -> Lit {
    let is = |_: &TseitinCircuit, i: usize, class: Value| table[i][class as usize];
    all_different_gate(c, table.len(), &|_| (0..count as Value).collect(), &is)
}

fn alike_gate(c: &mut TseitinCircuit, table: &[Vec<Lit>], count: u32) -> Lit {
    let mut alike = Vec::new();
    for class in 0..count as usize {
        alike.push(c.and_gate(table.iter().map(|row| row[class])));
    }
    c.or_gate(alike)
}

/// No class occurs more often than `number`, and some class occurs exactly that often.
fn largest_is(c: &mut TseitinCircuit, table: &[Vec<Lit>], count: u32, number: usize) -> Lit {
    let (mut within, mut reached) = (Vec::new(), Vec::new());
    for class in 0..count as usize {
        let lits: Vec<Lit> = table.iter().map(|row| row[class]).collect();
        let counts = build_count_gates(c, &lits);
        within.push(c.or_gate(counts.iter().take(number + 1).copied()));
        // `counts` has no entry beyond the number of variables: a class cannot occur that often.
        reached.extend(counts.get(number));
    }
    let (within, reached) = (c.and_gate(within), c.or_gate(reached));
    c.and_gate([within, reached])
}

fn one_of(c: &mut TseitinCircuit, table: &[Vec<Lit>], rows: &[Vec<u32>]) -> Lit {
    let mut found = Vec::new();
    for row in rows {
        let cells = table.iter().zip(row).map(|(lits, &class)| lits[class as usize]);
        found.push(c.and_gate(cells));
    }
    c.or_gate(found)
}
