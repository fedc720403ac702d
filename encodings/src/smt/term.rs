//! SMT terms, and constructors that simplify trivial cases.

use crate::Relation;

/// An SMT-LIB term of sort Bool, Int or bit-vector. Nothing checks sorts: the functions of this
/// module build well-sorted terms from integers and from each other.
///
/// Conjunctions, disjunctions and sums have any number of operands, so that terms stay shallow:
/// printing and dropping a term recurses only as deep as it is nested.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Term {
    /// A truth value.
    Bool(bool),
    /// A number.
    Int(i64),
    /// The Boolean variable of this index.
    BoolVar(usize),
    /// The integer variable of this index.
    IntVar(usize),
    /// Negation.
    Not(Box<Term>),
    /// All operands hold.
    And(Vec<Term>),
    /// At least one operand holds.
    Or(Vec<Term>),
    /// The first implies the second.
    Implies(Box<Term>, Box<Term>),
    /// Both hold or neither does.
    Iff(Box<Term>, Box<Term>),
    /// The second if the first holds, otherwise the third.
    Ite(Box<Term>, Box<Term>, Box<Term>),
    /// Equality of two integers.
    Eq(Box<Term>, Box<Term>),
    /// Two or more integers, pairwise different.
    Distinct(Vec<Term>),
    /// At most.
    Le(Box<Term>, Box<Term>),
    /// Less than.
    Lt(Box<Term>, Box<Term>),
    /// At least.
    Ge(Box<Term>, Box<Term>),
    /// Greater than.
    Gt(Box<Term>, Box<Term>),
    /// A sum of two or more integers.
    Add(Vec<Term>),
    /// A product of two or more integers.
    Mul(Vec<Term>),
    /// The bit-vector variable of this index.
    BitsVar(usize),
    /// A number as a bit-vector of this width, in two's complement.
    Bits(i64, u32),
    /// A bit-vector with this many copies of its highest bit prepended.
    SignExtend(u32, Box<Term>),
    /// A sum of two or more bit-vectors of one width.
    BitsAdd(Vec<Term>),
    /// A product of two or more bit-vectors of one width.
    BitsMul(Vec<Term>),
    /// At most, between two bit-vectors in two's complement.
    BitsLe(Box<Term>, Box<Term>),
    /// Less than, between two bit-vectors in two's complement.
    BitsLt(Box<Term>, Box<Term>),
    /// A pseudo-Boolean constraint.
    Weighted(Box<Weighted>),
}

/// A pseudo-Boolean constraint: the weights of the true operands add up to at most, at least,
/// or exactly the bound. Not part of SMT-LIB 2.6: Z3 reads it as `(_ pble ...)`, `(_ pbge ...)`
/// and `(_ pbeq ...)`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Weighted {
    /// Positive weights, each with the truth value that carries it.
    pub parts: Vec<(i32, Term)>,
    /// `Le`, `Ge` or `Eq`.
    pub relation: Relation,
    /// The bound, not negative.
    pub bound: i32,
}

impl Term {
    /// Returns the negation of this term.
    #[must_use]
    pub fn negate(self) -> Term {
        match self {
            Term::Bool(value) => Term::Bool(!value),
            Term::Not(term) => *term,
            term => Term::Not(Box::new(term)),
        }
    }

    /// Returns "all of these hold".
    pub fn and(terms: impl IntoIterator<Item = Term>) -> Term {
        let mut parts = Vec::new();
        for term in terms {
            match term {
                Term::Bool(true) => {}
                Term::Bool(false) => return term,
                Term::And(inner) => parts.extend(inner),
                term => parts.push(term),
            }
        }
        alone(parts, Term::Bool(true), Term::And)
    }

    /// Returns "at least one of these holds".
    pub fn or(terms: impl IntoIterator<Item = Term>) -> Term {
        let mut parts = Vec::new();
        for term in terms {
            match term {
                Term::Bool(false) => {}
                Term::Bool(true) => return term,
                Term::Or(inner) => parts.extend(inner),
                term => parts.push(term),
            }
        }
        alone(parts, Term::Bool(false), Term::Or)
    }

    /// Returns "this implies `then`".
    #[must_use]
    pub fn implies(self, then: Term) -> Term {
        match (self, then) {
            (Term::Bool(true), then) => then,
            (Term::Bool(false), _) | (_, Term::Bool(true)) => Term::Bool(true),
            (when, Term::Bool(false)) => when.negate(),
            (when, then) => Term::Implies(Box::new(when), Box::new(then)),
        }
    }

