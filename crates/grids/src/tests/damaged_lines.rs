//! Damaged texts are refused or read, and never panic.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use parallax_instance::Instance;

use super::texts::{
    read_code, read_dzn, read_iss, read_puzz_link, read_tatham, write_iss, write_puzz_link,
    write_tatham,
};
use crate::{is_iss, is_puzz_link, is_tatham};

/// Texts in all three forms.
const TEXTS: [&str; 24] = [
    "2x2:c2c3_1c2c",
    "2x2xk:p,l____________,10c10c10c10c",
    "4j:4c3i1a,l____________",
    "3:a_3aab_,a4s1s1m18",
    "4:0,0,0,0L,0U,0,0,0,0U,0L,0R,0,0,0,0,0,",
    "4a:0RD,0L,0RD,0DL,0U,0,0UR,0UL,0RD,0DL,4,0D,0UR,0UL,0R,0UL,",
    "towers:3:1/2/2/3/2/1/1/2/3/2/2/1,a3g",
    "6x6:cbCCBbGJBAb",
    "5x5:1/2/4/3.1/2/2/2/2/3/3",
    "4x4:1434214234214111",
    "https://puzz.link/p?sudoku/4/4/1j2k3g4h",
    "https://puzz.link/p?skyscrapers/3/3/3j2l",
    "http://pzv.jp/p.html?kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3",
    "https://puzz.link/p?kropki/2/2/d9",
    "puzz.link/p?minarism/3/3/h1hg2o",
    "https://puzz.link/p?factors/2/2/0o-10+100",
    "https://puzz.link/p?nonogram/4/4/1g1g1g1g1g1g1g1g",
    ".Shape~4x4.~R2C1_1.Cage~5~R1C2~R1C3.Thermo~R2C1~R3C1~R4C2.LittleKiller~8~R3C4",
    ".Shape~6x6~9.RegionSize~9.NoBoxes.Quad~R1C5~1~2~4.Jigsaw~122222112223111233114333144433444443",
    ".Shape~9x9~0-8.Windoku.~R2C6_4_5.Diagonal~-1.Sandwich~8~C1.XSum~C2~~27.StrictXV.X~R1C1~R1C2",
    ".PillArrow~2~R1C3~R1C2~R1C1~R2C1.Skyscraper~R1~3~4.Indexing~C~R1C1.Whisper~R1C1~R2C1~LOOP",
    ".Shape~5x10.Cage~16~R1C8~R1Ca.AntiKnight.DisjointSets.RegionSumLine~R1C1~R1C2~R1C3",
    "C<<<<<<<<0000000000`>A00000000000000000000000000000000000000000000000000j<<<<<<<<",
    "h = 2; w = 2; grid_data = [|0,0|0,1|]; n_h = 1; h_clue = [|2,1,1,5|]; n_v = 0; v_clue = [||];",
];

const SYMBOLS: &str =
    "0123456789abcdefghijklmnopqrstuvwxyzABCDRCLUX~._,/:#-+=@$*%? \u{e9}\u{4e00}\n";

#[test]
fn damaged_texts_do_not_panic() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let symbols: Vec<char> = SYMBOLS.chars().collect();
    let (mut read, mut refused) = (0, 0);
    for _ in 0..10_000 {
        let mut text: Vec<char> = TEXTS[random.random_range(0..TEXTS.len())].chars().collect();
        for _ in 0..random.random_range(1..3) {
            let at = random.random_range(0..=text.len());
            let symbol = symbols[random.random_range(0..symbols.len())];
            match random.random_range(0..4) {
                0 => text.insert(at, symbol),
                1 if at < text.len() => drop(text.remove(at)),
                2 => text.truncate(at),
                _ if at < text.len() => text[at] = symbol,
                _ => {}
            }
        }
        let text: String = text.into_iter().collect();
        let looks = [is_tatham(&text), is_puzz_link(&text), is_iss(&text)];
        assert!(looks.iter().filter(|looks| **looks).count() < 2, "{text}");
        let results = [
            read_tatham(&text),
            read_puzz_link(&text),
            read_iss(&text),
            read_code(&text),
            read_dzn(&text),
        ];
        for result in results {
            match result {
                Ok(puzzle) => {
                    read += 1;
                    assert!(!puzzle.notation().write_instance().is_empty());
                    for written in
                        [write_tatham(&puzzle), write_puzz_link(&puzzle), write_iss(&puzzle)]
                    {
                        assert!(written.is_ok_and(|text| !text.is_empty()) || !text.is_empty());
                    }
                }
                Err(fault) => {
                    refused += 1;
                    assert!(!fault.is_empty());
                }
            }
        }
    }
    assert!(read > 100 && refused > 10_000, "{read} read, {refused} refused");
}

#[test]
fn undamaged_texts_are_read() {
    for text in TEXTS {
        let forms = [read_tatham, read_puzz_link, read_iss, read_code, read_dzn];
        let results = forms.map(|read| read(text));
        let reads = results.iter().filter(|result| result.is_ok()).count();
        let is_hitori = results[0].as_ref().is_err_and(|fault| fault.contains("hitori"));
        assert!(reads == 1 || is_hitori, "{text}: {results:?}");
    }
}
