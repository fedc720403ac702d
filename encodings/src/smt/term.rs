//! SMT terms, and constructors that simplify trivial cases.

use crate::ArithmeticRelation;

/// An SMT-LIB term of sort Bool, Int or bit-vector. Nothing checks sorts: the functions of this
/// module build well-sorted terms from integers and from each other.
///
/// Conjunctions, disjunctions and sums have any number of operands, so that terms stay shallow:
/// printing and dropping a term recurses only as deep as it is nested.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SmtTerm {
    /// A truth value.
    Bool(bool),
    /// A number.
    Int(i64),
    /// The Boolean variable of this index.
    BoolVar(usize),
    /// The integer variable of this index.
    IntVar(usize),
    /// Negation.
    Not(Box<SmtTerm>),
    /// All operands hold.
    And(Vec<SmtTerm>),
    /// At least one operand holds.
    Or(Vec<SmtTerm>),
    /// The first implies the second.
    Implies(Box<SmtTerm>, Box<SmtTerm>),
    /// Both hold or neither does.
    Iff(Box<SmtTerm>, Box<SmtTerm>),
    /// The second if the first holds, otherwise the third.
    Ite(Box<SmtTerm>, Box<SmtTerm>, Box<SmtTerm>),
    /// Equality of two integers.
    Eq(Box<SmtTerm>, Box<SmtTerm>),
    /// Two or more integers, pairwise different.
    Distinct(Vec<SmtTerm>),
    /// At most.
    Le(Box<SmtTerm>, Box<SmtTerm>),
    /// Less than.
    Lt(Box<SmtTerm>, Box<SmtTerm>),
    /// At least.
    Ge(Box<SmtTerm>, Box<SmtTerm>),
    /// Greater than.
    Gt(Box<SmtTerm>, Box<SmtTerm>),
    /// A sum of two or more integers.
    Add(Vec<SmtTerm>),
    /// A product of two or more integers.
    Mul(Vec<SmtTerm>),
    /// The bit-vector variable of this index.
    BitsVar(usize),
    /// A number as a bit-vector of this width, in two's complement.
    Bits(i64, u32),
    /// A bit-vector with this many copies of its highest bit prepended.
    SignExtend(u32, Box<SmtTerm>),
    /// A sum of two or more bit-vectors of one width.
    BitsAdd(Vec<SmtTerm>),
    /// A product of two or more bit-vectors of one width.
    BitsMul(Vec<SmtTerm>),
    /// At most, between two bit-vectors in two's complement.
    BitsLe(Box<SmtTerm>, Box<SmtTerm>),
    /// Less than, between two bit-vectors in two's complement.
    BitsLt(Box<SmtTerm>, Box<SmtTerm>),
    /// A pseudo-Boolean constraint.
    Weighted(Box<PseudoBooleanTerm>),
}

/// A pseudo-Boolean constraint: the weights of the true operands add up to at most, at least,
/// or exactly the bound. Not part of SMT-LIB 2.6: Z3 reads it as `(_ pble ...)`, `(_ pbge ...)`
/// and `(_ pbeq ...)`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PseudoBooleanTerm {
    /// Positive weights, each with the truth value that carries it.
    pub parts: Vec<(i32, SmtTerm)>,
    /// `Le`, `Ge` or `Eq`.
    pub relation: ArithmeticRelation,
    /// The bound, not negative.
    pub bound: i32,
}

impl SmtTerm {
    /// Returns the negation of this term.
    #[must_use]
    pub fn negate_term(self) -> SmtTerm {
        match self {
            SmtTerm::Bool(value) => SmtTerm::Bool(!value),
            SmtTerm::Not(term) => *term,
            term => SmtTerm::Not(Box::new(term)),
        }
    }

    /// Returns "all of these hold".
    pub fn conjoin_all(terms: impl IntoIterator<Item = SmtTerm>) -> SmtTerm {
        let mut parts = Vec::new();
        for term in terms {
            match term {
                SmtTerm::Bool(true) => {}
                SmtTerm::Bool(false) => return term,
                // Flattened, so that terms built step by step do not get deeper with each step:
                // printing recurses.
                SmtTerm::And(inner) => parts.extend(inner),
                term => parts.push(term),
            }
        }
        wrap_several(parts, SmtTerm::Bool(true), SmtTerm::And)
    }

    /// Returns "at least one of these holds".
    pub fn disjoin_all(terms: impl IntoIterator<Item = SmtTerm>) -> SmtTerm {
        let mut parts = Vec::new();
        for term in terms {
            match term {
                SmtTerm::Bool(false) => {}
                SmtTerm::Bool(true) => return term,
                SmtTerm::Or(inner) => parts.extend(inner),
                term => parts.push(term),
            }
        }
        wrap_several(parts, SmtTerm::Bool(false), SmtTerm::Or)
    }

    /// Returns "this implies `then`".
    #[must_use]
    pub fn implies_term(self, then: SmtTerm) -> SmtTerm {
        match (self, then) {
            (SmtTerm::Bool(true), then) => then,
            (SmtTerm::Bool(false), _) | (_, SmtTerm::Bool(true)) => SmtTerm::Bool(true),
            (when, SmtTerm::Bool(false)) => when.negate_term(),
            (when, then) => SmtTerm::Implies(Box::new(when), Box::new(then)),
        }
    }

