//! The operators of expressions, and their application to operands.

use parallax_model::ComparisonOperator;
use parallax_model::flatten::{BoolExpression, IntExpression};

use super::arena::Xcsp3Arena;
use super::error::OperandError;
use super::items::{IntervalSet, ListItem};

/// An operator of an expression in prefix form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExpressionOperator {
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
    Compare(ComparisonOperator),
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
pub(super) enum ExpressionOperand {
    /// A number, a variable or an expression.
    Item(ListItem),
    /// A set of numbers.
    Set(IntervalSet),
    /// A set whose members may be expressions.
    Members(Vec<ListItem>),
}

impl ExpressionOperator {
    /// Returns the operator of this name.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "neg" => ExpressionOperator::Neg,
            "abs" => ExpressionOperator::Abs,
            "sqr" => ExpressionOperator::Sqr,
            "add" => ExpressionOperator::Add,
            "sub" => ExpressionOperator::Sub,
            "mul" => ExpressionOperator::Mul,
            "div" => ExpressionOperator::Div,
            "mod" => ExpressionOperator::Mod,
            "pow" => ExpressionOperator::Pow,
            "dist" => ExpressionOperator::Dist,
            "min" => ExpressionOperator::Min,
            "max" => ExpressionOperator::Max,
            "in" => ExpressionOperator::In,
            "notin" => ExpressionOperator::NotIn,
            "set" => ExpressionOperator::Set,
            "not" => ExpressionOperator::Not,
            "and" => ExpressionOperator::And,
            "or" => ExpressionOperator::Or,
            "xor" => ExpressionOperator::Xor,
            "iff" => ExpressionOperator::Iff,
            "imp" => ExpressionOperator::Imp,
            "if" => ExpressionOperator::If,
            _ => ExpressionOperator::Compare(relation_from_name(name)?),
        })
    }

    /// Returns the least and the greatest number of operands.
    fn operand_range(self) -> (usize, usize) {
        match self {
            ExpressionOperator::Neg
            | ExpressionOperator::Abs
            | ExpressionOperator::Sqr
            | ExpressionOperator::Not => (1, 1),
            ExpressionOperator::Sub
            | ExpressionOperator::Div
            | ExpressionOperator::Mod
            | ExpressionOperator::Pow
            | ExpressionOperator::Dist
            | ExpressionOperator::In
            | ExpressionOperator::NotIn
            | ExpressionOperator::Imp => (2, 2),
            ExpressionOperator::If => (3, 3),
            ExpressionOperator::Set => (0, usize::MAX),
            ExpressionOperator::Compare(_) | ExpressionOperator::Xor | ExpressionOperator::Iff => {
                (2, usize::MAX)
            }
            ExpressionOperator::Add
            | ExpressionOperator::Mul
            | ExpressionOperator::Min
            | ExpressionOperator::Max
            | ExpressionOperator::And
            | ExpressionOperator::Or => (1, usize::MAX),
        }
    }

    /// Applies the operator.
    ///
    /// # Errors
    /// Describes operands of the wrong number or kind.
    pub(super) fn apply_to(
        self,
        arena: &mut Xcsp3Arena,
        operands: Vec<ExpressionOperand>,
    ) -> Result<ExpressionOperand, OperandError> {
        let (least, most) = self.operand_range();
        let found = operands.len();
        if found < least || found > most {
            return Err(if least == most {
                OperandError::OtherNumber { found, least }
            } else {
                OperandError::OtherRange { found, least }
            });
        }
        if let ExpressionOperator::In | ExpressionOperator::NotIn = self {
            return membership_item(arena, operands, self == ExpressionOperator::In);
        }
        let mut items = Vec::with_capacity(found);
        for operand in operands {
            match operand {
                ExpressionOperand::Item(item) => items.push(item),
                _ => return Err(OperandError::SetOperand),
            }
        }
        Ok(match self {
            ExpressionOperator::Set => ExpressionOperand::Members(items),
            _ => ExpressionOperand::Item(self.of_items(arena, &items)),
        })
    }

    /// Applies the operator to the right number of operands, which must not be sets.
    fn of_items(self, arena: &mut Xcsp3Arena, items: &[ListItem]) -> ListItem {
        match self {
            ExpressionOperator::Compare(relation) => {
                ListItem::Bool(compare_all(arena, relation, items))
            }
            ExpressionOperator::Not
            | ExpressionOperator::And
            | ExpressionOperator::Or
            | ExpressionOperator::Xor
            | ExpressionOperator::Iff
            | ExpressionOperator::Imp => {
                let bools: Vec<BoolExpression> =
                    items.iter().map(|&item| arena.item_bool(item)).collect();
                ListItem::Bool(self.of_bools(arena, &bools))
            }
            ExpressionOperator::If => choice_item(arena, items),
            _ => {
                let ints: Vec<IntExpression> =
                    items.iter().map(|&item| arena.item_int(item)).collect();
                self.of_ints(arena, items, &ints)
            }
        }
    }

    fn of_bools(self, arena: &mut Xcsp3Arena, bools: &[BoolExpression]) -> BoolExpression {
        let terms = &mut arena.terms;
        match (self, bools) {
            (ExpressionOperator::And, _) => terms.add_and(bools),
            (ExpressionOperator::Not, &[inner]) => terms.add_not(inner),
            (ExpressionOperator::Imp, &[condition, then]) => {
                let not = terms.add_not(condition);
                terms.add_or(&[not, then])
            }
            (ExpressionOperator::Iff, &[a, b]) => terms.add_iff(a, b),
            (ExpressionOperator::Iff, _) => terms.all_alike(bools),
            (ExpressionOperator::Xor, _) => terms.add_parity(bools),
            _ => terms.add_or(bools),
        }
    }

    fn of_ints(
        self,
        arena: &mut Xcsp3Arena,
        items: &[ListItem],
        ints: &[IntExpression],
    ) -> ListItem {
        let terms = &mut arena.terms;
        ListItem::Int(match (self, ints) {
            (ExpressionOperator::Neg, &[a]) => terms.add_multiple(-1, a),
            (ExpressionOperator::Abs, &[a]) => terms.add_abs(a),
            (ExpressionOperator::Sqr, &[a]) => {
                let two = arena.number_term(2);
                arena.terms.add_power(a, two)
            }
            (ExpressionOperator::Sub, &[a, b]) => {
                let negated = terms.add_multiple(-1, b);
                terms.add_sum(&[a, negated])
            }
            (ExpressionOperator::Div, &[a, b]) => terms.add_quotient(a, b),
            (ExpressionOperator::Mod, &[a, b]) => terms.add_remainder(a, b),
            (ExpressionOperator::Pow, &[a, b]) => terms.add_power(a, b),
            (ExpressionOperator::Dist, &[a, b]) => terms.add_distance(a, b),
            (ExpressionOperator::Mul, _) => return product_item(arena, items),
            (ExpressionOperator::Min, _) => {
                terms.add_min(ints).unwrap_or_else(|| terms.add_number(0))
            }
            (ExpressionOperator::Max, _) => {
                terms.add_max(ints).unwrap_or_else(|| terms.add_number(0))
            }
            _ => terms.add_sum(ints),
        })
    }
}

