//! Constraints over 0/1 variables and their products, as the file states them.

/// A problem: its variables, numbered from 1, its products, numbered after them, and its
/// constraints in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpbFormula {
    /// The number of variables.
    pub variables: usize,
    /// The products: each is 1 if all of its literals are, which are of variables. The number of
    /// the first one is `variables + 1`.
    pub products: Vec<Vec<i32>>,
    /// Coefficients and literals of the sum to minimise, if there is one.
    pub objective: Option<Vec<(i64, i32)>>,
    /// Whether the sum is to be maximised instead.
    pub maximise: bool,
    /// The constraints.
    pub constraints: Vec<OpbInequality>,
}

/// `sum of coefficient * literal, sign, bound`. Literal `n` is the variable or product `n`, and
/// `-n` is 1 if that is 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpbInequality {
    /// Coefficients and literals.
    pub terms: Vec<(i64, i32)>,
    /// The comparison.
    pub sign: OpbRelation,
    /// The right side of the comparison.
    pub bound: i64,
}

impl OpbFormula {
    /// The value of a variable or product, counted from 1, under a solution.
    #[must_use]
    pub fn is_true(&self, number: usize, solution: &[i32]) -> bool {
        let is_one = |literal: &i32| {
            let value = solution[literal.unsigned_abs() as usize - 1];
            (value == 1) == (*literal > 0)
        };
        // Products are numbered after the variables, so the difference is `None` for a variable.
        match number.checked_sub(self.variables + 1) {
            None => solution[number - 1] == 1,
            Some(index) => self.products[index].iter().all(is_one),
        }
    }

    /// An inequality as text in files, without a line break.
    #[must_use]
    pub fn inequality_text(&self, inequality: &OpbInequality) -> String {
        let OpbInequality { terms, sign, bound } = inequality;
        format!("{}{} {bound} ;", self.sum_text(terms), sign.as_text())
    }

    /// Writes a sum as in files, with a space after each term.
    pub(super) fn sum_text(&self, terms: &[(i64, i32)]) -> String {
        let mut text = String::new();
        for (coefficient, literal) in terms {
            text.push_str(&format!("{coefficient:+} "));
            // As in `is_true`: the index of a product, or `None` for a variable.
            let product = (literal.unsigned_abs() as usize).checked_sub(self.variables + 1);
            let literals = match product {
                None => std::slice::from_ref(literal),
                Some(index) => &self.products[index],
            };
            for literal in literals {
                let not = if *literal < 0 { "~" } else { "" };
                text.push_str(&format!("{not}x{} ", literal.unsigned_abs()));
            }
        }
        text
    }

    /// Removes the products that no term mentions.
    pub(super) fn prune_products(&mut self) {
        let first = self.variables + 1;
        // First marks the products in use with 1, then replaces the marks by the new numbers, and
        // last writes these into the literals. A product without uses keeps the 0.
        let mut numbers = vec![0; self.products.len()];
        for literal in all_literals(self) {
            if let Some(index) = (literal.unsigned_abs() as usize).checked_sub(first) {
                numbers[index] = 1;
            }
        }
        let kept = numbers.iter_mut().filter(|number| **number > 0);
        (first as i32..).zip(kept).for_each(|(next, number)| *number = next);
        for literal in all_literals(self) {
            if let Some(index) = (literal.unsigned_abs() as usize).checked_sub(first) {
                *literal = numbers[index] * literal.signum();
            }
        }
        // `retain` visits the products in order, so `kept` advances in step with it.
        let mut kept = numbers.iter();
        self.products.retain(|_| kept.next().is_some_and(|&number| number > 0));
    }
}

/// The literals of all terms.
pub(super) fn all_literals(problem: &mut OpbFormula) -> impl Iterator<Item = &mut i32> {
    let constraints = problem.constraints.iter_mut().flat_map(|inequality| &mut inequality.terms);
    constraints.chain(problem.objective.iter_mut().flatten()).map(|(_, literal)| literal)
}

/// The comparisons of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpbRelation {
    /// At least.
    AtLeast,
    /// Exactly.
    Exactly,
    /// At most; not in the competitions' format, but widely written.
    AtMost,
}

impl OpbRelation {
    /// The sign as text in files.
    #[must_use]
    pub fn as_text(self) -> &'static str {
        match self {
            OpbRelation::AtLeast => ">=",
            OpbRelation::Exactly => "=",
            OpbRelation::AtMost => "<=",
        }
    }
}

impl OpbInequality {
    /// Whether the inequality holds, where `value` returns the value of a variable or product,
    /// counted from 1.
    pub fn holds(&self, value: impl Fn(usize) -> bool) -> bool {
        let sum: i128 = self
            .terms
            .iter()
            .filter(|(_, literal)| value(literal.unsigned_abs() as usize) == (*literal > 0))
            .map(|(coefficient, _)| i128::from(*coefficient))
            .sum();
        match self.sign {
            OpbRelation::AtLeast => sum >= self.bound.into(),
            OpbRelation::Exactly => sum == self.bound.into(),
            OpbRelation::AtMost => sum <= self.bound.into(),
        }
    }

    /// The literals of the equivalent clause, if the inequality is one: at least one of them must
    /// be 1. A false inequality without terms is the empty clause.
    #[must_use]
    pub fn as_clause(&self) -> Option<Vec<i32>> {
        let flip = match self.sign {
            OpbRelation::AtLeast => 1,
            OpbRelation::AtMost => -1,
            OpbRelation::Exactly => return None,
        };
        // Makes the coefficients positive: -a l is a (not l) - a.
        let mut bound = flip * i128::from(self.bound);
        let mut terms: Vec<(i128, i32)> = Vec::with_capacity(self.terms.len());
        for &(coefficient, literal) in &self.terms {
            let coefficient = flip * i128::from(coefficient);
            if coefficient < 0 {
                bound -= coefficient;
                terms.push((-coefficient, -literal));
            } else {
                terms.push((coefficient, literal));
            }
        }
        terms.retain(|(coefficient, _)| *coefficient != 0);
        // A variable that occurs twice would make a clause with repeated or opposite literals.
        let mut variables: Vec<u32> = terms.iter().map(|(_, l)| l.unsigned_abs()).collect();
        variables.sort_unstable();
        let distinct = variables.windows(2).all(|pair| pair[0] != pair[1]);
        // If every coefficient reaches a bound above 0, one true literal is necessary and
        // sufficient: 3 x1 + 2 x2 >= 2 is x1 or x2.
        let each_suffices = terms.iter().all(|(coefficient, _)| *coefficient >= bound);
        (distinct && bound > 0 && each_suffices)
            .then(|| terms.into_iter().map(|(_, literal)| literal).collect())
    }
}