    /// Returns "both hold or neither does".
    #[must_use]
    pub fn iff_term(self, other: SmtTerm) -> SmtTerm {
        match (self, other) {
            (SmtTerm::Bool(true), term) | (term, SmtTerm::Bool(true)) => term,
            (SmtTerm::Bool(false), term) | (term, SmtTerm::Bool(false)) => term.negate_term(),
            (left, right) => SmtTerm::Iff(Box::new(left), Box::new(right)),
        }
    }

    /// Returns `then` if this holds, otherwise `otherwise`.
    #[must_use]
    pub fn if_then_else(self, then: SmtTerm, otherwise: SmtTerm) -> SmtTerm {
        match self {
            SmtTerm::Bool(true) => then,
            SmtTerm::Bool(false) => otherwise,
            when => SmtTerm::Ite(Box::new(when), Box::new(then), Box::new(otherwise)),
        }
    }

    /// Returns a relation between two integers.
    #[must_use]
    pub fn relate_to(self, relation: ArithmeticRelation, other: SmtTerm) -> SmtTerm {
        if let (SmtTerm::Int(left), SmtTerm::Int(right)) = (&self, &other) {
            return SmtTerm::Bool(relation.holds_between((*left).into(), (*right).into()));
        }
        let (left, right) = (Box::new(self), Box::new(other));
        match relation {
            ArithmeticRelation::Eq => SmtTerm::Eq(left, right),
            ArithmeticRelation::Ne => SmtTerm::Eq(left, right).negate_term(),
            ArithmeticRelation::Le => SmtTerm::Le(left, right),
            ArithmeticRelation::Lt => SmtTerm::Lt(left, right),
            ArithmeticRelation::Ge => SmtTerm::Ge(left, right),
            ArithmeticRelation::Gt => SmtTerm::Gt(left, right),
        }
    }

    /// Returns the equality of two integers.
    #[must_use]
    pub fn equals_term(self, other: SmtTerm) -> SmtTerm {
        self.relate_to(ArithmeticRelation::Eq, other)
    }

    /// Returns "these integers are pairwise different".
    pub fn all_distinct(terms: impl IntoIterator<Item = SmtTerm>) -> SmtTerm {
        let terms: Vec<SmtTerm> = terms.into_iter().collect();
        if terms.len() < 2 { SmtTerm::Bool(true) } else { SmtTerm::Distinct(terms) }
    }

    /// Returns the sum of these integers.
    pub fn add_all(terms: impl IntoIterator<Item = SmtTerm>) -> SmtTerm {
        let parts = terms.into_iter().filter(|term| *term != SmtTerm::Int(0)).collect();
        wrap_several(parts, SmtTerm::Int(0), SmtTerm::Add)
    }

    /// Returns `factor` times this integer.
    #[must_use]
    pub fn times_factor(self, factor: i64) -> SmtTerm {
        match (factor, self) {
            (0, _) => SmtTerm::Int(0),
            (1, term) => term,
            (factor, term) => SmtTerm::Mul(vec![SmtTerm::Int(factor), term]),
        }
    }

    /// Returns the product of two integers.
    #[must_use]
    pub fn multiply_by(self, other: SmtTerm) -> SmtTerm {
        match (self, other) {
            (SmtTerm::Int(factor), term) | (term, SmtTerm::Int(factor)) => {
                term.times_factor(factor)
            }
            (left, right) => SmtTerm::Mul(vec![left, right]),
        }
    }

    /// Whether every product has at most one factor that is not a number, so that a logic of
    /// linear arithmetic suffices.
    #[must_use]
    pub fn is_linear(&self) -> bool {
        let number = |term: &&SmtTerm| !matches!(term, SmtTerm::Int(_));
        let here = match self {
            SmtTerm::Mul(factors) => factors.iter().filter(number).count() <= 1,
            _ => true,
        };
        here && self.operand_terms().into_iter().all(SmtTerm::is_linear)
    }

    /// Returns the operands of this term, in order.
    #[must_use]
    pub fn operand_terms(&self) -> Vec<&SmtTerm> {
        match self {
            SmtTerm::Bool(_)
            | SmtTerm::Int(_)
            | SmtTerm::BoolVar(_)
            | SmtTerm::IntVar(_)
            | SmtTerm::BitsVar(_)
            | SmtTerm::Bits(..) => vec![],
            SmtTerm::Not(a) | SmtTerm::SignExtend(_, a) => vec![a],
            SmtTerm::Weighted(weighted) => weighted.parts.iter().map(|(_, term)| term).collect(),
            SmtTerm::And(terms)
            | SmtTerm::Or(terms)
            | SmtTerm::Distinct(terms)
            | SmtTerm::Add(terms)
            | SmtTerm::Mul(terms)
            | SmtTerm::BitsAdd(terms)
            | SmtTerm::BitsMul(terms) => terms.iter().collect(),
            SmtTerm::Implies(a, b)
            | SmtTerm::Iff(a, b)
            | SmtTerm::Eq(a, b)
            | SmtTerm::Le(a, b)
            | SmtTerm::Lt(a, b)
            | SmtTerm::Ge(a, b)
            | SmtTerm::Gt(a, b)
            | SmtTerm::BitsLe(a, b)
            | SmtTerm::BitsLt(a, b) => vec![a, b],
            SmtTerm::Ite(a, b, c) => vec![a, b, c],
        }
    }
}

/// Returns a single operand unchanged, `neutral` for none, and several under `wrap`.
fn wrap_several(
    mut parts: Vec<SmtTerm>,
    neutral: SmtTerm,
    wrap: fn(Vec<SmtTerm>) -> SmtTerm,
) -> SmtTerm {
    match parts.len() {
        0 => neutral,
        1 => parts.remove(0),
        _ => wrap(parts),
    }
}
