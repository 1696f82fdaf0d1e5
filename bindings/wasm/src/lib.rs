//! `urlgrep` for JavaScript. `js/core.js` calls [`search`] and checks what programs give it.

mod options;
mod points;
mod room;
mod rows;
mod search;

use js_sys::Function;
use wasm_bindgen::prelude::*;

/// Matches as JSON are given to JavaScript in pieces of about this size.
const PIECE: usize = 1 << 20;

/// Searches the bytes of a file, or the UTF-8 of a string. `take` gets JSON arrays of matches, in order. An error is a string for
/// users: the name of a type of file is unknown.
#[wasm_bindgen]
pub fn search(bytes: &[u8], options: &str, take: &Function) -> Result<(), JsValue> {
    let options = serde_json::from_str(options).map_err(|why| why.to_string())?;
    let mut piece = String::new();
    let send = |piece: &mut String| {
        piece.push(']');
        take.call1(&JsValue::NULL, &JsValue::from_str(piece))?;
        piece.clear();
        Ok::<(), JsValue>(())
    };
    search::search(bytes, &options, &mut |row| {
        piece.push(if piece.is_empty() { '[' } else { ',' });
        piece.push_str(&serde_json::to_string(&row).map_err(|why| why.to_string())?);
        if piece.len() >= PIECE {
            send(&mut piece)
        } else {
            Ok(())
        }
    })?;
    if piece.is_empty() {
        Ok(())
    } else {
        send(&mut piece)
    }
}

/// The types of files that the option `as` names.
#[wasm_bindgen]
pub fn types() -> String {
    urlgrep::mail::names().collect::<Vec<_>>().join(" ")
}
