//! The enumeration strategies of Table 1.

use parallax_engines::Spec;

/// S1 to S12: a variable heuristic with a value heuristic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrawfordStrategy {
    number: usize,
    /// Whether AVal and GAV follow the paper's text, instead of what its tables need.
    literal: bool,
}

const VARIABLE_HEURISTICS: [(&str, &str); 3] = [("MiD", "mid"), ("MaD", "mad"), ("Opre", "opre")];
const VALUE_HEURISTICS: [(&str, &str); 4] =
    [("SVal", "sval"), ("GVal", "gval"), ("AVal", "aval"), ("GAV", "gav")];
const LITERAL_VALUE_HEURISTICS: [(&str, &str); 4] = [
    ("SVal", "sval"),
    ("GVal", "gval"),
    ("AVal-literal", "aval-literal"),
    ("GAV-literal", "gav-literal"),
];

impl CrawfordStrategy {
    /// The strategies with these numbers, from 1.
    pub fn from_numbers(numbers: impl IntoIterator<Item = usize>) -> Vec<CrawfordStrategy> {
        let known = numbers.into_iter().filter(|number| (1..=12).contains(number));
        known.map(|number| CrawfordStrategy { number, literal: false }).collect()
    }

    /// Returns the strategy with AVal and GAV as the paper's text has them: the value nearest to
    /// the mean of the bounds, and the smallest value above it.
    #[must_use]
    pub fn as_literal(self) -> Self {
        CrawfordStrategy { literal: true, ..self }
    }

    fn heuristic_names(self) -> ((&'static str, &'static str), (&'static str, &'static str)) {
        let values = if self.literal { LITERAL_VALUE_HEURISTICS } else { VALUE_HEURISTICS };
        // Each variable heuristic takes four numbers, one for each value heuristic: S1 to S4 are
        // MiD, S5 to S8 MaD, S9 to S12 Opre.
        (VARIABLE_HEURISTICS[(self.number - 1) / 4], values[(self.number - 1) % 4])
    }

    /// The name in the paper: `S5`.
    #[must_use]
    pub fn name(self) -> String {
        format!("S{}", self.number)
    }

    /// Its heuristics: `MaD+SVal`.
    #[must_use]
    pub fn heuristic_recipe(self) -> String {
        let (variables, values) = self.heuristic_names();
        format!("{}+{}", variables.0, values.0)
    }

    /// Native search with this strategy: all-different by value elimination from fixed
    /// variables, and sums and orders by bounds, as the paper's counts require; at most `limit`
    /// enumerations.
    #[must_use]
    pub fn engine_spec(self, limit: Option<u64>) -> Spec {
        let (variables, values) = self.heuristic_names();
        let limit = limit.map(|limit| format!(",limit={limit}")).unwrap_or_default();
        let spec = format!("native:{}+{},bounds,alldiff=ac{limit}", variables.1, values.1);
        // All parts of the spec come from the tables above, which have valid names only.
        spec.parse().expect("every strategy is an engine")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strategies_are_those_of_table_1() {
        let all = CrawfordStrategy::from_numbers(1..=12);
        let recipes = all.iter().map(|s| format!("{}={}", s.name(), s.heuristic_recipe()));
        insta::assert_snapshot!(recipes.collect::<Vec<_>>().join(" "), @"S1=MiD+SVal S2=MiD+GVal S3=MiD+AVal S4=MiD+GAV S5=MaD+SVal S6=MaD+GVal S7=MaD+AVal S8=MaD+GAV S9=Opre+SVal S10=Opre+GVal S11=Opre+AVal S12=Opre+GAV");
        assert_eq!(
            all[10].engine_spec(Some(7)).to_string(),
            "native:opre+aval,bounds,alldiff=ac,limit=7"
        );
        let literal = all[11].as_literal();
        assert_eq!(
            (literal.heuristic_recipe(), literal.engine_spec(None).to_string()),
            ("Opre+GAV-literal".into(), "native:opre+gav-literal,bounds,alldiff=ac".into())
        );
    }
}