    /// Returns "both hold or neither does".
    #[must_use]
    pub fn iff(self, other: Term) -> Term {
        match (self, other) {
            (Term::Bool(true), term) | (term, Term::Bool(true)) => term,
            (Term::Bool(false), term) | (term, Term::Bool(false)) => term.negate(),
            (left, right) => Term::Iff(Box::new(left), Box::new(right)),
        }
    }

    /// Returns `then` if this holds, otherwise `otherwise`.
    #[must_use]
    pub fn ite(self, then: Term, otherwise: Term) -> Term {
        match self {
            Term::Bool(true) => then,
            Term::Bool(false) => otherwise,
            when => Term::Ite(Box::new(when), Box::new(then), Box::new(otherwise)),
        }
    }

    /// Returns a relation between two integers.
    #[must_use]
    pub fn relate(self, relation: Relation, other: Term) -> Term {
        if let (Term::Int(left), Term::Int(right)) = (&self, &other) {
            return Term::Bool(relation.holds((*left).into(), (*right).into()));
        }
        let (left, right) = (Box::new(self), Box::new(other));
        match relation {
            Relation::Eq => Term::Eq(left, right),
            Relation::Ne => Term::Eq(left, right).negate(),
            Relation::Le => Term::Le(left, right),
            Relation::Lt => Term::Lt(left, right),
            Relation::Ge => Term::Ge(left, right),
            Relation::Gt => Term::Gt(left, right),
        }
    }

    /// Returns the equality of two integers.
    #[must_use]
    pub fn equals(self, other: Term) -> Term {
        self.relate(Relation::Eq, other)
    }

    /// Returns "these integers are pairwise different".
    pub fn distinct(terms: impl IntoIterator<Item = Term>) -> Term {
        let terms: Vec<Term> = terms.into_iter().collect();
        if terms.len() < 2 { Term::Bool(true) } else { Term::Distinct(terms) }
    }

    /// Returns the sum of these integers.
    pub fn sum(terms: impl IntoIterator<Item = Term>) -> Term {
        let parts = terms.into_iter().filter(|term| *term != Term::Int(0)).collect();
        alone(parts, Term::Int(0), Term::Add)
    }

    /// Returns `factor` times this integer.
    #[must_use]
    pub fn times(self, factor: i64) -> Term {
        match (factor, self) {
            (0, _) => Term::Int(0),
            (1, term) => term,
            (factor, term) => Term::Mul(vec![Term::Int(factor), term]),
        }
    }

    /// Returns the product of two integers.
    #[must_use]
    pub fn multiply(self, other: Term) -> Term {
        match (self, other) {
            (Term::Int(factor), term) | (term, Term::Int(factor)) => term.times(factor),
            (left, right) => Term::Mul(vec![left, right]),
        }
    }

    /// Whether every product has at most one factor that is not a number, so that a logic of
    /// linear arithmetic suffices.
    #[must_use]
    pub fn is_linear(&self) -> bool {
        let number = |term: &&Term| !matches!(term, Term::Int(_));
        let here = match self {
            Term::Mul(factors) => factors.iter().filter(number).count() <= 1,
            _ => true,
        };
        here && self.parts().into_iter().all(Term::is_linear)
    }

    /// Returns the operands of this term, in order.
    #[must_use]
    pub fn parts(&self) -> Vec<&Term> {
        match self {
            Term::Bool(_)
            | Term::Int(_)
            | Term::BoolVar(_)
            | Term::IntVar(_)
            | Term::BitsVar(_)
            | Term::Bits(..) => vec![],
            Term::Not(a) | Term::SignExtend(_, a) => vec![a],
            Term::Weighted(weighted) => weighted.parts.iter().map(|(_, term)| term).collect(),
            Term::And(terms)
            | Term::Or(terms)
            | Term::Distinct(terms)
            | Term::Add(terms)
            | Term::Mul(terms)
            | Term::BitsAdd(terms)
            | Term::BitsMul(terms) => terms.iter().collect(),
            Term::Implies(a, b)
            | Term::Iff(a, b)
            | Term::Eq(a, b)
            | Term::Le(a, b)
            | Term::Lt(a, b)
            | Term::Ge(a, b)
            | Term::Gt(a, b)
            | Term::BitsLe(a, b)
            | Term::BitsLt(a, b) => vec![a, b],
            Term::Ite(a, b, c) => vec![a, b, c],
        }
    }
}

/// Returns a single operand unchanged, `neutral` for none, and several under `wrap`.
fn alone(mut parts: Vec<Term>, neutral: Term, wrap: fn(Vec<Term>) -> Term) -> Term {
    match parts.len() {
        0 => neutral,
        1 => parts.remove(0),
        _ => wrap(parts),
    }
}
