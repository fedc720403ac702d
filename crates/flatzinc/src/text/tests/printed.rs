//! Random documents, printed in random layouts, read again.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::lines;

/// A text that is drawn, and the lines that describe its document.
struct Draw {
    random: ChaCha8Rng,
    text: String,
    variables: Vec<String>,
    constraints: Vec<String>,
    outputs: Vec<String>,
    /// Whether each variable is a truth value.
    are_bool: Vec<bool>,
    /// Arrays: name, type, elements.
    arrays: Vec<(String, bool, Vec<String>)>,
}

impl Draw {
    fn chance(&mut self, of: u32) -> bool {
        self.random.random_range(0..of) == 0
    }

    /// Adds tokens, separated by spaces, with a random layout.
    fn put(&mut self, tokens: &str) {
        for token in tokens.split(' ').filter(|token| !token.is_empty()) {
            let is_open = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
            let touches = self.text.ends_with(is_open) && token.starts_with(is_open);
            match self.random.random_range(0..8) {
                0 => self.text.push_str(" % comment ; ]\n"),
                1 => self.text.push_str("\n\t"),
                2 | 3 => self.text.push(' '),
                _ if touches => self.text.push(' '),
                _ => {}
            }
            self.text.push_str(token);
        }
    }

    /// Draws an integer: as written, and its value.
    fn integer(&mut self) -> (String, i64) {
        let value: i64 = match self.random.random_range(0..8) {
            0 => self.random.random_range(i64::MIN..=i64::MAX),
            1 => self.random.random_range(-2_000_000_000..2_000_000_000),
            _ => self.random.random_range(-9..10),
        };
        let (sign, size) = (if value < 0 { "-" } else { "" }, value.unsigned_abs());
        let written = match self.random.random_range(0..6) {
            0 => format!("{sign}0x{size:x}"),
            1 => format!("{sign}0o{size:o}"),
            _ => value.to_string(),
        };
        (written, value)
    }

    /// Draws a set: as written, and as it is described.
    fn set(&mut self) -> (String, String) {
        if self.chance(2) {
            let ((first, low), (last, high)) = (self.integer(), self.integer());
            let shown = if low <= high { format!("{low}..{high}") } else { String::new() };
            return (format!("{first} .. {last}"), format!("{{{shown}}}"));
        }
        let drawn: Vec<_> = (0..self.random.random_range(0..6)).map(|_| self.integer()).collect();
        let written: Vec<_> = drawn.iter().map(|(written, _)| written.clone()).collect();
        let mut values: Vec<i64> = drawn.iter().map(|&(_, value)| value).collect();
        values.sort_unstable();
        values.dedup();
        let runs = values.chunk_by(|&one, &next| one.checked_add(1) == Some(next));
        let shown: Vec<_> = runs.map(|run| format!("{}..{}", run[0], run[run.len() - 1])).collect();
        (format!("{{ {} }}", written.join(" , ")), format!("{{{}}}", shown.join(",")))
    }

    /// Draws a single value of a type: as written, and as it is described.
    fn term(&mut self, is_bool: bool) -> (String, String) {
        let own: Vec<usize> =
            (0..self.are_bool.len()).filter(|&place| self.are_bool[place] == is_bool).collect();
        if !own.is_empty() && self.chance(2) {
            let place = own[self.random.random_range(0..own.len())];
            return (format!("v{place}"), format!("#{place}"));
        }
        if is_bool {
            let value = self.chance(2);
            return (value.to_string(), u8::from(value).to_string());
        }
        let (written, value) = self.integer();
        (written, value.to_string())
    }

    fn variable(&mut self) {
        let name = format!("v{}", self.are_bool.len());
        let (is_bool, (domain, mut shown)) = match self.random.random_range(0..4) {
            0 => (true, ("bool".to_owned(), "bool".to_owned())),
            1 => (false, ("int".to_owned(), "int".to_owned())),
            _ => (false, self.set()),
        };
        self.put(&format!("var {domain} : {name}"));
        shown = format!("{shown} {name}");
        let is_output = self.chance(3);
        if is_output {
            self.put(":: output_var");
            self.outputs.push(format!("output {name} {is_bool} #{}", self.are_bool.len()));
        }
        if self.chance(3) {
            self.put(":: foo ( bar ( [ 1 , x ] ) ) :: var_is_introduced");
        }
        if self.chance(3) {
            let (written, value) = self.term(is_bool);
            self.put(&format!("= {written}"));
            shown = format!("{shown} = {value}");
        }
        self.put(";");
        self.variables.push(shown);
        self.are_bool.push(is_bool);
    }

