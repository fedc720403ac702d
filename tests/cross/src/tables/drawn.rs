//! Random problems in tables, with all that `docs/reference/tables.md` says about cells.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The kind of the values in a column.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Truth,
    Name,
    Whole,
    Decimal,
}

/// The symbols that problems may have: the table of the glossary, the line there, a sign that a
/// text mentions it, and the columns that it gives.
struct Symbol {
    table: &'static str,
    line: &'static str,
    sign: &'static str,
    kind: Kind,
    columns: &'static [&'static str],
}

const WHOLE: &[Symbol] = &[
    symbol("Function", "f of A | N", "f of ", Kind::Whole, &["f of x", "f of p", "f of g of x"]),
    symbol("Function", "g of A | A", "g of ", Kind::Name, &["g of x", "g of q"]),
    symbol("Function", "partial h of A | N", "h of ", Kind::Whole, &["h of x", "h of p"]),
    symbol("Relation", "r A", "r ", Kind::Truth, &["r x", "r g of x", "r q"]),
    symbol("Relation", "A likes A", "likes", Kind::Truth, &["x likes p", "x likes g of x"]),
    symbol("Constant", "k | N", "k", Kind::Whole, &["k"]),
    symbol("Constant", "t | Int", "t", Kind::Whole, &["t"]),
    symbol("Boolean", "b", "b", Kind::Truth, &["b"]),
    symbol("Function", "w of A | N", "w of ", Kind::Whole, &["w of x"]),
    symbol("Relation", "s A", "s ", Kind::Truth, &["s x"]),
];

const DECIMAL: &[Symbol] = &[
    symbol("Function", "e of A | Dec", "e of ", Kind::Decimal, &["e of x", "e of p"]),
    symbol("Function", "partial c of A | Dec", "c of ", Kind::Decimal, &["c of x"]),
    symbol("Constant", "m | Dec", "m", Kind::Decimal, &["m"]),
    symbol("Constant", "sum | Float", "sum", Kind::Decimal, &["sum"]),
    symbol("Function", "g of A | A", "g of ", Kind::Name, &["g of x"]),
    symbol("Boolean", "b", "b", Kind::Truth, &["b"]),
    symbol("Function", "w of A | Dec", "w of ", Kind::Decimal, &["w of x"]),
];

const fn symbol(
    table: &'static str,
    line: &'static str,
    sign: &'static str,
    kind: Kind,
    columns: &'static [&'static str],
) -> Symbol {
    Symbol { table, line, sign, kind, columns }
}

/// A random problem of the number `seed`: whole numbers, or decimals with a goal.
pub(super) fn problem(seed: u64) -> String {
    let mut draw =
        Draw { random: ChaCha8Rng::seed_from_u64(seed), decimal: seed % 3 == 2, last: None };
    let count = draw.random.random_range(1..4);
    let mut tables: String = (0..count).map(|number| draw.table(number)).collect();
    if draw.mentions(&tables, "t", "t") && !draw.decimal {
        // A number that the glossary leaves open has to have bounds.
        tables += "Bound\nE* || t\n1 || [-3..3]\n\n";
    }
    if draw.mentions(&tables, "w of ", "w of ") || draw.mentions(&tables, "s ", "s ") {
        tables += &draw.data();
    }
    if draw.decimal {
        let sense = draw.one(&["Minimize", "Maximize"]);
        let what = draw.one(&["m", "e of p + m", "e of p - 2 * e of q", "m * m - e of q"]);
        tables += &format!("Goal\n{sense} {what}\n\n");
    }
    format!("{}{tables}", draw.glossary(&tables))
}

