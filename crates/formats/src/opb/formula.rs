//! Linear constraints over 0/1 variables, as the file states them.

/// A problem: its variables, numbered from 1, and its constraints in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpbFormula {
    /// The number of variables.
    pub variables: usize,
    /// Coefficients and literals of the sum to minimise, if there is one.
    pub objective: Option<Vec<(i64, i32)>>,
    /// The constraints.
    pub constraints: Vec<Inequality>,
}

/// `sum of coefficient * literal, sign, bound`. Literal `n` is variable `n`, and `-n` is 1 if
/// variable `n` is 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inequality {
    /// Coefficients and literals.
    pub terms: Vec<(i64, i32)>,
    /// The comparison.
    pub sign: Sign,
    /// The right side of the comparison.
    pub bound: i64,
}

/// The comparisons of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// At least.
    AtLeast,
    /// Exactly.
    Exactly,
    /// At most; not in the competitions' format, but widely written.
    AtMost,
}

impl Sign {
    /// The sign as text in files.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Sign::AtLeast => ">=",
            Sign::Exactly => "=",
            Sign::AtMost => "<=",
        }
    }
}

impl Inequality {
    /// Whether the inequality holds, where `value` returns the value of a
    /// variable, counted from 1.
    pub fn holds(&self, value: impl Fn(usize) -> bool) -> bool {
        let sum: i128 = self
            .terms
            .iter()
            .filter(|(_, literal)| value(literal.unsigned_abs() as usize) == (*literal > 0))
            .map(|(coefficient, _)| i128::from(*coefficient))
            .sum();
        match self.sign {
            Sign::AtLeast => sum >= self.bound.into(),
            Sign::Exactly => sum == self.bound.into(),
            Sign::AtMost => sum <= self.bound.into(),
        }
    }

    /// The inequality as text in files, without a line break.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{}{} {} ;", sum(&self.terms), self.sign.text(), self.bound)
    }

    /// The literals of the equivalent clause, if the inequality is one: at least one of them must
    /// be 1. A false inequality without terms is the empty clause.
    #[must_use]
    pub fn as_clause(&self) -> Option<Vec<i32>> {
        let flip = match self.sign {
            Sign::AtLeast => 1,
            Sign::AtMost => -1,
            Sign::Exactly => return None,
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
        let mut variables: Vec<u32> = terms.iter().map(|(_, l)| l.unsigned_abs()).collect();
        variables.sort_unstable();
        let distinct = variables.windows(2).all(|pair| pair[0] != pair[1]);
        let each_suffices = terms.iter().all(|(coefficient, _)| *coefficient >= bound);
        (distinct && bound > 0 && each_suffices)
            .then(|| terms.into_iter().map(|(_, literal)| literal).collect())
    }
}

/// Writes a sum as in files, with a space after each term.
pub(super) fn sum(terms: &[(i64, i32)]) -> String {
    let mut text = String::new();
    for (coefficient, literal) in terms {
        let not = if *literal < 0 { "~" } else { "" };
        text.push_str(&format!("{coefficient:+} {not}x{} ", literal.unsigned_abs()));
    }
    text
}