/// Returns the comparison of this name.
pub(super) fn relation_from_name(name: &str) -> Option<ComparisonOperator> {
    Some(match name {
        "lt" => ComparisonOperator::Lt,
        "le" => ComparisonOperator::Le,
        "ge" => ComparisonOperator::Ge,
        "gt" => ComparisonOperator::Gt,
        "eq" => ComparisonOperator::Eq,
        "ne" => ComparisonOperator::Ne,
        _ => return None,
    })
}

/// Returns a comparison. Of more than two operands, `eq` means that all are equal, `ne` that no two
/// are, and the others hold between neighbours.
fn compare_all(
    arena: &mut Xcsp3Arena,
    relation: ComparisonOperator,
    items: &[ListItem],
) -> BoolExpression {
    // Truth values are compared without turning them into numbers.
    if let &[ListItem::Bool(a), ListItem::Bool(b)] = items
        && let ComparisonOperator::Eq | ComparisonOperator::Ne = relation
    {
        let same = arena.terms.add_iff(a, b);
        return if relation == ComparisonOperator::Eq { same } else { arena.terms.add_not(same) };
    }
    let ints: Vec<IntExpression> = items.iter().map(|&item| arena.item_int(item)).collect();
    let terms = &mut arena.terms;
    match (relation, &ints[..]) {
        (_, &[a, b]) => terms.add_comparison(a, relation, b),
        (ComparisonOperator::Eq, _) => terms.all_equal(&ints),
        (ComparisonOperator::Ne, _) => terms.add_distinct(&ints),
        _ => {
            let pairs: Vec<BoolExpression> = ints
                .windows(2)
                .map(|pair| terms.add_comparison(pair[0], relation, pair[1]))
                .collect();
            terms.add_and(&pairs)
        }
    }
}

