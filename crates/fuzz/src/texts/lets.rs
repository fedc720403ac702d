//! Random terms that name their subterms.

use rand::Rng;

use super::scope::Scope;
use super::term::Term;

impl<R: Rng> Scope<'_, R> {
    /// Draws a `let`; some of its names shadow others.
    pub(super) fn bind(&mut self, depth: u32, is_bool: bool) -> Term {
        self.features.insert("let");
        let mut bound: Vec<(usize, Term)> = Vec::new();
        let mut before = Vec::new();
        for _ in 0..self.rng.random_range(1..3) {
            let of_bool = self.rng.random_bool(0.5);
            let term = self.term(depth, of_bool);
            let number = self.name(&bound);
            bound.push((number, term));
            before.push((number, self.names[number], of_bool));
        }
        // The terms do not see the names; the body does.
        before.iter().for_each(|&(number, _, of_bool)| self.names[number] = Some(of_bool));
        let body = self.term(depth, is_bool);
        before.into_iter().for_each(|(number, outer, _)| self.names[number] = outer);
        Term::Let(bound, Box::new(body))
    }

    /// Draws a name for a `let` that already binds these: one that shadows another, or a new one.
    fn name(&mut self, bound: &[(usize, Term)]) -> usize {
        let old = self.rng.random_range(0..=self.names.len());
        let is_free = bound.iter().all(|(name, _)| *name != old);
        let hides = self.names.get(old).is_some_and(Option::is_some);
        if hides && is_free && self.rng.random_bool(0.7) {
            self.features.insert("hidden name");
            return old;
        }
        self.names.push(None);
        self.names.len() - 1
    }

    /// Draws names each of which occurs twice or more in the next: a term whose expansion is
    /// exponential in its length.
    pub(super) fn chain(&mut self, depth: u32, is_bool: bool) -> Term {
        self.features.insert("chain of lets");
        let first = self.term(depth, is_bool);
        let start = self.names.len();
        let length = self.rng.random_range(1..40);
        self.names.resize(start + length + 1, None);
        let mut parts = vec![first];
        for name in (start..).take(length) {
            let again = || Term::Named(name);
            parts.push(if is_bool {
                let other = self.leaf(true);
                let operator = self.any(&["and", "or", "=>", "xor", "="]);
                Term::Apply(operator, vec![again(), other, again()])
            } else {
                Term::Apply("-", vec![again(), again(), again()])
            });
        }
        let body = Term::Named(start + length);
        let named = parts.into_iter().enumerate().rev();
        named.fold(body, |body, (i, term)| Term::Let(vec![(start + i, term)], Box::new(body)))
    }
}
