//! Faults of the files of puzzles.

use super::super::model::Value;

faults! {
    /// Why a text or a name is not a puzzle in the form that the checker reads.
    PuzzleFault {
        NoName { name: String } => "'{name}' is not a name of this puzzle",
        NoNumber { word: String, most: usize } => "'{word}' is not a number from 0 to {most}",
        NoOrder { order: usize, most: usize } => "{order} is not an order from 1 to {most}",
        LargeDomains { values: usize } => "{values} values in all domains",
        OtherValue { cell: String, value: Value, most: Value } => "{cell}: {value} is not a value from 1 to {most}",
        // Sudoku.
        NoBoxes { order: usize } => "a Sudoku of order {order} has no boxes",
        NoSymbol { symbol: char } => "'{symbol}' is not a symbol of a cell",
        TwoReadings { rows: usize } => "{rows} lines of 16 symbols are boards of order 4 or rows of boards of order 16",
        OtherLine { line: String } => "'{line}' is not a board on a line",
        NoBoard => "no board",
        OtherText => "text between the rows of a board, or after it",
        NotSquare { rows: usize } => "{rows} rows, but not of {rows} cells each",
        // Latin squares.
        OtherHeader => "expected 'order n' or 'n holes'",
        SquareCutOff => "a square that is cut off",
        OtherRow => "a row of another length",
        OtherHoles { holes: usize, header: String } => "{holes} holes, not {header}",
        NoSquare => "no square",
        // Magic squares.
        CutOff => "the file ends early",
        FromZero => "rows and columns count from 1",
        TwoClues => "two clues for one cell",
        MoreText => "more follows after the clues",
        // SET.
        NoCard { text: String } => "'{text}' is not a card",
        NoCards => "no card",
        CardTwice { card: Vec<usize> } => "the card {card:?} is there twice",
        OtherSize => "no attribute, no value, or too many of them or of cards",
        OtherNumber => "another number of cards than the header says",
        OtherAttributes => "a card with another number of attributes",
        LargeValue { value: usize, values: usize } => "the value {value} of {values} values from 0",
        TwoForms => "cards in words and in digits",
        WordsUnderHeader => "cards in words under another header than 4 3",
    }
}
