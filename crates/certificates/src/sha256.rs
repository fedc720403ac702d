//! SHA-256 (FIPS 180-4), implemented from its definition.

use std::array;
use std::sync::LazyLock;

/// The state at the start and the constants of the rounds: the first 32 bits of the fractional
/// parts of the square roots of the first 8 primes, and of the cube roots of the first 64.
static ROOT_FRACTIONS: LazyLock<([u32; 8], [u32; 64])> =
    LazyLock::new(|| (root_fractions(2), root_fractions(3)));

fn root_fractions<const N: usize>(power: u32) -> [u32; N] {
    let is_prime = |own: &u128| (2..*own).all(|other| !own.is_multiple_of(other));
    let primes: Vec<u128> = (2..).filter(is_prime).take(N).collect();
    array::from_fn(|place| {
        // The greatest integer root of the prime times 2^32 to the power, bit by bit from the
        // highest. The 64th prime is 311, whose square root has 5 bits: 37 with the fraction, which
        // the cast keeps.
        let most = primes[place] << (32 * power);
        let longer = |root: u128, bit: u128| {
            Some(root + bit).filter(|own| own.pow(power) <= most).unwrap_or(root)
        };
        (0..37).rev().map(|place| 1 << place).fold(0, longer) as u32
    })
}

/// The state of a hash over a message that comes in pieces.
pub(crate) struct Sha256Hasher {
    state: [u32; 8],
    /// The bytes after the last whole block.
    rest: Vec<u8>,
    bytes: u64,
}

impl Sha256Hasher {
    pub(crate) fn new() -> Self {
        Sha256Hasher { state: ROOT_FRACTIONS.0, rest: Vec::new(), bytes: 0 }
    }

    pub(crate) fn add_bytes(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        self.rest.extend(bytes);
        // Whole blocks are compressed at once, so at most 63 bytes wait.
        let whole = self.rest.len() / 64 * 64;
        for block in self.rest.drain(..whole).as_slice().chunks_exact(64) {
            compress_block(&mut self.state, block);
        }
    }

    /// The digest of all pieces.
    pub(crate) fn finish_digest(mut self) -> [u8; 32] {
        // Taken first: the padding goes through `add_bytes`, which counts it.
        let bits = 8 * self.bytes;
        // The message, a byte 0x80, the zeros and 8 bytes of length fill whole blocks: 55 bytes
        // less the rest, plus a block so that the difference is not negative.
        let zeros = (119 - self.rest.len()) % 64;
        self.add_bytes(&[&[0x80], &[0; 64][..zeros], &bits.to_be_bytes()[..]].concat());
        array::from_fn(|place| self.state[place / 4].to_be_bytes()[place % 4])
    }
}

fn compress_block(state: &mut [u32; 8], block: &[u8]) {
    let turned = |word: u32, by: u32, next: u32| word.rotate_right(by) ^ word.rotate_right(next);
    let mut words = [0u32; 64];
    for (word, own) in words.iter_mut().zip(block.chunks_exact(4)) {
        *word = own.iter().fold(0, |word, &byte| word << 8 | u32::from(byte));
    }
    // The message schedule; a shift binds tighter than `^`, so `one >> 3` is the third term of
    // sigma 0.
    for place in 16..64 {
        let (one, two) = (words[place - 15], words[place - 2]);
        let low = turned(one, 7, 18) ^ one >> 3;
        let high = turned(two, 17, 19) ^ two >> 10;
        let sum = words[place - 16].wrapping_add(low);
        words[place] = sum.wrapping_add(words[place - 7]).wrapping_add(high);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for (&word, &constant) in words.iter().zip(&ROOT_FRACTIONS.1) {
        let choice = (e & f ^ !e & g).wrapping_add(constant).wrapping_add(word);
        let one = h.wrapping_add(turned(e, 6, 11) ^ e.rotate_right(25)).wrapping_add(choice);
        let two = turned(a, 2, 13) ^ a.rotate_right(22);
        let two = two.wrapping_add(a & b ^ a & c ^ b & c);
        (h, g, f, e) = (g, f, e, d.wrapping_add(one));
        (d, c, b, a) = (c, b, a, one.wrapping_add(two));
    }
    for (word, own) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *word = word.wrapping_add(own);
    }
}

#[cfg(test)]
mod tests {
    use super::Sha256Hasher;

    /// Examples of the standard, and one whose padding fills a further block.
    #[test]
    fn published_examples() {
        let hex = |text: &[u8]| {
            let mut own = Sha256Hasher::new();
            // In pieces of every length.
            let (mut rest, mut length) = (text, 0);
            while !rest.is_empty() {
                let (piece, after) = rest.split_at(rest.len().min(length));
                own.add_bytes(piece);
                (rest, length) = (after, length + 1);
            }
            own.finish_digest().iter().map(|own| format!("{own:02x}")).collect::<String>()
        };
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(hex(b""), empty);
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hex(b"abc"), abc);
        let two = "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";
        assert_eq!(hex(b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"), two);
        let million = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
        assert_eq!(hex(&[b'a'; 1_000_000]), million);
    }
}
