//! The sheet as a page, and as an object.

use parallax_hints::Technique;
use parallax_instance::{ExplanationSource, Instance};
use parallax_report::worksheet::{PerPage, PuzzleWorksheet, SheetPuzzle, render_sheet as page};
use parallax_report::{DifficultyGrade, step_words};
use serde_json::{Value as Json, json};

use super::SheetArgs;
use super::graded_puzzle::{GradedPuzzle, puzzle_name};
use super::kind::SheetPuzzleKind;

/// Reads the number of puzzles on a page.
pub(super) fn per_page(text: &str) -> Result<PerPage, String> {
    let all = [PerPage::One, PerPage::Two, PerPage::Four, PerPage::Six];
    let own = all.into_iter().find(|own| own.number().to_string() == text);
    own.ok_or_else(|| "expected 1, 2, 4 or 6".to_owned())
}

/// Returns the rules that an instance states itself, in sentences.
fn rule_sentences(instance: &dyn Instance) -> Vec<String> {
    instance.explanation_source().map_or_else(Vec::new, ExplanationSource::rule_sentences)
}

/// Returns the sheet as a page of HTML.
pub(super) fn html_page(args: &SheetArgs, puzzles: &[GradedPuzzle]) -> String {
    let own: Vec<Vec<String>> =
        puzzles.iter().map(|puzzle| rule_sentences(&*puzzle.found.instance)).collect();
    // Rules that all puzzles share are printed once, at the top, and not with each puzzle.
    let shared = own.first().filter(|first| own.iter().all(|other| other == *first));
    let shared = shared.cloned().unwrap_or_default();
    let kinds = puzzle_kinds(puzzles)
        .into_iter()
        .filter_map(SheetPuzzleKind::rule_sentence)
        .map(str::to_owned);
    let rules: Vec<String> = kinds.chain(shared.iter().cloned()).collect();
    let printed = puzzles.iter().zip(own).map(|(puzzle, rules)| {
        puzzle.to_sheet_puzzle(args, if shared.is_empty() { rules } else { Vec::new() })
    });
    let printed: Vec<SheetPuzzle> = printed.collect();
    page(&PuzzleWorksheet {
        title: page_title(args, puzzles),
        per_page: args.per_page.unwrap_or_else(|| PerPage::fitting_number(&printed)),
        rules,
        puzzles: printed,
        solutions: !args.no_solutions,
        again: sheet_command(args),
    })
}

/// Returns the sheet as an object on a line.
pub(super) fn json_line(args: &SheetArgs, puzzles: &[GradedPuzzle]) -> String {
    let numbered = (1..).zip(puzzles);
    let puzzles: Vec<Json> =
        numbered.map(|(number, puzzle): (usize, _)| puzzle.puzzle_json(number, args)).collect();
    let object = json!({"schema": "parallax-sheet-1", "title": args.title, "puzzles": puzzles});
    format!("{object}\n")
}

/// Returns the kinds of puzzles on the sheet, each once, in the order of their first puzzle.
fn puzzle_kinds(puzzles: &[GradedPuzzle]) -> Vec<SheetPuzzleKind> {
    let mut kinds: Vec<SheetPuzzleKind> = Vec::new();
    for puzzle in puzzles {
        if !kinds.contains(&puzzle.kind) {
            kinds.push(puzzle.kind);
        }
    }
    kinds
}

fn page_title(args: &SheetArgs, puzzles: &[GradedPuzzle]) -> String {
    match (&args.title, &puzzle_kinds(puzzles)[..]) {
        (Some(title), _) => title.clone(),
        (None, [kind]) => kind.sheet_title().to_owned(),
        (None, _) => "Puzzles".to_owned(),
    }
}

/// Returns the command that makes the sheet again, quoted for a shell.
fn sheet_command(args: &SheetArgs) -> String {
    let mut words: Vec<String> = ["parallax", "sheet"].map(str::to_owned).into();
    words.extend(args.what.iter().cloned());
    if args.what.iter().any(|name| SheetPuzzleKind::from_name(name).is_some()) {
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
    // Quoting fails only for a NUL, which no argument of a program contains.
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
}

impl GradedPuzzle {
    fn to_sheet_puzzle(&self, args: &SheetArgs, rules: Vec<String>) -> SheetPuzzle {
        let instance = &*self.found.instance;
        let is_whole = self.complete && !self.solutions.is_empty();
        SheetPuzzle {
            caption: self.puzzle_caption(args),
            rules,
            origin: match self.drawn {
                Some(number) => format!("seed {}, number {number}", args.seed),
                None => puzzle_name(&self.found),
            },
            side: self.side,
            picture: instance.picture().draw_svg(&[]),
            solution: is_whole.then(|| instance.picture().draw_svg(&self.solutions)),
        }
    }

    /// Describes the puzzle for the solver; empty without its grade.
    fn puzzle_caption(&self, args: &SheetArgs) -> String {
        let grade = || {
            let words = |own| step_words(own, self.found.instance.puzzle_name());
            self.difficulty.as_ref().map_or("not graded".to_owned(), words)
        };
        match (self.kind, self.solutions.len()) {
            (SheetPuzzleKind::Set, 0) => "no set".to_owned(),
            (SheetPuzzleKind::Set, 1) => "one set".to_owned(),
            (SheetPuzzleKind::Set, sets) => {
                let least = if self.complete { "" } else { "at least " };
                format!("{least}{sets} sets")
            }
            (_, 1) if args.no_grade => String::new(),
            (_, 1) => grade(),
            _ => "several solutions".to_owned(),
        }
    }

    fn puzzle_json(&self, number: usize, args: &SheetArgs) -> Json {
        let instance = &*self.found.instance;
        let own = self.difficulty.as_ref().filter(|_| self.solutions.len() == 1);
        let solutions =
            self.solutions.iter().map(|solution| instance.notation().write_solution(solution));
        let kind = self.kind.rule_sentence().map(str::to_owned);
        let rules: Vec<String> = kind.into_iter().chain(rule_sentences(instance)).collect();
        json!({
            "number": number,
            "instance": self.found.source,
            "index": self.found.index,
            "seed": self.drawn.map(|_| args.seed),
            "draw": self.drawn,
            "puzzle": instance.puzzle_name(),
            "title": instance.title(),
            "grade": own.and_then(DifficultyGrade::of_steps).map(DifficultyGrade::name),
            "rules": rules,
            "rating": self.puzzle_caption(args),
            "score": own.map(|own| f64::from(own.hardest) / 10.0),
            "hardest": own.and_then(|own| own.technique).map(Technique::description),
            "form": instance.notation().write_instance(),
            "complete": self.complete,
            "solutions": solutions.collect::<Vec<_>>(),
        })
    }
}
