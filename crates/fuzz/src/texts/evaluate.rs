//! The meaning of terms of scripts.

use super::term::Term;

/// The values of names bound by `let` and definitions, by number.
pub(super) type Names = Vec<Option<i128>>;

/// Returns the value under an assignment, with truth values as 0 or 1; `None` if a subterm exceeds
/// 128 bits, whether the value depends on it or not. Leaves `names` unchanged.
pub(super) fn value(term: &Term, symbols: &[i128], names: &mut Names) -> Option<i128> {
    match term {
        Term::Number(number) => Some((*number).into()),
        Term::Truth(value) => Some((*value).into()),
        Term::Symbol(number) => Some(symbols[*number]),
        Term::Named(number) => Some(names[*number].expect("a name is used where it is bound")),
        Term::Nots(count, inner) => Some((value(inner, symbols, names)? + *count as i128) % 2),
        Term::Annotated(inner) => value(inner, symbols, names),
        Term::Let(bound, body) => {
            let values = values(bound.iter().map(|(_, term)| term), symbols, names)?;
            let mut hidden = Vec::with_capacity(values.len());
            for ((name, _), value) in bound.iter().zip(values) {
                hidden.push((*name, bind(names, *name, Some(value))));
            }
            let value = value(body, symbols, names);
            hidden.into_iter().for_each(|(name, before)| {
                bind(names, name, before);
            });
            value
        }
        Term::Apply(operator, parts) => apply(operator, &values(parts.iter(), symbols, names)?),
    }
}

fn values<'t>(
    mut terms: impl Iterator<Item = &'t Term>,
    symbols: &[i128],
    names: &mut Names,
) -> Option<Vec<i128>> {
    terms.try_fold(Vec::new(), |mut values, term| {
        values.push(value(term, symbols, names)?);
        Some(values)
    })
}

/// Binds a name to a value, or to none, and returns the previous value.
pub(super) fn bind(names: &mut Names, name: usize, value: Option<i128>) -> Option<i128> {
    names.resize(names.len().max(name + 1), None);
    std::mem::replace(&mut names[name], value)
}

fn apply(operator: &str, v: &[i128]) -> Option<i128> {
    let pairs = |test: fn(&i128, &i128) -> bool| v.windows(2).all(|pair| test(&pair[0], &pair[1]));
    let truth = match operator {
        "+" => return v.iter().try_fold(0, |total: i128, part| total.checked_add(*part)),
        "-" if v.len() == 1 => return v[0].checked_neg(),
        "-" => return v[1..].iter().try_fold(v[0], |total, part| total.checked_sub(*part)),
        "*" => return v.iter().try_fold(1, |product: i128, part| product.checked_mul(*part)),
        "abs" => return v[0].checked_abs(),
        // The divisor is 0 only outside the bounds, where no script is satisfied for any value.
        "div" => return v[1..].iter().try_fold(v[0], |total, part| euclidean(total, *part).0),
        "mod" => return euclidean(v[0], v[1]).1,
        "ite" => return Some(if v[0] == 1 { v[1] } else { v[2] }),
        "and" => v.iter().all(|&x| x == 1),
        "or" => v.contains(&1),
        "=>" => v[..v.len() - 1].contains(&0) || v[v.len() - 1] == 1,
        "xor" => v.iter().filter(|&&x| x == 1).count() % 2 == 1,
        "=" => pairs(i128::eq),
        "<" => pairs(i128::lt),
        "<=" => pairs(i128::le),
        ">" => pairs(i128::gt),
        ">=" => pairs(i128::ge),
        "distinct" => (0..v.len()).all(|i| !v[..i].contains(&v[i])),
        other => unreachable!("{other} is not drawn"),
    };
    Some(truth.into())
}

/// Returns the quotient and the remainder of the standard: the remainder is at least 0 and less
/// than the divisor's magnitude.
fn euclidean(dividend: i128, divisor: i128) -> (Option<i128>, Option<i128>) {
    if divisor == 0 {
        return (Some(0), Some(0));
    }
    let Some(size) = divisor.checked_abs() else { return (None, None) };
    let Some(rest) = (dividend % size).checked_add(size).map(|rest| rest % size) else {
        return (None, None);
    };
    (dividend.checked_sub(rest).and_then(|whole| whole.checked_div(divisor)), Some(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(operator: &'static str, numbers: &[i64]) -> Option<i128> {
        let parts = numbers.iter().map(|&number| Term::Number(number)).collect();
        value(&Term::Apply(operator, parts), &[], &mut Names::new())
    }

    #[test]
    fn operators_mean_what_the_standard_says() {
        for (operator, numbers, expected) in [
            ("-", &[3][..], -3),
            ("-", &[3, 5, 1], -3),
            ("+", &[3, 5, 1], 9),
            ("*", &[2, -3, 4], -24),
            ("abs", &[-4], 4),
            ("div", &[7, 2], 3),
            ("div", &[-7, 2], -4),
            ("div", &[7, -2], -3),
            ("div", &[-7, -2], 4),
            ("div", &[20, 3, 2], 3),
            ("mod", &[7, 2], 1),
            ("mod", &[-7, 2], 1),
            ("mod", &[-7, -3], 2),
            ("mod", &[-6, 3], 0),
            ("ite", &[1, 7, 8], 7),
            ("ite", &[0, 7, 8], 8),
            ("and", &[1, 1, 0], 0),
            ("or", &[0, 0, 1], 1),
            ("=>", &[1, 0, 0], 1),
            ("=>", &[1, 1, 0], 0),
            ("xor", &[1, 1, 1], 1),
            ("xor", &[1, 1], 0),
            ("=", &[0, 0, 1], 0),
            ("<", &[1, 2, 2], 0),
            ("<=", &[1, 2, 2], 1),
            (">", &[2, 1, 1], 0),
            (">=", &[2, 1, 1], 1),
            ("distinct", &[1, 2, 1], 0),
            ("distinct", &[1, 2, 3], 1),
        ] {
            assert_eq!(of(operator, numbers), Some(expected), "{operator} {numbers:?}");
        }
    }

    #[test]
    fn what_is_beyond_128_bits_has_no_value() {
        let (most, large) = (i64::MAX, i128::from(i64::MAX));
        assert_eq!(of("*", &[most, most]), Some(large * large));
        assert_eq!(of("*", &[most, most, most]), None);
        let product = Term::Apply("*", [most; 3].map(Term::Number).to_vec());
        let unneeded = Term::Apply("ite", vec![Term::Truth(false), product, Term::Number(1)]);
        assert_eq!(value(&unneeded, &[], &mut Names::new()), None);
    }

    #[test]
    fn names_end_with_their_let() {
        let named = |name| Box::new(Term::Named(name));
        // (let ((n0 1)) (let ((n0 2) (n1 n0)) n1))
        let inner = Term::Let(vec![(0, Term::Number(2)), (1, *named(0))], named(1));
        let outer = Term::Let(vec![(0, Term::Number(1))], Box::new(inner));
        let mut names = vec![Some(9)];
        assert_eq!(value(&outer, &[], &mut names), Some(1));
        assert_eq!(names, [Some(9), None]);
        let nots = |count| Term::Nots(count, Box::new(Term::Truth(true)));
        let values = [20_000, 20_001].map(|count| value(&nots(count), &[], &mut names));
        assert_eq!(values, [Some(1), Some(0)]);
    }
}
