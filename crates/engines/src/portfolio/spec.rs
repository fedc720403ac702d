//! Specs: `portfolio[native; sat:cadical+direct]`, and `portfolio` for a default selection.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use parallax_encodings::IntEncoding;
use parallax_model::Model;
use parallax_model::engine_api::{
    Control, Engine, EngineAbilities, EngineFamily, PreparationError, Session, SolverLineage,
};
use parallax_solvers::SatKind;

use super::{RacingEngine, at_hand, race_abilities};
use crate::auto::AutoEngine;
use crate::spec::{ConfiguredEngine, EngineKind, EngineUsage, Spec, SpecFault};

/// The first word of the spec of a portfolio.
const ENGINE_NAME: &str = "portfolio";

/// The engines of a portfolio.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Portfolio {
    /// The engines that the user names; `None` for the [usual](Portfolio::usual_engines) ones.
    named: Option<Vec<Spec>>,
}

impl Portfolio {
    /// Returns the portfolio of the usual engines.
    #[must_use]
    pub fn usual_portfolio() -> Self {
        Portfolio { named: None }
    }

    /// Returns its engines on this number of cores; the most promising one comes first.
    #[must_use]
    pub fn engine_specs(&self, cores: usize) -> Vec<Spec> {
        match &self.named {
            Some(named) => named.clone(),
            None => Portfolio::usual_engines(cores),
        }
    }

    /// Returns engines of this build that differ in method, one for each core and at least two.
    #[must_use]
    pub fn usual_engines(cores: usize) -> Vec<Spec> {
        let cadical = SatKind::Cadical.is_built();
        let sat = if cadical { SatKind::Cadical } else { SatKind::Batsat };
        // Neighbours in the list differ most: two cores get native search and a SAT solver, and
        // only the fourth repeats a solver, with another encoding.
        let all = [
            Spec::native(),
            Spec::sat(sat, IntEncoding::Direct),
            Spec::pumpkin(),
            Spec::sat(sat, IntEncoding::Order),
        ];
        all.into_iter().filter(Spec::is_built).take(cores.max(2)).collect()
    }

    /// Whether a text begins as the spec of a portfolio.
    pub(crate) fn is_meant(text: &str) -> bool {
        let rest = text.trim().strip_prefix(ENGINE_NAME);
        rest.is_some_and(|rest| rest.is_empty() || rest.trim_start().starts_with(['[', ':', ',']))
    }
}

impl EngineKind for Portfolio {
    const NAMES: &'static [&'static str] = &[ENGINE_NAME];

    const USAGE: Option<EngineUsage> = Some(EngineUsage {
        title: "Portfolios",
        text: "portfolio[ENGINE; ENGINE...] races engines: the first one that finishes answers, the \
               others end. portfolio alone takes complementary engines of this build.",
    });

    fn parse_spec(text: &str) -> Option<Result<Self, SpecFault>> {
        Portfolio::is_meant(text).then(|| text.parse())
    }
}

impl ConfiguredEngine for Portfolio {
    fn family(&self) -> EngineFamily {
        // A race has the family of the engine that answers.
        EngineFamily::from_solver(SolverLineage::Unknown)
    }

    fn abilities(&self) -> EngineAbilities {
        race_abilities(&self.engine_specs(at_hand()))
    }

    fn description(&self) -> String {
        match &self.named {
            None => "complementary engines in a race".into(),
            Some(named) => format!("a race of {} engines", named.len()),
        }
    }

    fn takes_globals(&self) -> bool {
        true
    }

    fn start_session(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        // Every engine works in this process; `jobs` provides children.
        let in_process = |spec: Spec| -> Arc<dyn Engine> { Arc::new(spec) };
        RacingEngine::new(self, at_hand(), &in_process).prepare(model, seed, control)
    }

    fn find_program(&self) -> Result<(), SpecFault> {
        self.engine_specs(at_hand()).iter().try_for_each(Spec::find_program)
    }

    fn set_folder(&mut self, folder: &Path) {
        for spec in self.named.iter_mut().flatten() {
            *spec = spec.with_folder(folder);
        }
    }

    fn program_folder(&self) -> Option<&Path> {
        self.named.iter().flatten().find_map(Spec::program_folder)
    }
}

