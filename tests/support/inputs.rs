//! Random inputs of the properties. The number of an input decides everything in it.

use crate::generator::{Rng, mutant, url};
use crate::pieces::{DOCUMENTS, MAIL, PIECES};

/// The input with this number: two or three bytes that choose, then up to 80 tokens, mostly of one kind.
pub fn input(number: usize) -> Vec<u8> {
    let mut rng = Rng::new(number as u64);
    let mut input: Vec<u8> = (0..rng.below(4)).map(|_| byte(&mut rng)).collect();
    let kind = rng.below(5);
    if kind == 1 {
        // A message, so that what follows is its header and parts.
        input.extend_from_slice(b"From: a@b.org\nDate: 3 Jan 94\n");
    }
    for _ in 0..rng.below(80) {
        let other = rng.chance(1, 6);
        let token = match if other { rng.below(5) } else { kind } {
            0 => rng.pick(&PIECES).to_vec(),
            1 => rng.pick(&MAIL).to_vec(),
            2 => rng.pick(&DOCUMENTS).as_bytes().to_vec(),
            3 => {
                let url = url(&mut rng);
                mutant(&mut rng, &url)
            }
            _ if rng.chance(1, 2) => (0..rng.below(4)).map(|_| *rng.pick(MARKS)).collect(),
            _ => vec![byte(&mut rng)],
        };
        // Sometimes a token stands many times in a row.
        let times = if rng.chance(1, 50) { rng.below(100) } else { 1 };
        input.extend(token.repeat(times));
    }
    input
}

/// Escapes of notations are made of these.
const MARKS: &[u8] = br##"!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"##;

fn byte(rng: &mut Rng) -> u8 {
    rng.below(256) as u8
}

/// The input with one edit: bytes removed, repeated, or replaced by a token.
pub fn edited(number: usize, input: &[u8]) -> Vec<u8> {
    let mut rng = Rng::new(number as u64);
    let mut input = input.to_vec();
    for _ in 0..=rng.below(4) {
        let at = rng.below(input.len() + 1);
        let end = (at + rng.below(12)).min(input.len());
        let with = match rng.below(5) {
            4 => (0..rng.below(4)).map(|_| *rng.pick(MARKS)).collect(),
            0 => rng.pick(&PIECES).to_vec(),
            1 => rng.pick(&MAIL).to_vec(),
            2 => rng.pick(&DOCUMENTS).as_bytes().to_vec(),
            _ => input[at..end].repeat(rng.below(3)),
        };
        input.splice(at..end, with);
    }
    input
}

/// The smallest input, found by removing runs of bytes, for which `fails` still holds.
pub fn shrunk(mut input: Vec<u8>, fails: impl Fn(&[u8]) -> bool) -> Vec<u8> {
    let mut run = input.len().next_power_of_two();
    while run > 0 {
        let mut at = 0;
        while at < input.len() {
            let mut shorter = input.clone();
            shorter.drain(at..(at + run).min(input.len()));
            if fails(&shorter) {
                input = shorter
            } else {
                at += run
            }
        }
        run /= 2;
    }
    input
}
