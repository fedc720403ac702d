//! Lines, open and closed, and marks between two cells.

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::{Case, Form, Setting, walk};

/// Whether the digits along a line keep a rule; a closed line has its first digit again at the end.
type Sentence = fn(&[i64], Setting) -> bool;

/// A rule: its name in each form, empty where a form has none, and its sentence.
const RULES: [([&str; 3], Sentence); 15] = [
    (["thermo", "thermometer", "Thermo"], |v, _| v.windows(2).all(|two| two[0] < two[1])),
    (["slow thermo", "slowthermometer", ""], |v, _| v.windows(2).all(|two| two[0] <= two[1])),
    (["palindrome", "palindrome", "Palindrome"], |v, _| v.iter().eq(v.iter().rev())),
    (["renban", "renban", "Renban"], |v, _| {
        let sorted = sorted(v);
        sorted.windows(2).all(|two| two[0] + 1 == two[1])
    }),
    (["nabner", "nabner", ""], |v, _| {
        let sorted = sorted(v);
        sorted.windows(2).all(|two| two[0] + 1 < two[1])
    }),
    (["whispers 2", "whispers", "Whisper~2"], |v, _| {
        v.windows(2).all(|two| (two[0] - two[1]).abs() >= 2)
    }),
    (["between", "betweenline", "Between"], |v, _| {
        let (ends, inner) = ends(v);
        inner.iter().all(|d| ends.0 < *d && *d < ends.1)
    }),
    (["lockout 1", "", "Lockout~1"], |v, _| {
        let (ends, inner) = ends(v);
        ends.1 - ends.0 >= 1 && inner.iter().all(|d| *d < ends.0 || *d > ends.1)
    }),
    (["double arrow", "doublearrow", "DoubleArrow"], |v, _| {
        v[0] + v[v.len() - 1] == v[1..v.len() - 1].iter().sum::<i64>()
    }),
    (["zipper", "zipperline", "Zipper"], |v, _| {
        let count = v.len();
        let mut sums: Vec<i64> = (0..count / 2).map(|i| v[i] + v[count - 1 - i]).collect();
        sums.extend((count % 2 == 1).then(|| v[count / 2]));
        sums.windows(2).all(|two| two[0] == two[1])
    }),
    (["modular", "modularline", "Modular~3"], |v, _| {
        let classes: Vec<i64> = v.iter().map(|d| d % 3).collect();
        near(&classes)
    }),
    (["entropic", "entropicline", ""], |v, board| {
        let third = i64::from(board.high - board.low + 1) / 3;
        let classes: Vec<i64> = v.iter().map(|d| (d - i64::from(board.low)) / third).collect();
        near(&classes)
    }),
    (["arrow", "arrow", "Arrow"], |v, _| v[0] == v[1..].iter().sum::<i64>()),
    (["white 2", "difference", ""], |v, _| (v[0] - v[1]).abs() == 2),
    (["v", "xv", "V"], |v, _| v[0] + v[1] == 5),
];

fn sorted(values: &[i64]) -> Vec<i64> {
    let mut values = values.to_vec();
    values.sort_unstable();
    values
}

/// Returns the lower and the higher digit at the ends, and those between.
fn ends(values: &[i64]) -> ((i64, i64), &[i64]) {
    let (first, last) = (values[0], values[values.len() - 1]);
    ((first.min(last), first.max(last)), &values[1..values.len() - 1])
}

/// Whether any three in a row are of different classes, or any two of a line of two.
fn near(classes: &[i64]) -> bool {
    classes.windows(2).all(|two| two[0] != two[1]) && classes.windows(3).all(|w| w[0] != w[2])
}