    /// Draws a list in brackets: as written, and its elements as they are described.
    fn list(&mut self, is_bool: bool) -> (String, Vec<String>) {
        let length = self.random.random_range(0..5);
        let drawn: Vec<_> = (0..length).map(|_| self.term(is_bool)).collect();
        let (written, shown): (Vec<_>, Vec<_>) = drawn.into_iter().unzip();
        (format!("[ {} ]", written.join(" , ")), shown)
    }

    fn array(&mut self) {
        let (name, is_bool) = (format!("a{}", self.arrays.len()), self.chance(2));
        let (written, elements) = self.list(is_bool);
        let (kind, length) = (if is_bool { "bool" } else { "int" }, elements.len());
        self.put(&format!("array [ 1 .. {length} ] of var {kind} : {name}"));
        if self.chance(2) {
            self.put(&format!(":: output_array ( [ 0 .. {} , 7 .. 7 ] )", length as i64 - 1));
            self.outputs.push(format!(
                "output {name} {is_bool} [(0, {}), (7, 7)] [{}]",
                length as i64 - 1,
                elements.join(",")
            ));
        }
        self.put(&format!("= {written} ;"));
        self.arrays.push((name, is_bool, elements));
    }

    fn argument(&mut self) -> (String, String) {
        let is_bool = self.chance(2);
        match self.random.random_range(0..4) {
            0 => self.term(is_bool),
            1 => self.set(),
            2 if !self.arrays.is_empty() => {
                let place = self.random.random_range(0..self.arrays.len());
                let (name, _, elements) = &self.arrays[place];
                (name.clone(), format!("[{}]", elements.join(",")))
            }
            _ => {
                let (written, elements) = self.list(is_bool);
                (written, format!("[{}]", elements.join(",")))
            }
        }
    }

    fn constraint(&mut self) {
        let count = self.random.random_range(0..5);
        let (written, shown): (Vec<_>, Vec<_>) = (0..count).map(|_| self.argument()).unzip();
        self.put(&format!("constraint int_foo ( {} )", written.join(" , ")));
        let mut line = format!("int_foo({})", shown.join(","));
        if self.chance(2) {
            let label = ["row", "a\"b", "100%;", "back\\slash"][self.random.random_range(0..4)];
            self.put(&format!(":: mzn_constraint_name ( {label:?} ) :: domain"));
            line = format!("{line} {label:?}");
        }
        self.put(";");
        self.constraints.push(line);
    }
}

#[test]
fn what_is_printed_is_read() {
    for seed in 0..2000 {
        let mut draw = Draw {
            random: ChaCha8Rng::seed_from_u64(seed),
            text: String::new(),
            variables: Vec::new(),
            constraints: Vec::new(),
            outputs: Vec::new(),
            are_bool: Vec::new(),
            arrays: Vec::new(),
        };
        for _ in 0..draw.random.random_range(0..12) {
            match draw.random.random_range(0..4) {
                0 | 1 => draw.variable(),
                2 => draw.array(),
                _ => draw.constraint(),
            }
        }
        let (goal, shown) = draw.term(false);
        let goal = match draw.random.random_range(0..3) {
            0 => ("satisfy".to_owned(), "satisfy".to_owned()),
            1 => (format!("minimize {goal}"), format!("minimize {shown}")),
            _ => (format!("maximize {goal}"), format!("maximize {shown}")),
        };
        draw.put(&format!("solve {} ;", goal.0));
        let mut expected = draw.variables;
        expected.extend(draw.constraints.into_iter().chain(draw.outputs));
        expected.push(goal.1);
        assert_eq!(lines(&draw.text), expected, "{}", draw.text);
    }
}
