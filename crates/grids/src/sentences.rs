//! The rules of a puzzle in sentences for the person who solves it, each kind of rule once.

use super::board::{GridBase, GridPuzzle};
use super::rules::{AnyRule, Dot, Lockout, UnmarkedDots, Whispers};

impl GridPuzzle {
    /// Returns the rules in sentences: those of the base first, then one for each kind of rule.
    pub(crate) fn rule_sentences(&self) -> Vec<String> {
        let mut sentences = self.base_sentences();
        for rule in &self.rules {
            for sentence in sentences_of(rule, self) {
                if !sentences.contains(&sentence) {
                    sentences.push(sentence);
                }
            }
        }
        sentences
    }

    /// Returns the rules that every puzzle of the base has.
    fn base_sentences(&self) -> Vec<String> {
        let (low, high) = self.digits;
        let digits = format!("Fill in digits from {low} to {high}");
        let one = |text: String| vec![text];
        match self.base {
            GridBase::Sudoku | GridBase::Latin => {
                one(format!("{digits}: {}.", self.house_sentence()))
            }
            GridBase::Kakuro => one(format!(
                "{digits} in the white cells. Those of each run differ, and have the sum before it."
            )),
            GridBase::Straights => one(format!(
                "{digits} in the white cells: every row and every column has different digits. The \
                 digits of each run of white cells are consecutive, in any order."
            )),
            GridBase::Takuzu => {
                let mut all =
                    one("Fill in 0 and 1. Every row and every column has as many 0 as 1, \
                                   and no three equal digits in a row."
                        .to_owned());
                if self.unique_lines {
                    all.push("No two rows and no two columns are equal.".to_owned());
                }
                all
            }
            GridBase::Nonogram => {
                one("Fill cells. The numbers outside are the lengths of the runs of \
                                   filled cells in their row or column, in this order; 0 is none."
                    .to_owned())
            }
            GridBase::Path => {
                let how = if self.orthogonal { "by a side" } else { "by a side or a corner" };
                one(format!(
                    "Fill in the numbers from {low} to {}, each once, so that consecutive ones touch \
                     {how}.",
                    self.valued_cells().len() as i64 + i64::from(low) - 1
                ))
            }
        }
    }

    /// States which digits rows, columns and regions have.
    fn house_sentence(&self) -> String {
        let regions = self.region_cells();
        let has_regions = self.base == GridBase::Sudoku && !regions.is_empty();
        let (rows, columns, digits) = (self.shape.rows, self.shape.columns, self.digit_count());
        // Only lines and regions with as many cells as digits have each of them.
        let is_full = rows == digits
            && columns == digits
            && self.valued_cells().len() == rows * columns
            && (!has_regions || regions.iter().all(|cells| cells.len() == digits));
        let region = match self.boxes {
            Some(_) => "every box",
            None => "every region with thick borders",
        };
        let houses = if has_regions {
            format!("every row, every column and {region}")
        } else {
            "every row and every column".to_owned()
        };
        let what = if is_full { "each of them once" } else { "different ones" };
        format!("{houses} has {what}")
    }
}

/// Returns the sentences of a rule: none if the base or the grid states it.
fn sentences_of(rule: &AnyRule, puzzle: &GridPuzzle) -> Vec<String> {
    use AnyRule as R;
    let text = match rule {
        R::Different(own) if own.name.is_some() => return Vec::new(),
        R::Different(_) => "The digits of an extra region differ.",
        R::Cage(own) if own.sum.is_some() => {
            "The digits of a cage differ and have the sum in its corner."
        }
        R::Cage(_) => "The digits of a cage without a sum differ.",
        R::Total(_) => "The digits of a group with a sum have this sum; they may repeat.",
        R::Calculation(_) => {
            "The digits of a cage give its number by its operation; they may repeat. For - and /, the \
             largest of them is taken first."
        }
        R::Thermometer(own) if own.slow => {
            "Digits along a slow thermometer rise or stay equal, from its bulb."
        }
        R::Thermometer(_) => "Digits rise along each thermometer from its bulb.",
        R::Arrow(own) if own.bulb.len() > 1 => {
            "The digits along an arrow sum to the number in its bulb; a bulb of several cells has a \
             digit of the number in each."
        }
        R::Arrow(_) => "The digits along an arrow sum to the digit in its bulb.",
        R::Dot(own) => return vec![dot_sentence(own)],
        R::UnmarkedDots(own) => return unmarked_dots(own),
        R::Xv(own) => match own.sum {
            Some(10) => "Two digits with an X between them sum to 10.",
            Some(_) => "Two digits with a V between them sum to 5.",
            None => "Pairs that are named 'any xv' may have any sum.",
        },
        R::UnmarkedXv(_) => "Neighbours without an X or a V between them sum to neither 10 nor 5.",
        R::Inequality(_) => "A sign between two cells says which digit is less.",
        R::CloneOf(_) => "Clones have the same digits, cell by cell.",
        R::Whispers(own) => return vec![whispers_sentence(own, puzzle)],
        R::Quadruple(_) => "The four cells around a circle contain the digits in it.",
        R::Parity(own) if own.odd => "A cell with a grey circle has an odd digit.",
        R::Parity(_) => "A cell with a grey square has an even digit.",
        R::Candidates(_) => "A cell with a list of digits has one of them.",
        R::Extreme(own) if own.is_maximum => {
            "The digit of a maximum is greater than those of all cells beside it that are no maximum."
        }
        R::Extreme(_) => {
            "The digit of a minimum is less than those of all cells beside it that are no minimum."
        }
        R::Diagonal(_) => "The digits on a diagonal with a line differ.",
        R::Chess(own) if own.king => "Cells that touch by a corner have different digits.",
        R::Chess(_) => "Cells a knight's move apart have different digits.",
        R::NonConsecutive(_) => "Digits in cells that share a side do not differ by 1.",
        R::DisjointGroups(_) => "Cells at the same place of different boxes have different digits.",
        R::LittleKiller(_) => {
            "The digits along a diagonal have the sum at its arrow; they may repeat."
        }
        R::Lockout(own) => return vec![lockout_sentence(own, puzzle)],
        other => {
            return line_sentence(other).or_else(|| outside_sentence(other)).into_iter().collect();
        }
    };
    vec![text.to_owned()]
}

