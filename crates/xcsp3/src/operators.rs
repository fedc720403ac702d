//! The operators of expressions, and what each makes of its operands.

use parallax_model::Relation;
use parallax_model::flatten::{Bool, Int};

use super::arena::Arena;
use super::error::OperandError;
use super::items::{Item, Set};

/// An operator of an expression in prefix form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Neg,
    Abs,
    Sqr,
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    Pow,
    Dist,
    Min,
    Max,
    Compare(Relation),
    In,
    NotIn,
    Set,
    Not,
    And,
    Or,
    Xor,
    Iff,
    Imp,
    If,
}

/// An operand of an operator.
#[derive(Clone, Debug)]
pub(super) enum Operand {
    /// A number, a variable or an expression.
    Item(Item),
    /// A set of numbers.
    Set(Set),
    /// A set whose members may be expressions.
    Members(Vec<Item>),
}

impl Operator {
    /// Returns the operator of this name.
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "neg" => Operator::Neg,
            "abs" => Operator::Abs,
            "sqr" => Operator::Sqr,
            "add" => Operator::Add,
            "sub" => Operator::Sub,
            "mul" => Operator::Mul,
            "div" => Operator::Div,
            "mod" => Operator::Mod,
            "pow" => Operator::Pow,
            "dist" => Operator::Dist,
            "min" => Operator::Min,
            "max" => Operator::Max,
            "in" => Operator::In,
            "notin" => Operator::NotIn,
            "set" => Operator::Set,
            "not" => Operator::Not,
            "and" => Operator::And,
            "or" => Operator::Or,
            "xor" => Operator::Xor,
            "iff" => Operator::Iff,
            "imp" => Operator::Imp,
            "if" => Operator::If,
            _ => Operator::Compare(relation(name)?),
        })
    }

    /// Returns the least and the greatest number of operands.
    fn arity(self) -> (usize, usize) {
        match self {
            Operator::Neg | Operator::Abs | Operator::Sqr | Operator::Not => (1, 1),
            Operator::Sub
            | Operator::Div
            | Operator::Mod
            | Operator::Pow
            | Operator::Dist
            | Operator::In
            | Operator::NotIn
            | Operator::Imp => (2, 2),
            Operator::If => (3, 3),
            Operator::Set => (0, usize::MAX),
            Operator::Compare(_) | Operator::Xor | Operator::Iff => (2, usize::MAX),
            Operator::Add
            | Operator::Mul
            | Operator::Min
            | Operator::Max
            | Operator::And
            | Operator::Or => (1, usize::MAX),
        }
    }

    /// Applies the operator.
    ///
    /// # Errors
    /// Describes operands of the wrong number or kind.
    pub(super) fn apply(
        self,
        arena: &mut Arena,
        operands: Vec<Operand>,
    ) -> Result<Operand, OperandError> {
        let (least, most) = self.arity();
        let found = operands.len();
        if found < least || found > most {
            return Err(if least == most {
                OperandError::OtherNumber { found, least }
            } else {
                OperandError::OtherRange { found, least }
            });
        }
        if let Operator::In | Operator::NotIn = self {
            return membership(arena, operands, self == Operator::In);
        }
        let mut items = Vec::with_capacity(found);
        for operand in operands {
            match operand {
                Operand::Item(item) => items.push(item),
                _ => return Err(OperandError::SetOperand),
            }
        }
        Ok(match self {
            Operator::Set => Operand::Members(items),
            _ => Operand::Item(self.of_items(arena, &items)),
        })
    }

    /// Applies the operator to operands of the right number, none of which is a set.
    fn of_items(self, arena: &mut Arena, items: &[Item]) -> Item {
        match self {
            Operator::Compare(relation) => Item::Bool(comparison(arena, relation, items)),
            Operator::Not
            | Operator::And
            | Operator::Or
            | Operator::Xor
            | Operator::Iff
            | Operator::Imp => {
                let bools: Vec<Bool> = items.iter().map(|&item| arena.bool(item)).collect();
                Item::Bool(self.of_bools(arena, &bools))
            }
            Operator::If => choice(arena, items),
            _ => {
                let ints: Vec<Int> = items.iter().map(|&item| arena.int(item)).collect();
                self.of_ints(arena, items, &ints)
            }
        }
    }

    fn of_bools(self, arena: &mut Arena, bools: &[Bool]) -> Bool {
        let terms = &mut arena.terms;
        match (self, bools) {
            (Operator::And, _) => terms.and(bools),
            (Operator::Not, &[inner]) => terms.not(inner),
            (Operator::Imp, &[condition, then]) => {
                let not = terms.not(condition);
                terms.or(&[not, then])
            }
            (Operator::Iff, &[a, b]) => terms.iff(a, b),
            (Operator::Iff, _) => terms.all_alike(bools),
            (Operator::Xor, _) => terms.odd(bools),
            _ => terms.or(bools),
        }
    }

    fn of_ints(self, arena: &mut Arena, items: &[Item], ints: &[Int]) -> Item {
        let terms = &mut arena.terms;
        Item::Int(match (self, ints) {
            (Operator::Neg, &[a]) => terms.scale(-1, a),
            (Operator::Abs, &[a]) => terms.abs(a),
            (Operator::Sqr, &[a]) => {
                let two = arena.number(2);
                arena.terms.power(a, two)
            }
            (Operator::Sub, &[a, b]) => {
                let negated = terms.scale(-1, b);
                terms.sum(&[a, negated])
            }
            (Operator::Div, &[a, b]) => terms.quotient(a, b),
            (Operator::Mod, &[a, b]) => terms.remainder(a, b),
            (Operator::Pow, &[a, b]) => terms.power(a, b),
            (Operator::Dist, &[a, b]) => terms.distance(a, b),
            (Operator::Mul, _) => return product(arena, items),
            (Operator::Min, _) => terms.min(ints).unwrap_or_else(|| terms.number(0)),
            (Operator::Max, _) => terms.max(ints).unwrap_or_else(|| terms.number(0)),
            _ => terms.sum(ints),
        })
    }
}

