//! Styles of cells that matter: numbers with a format of dates, and bold vertical borders.

use parallax_instance::InputError;
use parallax_xml::{child_elements, first_child, local_attribute, parse_document};
use roxmltree::Node;

/// A style of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CellStyle {
    /// Whether a number is shown as a date or time.
    pub is_date: bool,
    pub borders: BoldBorders,
}

/// The vertical borders of a cell that are drawn bold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct BoldBorders {
    pub left: bool,
    pub right: bool,
}

/// The formats of dates and times that have numbers instead of codes: ECMA-376, part 1, 18.8.30.
fn is_built_in(format: u32) -> bool {
    matches!(format, 14..=22 | 27..=36 | 45..=47 | 50..=58)
}

/// The styles of borders that are thicker than a thin line: ECMA-376, part 1, 18.18.3.
const BOLD_STYLES: [&str; 7] = [
    "medium",
    "mediumDashed",
    "mediumDashDot",
    "mediumDashDotDot",
    "slantDashDot",
    "thick",
    "double",
];

/// Reads the styles of cells, by their number.
///
/// # Errors
/// Returns an error for damaged XML.
pub(super) fn read_styles(
    source: &str,
    part: &str,
    text: &str,
    check: &dyn Fn() -> Result<(), InputError>,
) -> Result<Vec<CellStyle>, InputError> {
    let document = parse_document(source, part, text, check)?;
    let root = document.root_element();
    let listed = |list: &'static str, item: &'static str| {
        first_child(root, list).into_iter().flat_map(move |all| child_elements(all, item))
    };
    let number = |text: Option<&str>| text.and_then(|text| text.parse::<u32>().ok());
    let mut dates = Vec::new();
    for format in listed("numFmts", "numFmt") {
        let is_date = local_attribute(format, "formatCode").is_some_and(is_date_code);
        dates.extend(number(local_attribute(format, "numFmtId")).filter(|_| is_date));
    }
    let borders: Vec<BoldBorders> = listed("borders", "border").map(bold_borders).collect();
    let is_date = |format: u32| is_built_in(format) || dates.contains(&format);
    let style = |xf: Node<'_, '_>| {
        let border = number(local_attribute(xf, "borderId")).unwrap_or(0);
        CellStyle {
            is_date: number(local_attribute(xf, "numFmtId")).is_some_and(is_date),
            borders: borders.get(border as usize).copied().unwrap_or_default(),
        }
    };
    Ok(listed("cellXfs", "xf").map(style).collect())
}

/// Returns the bold vertical borders of an element `border`.
fn bold_borders(border: Node<'_, '_>) -> BoldBorders {
    // Right and left are `end` and `start` in files of the strict form.
    let is_bold = |names: [&'static str; 2]| {
        names.into_iter().filter_map(|name| first_child(border, name)).any(|line| {
            local_attribute(line, "style").is_some_and(|style| BOLD_STYLES.contains(&style))
        })
    };
    BoldBorders { left: is_bold(["left", "start"]), right: is_bold(["right", "end"]) }
}

/// Whether a format code has a part of a date or time. Quoted text, single characters after `\`,
/// `_` and `*`, and colours and conditions in brackets do not count.
fn is_date_code(code: &str) -> bool {
    let mut letters = code.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => drop(letters.find(|&c| c == '"')),
            '\\' | '_' | '*' => drop(letters.next()),
            '[' => {
                let inside: String = letters.by_ref().take_while(|&c| c != ']').collect();
                // Elapsed time: [h], [mm], [ss].
                if !inside.is_empty() && inside.chars().all(|c| "hHmMsS".contains(c)) {
                    return true;
                }
            }
            // `General` contains an `e`, which means a year in other formats.
            'y' | 'Y' | 'm' | 'M' | 'd' | 'D' | 'h' | 'H' | 's' | 'S' => return true,
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::is_date_code;

    #[test]
    fn codes_of_dates_are_known() {
        for code in ["yyyy-mm-dd", "d. mmm", "[h]:mm", "[$-409]h AM/PM", "\"on \"dd", "mm:ss.0"] {
            assert!(is_date_code(code), "{code}");
        }
        let others =
            ["0.00", "General", "#,##0 \"days\"", "[Red]0", "[>100]0;0", "0\\d", "_d0", "*h0", ""];
        for code in others {
            assert!(!is_date_code(code), "{code}");
        }
    }
}