/// Returns `if(condition,then,other)`.
fn choice_item(arena: &mut Xcsp3Arena, items: &[ListItem]) -> ListItem {
    let &[condition, then, other] = items else { return ListItem::Number(0) };
    let condition = arena.item_bool(condition);
    if let (ListItem::Bool(then), ListItem::Bool(other)) = (then, other) {
        return ListItem::Bool(arena.terms.add_bool_choice(condition, then, other));
    }
    let (then, other) = (arena.item_int(then), arena.item_int(other));
    ListItem::Int(arena.terms.add_int_choice(condition, then, other))
}

/// Returns a product; its numbers become one factor if that fits 64 bits.
pub(super) fn product_item(arena: &mut Xcsp3Arena, items: &[ListItem]) -> ListItem {
    let (mut factor, mut rest) = (1i64, Vec::new());
    for &item in items {
        match item {
            // A factor that would overflow remains an operand.
            ListItem::Number(number) if factor.checked_mul(number).is_some() => factor *= number,
            _ => rest.push(arena.item_int(item)),
        }
    }
    let mut rest = rest.into_iter();
    let Some(first) = rest.next() else { return ListItem::Number(factor) };
    let product = rest.fold(first, |left, right| arena.terms.add_product(left, right));
    ListItem::Int(if factor == 1 { product } else { arena.terms.add_multiple(factor, product) })
}

/// Returns whether the first operand is a member of the second.
fn membership_item(
    arena: &mut Xcsp3Arena,
    operands: Vec<ExpressionOperand>,
    inside: bool,
) -> Result<ExpressionOperand, OperandError> {
    let mut operands = operands.into_iter();
    let (Some(ExpressionOperand::Item(item)), Some(set)) = (operands.next(), operands.next())
    else {
        return Err(OperandError::SetFirst);
    };
    let int = arena.item_int(item);
    let found = match set {
        ExpressionOperand::Set(set) => arena.set_membership(int, &set),
        ExpressionOperand::Members(items) => {
            let numbers = items.iter().map(|item| match item {
                ListItem::Number(number) => Some((*number, *number)),
                _ => None,
            });
            match numbers.collect::<Option<Vec<_>>>() {
                Some(numbers) => arena.set_membership(int, &IntervalSet::from_intervals(numbers)),
                None => {
                    let each = |&member| arena.compare_items(item, ComparisonOperator::Eq, member);
                    let equal: Vec<BoolExpression> = items.iter().map(each).collect();
                    arena.terms.add_or(&equal)
                }
            }
        }
        ExpressionOperand::Item(_) => return Err(OperandError::NumberSecond),
    };
    Ok(ExpressionOperand::Item(ListItem::Bool(if inside {
        found
    } else {
        arena.terms.add_not(found)
    })))
}
