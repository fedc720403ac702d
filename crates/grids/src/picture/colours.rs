//! The colours of SVG pictures: muted ones for what lies under digits.

/// The dark colour of lines, givens and labels.
pub(crate) const INK: &str = "#1a1a1a";
/// White.
pub(crate) const WHITE: &str = "#ffffff";
/// Digits that a solution adds.
pub(crate) const SOLUTION_DIGIT_COLOUR: &str = "#1f5fbf";
/// Cells that differ between solutions, and marked cells.
pub(crate) const MARKED_CELL_COLOUR: &str = "#ffe680";
/// Black cells.
pub(crate) const BLACK_CELL_COLOUR: &str = "#6e6e6e";

/// Shapes of even and odd cells, of the lowest and the highest ones.
pub(crate) const CELL_GREY: &str = "#dcdcdc";
/// Outlines of bulbs and circles, shafts of arrows.
pub(crate) const OUTLINE_GREY: &str = "#8c8c8c";
/// Thermometers.
pub(crate) const THERMOMETER_COLOUR: &str = "#c6c6c6";
/// Slow thermometers.
pub(crate) const SLOW_THERMOMETER: &str = "#b8cbdc";
/// Diagonals.
pub(crate) const DIAGONAL_COLOUR: &str = "#7aa6d8";
/// Palindromes.
pub(crate) const PALINDROME_COLOUR: &str = "#b5b0a5";
/// Renban lines.
pub(crate) const RENBAN_COLOUR: &str = "#dca3dc";
/// Whispers.
pub(crate) const WHISPERS_COLOUR: &str = "#a3d39c";
/// Between lines.
pub(crate) const BETWEEN_LINE_COLOUR: &str = "#b9aed6";
/// Double arrows.
pub(crate) const DOUBLE_ARROW: &str = "#9fb9c9";
/// Nabner lines.
pub(crate) const NABNER_COLOUR: &str = "#e0b59a";
/// Lockout lines.
pub(crate) const LOCKOUT_COLOUR: &str = "#c9a9a0";
/// Zipper lines.
pub(crate) const ZIPPER_COLOUR: &str = "#d8c98a";
/// Region sum lines.
pub(crate) const REGION_SUM: &str = "#9ccfe6";
/// Entropic lines.
pub(crate) const ENTROPIC_COLOUR: &str = "#f0bd95";
/// Modular lines.
pub(crate) const MODULAR_COLOUR: &str = "#8fcfc0";
/// Sums whose digits may repeat.
pub(crate) const TOTAL_COLOUR: &str = "#2f6f9f";
/// Cells that name a column.
pub(crate) const COLUMN_INDEX: &str = "#fbdcdc";
/// Cells that name a row.
pub(crate) const ROW_INDEX: &str = "#dcefdc";
/// Clues outside of the grid, by kind.
pub(crate) const OUTSIDE_CLUE_COLOURS: [&str; 4] = [INK, "#1b75bc", "#7b3294", "#8c510a"];
/// Extra regions and clones, one after the other.
pub(crate) const REGION_SHADES: [&str; 6] =
    ["#e3e3f4", "#f6e6d2", "#d9eee9", "#f3dfeb", "#e9efcf", "#d8e8f5"];
