//! The race in a sentence.

use std::fmt;

use parallax_experiment::regress::plural_noun;

use super::{FastestEngine, RaceEntrant, RatioSpread, SpeedupFactor};

/// Maximum number of engines without an answer that the sentence names.
const MAX_NAMED_ENGINES: usize = 3;

impl fmt::Display for FastestEngine {
    /// Writes `native was fastest: 1.9 ± 0.1 times faster than sat:batsat, the next of 3`: the
    /// fastest engine and the next one. Tables have the factors of the others.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} was fastest", self.name_engine(&self.racer, None))?;
        if let Some(next) = self.others.first() {
            write!(f, ": {}", self.describe_factor(next))?;
        }
        if self.others.len() > 1 {
            write!(f, ", the next of {}", self.others.len())?;
        }
        if !self.without.is_empty() {
            let named: Vec<&str> =
                self.without.iter().take(MAX_NAMED_ENGINES).map(String::as_str).collect();
            let more = self.without.len() - named.len();
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            write!(f, "; answered none: {}{more}", named.join(", "))?;
        }
        f.write_str(self.spread_note())
    }
}

impl FastestEngine {
    /// Explains the spread.
    fn spread_note(&self) -> &'static str {
        match (self.rounds, self.others.first().map(|next| next.spread)) {
            (1, Some(RatioSpread::Range { .. })) => {
                " (geometric means over the instances, and their range)"
            }
            (1, _) => " (one run; --repeat 5 shows how much this varies)",
            _ => "",
        }
    }

    /// Names an engine; one that did not finish every instance with their number, and `more`.
    fn name_engine(&self, racer: &RaceEntrant, more: Option<String>) -> String {
        let answered = (racer.answered < self.instances)
            .then(|| format!("answered {} of {}", racer.answered, self.instances));
        let remarks: Vec<String> = answered.into_iter().chain(more).collect();
        match remarks[..] {
            [] => racer.engine.clone(),
            _ => format!("{} ({})", racer.engine, remarks.join("; ")),
        }
    }

    fn describe_factor(&self, other: &SpeedupFactor) -> String {
        // An engine that finished fewer instances may be faster on these.
        let is_slower = other.ratio >= 1.0;
        // The sentence states a factor of at least 1, "faster" or "slower".
        let turned = |ratio: f64| if is_slower { ratio } else { 1.0 / ratio };
        let ratio = turned(other.ratio);
        let mut places = factor_places(ratio);
        let (deviation, range) = match other.spread {
            RatioSpread::None {} => (String::new(), None),
            RatioSpread::Deviation { deviation } => {
                // The relative error of the inverse is the same.
                let deviation = deviation / other.ratio * ratio;
                places = places.max(deviation_places(deviation));
                (format!(" ± {deviation:.places$}"), None)
            }
            RatioSpread::Range { least, greatest } => {
                let mut ends = [least, greatest].map(turned);
                ends.sort_by(f64::total_cmp);
                let [low, high] = ends.map(|end| format!("{end:.*}", self::factor_places(end)));
                (String::new(), Some(format!("{low} to {high}")))
            }
        };
        let named = self.name_engine(&other.racer, range);
        if is_slower {
            // The number that the other one answered is that of both, unless it answered others.
            let others = other.both < other.racer.answered;
            let shared =
                others.then(|| format!(" on the {} of both", plural_noun(other.both, "instance")));
            let shared = shared.unwrap_or_default();
            return format!("{ratio:.places$}{deviation} times faster than {named}{shared}");
        }
        let both = plural_noun(other.both, "instance");
        format!("{ratio:.places$}{deviation} times slower than {named} on the {both} of both")
    }
}

/// Returns the number of digits after the point that matter in a factor.
fn factor_places(ratio: f64) -> usize {
    match ratio {
        ratio if ratio < 1.095 => 2,
        ratio if ratio < 9.95 => 1,
        _ => 0,
    }
}

/// Returns the number of digits after the point of a deviation's first digit that is not 0.
fn deviation_places(deviation: f64) -> usize {
    match deviation {
        deviation if deviation < 0.095 => 2,
        deviation if deviation < 0.95 => 1,
        _ => 0,
    }
}