/// Returns the comparison of this name.
pub(super) fn relation(name: &str) -> Option<Relation> {
    Some(match name {
        "lt" => Relation::Lt,
        "le" => Relation::Le,
        "ge" => Relation::Ge,
        "gt" => Relation::Gt,
        "eq" => Relation::Eq,
        "ne" => Relation::Ne,
        _ => return None,
    })
}

/// Returns a comparison. Of more than two operands, `eq` means that all are equal, `ne` that no two
/// are, and the others hold between neighbours.
fn comparison(arena: &mut Arena, relation: Relation, items: &[Item]) -> Bool {
    if let &[Item::Bool(a), Item::Bool(b)] = items
        && let Relation::Eq | Relation::Ne = relation
    {
        let same = arena.terms.iff(a, b);
        return if relation == Relation::Eq { same } else { arena.terms.not(same) };
    }
    let ints: Vec<Int> = items.iter().map(|&item| arena.int(item)).collect();
    let terms = &mut arena.terms;
    match (relation, &ints[..]) {
        (_, &[a, b]) => terms.compare(a, relation, b),
        (Relation::Eq, _) => terms.all_equal(&ints),
        (Relation::Ne, _) => terms.distinct(&ints),
        _ => {
            let pairs: Vec<Bool> =
                ints.windows(2).map(|pair| terms.compare(pair[0], relation, pair[1])).collect();
            terms.and(&pairs)
        }
    }
}

/// Returns `if(condition,then,other)`.
fn choice(arena: &mut Arena, items: &[Item]) -> Item {
    let &[condition, then, other] = items else { return Item::Number(0) };
    let condition = arena.bool(condition);
    if let (Item::Bool(then), Item::Bool(other)) = (then, other) {
        return Item::Bool(arena.terms.choose(condition, then, other));
    }
    let (then, other) = (arena.int(then), arena.int(other));
    Item::Int(arena.terms.select(condition, then, other))
}

/// Returns a product; its numbers become one factor if that fits 64 bits.
pub(super) fn product(arena: &mut Arena, items: &[Item]) -> Item {
    let (mut factor, mut rest) = (1i64, Vec::new());
    for &item in items {
        match item {
            Item::Number(number) if factor.checked_mul(number).is_some() => factor *= number,
            _ => rest.push(arena.int(item)),
        }
    }
    let mut rest = rest.into_iter();
    let Some(first) = rest.next() else { return Item::Number(factor) };
    let product = rest.fold(first, |left, right| arena.terms.product(left, right));
    Item::Int(if factor == 1 { product } else { arena.terms.scale(factor, product) })
}

/// Returns whether the first operand is a member of the second.
fn membership(
    arena: &mut Arena,
    operands: Vec<Operand>,
    inside: bool,
) -> Result<Operand, OperandError> {
    let mut operands = operands.into_iter();
    let (Some(Operand::Item(item)), Some(set)) = (operands.next(), operands.next()) else {
        return Err(OperandError::SetFirst);
    };
    let int = arena.int(item);
    let found = match set {
        Operand::Set(set) => arena.member(int, &set),
        Operand::Members(items) => {
            let numbers = items.iter().map(|item| match item {
                Item::Number(number) => Some((*number, *number)),
                _ => None,
            });
            match numbers.collect::<Option<Vec<_>>>() {
                Some(numbers) => arena.member(int, &Set::of(numbers)),
                None => {
                    let each = |&member| arena.compare(item, Relation::Eq, member);
                    let equal: Vec<Bool> = items.iter().map(each).collect();
                    arena.terms.or(&equal)
                }
            }
        }
        Operand::Item(_) => return Err(OperandError::NumberSecond),
    };
    Ok(Operand::Item(Item::Bool(if inside { found } else { arena.terms.not(found) })))
}