/// Returns the length of the spec at the beginning of a text, up to its closing bracket; `None` if
/// the text does not begin with a portfolio in brackets.
///
/// # Errors
/// At a bracket or a quotation mark without an end.
pub(crate) fn spec_length(text: &str) -> Result<Option<usize>, SpecFault> {
    let Some(inside) =
        text.strip_prefix(ENGINE_NAME).and_then(|rest| rest.trim_start().strip_prefix('['))
    else {
        return Ok(None);
    };
    let before = text.len() - inside.len();
    let end = split_pieces(inside)?.1;
    match end {
        Some(end) => Ok(Some(before + end + 1)),
        None => Err(SpecFault::OpenBracket(text.to_owned())),
    }
}

/// Splits a text at semicolons up to the closing bracket; also returns the offset of that bracket,
/// if found. Quotation marks at the beginning of a piece enclose it; inside nested brackets,
/// semicolons do not split.
fn split_pieces(text: &str) -> Result<(Vec<String>, Option<usize>), SpecFault> {
    let mut pieces = vec![String::new()];
    let mut quote = None;
    let mut depth = 0u32;
    for (offset, c) in text.char_indices() {
        let last = pieces.last_mut().expect("there is always one");
        match (c, quote) {
            // Inside quotation marks, only the same mark has a meaning: commands contain the other
            // one, semicolons and brackets.
            (c, Some(open)) if c == open => quote = None,
            (_, Some(_)) => {}
            ('"' | '\'', None) if last.trim().is_empty() => quote = Some(c),
            ('[', None) => depth += 1,
            (']', None) if depth > 0 => depth -= 1,
            (']', None) => return Ok((pieces, Some(offset))),
            (';', None) if depth == 0 => {
                pieces.push(String::new());
                continue;
            }
            _ => {}
        }
        last.push(c);
    }
    match quote {
        Some(_) => Err(SpecFault::OpenQuotation(text.to_owned())),
        None => Ok((pieces, None)),
    }
}

/// Parses one engine of a list, perhaps between quotation marks.
fn parse_engine(piece: &str) -> Result<Spec, SpecFault> {
    let piece = piece.trim();
    let inside = ['"', '\''].into_iter().find_map(|mark| {
        let inside = piece.strip_prefix(mark)?;
        // `Ok` has the text between the marks and what follows them, `Err` an unclosed quotation.
        Some(inside.split_once(mark).ok_or(inside))
    });
    let text = match inside {
        None => piece,
        Some(Ok((inside, ""))) => inside.trim(),
        Some(Ok((_, more)) | Err(more)) => {
            return Err(SpecFault::AfterMember(more.to_owned()));
        }
    };
    if Portfolio::is_meant(text) {
        return Err(SpecFault::NestedPortfolio);
    }
    let spec: Spec = text.parse()?;
    if spec.is_engine::<AutoEngine>() {
        return Err(SpecFault::AutoMember);
    }
    if !spec.is_built() {
        return Err(SpecFault::NotBuilt(spec.to_string()));
    }
    // An engine that never proves anything cannot end a race about an unsatisfiable model.
    if spec.family().is_incomplete() {
        return Err(SpecFault::IncompleteMember(spec.to_string()));
    }
    Ok(spec)
}

impl FromStr for Portfolio {
    type Err = SpecFault;

    fn from_str(text: &str) -> Result<Self, SpecFault> {
        let text = text.trim();
        if text == ENGINE_NAME {
            return Ok(Portfolio::usual_portfolio());
        }
        let wrong = || SpecFault::WrongPortfolio(text.to_owned());
        let rest = text.strip_prefix(ENGINE_NAME).ok_or_else(wrong)?.trim_start();
        let inside = rest.strip_prefix('[').ok_or_else(wrong)?;
        let (pieces, end) = split_pieces(inside)?;
        let end = end.ok_or_else(|| SpecFault::OpenBracket(text.to_owned()))?;
        if end + 1 < inside.len() {
            return Err(wrong());
        }
        if pieces.iter().all(|piece| piece.trim().is_empty()) {
            return Err(SpecFault::EmptyPortfolio);
        }
        let mut named: Vec<Spec> = Vec::new();
        for piece in &pieces {
            if piece.trim().is_empty() {
                return Err(SpecFault::MissingMember(text.to_owned()));
            }
            let spec = parse_engine(piece)?;
            if named.contains(&spec) {
                return Err(SpecFault::RepeatedMember(spec.to_string()));
            }
            named.push(spec);
        }
        Ok(Portfolio { named: Some(named) })
    }
}

