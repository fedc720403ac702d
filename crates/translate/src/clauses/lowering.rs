//! Encodes the constraints of a model.

use std::collections::HashMap;

use compact_str::{CompactString, format_compact};
use parallax_encodings::{
    ClauseEncoder, EncodeError, EncodedBool, EncodedKind, FormulaVariableMeaning, IntId,
    IntegerAtom,
};
use parallax_model::{
    self as model, ClassRelation, Constraint, DimensionId, Kind, Model, Objective, VarId,
};
use rustsat::types::Lit;

use super::super::{
    GLOBAL_REFUSAL, ObjectiveBound, encoding_atom as lower_atom, encoding_relation,
};

/// The state of an encoding in progress.
pub(super) struct ClauseLowering<'m> {
    pub(super) encoder: ClauseEncoder,
    pub(super) model: &'m Model,
    pub(super) names: Vec<CompactString>,
    /// The class integer of a variable in a dimension.
    pub(super) classes: HashMap<(VarId, DimensionId), IntId>,
    /// The literals that activate constraints, if requested.
    pub(super) selectors: Option<Vec<Lit>>,
}

impl ClauseLowering<'_> {
    pub(super) fn encode_model(&mut self) -> Result<(), EncodeError> {
        self.encoder.formula.begin_group("domains");
        // First of all integers, because variable i of the model is integer i of the formula.
        for variable in self.model.variables() {
            // The encoder lists the values, so sizes are checked first.
            let size = variable.domain.len();
            if size > MAX_DOMAIN {
                let limit = MAX_DOMAIN;
                return Err(EncodeError::TooLarge { what: "values of a domain", size, limit });
            }
            self.encoder.make_integer(&variable.domain.to_vec())?;
        }
        for (i, posted) in self.model.constraints().iter().enumerate() {
            let label = if posted.label.is_empty() {
                format_compact!("{}: {}", i + 1, posted.constraint.description(self.model))
            } else {
                posted.label.clone()
            };
            self.encoder.formula.begin_group(label.clone());
            match self.selectors.as_mut() {
                None => self.encode_constraint(&posted.constraint)?,
                Some(selectors) => {
                    let meaning = FormulaVariableMeaning::Bool(format!("on: {label}"));
                    let selector = self.encoder.formula.new_lit(meaning)?;
                    selectors.push(selector);
                    self.encode_under_literal(selector, |lowering| {
                        lowering.encode_constraint(&posted.constraint)
                    })?;
                }
            }
        }
        Ok(())
    }

    pub(super) fn encode_cost_bound(
        &mut self,
        objective: &Objective,
    ) -> Result<ObjectiveBound, EncodeError> {
        self.encoder.formula.begin_group("objective");
        let cost = objective.cost_terms();
        let (mut least, mut most) = (0, 0);
        for term in &cost {
            let domain = self.model.domain(term.variable);
            let ends = [domain.min(), domain.max()].map(|end| i64::from(end.unwrap_or_default()));
            let [a, b] = ends.map(|end| term.coefficient * end);
            least += a.min(b);
            most += a.max(b);
        }
        let terms: Vec<(i64, IntId)> =
            cost.iter().map(|term| (term.coefficient, encoding_integer(term.variable))).collect();
        ObjectiveBound::encode_bound(&mut self.encoder, &terms, least, most)
    }

    fn encode_constraint(&mut self, constraint: &Constraint) -> Result<(), EncodeError> {
        let e = &mut self.encoder;
        match constraint {
            Constraint::AllDifferent(c) => e.all_different(&encoding_integers(&c.scope)),
            Constraint::GlobalCardinality(c) => {
                let bounds: Vec<(i32, usize, usize)> = c
                    .occurrences
                    .iter()
                    .map(|o| (o.value, o.min as usize, o.max as usize))
                    .collect();
                e.require_cardinality(&encoding_integers(&c.scope), &bounds, c.closed)
            }
            Constraint::Linear(c) => {
                let terms: Vec<(i64, IntId)> =
                    c.terms.iter().map(|t| (t.coefficient, encoding_integer(t.variable))).collect();
                e.require_linear(&terms, encoding_relation(c.relation), c.constant)
            }
            Constraint::Compare(c) => e.require_comparison(
                encoding_integer(c.left),
                encoding_relation(c.relation),
                encoding_integer(c.right),
                c.offset,
            ),
            // The encoder's list of values cannot represent rows without values.
            Constraint::Table(c) if c.scope.is_empty() => match c.tuples.is_empty() {
                empty if empty == c.forbidden => Ok(()),
                _ => e.formula.add_clause(&[]),
            },
            Constraint::Table(c) => {
                e.require_table(&encoding_integers(&c.scope), &c.tuples.concat(), !c.forbidden)
            }
            Constraint::Element(c) => e.require_element(
                encoding_integer(c.index),
                &encoding_integers(&c.array),
                encoding_integer(c.result),
                c.first,
            ),
            Constraint::Lexicographic(c) => e.require_lexicographic(
                &encoding_integers(&c.left),
                &encoding_integers(&c.right),
                c.strict,
            ),
            Constraint::Extremum(c) => {
                e.require_extremum(encoding_integer(c.result), &encoding_integers(&c.scope), c.max)
            }
            Constraint::Product(c) => e.require_product(
                encoding_integer(c.left),
                encoding_integer(c.right),
                encoding_integer(c.result),
            ),
            Constraint::Inverse(c) => e.require_inverse(
                &encoding_integers(&c.left),
                &encoding_integers(&c.right),
                c.first_left,
                c.first_right,
            ),
            Constraint::Clause(c) => {
                let atoms: Vec<IntegerAtom> = c.atoms.iter().map(encoding_atom).collect();
                e.require_clause(&atoms)
            }
            Constraint::Dimension(c) => self.encode_dimension(c),
            Constraint::Reify(c) => {
                e.require_reification(encoding_integer(c.truth), &encoding_atom(&c.atom))
            }
            Constraint::Implies(c) => self.encode_implication(c),
            Constraint::Global(_) => Err(EncodeError::Unsupported(GLOBAL_REFUSAL.into())),
        }
    }

    fn encode_implication(&mut self, c: &model::Implies) -> Result<(), EncodeError> {
        // A condition that can only be 1, or never is, needs no guard.
        let guard = self.encoder.equals_value(encoding_integer(c.condition), 1)?;
        match guard {
            EncodedBool::Const(false) => Ok(()),
            EncodedBool::Const(true) => self.encode_constraint(&c.then),
            EncodedBool::Lit(guard) => {
                self.encode_under_literal(guard, |lowering| lowering.encode_constraint(&c.then))
            }
        }
    }

    pub(super) fn encode_under_literal(
        &mut self,
        guard: Lit,
        encode: impl FnOnce(&mut Self) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        self.encoder.formula.push_guard(guard);
        // The guard ends even if `encode` fails.
        let result = encode(self);
        self.encoder.formula.pop_guard();
        result
    }
}

