//! Counts all sets among the cards of SET: the engines in warm sessions, next to the fastest
//! method we know, a table of third cards.

#![allow(unreachable_pub, reason = "nothing outside a benchmark reaches it")]

use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use parallax_engines::Spec;
use parallax_instance::ModelSource;
use parallax_model::engine_api::{Control, Engine, Task};
use parallax_puzzles::set::SetBoard;

/// Numbers of cards, and the engines to measure on each.
const SIZES: [(usize, &[&str]); 7] = [
    (12, &["reform", "native", "reform:split=never", "reform:paper", "brute"]),
    (15, &["reform", "native", "reform:paper"]),
    (21, &["reform", "native", "reform:paper"]),
    (27, &["reform", "native", "reform:paper"]),
    (45, &["reform", "native", "reform:paper"]),
    (81, &["reform", "native", "reform:split=never", "reform:paper"]),
    (729, &["reform", "native"]),
];

/// The table of cards by their bits, two for each attribute: for each pair of cards, it computes
/// the third card that completes a set, and looks it up.
struct PairTable {
    cards: Vec<u32>,
    place: Vec<u16>,
    low: u32,
}

impl PairTable {
    fn new(board: &SetBoard) -> Self {
        let attributes = board.attributes().len();
        let pack = |card: &Vec<u16>| card.iter().fold(0, |bits, &v| bits << 2 | u32::from(v));
        let cards: Vec<u32> = board.cards().iter().map(pack).collect();
        let mut place = vec![u16::MAX; 1 << (2 * attributes)];
        cards.iter().enumerate().for_each(|(i, &card)| place[card as usize] = i as u16);
        PairTable { cards, place, low: (0..attributes).fold(0, |bits, _| bits << 2 | 1) }
    }

    fn count(&self) -> u64 {
        let mut found = 0;
        for (i, &first) in self.cards.iter().enumerate() {
            for (j, &second) in self.cards.iter().enumerate().skip(i + 1) {
                let differ = first ^ second;
                // The mask has three where the attributes differ; the third value is then the one
                // of 0, 1 and 2 that remains.
                let mask = ((differ | differ >> 1) & self.low) * 3;
                let third = (first & !mask) | ((differ ^ (self.low * 3)) & mask);
                let place = self.place[third as usize];
                found += u64::from(place != u16::MAX && usize::from(place) > j);
            }
        }
        found
    }
}

fn set(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("set");
    group.sample_size(20);
    group.warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
    for (cards, engines) in SIZES {
        // This many cards dealt, or the full deck.
        let seed = (cards < 81).then_some(1);
        let board = SetBoard::deal_cards(cards, seed).expect("a deck");
        let table = PairTable::new(&board);
        let sets = table.count();
        group.bench_function(format!("{cards} cards, pair table"), |bencher| {
            bencher.iter(|| black_box(&table).count());
        });
        let model = Arc::new(board.model(&board.default_viewpoint()).expect("a model"));
        let control = Control::unlimited();
        for engine in engines {
            let spec: Spec = engine.parse().expect("an engine");
            let mut session = spec.prepare(&model, 0, &control).expect("a session");
            let mut count = || {
                let mut given = 0u128;
                let outcome = session.ask(&[], Task::Count, &control, &mut |values| {
                    black_box(values);
                    given += 1;
                    ControlFlow::Continue(())
                });
                outcome.counted.unwrap_or_else(|| given.into())
            };
            assert_eq!(count().to_string(), sets.to_string(), "{engine}");
            group.bench_function(format!("{cards} cards, {engine}"), |bencher| {
                bencher.iter(&mut count);
            });
        }
    }
    group.finish();
}

criterion_group!(benches, set);
criterion_main!(benches);