impl fmt::Display for Portfolio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(ENGINE_NAME)?;
        let Some(named) = &self.named else { return Ok(()) };
        f.write_str("[")?;
        for (index, spec) in named.iter().enumerate() {
            let text = spec.to_string();
            let before = if index > 0 { "; " } else { "" };
            // An engine that needs quotation marks was read between them, and contains none of
            // their kind.
            let quoted = text.contains([';', '[', ']']);
            let mark = match (quoted, text.contains('"')) {
                (false, _) => "",
                (true, false) => "\"",
                (true, true) => "'",
            };
            write!(f, "{before}{mark}{text}{mark}")?;
        }
        f.write_str("]")
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::parse_list;
    use super::*;

    #[test]
    fn a_portfolio_is_read_back() {
        for (text, written) in [
            ("portfolio", "portfolio"),
            ("portfolio[native]", "portfolio[native]"),
            ("portfolio[ native,sum=bounds ;brute ]", "portfolio[native,sum=bounds; brute]"),
            ("portfolio [sat:batsat; native]", "portfolio[sat:batsat+direct; native]"),
            (
                "portfolio[\"dimacs:sh -c 'a; b'\"; mine=dimacs:s -x; native]",
                "portfolio[\"dimacs+direct:sh -c 'a; b'\"; mine=dimacs+direct:s -x; native]",
            ),
            ("portfolio['dimacs:s \"a]\"'; brute]", "portfolio['dimacs+direct:s \"a]\"'; brute]"),
        ] {
            let spec: Spec = text.parse().unwrap();
            assert_eq!(spec.to_string(), written);
            assert_eq!(written.parse(), Ok(spec));
        }
    }

    #[test]
    fn lists_keep_what_is_between_brackets() {
        let names = |list: &str| -> Vec<String> {
            parse_list(list).unwrap().every_spec().iter().map(Engine::spec).collect()
        };
        assert_eq!(
            names("brute,portfolio[native,sum=bounds; reform:split=never,leaf=brute],native"),
            ["brute", "portfolio[native,sum=bounds; reform:split=never,leaf=brute]", "native"]
        );
        assert_eq!(
            names("portfolio,portfolio[brute;native,gac,sum=bounds] , brute"),
            ["portfolio", "portfolio[brute; native,gac,sum=bounds]", "brute"]
        );
        assert_eq!(names("portfolio[\"dimacs:s a,b]\";brute],native").len(), 2);
    }

    #[test]
    fn wrong_portfolios_are_refused() {
        for (text, expected) in [
            ("portfolio[]", "needs engines"),
            ("portfolio[ ; ]", "needs engines"),
            ("portfolio[native;]", "an engine is missing"),
            ("portfolio[native", "a bracket without an end"),
            ("portfolio[native]]", "expected a comma"),
            ("portfolio[native],gac", "expected"),
            ("portfolio:native", "expected portfolio"),
            ("portfolio[nativ; brute]", "did you mean 'native'?"),
            ("portfolio[local; native]", "never shows"),
            ("portfolio[native; native]", "there twice"),
            ("portfolio[portfolio; native]", "no other portfolio"),
            ("portfolio[native; portfolio[brute; native]]", "no other portfolio"),
            ("portfolio[\"native; brute]", "a quotation mark without an end"),
            ("portfolio[\"native\" x; brute]", "expected ';' or ']'"),
            ("portfolio[all]", "unknown engine 'all'"),
            ("portfolio[sat:*; native]", "known: varisat"),
            ("reform:leaf=portfolio[native; brute]", "solved by another engine"),
        ] {
            let error = parse_list(text).map(|list| list.every_spec()).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn the_usual_engines_are_built_and_complete() {
        for cores in [0, 1, 2, 3, 64] {
            let usual = Portfolio::usual_portfolio().engine_specs(cores);
            assert!(usual.len() >= 2 && usual.len() <= cores.max(2), "{cores}: {usual:?}");
            assert!(usual.iter().all(|spec| spec.is_built() && !spec.family().is_incomplete()));
        }
    }
}
