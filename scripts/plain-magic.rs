//! Counts magic squares with given domains by plain backtracking, to check cubes of `magic:N`.
//!
//! Build: rustc -O scripts/plain-magic.rs. Usage: plain-magic [--symmetry] FILE.model.json...
//!
//! Reads only the names and domains of the variables, shares no code with the project, and knows
//! the rules by itself: all numbers from 1 on, each once, and equal sums of rows, columns and
//! diagonals. Cells are filled line by line, the line with the fewest open cells first; the last
//! cell of a line is what is left of its sum. With --symmetry, squares of order 5 that differ by a
//! symmetry count as one: 32 permutations of the cells keep rows, columns and diagonals (the eight
//! of the square, and the exchanges of lines 0 and 4 with lines 1 and 3, or of lines 1 and 3
//! alone). They move the first cell to the eight cells of the diagonals beside the centre, so it is
//! the least of these; four of them keep it and move the second cell to the four cells in row 0 and
//! column 0 beside the corners.

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
        for part in body
            .split(',')
            .map(|p| p.trim_matches(|c: char| c.is_whitespace() || "\"{}".contains(c)))
        {
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
    /// The cells in the order in which they are filled.
    order: Vec<usize>,
    /// For each place in the order, the cells that must be less, and greater.
    less: Vec<Vec<usize>>,
    greater: Vec<Vec<usize>>,
    /// For each place in the order, the other cells of the lines that are full with it.
    full: Vec<Vec<Vec<usize>>>,
    values: Vec<u32>,
    count: u64,
}

impl Square {
    fn new(n: usize, domains: Vec<u64>, symmetry: bool) -> Self {
        let mut lines: Vec<Vec<usize>> = Vec::new();
        for i in 0..n {
            lines.push((0..n).map(|j| i * n + j).collect());
            lines.push((0..n).map(|j| j * n + i).collect());
        }
        lines.push((0..n).map(|i| i * n + i).collect());
        lines.push((0..n).map(|i| i * n + n - 1 - i).collect());
        // First the cells with one value, then always those of the line with the fewest open cells.
        let mut order: Vec<usize> =
            (0..n * n).filter(|&cell| domains[cell].count_ones() == 1).collect();
        while order.len() < n * n {
            let open = |line: &Vec<usize>| line.iter().filter(|cell| !order.contains(cell)).count();
            let next = lines.iter().filter(|line| open(line) > 0).min_by_key(|line| open(line));
            let next: Vec<usize> =
                next.unwrap().iter().copied().filter(|cell| !order.contains(cell)).collect();
            order.extend(next);
        }
        let place = |cell: &usize| order.iter().position(|own| own == cell).unwrap();
        let full = |&cell: &usize| {
            let is_last = |line: &&Vec<usize>| {
                line.contains(&cell) && line.iter().all(|other| place(other) <= place(&cell))
            };
            let others =
                |line: &Vec<usize>| line.iter().copied().filter(|&own| own != cell).collect();
            lines.iter().filter(is_last).map(others).collect()
        };
        let full = order.iter().map(full).collect();
        let pairs: &[(usize, usize)] = match (symmetry, n) {
            (true, 5) => &[
                (0, 4),
                (0, 20),
                (0, 24),
                (0, 6),
                (0, 8),
                (0, 16),
                (0, 18),
                (1, 3),
                (1, 5),
                (1, 15),
            ],
            (true, _) => panic!("--symmetry is for order 5"),
            (false, _) => &[],
        };
        let before = |a: &usize, b: &usize| place(a) < place(b);
        let less = order.iter().map(|cell| {
            pairs.iter().filter(|(a, b)| b == cell && before(a, b)).map(|pair| pair.0).collect()
        });
        let greater = order.iter().map(|cell| {
            pairs.iter().filter(|(a, b)| a == cell && before(b, a)).map(|pair| pair.1).collect()
        });
        let (less, greater) = (less.collect(), greater.collect());
        let sum = (n * (n * n + 1) / 2) as u32;
        Square { n, sum, domains, less, greater, order, full, values: vec![0; n * n], count: 0 }
    }

    fn fill(&mut self, place: usize, free: u64) {
        if place == self.n * self.n {
            self.count += 1;
            return;
        }
        let cell = self.order[place];
        let mut choice = self.domains[cell] & free;
        // The last cell of a line is what is left of its sum.
        for others in &self.full[place] {
            let used: u32 = others.iter().map(|&other| self.values[other]).sum();
            choice &= match self.sum.checked_sub(used) {
                Some(left) if left < 64 => 1 << left,
                _ => 0,
            };
        }
        for &other in &self.less[place] {
            choice &= u64::MAX << (self.values[other] + 1);
        }
        for &other in &self.greater[place] {
            choice &= (1 << self.values[other]) - 1;
        }
        while choice != 0 {
            let value = choice.trailing_zeros();
            choice &= choice - 1;
            self.values[cell] = value;
            self.fill(place + 1, free & !(1 << value));
        }
    }
}

fn main() {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let symmetry = files.first().is_some_and(|word| word == "--symmetry");
    for file in files.into_iter().skip(usize::from(symmetry)) {
        let domains = domains(&std::fs::read_to_string(&file).unwrap());
        let n = (1..8).find(|n| n * n == domains.len()).expect("a square");
        let mut square = Square::new(n, domains, symmetry);
        square.fill(0, u64::MAX);
        println!("{} {file}", square.count);
    }
}
