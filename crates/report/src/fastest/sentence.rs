//! The race in a sentence.

use std::fmt;

use parallax_experiment::regress::plural;

use super::{Factor, Fastest, Racer, Spread};

/// Maximum number of engines without an answer that the sentence names.
const NAMES: usize = 3;

impl fmt::Display for Fastest {
    /// Writes `native was fastest: 1.9 ± 0.1 times faster than sat:batsat, the next of 3`: the fastest
    /// engine and the next one. Tables have the factors of the others.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} was fastest", self.named(&self.racer, None))?;
        if let Some(next) = self.others.first() {
            write!(f, ": {}", self.against(next))?;
        }
        if self.others.len() > 1 {
            write!(f, ", the next of {}", self.others.len())?;
        }
        if !self.without.is_empty() {
            let named: Vec<&str> = self.without.iter().take(NAMES).map(String::as_str).collect();
            let more = self.without.len() - named.len();
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            write!(f, "; answered none: {}{more}", named.join(", "))?;
        }
        f.write_str(self.note())
    }
}

impl Fastest {
    /// Explains the spread.
    fn note(&self) -> &'static str {
        match (self.rounds, self.others.first().map(|next| next.spread)) {
            (1, Some(Spread::Range { .. })) => {
                " (geometric means over the instances, and their range)"
            }
            (1, _) => " (one run; --repeat 5 shows how much this varies)",
            _ => "",
        }
    }

    /// Names an engine; one that did not finish every instance with their number, and `more`.
    fn named(&self, racer: &Racer, more: Option<String>) -> String {
        let answered = (racer.answered < self.instances)
            .then(|| format!("answered {} of {}", racer.answered, self.instances));
        let remarks: Vec<String> = answered.into_iter().chain(more).collect();
        match remarks[..] {
            [] => racer.engine.clone(),
            _ => format!("{} ({})", racer.engine, remarks.join("; ")),
        }
    }

    fn against(&self, other: &Factor) -> String {
        // An engine that finished fewer instances may be faster on these.
        let is_slower = other.ratio >= 1.0;
        let turned = |ratio: f64| if is_slower { ratio } else { 1.0 / ratio };
        let ratio = turned(other.ratio);
        let mut places = places(ratio);
        let (deviation, range) = match other.spread {
            Spread::None {} => (String::new(), None),
            Spread::Deviation { deviation } => {
                // The relative error of the inverse is the same.
                let deviation = deviation / other.ratio * ratio;
                places = places.max(digits(deviation));
                (format!(" ± {deviation:.places$}"), None)
            }
            Spread::Range { least, greatest } => {
                let mut ends = [least, greatest].map(turned);
                ends.sort_by(f64::total_cmp);
                let [low, high] = ends.map(|end| format!("{end:.*}", self::places(end)));
                (String::new(), Some(format!("{low} to {high}")))
            }
        };
        let named = self.named(&other.racer, range);
        if is_slower {
            // The number that the other one answered is that of both, unless it answered others.
            let others = other.both < other.racer.answered;
            let shared =
                others.then(|| format!(" on the {} of both", plural(other.both, "instance")));
            let shared = shared.unwrap_or_default();
            return format!("{ratio:.places$}{deviation} times faster than {named}{shared}");
        }
        let both = plural(other.both, "instance");
        format!("{ratio:.places$}{deviation} times slower than {named} on the {both} of both")
    }
}

/// Returns the number of digits after the point that matter in a factor.
fn places(ratio: f64) -> usize {
    match ratio {
        ratio if ratio < 1.095 => 2,
        ratio if ratio < 9.95 => 1,
        _ => 0,
    }
}

/// Returns the number of digits after the point of a deviation's first digit that is not 0.
fn digits(deviation: f64) -> usize {
    match deviation {
        deviation if deviation < 0.095 => 2,
        deviation if deviation < 0.95 => 1,
        _ => 0,
    }
}
