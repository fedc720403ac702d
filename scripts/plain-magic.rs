//! Counts magic squares with given domains by plain backtracking, to check cubes of `magic:N`.
//!
//! Build: rustc -O scripts/plain-magic.rs. Usage: plain-magic FILE.model.json...
//!
//! Reads only the names and domains of the variables, shares no code with the project, and knows
//! the rules by itself: all numbers from 1 on, each once, and equal sums of rows, columns and
//! diagonals. Cells are filled row by row; what is left of a line when it is full must be its sum.

/// The domains of the cells, in the order of the file, as sets of bits.
fn domains(text: &str) -> Vec<u64> {
    let (start, end) = (text.find("\"variables\"").unwrap(), text.find("\"constraints\"").unwrap());
    let mut all = Vec::new();
    for piece in text[start..end].split("\"domain\":").skip(1) {
        let piece = piece.trim_start();
        let body = match piece.as_bytes()[0] {
            b'"' => piece[1..].split('"').next().unwrap(),
            _ => piece[1..].split(']').next().unwrap(),
        };
        let mut set = 0;
        for part in body.split(',').map(|p| p.trim_matches(|c: char| c.is_whitespace() || "\"{}".contains(c))) {
            let (low, high) = part.split_once("..").unwrap_or((part, part));
            let (low, high): (u32, u32) = (low.parse().unwrap(), high.parse().unwrap());
            (low..=high).for_each(|value| set |= 1u64 << value);
        }
        all.push(set);
    }
    all
}

struct Square {
    n: usize,
    sum: u32,
    domains: Vec<u64>,
    values: Vec<u32>,
    count: u64,
}

impl Square {
    fn fill(&mut self, cell: usize, free: u64) {
        let n = self.n;
        if cell == n * n {
            self.count += 1;
            return;
        }
        let (row, column) = (cell / n, cell % n);
        let mut choice = self.domains[cell] & free;
        // The last cell of a line is what is left of its sum.
        let mut last = |used: u32| {
            choice &= match self.sum.checked_sub(used) {
                Some(left) if left < 64 => 1 << left,
                _ => 0,
            };
        };
        if column == n - 1 {
            last((0..n - 1).map(|j| self.values[row * n + j]).sum());
        }
        if row == n - 1 {
            last((0..n - 1).map(|i| self.values[i * n + column]).sum());
            if column == 0 {
                last((0..n - 1).map(|i| self.values[i * n + n - 1 - i]).sum());
            }
            if column == n - 1 {
                last((0..n - 1).map(|i| self.values[i * n + i]).sum());
            }
        }
        while choice != 0 {
            let value = choice.trailing_zeros();
            choice &= choice - 1;
            self.values[cell] = value;
            self.fill(cell + 1, free & !(1 << value));
        }
    }
}

fn main() {
    for file in std::env::args().skip(1) {
        let domains = domains(&std::fs::read_to_string(&file).unwrap());
        let n = (1..8).find(|n| n * n == domains.len()).expect("a square");
        let sum = (n * (n * n + 1) / 2) as u32;
        let values = vec![0; n * n];
        let mut square = Square { n, sum, domains, values, count: 0 };
        square.fill(0, u64::MAX);
        println!("{} {file}", square.count);
    }
}
