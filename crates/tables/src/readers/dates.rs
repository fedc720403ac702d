//! Cells of a workbook that contain dates: numbers with a format of dates.

use parallax_instance::InputError;
use parallax_xml::{child_elements, first_child, local_attribute, parse_document};

/// The formats of dates and times that have numbers instead of codes: ECMA-376, part 1, 18.8.30.
fn is_built_in(format: u32) -> bool {
    matches!(format, 14..=22 | 27..=36 | 45..=47 | 50..=58)
}

/// Whether each style of cells, by its number, shows dates or times.
///
/// # Errors
/// Returns an error for damaged XML.
pub(super) fn date_styles(
    source: &str,
    part: &str,
    text: &str,
    check: &dyn Fn() -> Result<(), InputError>,
) -> Result<Vec<bool>, InputError> {
    let document = parse_document(source, part, text, check)?;
    let root = document.root_element();
    let number = |text: Option<&str>| text.and_then(|text| text.parse::<u32>().ok());
    let mut dates = Vec::new();
    for format in
        first_child(root, "numFmts").into_iter().flat_map(|all| child_elements(all, "numFmt"))
    {
        let is_date = local_attribute(format, "formatCode").is_some_and(is_date_code);
        dates.extend(number(local_attribute(format, "numFmtId")).filter(|_| is_date));
    }
    let styles = first_child(root, "cellXfs").into_iter().flat_map(|all| child_elements(all, "xf"));
    let is_date = |format: u32| is_built_in(format) || dates.contains(&format);
    Ok(styles
        .map(|style| number(local_attribute(style, "numFmtId")).is_some_and(is_date))
        .collect())
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