/// The policy and the outputs of a table.
type Outputs = (&'static str, Vec<(String, Kind)>);

struct Draw {
    random: ChaCha8Rng,
    decimal: bool,
    /// Those of the last table that decides or collects.
    last: Option<Outputs>,
}

impl Draw {
    fn one(&mut self, list: &[&str]) -> String {
        (*list.choose(&mut self.random).unwrap()).to_owned()
    }

    fn symbols(&self) -> &'static [Symbol] {
        if self.decimal { DECIMAL } else { WHOLE }
    }

    /// Whether tables mention a symbol.
    fn mentions(&self, tables: &str, sign: &str, column: &str) -> bool {
        let known = self.symbols().iter().any(|symbol| symbol.sign == sign);
        let words = |text: &str| {
            let parts = text.split(|c: char| !c.is_alphanumeric());
            parts.filter(|part| !part.is_empty()).map(str::to_owned).collect::<Vec<_>>()
        };
        let (all, wanted) = (words(tables), words(column));
        known && all.windows(wanted.len()).any(|part| part == wanted)
    }

    fn glossary(&self, tables: &str) -> String {
        let number = if self.decimal { "Dec | Float | 0.5, -1.25, 2" } else { "N | Int | [0..1]" };
        let mut text = format!("Type\nName | Type | Values\nA | String | p, q\n{number}\n\n");
        for table in ["Function", "Constant", "Relation", "Boolean"] {
            let used = |symbol: &&Symbol| {
                symbol.table == table && self.mentions(tables, symbol.sign, symbol.sign)
            };
            let lines: Vec<&str> =
                self.symbols().iter().filter(used).map(|symbol| symbol.line).collect();
            let head = match table {
                "Function" | "Constant" => "Name | Type",
                _ => "Name",
            };
            if !lines.is_empty() {
                text += &format!("{table}\n{head}\n{}\n\n", lines.join("\n"));
            }
        }
        text
    }

    fn data(&mut self) -> String {
        let value = if self.decimal { ["0.5", "2"] } else { ["0", "1"] };
        let outputs = if self.decimal { "w of A" } else { "w of A | s A" };
        let rows = ["p", "q", "p, q"].choose(&mut self.random).unwrap();
        let value = self.one(&value);
        let truth =
            if self.decimal { String::new() } else { format!(" | {}", self.one(&["Yes", "No"])) };
        format!("Data Table: W\nD | A || {outputs}\n1 | {rows} || {value}{truth}\n\n")
    }

    fn column(&mut self, kind: Option<Kind>) -> (String, Kind) {
        loop {
            let symbol = self.symbols().choose(&mut self.random).unwrap();
            if kind.is_none_or(|kind| kind == symbol.kind) {
                return (self.one(symbol.columns), symbol.kind);
            }
        }
    }

    /// An expression that is a number; `x` is a variable of type A.
    fn number(&mut self, depth: u32) -> String {
        let kind = if self.decimal { Kind::Decimal } else { Kind::Whole };
        if depth == 0 || self.random.random_bool(0.5) {
            let plain = if self.decimal { ["0.5", "-1.25", "0.75"] } else { ["0", "1", "1"] };
            return match self.random.random_range(0..5) {
                0 | 1 => self.one(&plain),
                2 => self.one(&["#A - 1", "(1)", "-(0)", "1"]),
                _ => self.column(Some(kind)).0,
            };
        }
        let (a, b) = (self.number(depth - 1), self.number(depth - 1));
        let kinds = if self.decimal { 6 } else { 8 };
        match self.random.random_range(0..kinds) {
            0 => format!("{a} + {b}"),
            1 => format!("({a}) - ({b})"),
            2 => format!("({a}) * ({b})"),
            3 => format!("min({a}, {b})"),
            4 => format!("max({a}, {b})"),
            5 => format!("abs(({a}) - ({b}))"),
            6 => format!("({a}) // ({b})"),
            _ => format!("({a}) % ({b})"),
        }
    }

    fn name(&mut self) -> String {
        self.one(&["p", "q", "x", "\"p\"", "g of x", "g of p"])
    }

    /// One part of a test of numbers: a value, a comparison or a range.
    fn part(&mut self) -> String {
        let (a, b) = (self.number(1), self.number(1));
        let sign =
            self.one(&["<", "<=", "=<", "\u{2264}", ">", ">=", "\u{2265}", "!=", "\u{2260}", "="]);
        let (from, to) = (self.one(&["[", "("]), self.one(&["]", ")"]));
        let between = self.one(&["..", ", "]);
        match self.random.random_range(0..4) {
            0 => a,
            1 => format!("{sign} {a}"),
            _ => format!("{from}{a}{between}{b}{to}"),
        }
    }

    /// A test for a column of this kind.
    fn test(&mut self, kind: Kind) -> String {
        let count = if self.random.random_bool(0.3) { 2 } else { 1 };
        let part = |draw: &mut Self| match kind {
            Kind::Truth => draw.one(&["Yes", "No", "b", "Yes"]),
            Kind::Name => draw.name(),
            Kind::Whole | Kind::Decimal => draw.part(),
        };
        let count = if kind == Kind::Truth { 1 } else { count };
        let parts: Vec<String> = (0..count).map(|_| part(self)).collect();
        match self.random.random_range(0..8) {
            0 => format!("not({})", parts.join(", ")),
            1 => format!("not(not({}))", parts.join(", ")),
            2 if count > 1 => format!("not({}), {}", parts[0], parts[1]),
            _ => parts.join(", "),
        }
    }

    fn cells(&mut self, columns: &[(String, Kind)]) -> Vec<String> {
        let cell = |draw: &mut Self, kind| {
            if draw.random.random_bool(0.35) { draw.one(&["-", ""]) } else { draw.test(kind) }
        };
        columns.iter().map(|(_, kind)| cell(self, *kind)).collect()
    }

    /// A value that a rule gives.
    fn value(&mut self, kind: Kind) -> String {
        match kind {
            Kind::Truth => self.one(&["Yes", "No"]),
            Kind::Name => self.one(&["p", "q", "x"]),
            Kind::Whole => self.one(&["0", "1", "k", "f of p", "1 // k", "k + 1", "w of x"]),
            Kind::Decimal => self.one(&["0.5", "2", "-1.25", "m", "2 * m - 1.5", "w of x"]),
        }
    }

    /// Draws a policy and outputs; often those of the table before, which count together with it.
    fn outputs(&mut self) -> Outputs {
        if let Some(last) = self.last.clone().filter(|_| self.random.random_bool(0.5)) {
            return last;
        }
        let number_kind = if self.decimal { Kind::Decimal } else { Kind::Whole };
        let own = match self.random.random_range(0..5) {
            0 | 1 => {
                let count = self.random.random_range(1..3);
                return ("E*", (0..count).map(|_| self.column(None)).collect());
            }
            2 | 3 => {
                let policy = ["U", "A", "F"][self.random.random_range(0..3)];
                let kind = self.random.random_bool(0.5).then_some(Kind::Truth);
                (policy, vec![self.output(kind)])
            }
            _ => {
                let policy = ["C+", "C<", "C>", "C#"][self.random.random_range(0..4)];
                (policy, vec![self.output(Some(number_kind))])
            }
        };
        self.last = Some(own.clone());
        own
    }

    /// Draws an output; mostly one whose arguments are known from the start.
    fn output(&mut self, kind: Option<Kind>) -> (String, Kind) {
        loop {
            let (name, kind) = self.column(kind);
            let is_known = !name.trim_start_matches("g of ").contains("g of");
            if is_known || self.random.random_bool(0.1) {
                return (name, kind);
            }
        }
    }

    fn table(&mut self, number: u32) -> String {
        let mut inputs = vec![("A called x".to_owned(), Kind::Name)];
        for _ in 0..self.random.random_range(0..3) {
            let column = self.column(None);
            inputs.push(column);
        }
        if self.random.random_bool(0.2) {
            inputs.push(("A called y".into(), Kind::Name));
        }
        let (policy, outputs) = self.outputs();
        let names = |columns: &[(String, Kind)]| {
            columns.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>().join(" | ")
        };
        let mut text = format!("T{number}\n{policy} | {} || {}\n", names(&inputs), names(&outputs));
        for rule in 1..=self.random.random_range(1..4) {
            let tests = self.cells(&inputs).join(" | ");
            let outputs: Vec<String> = outputs
                .iter()
                .map(|(_, kind)| match policy {
                    "E*" => self.test(*kind),
                    "U" | "A" | "F" => self.value(*kind),
                    // Among them a division that may have no result.
                    _ if self.random.random_bool(0.4) => self.value(*kind),
                    _ => self.number(1),
                })
                .collect();
            text += &format!("{rule} | {tests} || {}\n", outputs.join(" | "));
        }
        text + "\n"
    }
}
