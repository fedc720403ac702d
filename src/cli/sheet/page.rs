//! The sheet as a page, and as an object.

use parallax_hints::Technique;
use parallax_model::instance::{ExplanationSource, Instance};
use parallax_report::worksheet::{PerPage, SheetPuzzle, Worksheet, html as page};
use parallax_report::{Grade, step_words};
use serde_json::{Value as Json, json};

use super::Args;
use super::graded::{Graded, name};
use super::kind::Kind;

/// Reads the number of puzzles on a page.
pub(super) fn per_page(text: &str) -> Result<PerPage, String> {
    let all = [PerPage::One, PerPage::Two, PerPage::Four, PerPage::Six];
    let own = all.into_iter().find(|own| own.number().to_string() == text);
    own.ok_or_else(|| "expected 1, 2, 4 or 6".to_owned())
}

/// Returns the rules of an instance in sentences, if it has some of its own.
fn rule_sentences(instance: &dyn Instance) -> Vec<String> {
    instance.explanations().map_or_else(Vec::new, ExplanationSource::rule_sentences)
}

/// Returns the sheet as a page of HTML.
pub(super) fn html(args: &Args, puzzles: &[Graded]) -> String {
    let own: Vec<Vec<String>> =
        puzzles.iter().map(|puzzle| rule_sentences(&*puzzle.found.instance)).collect();
    // Rules that all puzzles share stand at the top, once.
    let shared = own.first().filter(|first| own.iter().all(|other| other == *first));
    let shared = shared.cloned().unwrap_or_default();
    let kinds = kinds(puzzles).into_iter().filter_map(Kind::rule).map(str::to_owned);
    let rules: Vec<String> = kinds.chain(shared.iter().cloned()).collect();
    let printed = puzzles.iter().zip(own).map(|(puzzle, rules)| {
        puzzle.printed(args, if shared.is_empty() { rules } else { Vec::new() })
    });
    let printed: Vec<SheetPuzzle> = printed.collect();
    page(&Worksheet {
        title: title(args, puzzles),
        per_page: args.per_page.unwrap_or_else(|| PerPage::fitting(&printed)),
        rules,
        puzzles: printed,
        solutions: !args.no_solutions,
        again: again(args),
    })
}

/// Returns the sheet as an object on a line.
pub(super) fn json(args: &Args, puzzles: &[Graded]) -> String {
    let numbered = (1..).zip(puzzles);
    let puzzles: Vec<Json> =
        numbered.map(|(number, puzzle): (usize, _)| puzzle.object(number, args)).collect();
    let object = json!({"schema": "parallax-sheet-1", "title": args.title, "puzzles": puzzles});
    format!("{object}\n")
}

/// Returns the kinds of puzzles on the sheet, each once, in the order in which they come.
fn kinds(puzzles: &[Graded]) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = Vec::new();
    for puzzle in puzzles {
        if !kinds.contains(&puzzle.kind) {
            kinds.push(puzzle.kind);
        }
    }
    kinds
}

fn title(args: &Args, puzzles: &[Graded]) -> String {
    match (&args.title, &kinds(puzzles)[..]) {
        (Some(title), _) => title.clone(),
        (None, [kind]) => kind.title().to_owned(),
        (None, _) => "Puzzles".to_owned(),
    }
}

/// Returns the command that makes the sheet again, quoted for a shell.
fn again(args: &Args) -> String {
    let mut words: Vec<String> = ["parallax", "sheet"].map(str::to_owned).into();
    words.extend(args.what.iter().cloned());
    if args.what.iter().any(|name| Kind::named(name).is_some()) {
        let numbers = [
            ("--number", Some(args.number.to_string())),
            ("--grade", args.grade.map(|grade| grade.to_string())),
            ("--order", args.order.map(|order| order.to_string())),
            ("--clues", args.clues.map(|clues| clues.to_string())),
            ("--seed", Some(args.seed.to_string())),
        ];
        let given = numbers.into_iter().filter_map(|(name, value)| Some([name.into(), value?]));
        words.extend(given.flatten());
    }
    // Only a NUL cannot be quoted, and no argument of a program has one.
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
}

impl Graded {
    fn printed(&self, args: &Args, rules: Vec<String>) -> SheetPuzzle {
        let instance = &*self.found.instance;
        let is_whole = self.complete && !self.solutions.is_empty();
        SheetPuzzle {
            caption: self.caption(args),
            rules,
            origin: match self.drawn {
                Some(number) => format!("seed {}, number {number}", args.seed),
                None => name(&self.found),
            },
            side: self.side,
            picture: instance.picture().draw_svg(&[]),
            solution: is_whole.then(|| instance.picture().draw_svg(&self.solutions)),
        }
    }

    /// Describes the puzzle for the solver; empty without its grade.
    fn caption(&self, args: &Args) -> String {
        let grade = || {
            let words = |own| step_words(own, self.found.instance.puzzle());
            self.difficulty.as_ref().map_or("not graded".to_owned(), words)
        };
        match (self.kind, self.solutions.len()) {
            (Kind::Set, 0) => "no set".to_owned(),
            (Kind::Set, 1) => "one set".to_owned(),
            (Kind::Set, sets) => {
                let least = if self.complete { "" } else { "at least " };
                format!("{least}{sets} sets")
            }
            (_, 1) if args.no_grade => String::new(),
            (_, 1) => grade(),
            _ => "several solutions".to_owned(),
        }
    }

    fn object(&self, number: usize, args: &Args) -> Json {
        let instance = &*self.found.instance;
        let own = self.difficulty.as_ref().filter(|_| self.solutions.len() == 1);
        let solutions =
            self.solutions.iter().map(|solution| instance.notation().write_solution(solution));
        let kind = self.kind.rule().map(str::to_owned);
        let rules: Vec<String> = kind.into_iter().chain(rule_sentences(instance)).collect();
        json!({
            "number": number,
            "instance": self.found.source,
            "index": self.found.index,
            "seed": self.drawn.map(|_| args.seed),
            "draw": self.drawn,
            "puzzle": instance.puzzle(),
            "title": instance.title(),
            "grade": own.and_then(Grade::of_steps).map(Grade::name),
            "rules": rules,
            "rating": self.caption(args),
            "score": own.map(|own| f64::from(own.hardest) / 10.0),
            "hardest": own.and_then(|own| own.technique).map(Technique::description),
            "form": instance.notation().write(),
            "complete": self.complete,
            "solutions": solutions.collect::<Vec<_>>(),
        })
    }
}