/// Returns the sentence of a rule along a line.
fn line_sentence(rule: &AnyRule) -> Option<String> {
    use AnyRule as R;
    let text = match rule {
        R::Palindrome(_) => "The digits along a palindrome are the same from both ends.",
        R::Renban(_) => "The digits along a renban line are consecutive and differ, in any order.",
        R::Between(_) => "The digits of a between line are strictly between those at its ends.",
        R::RegionSum(_) => {
            "The digits along a region sum line have the same sum in each region that it visits."
        }
        R::Zipper(_) => {
            "Two digits of a zipper line at the same distance from its middle sum to the digit in the \
             middle; in a line without a middle cell, all to one sum."
        }
        R::Entropic(own) if own.modular => {
            "Any three digits in a row along a modular line have different remainders by 3."
        }
        R::Entropic(_) => {
            "Any three digits in a row along an entropic line are one of the low, one of the middle \
             and one of the high third of the digits."
        }
        _ => return None,
    };
    Some(text.to_owned())
}

/// Returns the sentence of a clue outside of the grid, or of another rule; none if the base states
/// it.
fn outside_sentence(rule: &AnyRule) -> Option<String> {
    use AnyRule as R;
    let text = match rule {
        R::Sandwich(_) => {
            "A sandwich clue outside is the sum of the digits between the lowest and the highest digit \
             of its row or column."
        }
        R::Skyscraper(_) => {
            "A skyscraper clue outside is the number of digits that are greater than all before them, \
             from its side."
        }
        R::XSum(_) => {
            "An x-sum clue outside is the sum of the first x digits from its side, where x is the \
             first of them."
        }
        R::NumberedRoom(_) => {
            "A numbered room clue outside is the digit at the place that the first digit from its side \
             names."
        }
        R::Index(own) if own.column => {
            "A digit v in a marked cell of column c says that the cell at column v of its row has c."
        }
        R::Index(_) => {
            "A digit v in a marked cell of row r says that the cell at row v of its column has r."
        }
        R::DoubleArrow(_) => {
            "The digits between the ends of a double arrow have the same sum as those at its ends."
        }
        R::Nabner(_) => "No two digits along a nabner line are equal or consecutive.",
        // The base states these.
        _ => return None,
    };
    Some(text.to_owned())
}

fn dot_sentence(own: &Dot) -> String {
    match (own.black, own.number) {
        (false, 1) => "Two digits with a white dot between them differ by 1.".to_owned(),
        (false, number) => {
            format!("Two digits with a white dot and {number} between them differ by {number}.")
        }
        (true, 2) => {
            "Of two digits with a black dot between them, one is twice the other.".to_owned()
        }
        (true, number) => format!(
            "Of two digits with a black dot and {number} between them, one is {number} times the \
             other."
        ),
    }
}

fn unmarked_dots(own: &UnmarkedDots) -> Vec<String> {
    let differences = own.differences.iter().map(|number| {
        format!("Neighbours without a white dot between them do not differ by {number}.")
    });
    let ratios = own.ratios.iter().map(|number| {
        format!(
            "Of neighbours without a black dot between them, neither is {number} times the other."
        )
    });
    differences.chain(ratios).collect()
}

fn whispers_sentence(own: &Whispers, puzzle: &GridPuzzle) -> String {
    let half = puzzle.digit_count().div_ceil(2) as i64;
    let least = own.difference.unwrap_or(half);
    format!("Neighbours along a whispers line differ by {least} or more.")
}

fn lockout_sentence(own: &Lockout, puzzle: &GridPuzzle) -> String {
    let half = (puzzle.digit_count() / 2) as i64;
    let least = own.difference.unwrap_or(half);
    format!(
        "The digits at the ends of a lockout line differ by {least} or more; no other digit of the \
         line is one of them or between them."
    )
}