/// Returns the encoded kinds of a constraint, and whether each is under a guard.
pub(crate) fn encoded_kinds(constraint: &Constraint) -> Vec<(EncodedKind, bool)> {
    let kind = match constraint {
        Constraint::AllDifferent(_) => EncodedKind::AllDifferent,
        Constraint::GlobalCardinality(_) => EncodedKind::Cardinality,
        Constraint::Linear(_) => EncodedKind::Linear,
        Constraint::Compare(_) => EncodedKind::Compare,
        Constraint::Table(_) => EncodedKind::Table,
        Constraint::Element(_) => EncodedKind::Element,
        Constraint::Lexicographic(_) => EncodedKind::Lex,
        Constraint::Extremum(_) => EncodedKind::Extremum,
        Constraint::Product(_) => EncodedKind::Product,
        Constraint::Inverse(_) => EncodedKind::Inverse,
        Constraint::Clause(_) | Constraint::Reify(_) => EncodedKind::Clause,
        Constraint::Global(_) => return Vec::new(),
        Constraint::Implies(c) => {
            // The inner constraint is encoded under the literal of the condition.
            return encoded_kinds(&c.then).into_iter().map(|(kind, _)| (kind, true)).collect();
        }
        Constraint::Dimension(c) => {
            let same = (EncodedKind::Compare, false);
            let relation = c.relation.simplest_form(c.scope.len());
            let either = *relation == ClassRelation::AllSameOrAllDifferent;
            let different = (EncodedKind::AllDifferent, either);
            let image = (EncodedKind::Image, false);
            return match relation {
                ClassRelation::AllSame => vec![image, same],
                ClassRelation::AllDifferent | ClassRelation::AllSameOrAllDifferent => {
                    vec![image, same, different]
                }
                ClassRelation::ExactlyEqual(_) => {
                    vec![image, (EncodedKind::Cardinality, true)]
                }
                ClassRelation::Table(_) => vec![image, (EncodedKind::Table, false)],
            };
        }
    };
    vec![(kind, false)]
}

/// Maximum number of values of a domain to encode.
const MAX_DOMAIN: u64 = 1 << 20;

fn encoding_atom(atom: &model::AtomicConstraint) -> IntegerAtom {
    let (op, value) = lower_atom(atom);
    IntegerAtom { int: encoding_integer(atom.variable), op, value }
}

pub(super) fn encoding_integer(v: VarId) -> IntId {
    IntId(v.index() as u32)
}

pub(super) fn encoding_integers(scope: &[VarId]) -> Vec<IntId> {
    scope.iter().map(|&v| encoding_integer(v)).collect()
}
