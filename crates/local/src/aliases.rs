//! Finds variables that equal others up to sign and offset, so that they move together.

use parallax_model::engine_api::{Control, StopReason};
use parallax_model::{ComparisonOperator, Constraint, Domain, Model, Value, VarId};

/// `sign * root + offset`, where the sign is 1 or -1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AffineView {
    pub(super) root: u32,
    pub(super) sign: i64,
    pub(super) offset: i64,
}

impl AffineView {
    pub(super) fn view_value(self, value: Value) -> i64 {
        self.sign * i64::from(value) + self.offset
    }

    /// Returns the root's value at which the view has this value.
    fn root_value(self, value: i64) -> i64 {
        self.sign * (value - self.offset)
    }

    pub(super) fn is_own(self) -> bool {
        (self.sign, self.offset) == (1, 0)
    }
}

/// Each variable as a view of a root, and the domains of the roots.
pub(super) struct VariableAliases {
    views: Vec<AffineView>,
    /// For each constraint, whether the views make it true.
    pub(super) is_definition: Vec<bool>,
    pub(super) domains: Vec<Domain>,
}

impl VariableAliases {
    /// Finds the aliases in the equations between two variables.
    pub(super) fn from_model(
        model: &Model,
        domains: Vec<Domain>,
        control: &Control,
    ) -> Result<Self, StopReason> {
        let own = |root| AffineView { root, sign: 1, offset: 0 };
        let mut aliases = VariableAliases {
            views: (0..domains.len() as u32).map(own).collect(),
            is_definition: vec![false; model.constraints().len()],
            domains,
        };
        for (i, posted) in model.constraints().iter().enumerate() {
            if i.is_multiple_of(1024) {
                control.check_stop()?;
            }
            if let Some((left, view)) = equation_view(&posted.constraint) {
                aliases.is_definition[i] = aliases.join_roots(left, view);
            }
        }
        // The joins leave chains; from here on, each view names its root directly.
        for v in 0..aliases.views.len() {
            aliases.views[v] = aliases.variable_view(v as u32);
        }
        Ok(aliases)
    }

    /// Returns a variable as a view of its root.
    pub(super) fn variable_view(&self, v: u32) -> AffineView {
        let mut view = self.views[v as usize];
        loop {
            let next = self.views[view.root as usize];
            // A root is its own view with sign 1 and offset 0.
            if next.root == view.root && next.is_own() {
                return view;
            }
            view = AffineView {
                root: next.root,
                sign: view.sign * next.sign,
                offset: view.sign * next.offset + view.offset,
            };
        }
    }

    /// Makes `left` equal a view of another variable, unless both already have one root or no
    /// common value. Returns whether they are equal now.
    fn join_roots(&mut self, left: u32, right: AffineView) -> bool {
        let own = self.variable_view(left);
        let other = self.variable_view(right.root);
        if own.root == other.root {
            return false;
        }
        // With l and r the values of the roots, left = own.sign * l + own.offset equals
        // right.sign * (other.sign * r + other.offset) + right.offset. A sign is its own inverse,
        // so l = sign * r + offset.
        let sign = own.sign * right.sign * other.sign;
        let offset = own.sign * (right.sign * other.offset + right.offset - own.offset);
        let view = AffineView { root: other.root, sign, offset };
        // The earlier variable stays a root.
        let (alias, view) = if own.root < view.root {
            // l = sign * r + offset turned around: r = sign * l - sign * offset.
            (view.root, AffineView { root: own.root, sign, offset: -sign * offset })
        } else {
            (own.root, view)
        };
        // A pair without a common value stays apart: its equation remains a constraint, which local
        // search cannot satisfy but need not refute.
        let narrowed = self.narrow_domain(alias, view);
        if narrowed.is_empty() {
            return false;
        }
        self.domains[view.root as usize] = narrowed;
        // Keeps the paths to the roots short.
        self.views[alias as usize] = view;
        for v in [left, right.root] {
            self.views[v as usize] = self.variable_view(v);
        }
        true
    }

    /// Returns the values of the view's root at which the alias has a value of its domain.
    fn narrow_domain(&self, alias: u32, view: AffineView) -> Domain {
        let ends = self.domains[alias as usize].intervals().map(|(low, high)| {
            let (a, b) = (view.root_value(low.into()), view.root_value(high.into()));
            // With sign -1, an interval is mirrored and its ends change places.
            (a.min(b), a.max(b))
        });
        let mut ends: Vec<(i64, i64)> = ends.collect();
        ends.sort_unstable();
        let mut ends = ends.into_iter().peekable();
        let mut both = Vec::new();
        for (low, high) in self.domains[view.root as usize].intervals() {
            let (low, high) = (i64::from(low), i64::from(high));
            // Two sorted lists of intervals are merged. One that reaches past `high` stays for the
            // next interval.
            while ends.next_if(|&(_, b)| b < low).is_some() {}
            while let Some(&(a, b)) = ends.peek().filter(|&&(a, _)| a <= high) {
                both.push((a.max(low) as Value, b.min(high) as Value));
                if b > high {
                    break;
                }
                ends.next();
            }
        }
        Domain::from_intervals(both)
    }
}

/// Returns an equation as a view of another variable for its left variable.
fn equation_view(constraint: &Constraint) -> Option<(u32, AffineView)> {
    let index = |v: VarId| v.index() as u32;
    let (left, right, sign, offset) = match constraint {
        Constraint::Compare(c) if c.relation == ComparisonOperator::Eq => {
            (c.left, c.right, 1, c.offset)
        }
        Constraint::Linear(c) if c.relation == ComparisonOperator::Eq => match c.terms[..] {
            // Each coefficient is its own reciprocal.
            [x, y] if x.coefficient.unsigned_abs() == 1 && y.coefficient.unsigned_abs() == 1 => {
                (x.variable, y.variable, -x.coefficient * y.coefficient, x.coefficient * c.constant)
            }
            _ => return None,
        },
        _ => return None,
    };
    // Larger offsets leave no common value.
    let small = offset.unsigned_abs() <= 1 << 33;
    (left != right && small).then(|| (index(left), AffineView { root: index(right), sign, offset }))
}