/// Draws a rule of a form on a line.
pub(super) fn draw(rng: &mut ChaCha8Rng, form: Form, setting: Setting) -> Option<Case> {
    if setting.has_boxes() && rng.random_bool(0.1) {
        return Some(region_sum(rng, form, setting));
    }
    let (names, sentence) = RULES[rng.random_range(0..RULES.len())];
    let name = names[form as usize];
    if name.is_empty() {
        return None;
    }
    let mut cells = walk(rng, setting.shape);
    let is_mark = matches!(names[1], "difference" | "xv");
    if is_mark {
        cells = (0..2).map(|_| rng.random_range(0..setting.shape.cell_count())).collect();
        if cells[0] == cells[1] {
            return None;
        }
    }
    // The sentence of a set of cells is about each cell once, whatever their digits.
    let is_closed = cells.len() > 2 && cells[0] == cells[cells.len() - 1];
    let is_set = matches!(names[0], "renban" | "nabner");
    let read = if is_closed && is_set { cells[..cells.len() - 1].to_vec() } else { cells.clone() };
    let text = setting.text(form, &rule(form, name, setting, &cells));
    let holds = move |filling: &[i64]| {
        let values: Vec<i64> = read.iter().map(|&cell| filling[cell]).collect();
        sentence(&values, setting)
    };
    Some(Case { rule: names[0], text, holds: Box::new(holds) })
}

/// Writes a rule of a form.
fn rule(form: Form, name: &str, setting: Setting, cells: &[usize]) -> String {
    let shape = setting.shape;
    let upper: Vec<String> =
        cells.iter().map(|&cell| shape.cell_name(cell).to_uppercase()).collect();
    let quoted = |cells: &[String]| format!("[\"{}\"]", cells.join("\",\""));
    match form {
        Form::Plain if name == "arrow" => {
            format!("arrow: {} = {}", shape.cell_name(cells[0]), shape.cell_names(&cells[1..]))
        }
        Form::Plain if matches!(name, "white 2" | "v") && !shape.share_side(cells[0], cells[1]) => {
            format!("{name} apart: {}", shape.cell_names(cells))
        }
        Form::Plain => format!("{name}: {}", shape.cell_names(cells)),
        Form::Iss => format!("{name}~{}", upper.join("~")),
        Form::FPuzzles => match name {
            "arrow" => format!(
                "\"arrow\":[{{\"cells\":{},\"lines\":[{}]}}]",
                quoted(&upper[..1]),
                quoted(&upper)
            ),
            "difference" => {
                format!("\"{name}\":[{{\"cells\":{},\"value\":\"2\"}}]", quoted(&upper))
            }
            "xv" => format!("\"{name}\":[{{\"cells\":{},\"value\":\"V\"}}]", quoted(&upper)),
            "whispers" => {
                format!("\"{name}\":[{{\"lines\":[{}],\"value\":\"2\"}}]", quoted(&upper))
            }
            _ => format!("\"{name}\":[{{\"lines\":[{}]}}]", quoted(&upper)),
        },
    }
}

/// Draws a line with one sum for each visit of a box. A closed line visits the box of its ends
/// once.
fn region_sum(rng: &mut ChaCha8Rng, form: Form, setting: Setting) -> Case {
    let cells = walk(rng, setting.shape);
    let name = ["region sum", "regionsumline", "RegionSumLine"][form as usize];
    let text = setting.text(form, &rule(form, name, setting, &cells));
    let is_closed = cells.len() > 2 && cells[0] == cells[cells.len() - 1];
    let holds = move |filling: &[i64]| {
        // Begins a closed line where it enters a box.
        let mut order = cells.clone();
        if is_closed {
            order.pop();
            let enters = |i: &usize| {
                setting.region(order[*i])
                    != setting.region(order[(i + order.len() - 1) % order.len()])
            };
            let start = (0..order.len()).find(enters).unwrap_or(0);
            order.rotate_left(start);
        }
        let visits = order.chunk_by(|a, b| setting.region(*a) == setting.region(*b));
        let sums: Vec<i64> =
            visits.map(|visit| visit.iter().map(|&cell| filling[cell]).sum()).collect();
        sums.windows(2).all(|two| two[0] == two[1])
    };
    Case { rule: "region sum", text, holds: Box::new(holds) }
}
