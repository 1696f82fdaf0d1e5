//! The colours of paths, lines, columns and URLs: `--colors`, in ripgrep's syntax.

use anstyle::{Ansi256Color, AnsiColor, Color, Effects, RgbColor, Style};

/// A style for each part of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Colors {
    pub(crate) path: Style,
    pub(crate) line: Style,
    pub(crate) column: Style,
    pub(crate) url: Style,
}

impl Default for Colors {
    /// Ripgrep's colours.
    fn default() -> Colors {
        Colors {
            path: AnsiColor::Magenta.on_default(),
            line: AnsiColor::Green.on_default(),
            column: Style::new(),
            url: AnsiColor::Red.on_default().bold(),
        }
    }
}

#[rustfmt::skip]
const COLORS: [(&str, AnsiColor); 8] = [
    ("black", AnsiColor::Black), ("blue", AnsiColor::Blue), ("green", AnsiColor::Green),
    ("red", AnsiColor::Red), ("cyan", AnsiColor::Cyan), ("magenta", AnsiColor::Magenta),
    ("yellow", AnsiColor::Yellow), ("white", AnsiColor::White),
];

/// The values of `style`. With `no` before it, a value removes the effect.
const STYLES: [(&str, Effects); 4] = [
    ("bold", Effects::BOLD),
    ("intense", Effects::BOLD),
    ("underline", Effects::UNDERLINE),
    ("italic", Effects::ITALIC),
];

impl Colors {
    /// The colours as typed: each `TYPE:ATTRIBUTE:VALUE` changes those before it. Or why one is wrong.
    pub(crate) fn parse(typed: &[String]) -> Result<Colors, String> {
        let mut colors = Colors::default();
        for typed in typed {
            colors
                .change(typed)
                .map_err(|why| format!("--colors {typed}: {why}"))?;
        }
        Ok(colors)
    }

    fn change(&mut self, typed: &str) -> Result<(), String> {
        let mut parts = typed.splitn(3, ':');
        let mut part = || parts.next().unwrap_or_default();
        let (name, attribute, value) = (part(), part(), part());
        let style = match name {
            "path" => &mut self.path,
            "line" => &mut self.line,
            "column" => &mut self.column,
            "match" => &mut self.url,
            _ => return Err("expected `path`, `line`, `column` or `match` first".to_string()),
        };
        *style = match attribute {
            "none" => Style::new(),
            "fg" => style.fg_color(color(value)?),
            "bg" => style.bg_color(color(value)?),
            "style" => {
                let removed = value.strip_prefix("no");
                let (name, removes) = (removed.unwrap_or(value), removed.is_some());
                let known = STYLES.iter().find(|(known, _)| *known == name);
                let (_, effect) = known.ok_or_else(|| {
                    let names: Vec<_> = STYLES.iter().map(|(name, _)| *name).collect();
                    format!(
                        "unknown style; known are {}, also with `no` before",
                        names.join(", ")
                    )
                })?;
                let effects = style.get_effects();
                style.effects(if removes {
                    effects.remove(*effect)
                } else {
                    effects.insert(*effect)
                })
            }
            _ => {
                return Err(format!(
                    "expected `{name}:fg:COLOR`, `{name}:bg:COLOR`, `{name}:style:STYLE` or `{name}:none`"
                ));
            }
        };
        Ok(())
    }
}

/// A colour: a name, a number to 255, or three numbers for red, green and blue. `none` is the terminal's own.
fn color(typed: &str) -> Result<Option<Color>, String> {
    if typed == "none" {
        return Ok(None);
    }
    let lower = typed.to_ascii_lowercase();
    if let Some((_, named)) = COLORS.iter().find(|(name, _)| *name == lower) {
        return Ok(Some(Color::Ansi(*named)));
    }
    let number = |typed: &str| match typed.strip_prefix("0x") {
        Some(digits) => u8::from_str_radix(digits, 16).ok(),
        None => typed.parse().ok(),
    };
    let numbers: Option<Vec<u8>> = typed.split(',').map(number).collect();
    match numbers.as_deref() {
        Some(&[number]) => Ok(Some(Ansi256Color(number).into())),
        Some(&[red, green, blue]) => Ok(Some(RgbColor(red, green, blue).into())),
        _ => {
            let names: Vec<_> = COLORS.iter().map(|(name, _)| *name).collect();
            Err(format!(
                "unknown colour `{typed}`; known are {}, 0 to 255, and `R,G,B`",
                names.join(", ")
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(typed: &[&str]) -> String {
        let typed: Vec<_> = typed.iter().map(|typed| format!("match:{typed}")).collect();
        Colors::parse(&typed)
            .expect("colours")
            .url
            .render()
            .to_string()
    }

    #[test]
    fn a_change_adds_to_those_before() {
        for (typed, wanted) in [
            (&[][..], "\x1b[1m\x1b[31m"),
            (&["fg:blue"], "\x1b[1m\x1b[34m"),
            (&["style:nobold", "fg:Cyan"], "\x1b[36m"),
            (&["none"], ""),
            (&["none", "bg:12"], "\x1b[48;5;12m"),
            (&["none", "fg:0xff,0,7"], "\x1b[38;2;255;0;7m"),
            (&["none", "style:underline"], "\x1b[4m"),
            (&["fg:none", "style:nobold"], ""),
        ] {
            assert_eq!(url(typed), wanted, "{typed:?}");
        }
        for wrong in [
            "",
            "match",
            "url:fg:red",
            "match:fg:pink",
            "match:fg:256",
            "match:style:x",
            "match:fg:1,2",
        ] {
            assert!(Colors::parse(&[wrong.to_string()]).is_err(), "{wrong}");
        }
    }
}
