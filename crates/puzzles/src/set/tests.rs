use parallax_instance::{Instance, LineReader, ModelSource, PuzzleSolution};
use proptest::prelude::*;

use super::super::Puzzle;
use super::super::tests::{brute, error, one, read};
use super::{CardAttribute, SetBoard};

fn board(text: &str) -> SetBoard {
    super::read::read_text(&mut LineReader::new("here", text.as_bytes())).unwrap().unwrap()
}

/// The sets by definition, from the digits.
pub(super) fn sets(board: &SetBoard) -> Vec<PuzzleSolution> {
    let cards = board.cards();
    let mut found = Vec::new();
    for k in 0..cards.len() {
        for j in 0..k {
            for i in 0..j {
                let fits = |a: usize| {
                    let mut values = vec![cards[i][a], cards[j][a], cards[k][a]];
                    values.sort_unstable();
                    values.dedup();
                    values.len() != 2
                };
                if (0..board.attributes().len()).all(fits) {
                    found.push([i, j, k].map(|card| card as i32 + 1).to_vec());
                }
            }
        }
    }
    found.sort();
    found
}

#[test]
fn reads_words_in_any_order() {
    let words =
        board("two red striped diamonds\nOval, green open 1\n3: Violet, filled, waves, three\n");
    assert_eq!(words, board("4 3 3\n1010\n0121\n2202\n"));
    assert_eq!(words, board("# no header\n1010\n\n0121\n2202\n"));
    insta::assert_snapshot!(words.picture().draw_text(&[]), @r"
    1  two red striped diamonds
    2  one green open oval
    3  three purple solid squiggles
    ");
    insta::assert_snapshot!(words.notation().write_instance(), @r"
    4 3 3
    1010
    0121
    2202
    ");
}

#[test]
fn reads_other_decks() {
    insta::assert_snapshot!(board("00310\n12345\n").title(), @r"set 2 cards, 5 attributes of 6 values");
    insta::assert_snapshot!(board("2 5 1\n04").title(), @r"set 1 card, 2 attributes of 5 values");
    insta::assert_snapshot!(board("3 3 0").title(), @r"set 0 cards, 3 attributes of 3 values");
    let json =
        "{\"cards\": [{\"size\": \"big\", \"legs\": 4}, {\"legs\": 2, \"size\": \"small\"}]}";
    let animals = one(Puzzle::Set, json);
    insta::assert_snapshot!(animals.picture().draw_text(&[]), @r"
    1  4 big
    2  2 small
    ");
    insta::assert_snapshot!(animals.notation().write_instance(), @r#"
    {"cards": [
      {"legs": "4", "size": "big"},
      {"legs": "2", "size": "small"}
    ]}
    "#);
    let printed = "[{\"cards\": [{\"number\": 2, \"colour\": \"red\", \"symbol\": \"diamond\", \"shading\": \"striped\"}]}]";
    assert_eq!(one(Puzzle::Set, printed).notation().write_instance(), "4 3 1\n1010\n");
    let two = read(Puzzle::Set, "1 3 1\n0\n# again\n1 3 2\n0\n2\n").unwrap();
    assert_eq!(two[1].title(), "set 2 cards, 1 attribute of 3 values");
}

#[test]
fn errors_name_the_place_and_the_expected_form() {
    let texts = [
        "two red striped diamonds\ntwo red striped diamond",
        "two red striped dimonds",
        "two red red diamonds",
        "two red",
        "two red striped diamonds\n1020",
        "1020\ntwo red striped diamonds",
        "1020\n102",
        "1020\n1x20",
        "1 0 2 0",
        "4 3 2\n0120\n0130",
        "4 3 2\n0120",
        "4 3 1\n0120\n0121",
        "5 3 1\ntwo red striped diamonds",
        "0 3 1\n1",
        "1. 0120\n3. 0121",
        "hello",
        "[{\"cards\": []}]",
        "[{\"cards\": [{\"a\": true}]}]",
        "[{\"cards\": [{\"a\": 1}, {\"b\": 1}]}]",
        "[{\"cards\": [{\"a\": 1}, {\"a\": 1}]}]",
        "{\"cards\": 1}",
        "[\n{\"cards\"",
        "[{\"cards\": [{\"a\": 1}]}, 3]",
    ];
    let errors: Vec<String> = texts.iter().map(|text| error(Puzzle::Set, text)).collect();
    insta::assert_snapshot!(errors.join("\n"), @r"
    here:2: the same card as on line 1; expected different cards
    here:1:17: unknown word 'dimonds'; expected number (one, two, three), color (red, green, purple), fill (solid, striped, open), shape (diamond, oval, squiggle)
    here:1:9: 'red' is a second color; expected one
    here:1: the card has no fill (solid, striped, open) and no shape (diamond, oval, squiggle)
    here:2: '1020'; expected a card in words, as before
    here:2: 'two red striped diamonds' among cards in digits; expected a digit for each attribute
    here:2:1: 3 digits; expected 4, one for each attribute
    here:2: '1x20' among cards in digits; expected a digit for each attribute
    here:1: '1 0 2 0'; expected the digits of a card without spaces, or words
    here:3:3: digit 3; expected 0 to 2 for 3 values
    here:1: the header announces 2 cards, but the board has 1
    here:3: the header announces 1 card, but more follow
    here:2: a card that is not 5 digits; the header says 5 attributes of 3 values
    here:1:1: '0' is not a number of attributes; expected 1 to 100
    here:2:1: card number 3; expected 2
    here:1: 'hello'; expected SET cards: a card a line in words (two red striped diamonds) or digits (1021), or JSON with `cards`
    here: board 1: it has no cards; expected some
    here: board 1: card 1: 'a' is true; expected a text or a whole number
    here: board 1: card 2 has the attributes b, card 1 has a
    here: board 1: card 2 is the same as card 1
    here: board 1: expected `cards`, an array of objects
    here:2:8: not valid JSON at [0].cards: EOF while parsing an object
    here: [1]: 3; expected an object
    ");
}

#[test]
fn reports_broken_rules() {
    let board = board("1010\n0121\n2202\n1011\n1111\n");
    let solutions: [&[i32]; 7] =
        [&[1, 2], &[1, 2, 9], &[0, 1, 2], &[1, 1, 2], &[2, 1, 3], &[1, 2, 4], &[1, 2, 3]];
    let check = |solution: &&[i32]| match board.rules(solution) {
        Ok(()) => "a set".to_owned(),
        Err(broken) => broken.to_string(),
    };
    insta::assert_snapshot!(solutions.iter().map(check).collect::<Vec<_>>().join("\n"), @r"
    cards 1, 2: 2 cards, a set has 3
    card 9: the cards are 1 to 5
    card 0: the cards are 1 to 5
    cards 1, 1, 2: a card occurs twice
    cards 2, 1, 3: the numbers are not ascending
    cards 1, 2, 4: number: two, one, two is neither all the same nor all different
    a set
    ");
}

#[test]
fn reads_solutions() {
    let board = SetBoard::deal_cards(12, None).unwrap();
    let solutions = board.notation().read_solutions("here", "3 1 2\n\n{4,11, 6}\n").unwrap();
    assert_eq!(solutions, [[1, 2, 3], [4, 6, 11]]);
    let wrong = ["", "1 2", "1 2 13", "1 x 2"]
        .map(|text| board.notation().read_solutions("here", text).unwrap_err().to_string());
    insta::assert_snapshot!(wrong.join("\n"), @r"
    here: no solution; expected three card numbers a line
    here:1: 2 numbers, expected 3 card numbers
    here:1:5: '13' is not a card number; expected 1 to 12
    here:1:3: 'x' is not a card number; expected 1 to 12
    ");
}

#[test]
fn models_have_the_sets() {
    for (number, seed) in [(12, 0), (12, 5), (9, 1), (2, 0), (1, 0)] {
        let board = SetBoard::deal_cards(number, Some(seed)).unwrap();
        assert_eq!(brute(&board, "cards"), sets(&board));
        if number < 12 || seed == 5 {
            assert_eq!(brute(&board, "selected"), sets(&board));
        }
    }
    let four_values = board("03\n12\n21\n30\n11\n00\n22\n");
    assert_eq!(brute(&four_values, "cards"), sets(&four_values));
    assert_eq!(brute(&four_values, "selected"), sets(&four_values));
    let none = board("4 3 0");
    assert_eq!(brute(&none, "cards"), sets(&none));
    assert!(brute(&none, "selected").is_empty());
}

#[test]
fn the_full_deck_has_1080_sets() {
    let deck = SetBoard::deal_cards(81, None).unwrap();
    let sets = sets(&deck);
    assert_eq!(sets.len(), 1080);
    assert!(sets.iter().all(|set| deck.rules(set).is_ok()));
    assert_eq!(deck.card_text(0), "one red solid diamond");
    assert_eq!(deck.card_text(80), "three purple open squiggles");
}

#[test]
fn large_boards_have_models_or_are_refused() {
    let large = SetBoard::deal_cards(800, None).unwrap();
    assert_eq!(large.attributes().len(), 7);
    let model = |board: &SetBoard, name| board.viewpoint(name).and_then(|v| board.model(&v));
    assert!(model(&large, "selected").is_ok() && model(&large, "cards").is_ok());
    let most = SetBoard::deal_cards(59_049, None).unwrap();
    insta::assert_snapshot!(model(&most, "selected").unwrap_err(), @r"the model 'selected' of 59049 cards needs 17433626760 clauses; the limit is 4000000");
    insta::assert_snapshot!(model(&most, "cells").unwrap_err(), @r"set has no model 'cells'; it has cards, selected, with +symmetry");
}

#[test]
fn draws_cards_and_frames() {
    let board = SetBoard::deal_cards(12, Some(5)).unwrap();
    let sets = sets(&board);
    insta::assert_snapshot!(board.picture().draw_text(&sets), @r"
     1  three purple solid diamonds
     2  one purple striped squiggle
     3  two green striped squiggles
     4  three purple striped ovals
     5  two red striped squiggles
     6  one purple open diamond
     7  one red striped oval
     8  one purple open oval
     9  one red striped diamond
    10  three purple solid ovals
    11  three purple striped diamonds
    12  two purple striped ovals

    4 sets
      {2, 11, 12}  same color, fill
      {3, 4, 9}  same fill
      {3, 7, 11}  same fill
      {8, 10, 12}  same color, shape
    ");
    let picture = board.picture().draw_svg(&sets);
    assert_eq!(picture.matches("stroke-width=\"2.5\"").count(), 3 * sets.len());
    let named = SetBoard::from_names(&["<a>".into()], &[vec!["\"&".into()]]).unwrap();
    assert!(named.picture().draw_svg(&[vec![1, 5, -1]]).contains(">&quot;&amp;</text>"));
}

#[test]
fn named_attributes_are_sorted() {
    let names = ["b".to_owned(), "a".to_owned()];
    let board =
        SetBoard::from_names(&names, &[vec!["x".into(), "y".into()], vec!["z".into(), "y".into()]])
            .unwrap();
    let attribute = |name: &str, values: &[&str]| CardAttribute {
        name: name.to_owned(),
        values: values.iter().map(|&v| v.to_owned()).collect(),
    };
    assert_eq!(board.attributes(), [attribute("a", &["y"]), attribute("b", &["x", "z"])]);
    assert_eq!(board.cards(), [[0, 0], [0, 1]]);
}

proptest! {
    #[test]
    fn reads_what_it_writes(attributes in 1usize..7, values in 1usize..6, numbers in prop::collection::hash_set(0usize..15625, 0..20)) {
        let deck = values.pow(attributes as u32);
        let mut places: Vec<usize> = numbers.into_iter().map(|n| n % deck).collect();
        places.sort_unstable();
        places.dedup();
        let digits = |n: usize| (0..attributes).map(|a| (n / values.pow(a as u32) % values) as u16).collect();
        let cards: Vec<Vec<u16>> = places.into_iter().map(digits).collect();
        let written = SetBoard::from_digits(attributes, values, cards).unwrap();
        prop_assert_eq!(&board(&written.notation().write_instance()), &written);
    }

    #[test]
    fn reads_words_that_it_writes(seed: u64, number in 1usize..82) {
        let written = SetBoard::deal_cards(number, Some(seed)).unwrap();
        let words: Vec<String> = (0..number).map(|card| format!("{}. {}", card + 1, written.card_text(card))).collect();
        prop_assert_eq!(board(&words.join("\n")), written);
    }

    #[test]
    fn reads_named_cards_that_it_writes(cards in prop::collection::hash_set(("[a-c\"é ]{0,3}", "[0-2]", "\\PC?"), 1..9)) {
        let names = ["a1".to_owned(), "size".to_owned(), "\"".to_owned()];
        let cards: Vec<Vec<String>> = cards.into_iter().map(|(a, b, c)| vec![a, b, c]).collect();
        let written = SetBoard::from_names(&names, &cards).unwrap();
        let read = super::json::read_json(&mut LineReader::new("here", written.notation().write_instance().as_bytes())).unwrap();
        prop_assert_eq!(read, vec![written]);
    }

    #[test]
    fn rules_match_the_definition(seed: u64, number in 3usize..10) {
        let board = SetBoard::deal_cards(number, Some(seed)).unwrap();
        let known = sets(&board);
        for i in 1..=number as i32 {
            for j in i + 1..=number as i32 {
                for k in j + 1..=number as i32 {
                    prop_assert_eq!(board.rules(&[i, j, k]).is_ok(), known.contains(&vec![i, j, k]));
                }
            }
        }
    }
}
