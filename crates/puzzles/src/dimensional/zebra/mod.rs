//! The zebra puzzle: houses in a row and clues about their inhabitants.

mod clue;
mod count;
mod model;
mod zebra_options;

use zebra_options::HOUSE_ATTRIBUTES;
pub use zebra_options::ZebraPuzzle;

#[cfg(test)]
mod tests {
    use super::clue::ZebraClue;
    use super::*;

    #[test]
    fn every_clue_is_needed_and_together_they_leave_one_solution() {
        for houses in 3..=6 {
            for seed in 0..if houses < 6 { 20 } else { 4 } {
                let zebra = ZebraPuzzle { houses, seed };
                let count = |clues: &[ZebraClue]| {
                    count::count_solutions(houses, zebra.attribute_count(), clues, u64::MAX)
                };
                let clues = zebra.draw_clues();
                assert_eq!(count(&clues), 1, "{zebra}");
                for left_out in 0..clues.len() {
                    let mut fewer = clues.clone();
                    fewer.remove(left_out);
                    let two = count::count_solutions(houses, zebra.attribute_count(), &fewer, 2);
                    assert_eq!(two, 2, "{zebra} without {}", clues[left_out].clue_sentence());
                }
            }
        }
    }

    #[test]
    fn clues_in_words() {
        let clues = ZebraPuzzle { houses: 4, seed: 1 }.draw_clues();
        let words: Vec<String> = clues.iter().map(ZebraClue::clue_sentence).collect();
        insta::assert_snapshot!(words.join("\n"), @r#"
        the house of the Greek is number 1
        the house with tea is just right of the house with coffee
        the house with water is next to the house with the dog
        the house of the Pole is just right of the house with coffee
        the house with tea is next to the house with the cat
        the house of the Dane is next to the yellow house
        the house with the cat is the yellow house
        the house of the Dane is just right of the green house
        the house with water is next to the blue house
        the house with the zebra is the green house
        "#);
    }
}
