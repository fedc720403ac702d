//! Encodes the constraints of a model.

use std::collections::HashMap;

use compact_str::{CompactString, format_compact};
use parallax_encodings::{Atom, Bool, EncodeError, EncodedKind, Encoder, IntId, Meaning};
use parallax_model::{
    self as model, ClassRelation, Constraint, DimensionId, Kind, Model, Objective, VarId,
};
use rustsat::types::Lit;

use super::super::{Ceiling, GLOBAL, atom as lower_atom, relation};

/// The state of an encoding in progress.
pub(super) struct Lowering<'m> {
    pub(super) encoder: Encoder,
    pub(super) model: &'m Model,
    pub(super) names: Vec<CompactString>,
    /// The class integer of a variable in a dimension.
    pub(super) classes: HashMap<(VarId, DimensionId), IntId>,
    /// The literals that activate constraints, if requested.
    pub(super) selectors: Option<Vec<Lit>>,
}

impl Lowering<'_> {
    pub(super) fn all(&mut self) -> Result<(), EncodeError> {
        self.encoder.formula.begin_group("domains");
        for variable in self.model.variables() {
            // The encoder lists the values, so sizes are checked first.
            let size = variable.domain.len();
            if size > MAX_DOMAIN {
                let limit = MAX_DOMAIN;
                return Err(EncodeError::TooLarge { what: "values of a domain", size, limit });
            }
            self.encoder.integer(&variable.domain.to_vec())?;
        }
        for (i, posted) in self.model.constraints().iter().enumerate() {
            let label = if posted.label.is_empty() {
                format_compact!("{}: {}", i + 1, posted.constraint.description(self.model))
            } else {
                posted.label.clone()
            };
            self.encoder.formula.begin_group(label.clone());
            match self.selectors.as_mut() {
                None => self.constraint(&posted.constraint)?,
                Some(selectors) => {
                    let meaning = Meaning::Bool(format!("on: {label}"));
                    let selector = self.encoder.formula.new_lit(meaning)?;
                    selectors.push(selector);
                    self.under(selector, |lowering| lowering.constraint(&posted.constraint))?;
                }
            }
        }
        Ok(())
    }

    pub(super) fn ceiling(&mut self, objective: &Objective) -> Result<Ceiling, EncodeError> {
        self.encoder.formula.begin_group("objective");
        let cost = objective.cost();
        let (mut least, mut most) = (0, 0);
        for term in &cost {
            let domain = self.model.domain(term.variable);
            let ends = [domain.min(), domain.max()].map(|end| i64::from(end.unwrap_or_default()));
            let [a, b] = ends.map(|end| term.coefficient * end);
            least += a.min(b);
            most += a.max(b);
        }
        let terms: Vec<(i64, IntId)> =
            cost.iter().map(|term| (term.coefficient, int(term.variable))).collect();
        Ceiling::encode(&mut self.encoder, &terms, least, most)
    }

    fn constraint(&mut self, constraint: &Constraint) -> Result<(), EncodeError> {
        let e = &mut self.encoder;
        match constraint {
            Constraint::AllDifferent(c) => e.all_different(&ints(&c.scope)),
            Constraint::GlobalCardinality(c) => {
                let bounds: Vec<(i32, usize, usize)> = c
                    .occurrences
                    .iter()
                    .map(|o| (o.value, o.min as usize, o.max as usize))
                    .collect();
                e.cardinality(&ints(&c.scope), &bounds, c.closed)
            }
            Constraint::Linear(c) => {
                let terms: Vec<(i64, IntId)> =
                    c.terms.iter().map(|t| (t.coefficient, int(t.variable))).collect();
                e.linear(&terms, relation(c.relation), c.constant)
            }
            Constraint::Compare(c) => {
                e.compare(int(c.left), relation(c.relation), int(c.right), c.offset)
            }
            // The encoder's list of values cannot represent rows without values.
            Constraint::Table(c) if c.scope.is_empty() => match c.tuples.is_empty() {
                empty if empty == c.forbidden => Ok(()),
                _ => e.formula.add(&[]),
            },
            Constraint::Table(c) => e.table(&ints(&c.scope), &c.tuples.concat(), !c.forbidden),
            Constraint::Element(c) => {
                e.element(int(c.index), &ints(&c.array), int(c.result), c.first)
            }
            Constraint::Lexicographic(c) => e.lex(&ints(&c.left), &ints(&c.right), c.strict),
            Constraint::Extremum(c) => e.extremum(int(c.result), &ints(&c.scope), c.max),
            Constraint::Product(c) => e.product(int(c.left), int(c.right), int(c.result)),
            Constraint::Inverse(c) => {
                e.inverse(&ints(&c.left), &ints(&c.right), c.first_left, c.first_right)
            }
            Constraint::Clause(c) => {
                let atoms: Vec<Atom> = c.atoms.iter().map(atom).collect();
                e.clause(&atoms)
            }
            Constraint::Dimension(c) => self.dimension(c),
            Constraint::Reify(c) => e.reify(int(c.truth), &atom(&c.atom)),
            Constraint::Implies(c) => self.implies(c),
            Constraint::Global(_) => Err(EncodeError::Unsupported(GLOBAL.into())),
        }
    }

    fn implies(&mut self, c: &model::Implies) -> Result<(), EncodeError> {
        let guard = self.encoder.eq(int(c.condition), 1)?;
        match guard {
            Bool::Const(false) => Ok(()),
            Bool::Const(true) => self.constraint(&c.then),
            Bool::Lit(guard) => self.under(guard, |lowering| lowering.constraint(&c.then)),
        }
    }

    pub(super) fn under(
        &mut self,
        guard: Lit,
        encode: impl FnOnce(&mut Self) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        self.encoder.formula.push_guard(guard);
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
            return encoded_kinds(&c.then).into_iter().map(|(kind, _)| (kind, true)).collect();
        }
        Constraint::Dimension(c) => {
            let same = (EncodedKind::Compare, false);
            let relation = c.relation.simplest(c.scope.len());
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

fn atom(atom: &model::Atom) -> Atom {
    let (op, value) = lower_atom(atom);
    Atom { int: int(atom.variable), op, value }
}

pub(super) fn int(v: VarId) -> IntId {
    IntId(v.index() as u32)
}

pub(super) fn ints(scope: &[VarId]) -> Vec<IntId> {
    scope.iter().map(|&v| int(v)).collect()
}
