//! A positive table by the literals of a decision diagram.
//!
//! The literal of a node represents that the values lead to it, the literal of an edge that they
//! pass through it. Node and edge literals form a chain of small tables in which neighbours share
//! one node variable, so unit propagation on each makes the whole table domain consistent (Quimper
//! and Walsh 2006; Abío, Gange, Mayer-Eichberger and Stuckey 2016).

use rustsat::types::Lit;

use super::{diagram::TableDiagram, rows::TableRows};
use crate::{ClauseEncoder, EncodeError, clause_draft::ClauseDraft};

/// The literal of each node of a layer; `None` for a node that is always reached.
type LayerLiterals = Vec<Option<Lit>>;

impl ClauseEncoder {
    /// Encodes a table of at least one row.
    pub(super) fn table_by_diagram(&mut self, table: &TableRows) -> Result<(), EncodeError> {
        let diagram = TableDiagram::from_rows(&mut self.formula, table)?;
        let mut nodes: LayerLiterals = vec![None];
        for column in 0..table.scope.len() {
            nodes = self.write_layer(table, &diagram, column, &nodes)?;
        }
        Ok(())
    }

    /// Writes the edges of a layer and returns the literals of the next layer's nodes.
    fn write_layer(
        &mut self,
        table: &TableRows,
        diagram: &TableDiagram,
        column: usize,
        nodes: &LayerLiterals,
    ) -> Result<LayerLiterals, EncodeError> {
        let x = table.scope[column];
        let next = self.next_nodes(diagram, column)?;
        let mut into: Vec<Vec<Lit>> = vec![Vec::new(); next.len()];
        let mut by_place: Vec<Vec<Lit>> = vec![Vec::new(); self.domain_size(x)];
        // From above: a node that is reached has an edge that is taken. The root is always reached.
        for (node, edges) in nodes.iter().zip(&diagram.layers[column]) {
            let mut out = ClauseDraft::default();
            if let Some(node) = *node {
                out.or_literal(!node);
            }
            for &(place, child) in edges {
                let (place, child) = (place as usize, child as usize);
                let edge = self.edge_literal(x, place, *node, next[child])?;
                out.or_literal(edge);
                into[child].push(edge);
                by_place[place].push(edge);
            }
            self.formula.add_draft(&out)?;
        }
        // From below: a node that is reached has an edge into it that is taken.
        for (node, edges) in next.iter().zip(into) {
            if let Some(node) = *node {
                self.table_definition(&Vec::from_iter([!node].into_iter().chain(edges)))?;
            }
        }
        // From the side: a value that is taken passes through an edge with it, so a value whose
        // edges are all gone is removed.
        for (place, edges) in by_place.into_iter().enumerate() {
            let mut draft = ClauseDraft::default();
            draft.or_ne(&self.ints, x, place);
            edges.into_iter().for_each(|edge| {
                draft.or_literal(edge);
            });
            self.formula.add_draft(&draft)?;
        }
        Ok(next)
    }

    /// Makes the literals of the nodes that the edges of a column lead to.
    fn next_nodes(
        &mut self,
        diagram: &TableDiagram,
        column: usize,
    ) -> Result<LayerLiterals, EncodeError> {
        match diagram.layers.get(column + 1) {
            None => Ok(vec![None]),
            Some(layer) => layer.iter().map(|_| self.formula.new_auxiliary().map(Some)).collect(),
        }
    }

    /// Makes the literal of an edge: it implies its node, its value and its target. With
    /// `keep_counts`, node and value together imply it.
    fn edge_literal(
        &mut self,
        x: crate::IntId,
        place: usize,
        from: Option<Lit>,
        to: Option<Lit>,
    ) -> Result<Lit, EncodeError> {
        let edge = self.formula.new_auxiliary()?;
        let mut implied = Vec::new();
        self.ints.push_eq_at(x, place, &mut implied);
        implied.extend(from);
        // With the node and the value determined, the edge is a function of them, and nodes follow
        // from edges.
        if self.options.keep_counts {
            let unless = implied.iter().map(|&lit| !lit).chain([edge]);
            self.formula.add_definition(&Vec::from_iter(unless))?;
        }
        implied.extend(to);
        implied.into_iter().try_for_each(|lit| self.table_definition(&[!edge, lit]))?;
        Ok(edge)
    }

    /// Adds a clause. If counts are kept it defines an auxiliary literal; otherwise it is part
    /// of the constraint.
    fn table_definition(&mut self, clause: &[Lit]) -> Result<(), EncodeError> {
        if self.options.keep_counts {
            self.formula.add_definition(clause)
        } else {
            self.formula.add_clause(clause)
        }
    }
}
