//! Puzzles on grids.

use parallax_instance::{InputError, LineReader};

use super::input_format::{ExtensionWeight, FormLikeness, FormReader, InputFormat};

/// Puzzles on grids.
pub(super) struct GridFormat;

impl InputFormat for GridFormat {
    const EXTENSIONS: &'static [&'static str] = &["grid"];

    const EXTENSION_WEIGHT: ExtensionWeight = ExtensionWeight::Promises;

    const MODEL_NAMES: &'static [&'static str] = &["cells"];

    const SAMPLES: &'static [&'static str] = &[
        "puzzle: latin 4\ngrid:\n.<. .o.\n^   *\n. . . .\n\n. . .>.\n\n. . . 3\ncages:\nAABB\n\
         CCBB\nDDEE\nDDEE\nclues: A 3-, B 12x, C 2/, D 9+\n",
        "puzzle: sudoku 4\n.4..\n....\n....\n1...\nthermo: r4c1 r4c2 r3c1\n\
         arrow: r1c1 = r2c2 r2c3\nwhite: r1c2 r1c3\nsandwich top: 3 . . .\n\
         little killer 6: r1c2 dr\nanti-king\n",
        "puzzle: kakuro 3\n# 4\\ 6\\\n\\3 . .\n\\7 . .\n",
        "puzzle: nonogram 3x4\ncolumns: 1, 2, 2, 1\nrows: 2, 3, 1\n",
        "puzzle: straights 3\n. #2 .\n. . .\n. . #\n\npuzzle: path 3\n.#.\n...\n1..\n\
         steps: orthogonal\n",
        "{\"size\":4,\"grid\":[[{},{},{},{}],[{\"value\":1,\"given\":true},{},{},{}],[{},{},{},{}],\
         [{},{},{},{}]],\"killercage\":[{\"cells\":[\"R1C2\",\"R1C3\"],\"value\":\"5\"}]}",
        "3:a_3aab_,a4s1s1m18\n2x2:c2c3_1c2c\n3:1/2/2/3/2/1/1/2/3/2/2/1\n",
        "https://puzz.link/p?kakuro/2/2/n4637\nhttps://puzz.link/p?nonogram/2/2/1111\n",
        ".Shape~4x4.~R2C1_1.Cage~5~R1C2~R1C3.Thermo~R2C1~R3C1~R4C2.LittleKiller~8~R3C4\n",
        "\
% A killer: digits differ in rows, columns, boxes (2 rows, 3 columns) and cages.
puzzle: sudoku 6
cages:
AABBCC
DDEEFC
GHHEFF
GIJJKK
LIIMNK
LLMMNN
clues: A 9, B 6, C 12, D 7, E 8, F 11, G 3, H 9
clues: I 12, J 6, K 10, L 11, M 13, N 9
",
    ];

    const READER: FormReader = FormReader::Puzzles(|lines, manner| {
        parallax_grids::read_grids(lines, manner.ignore_drawings)
    });

    fn resembles(
        likeness: FormLikeness,
        extension: Option<&str>,
        lines: &mut LineReader<'_>,
    ) -> Result<bool, InputError> {
        let is_asked = match likeness {
            // Kakuro data of MiniZinc are read, and no other data.
            FormLikeness::Certain => extension == Some("dzn"),
            FormLikeness::Likely => true,
            FormLikeness::Unmistakable | FormLikeness::Binary => false,
        };
        Ok(is_asked && parallax_grids::recognise_grids(extension, lines)?)
    }
}
