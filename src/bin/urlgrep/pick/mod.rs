//! `--pick`: choose URLs in the terminal, then print, open or copy them.
//!
//! All URLs are collected first. The list and its keys are in [`choice`], which knows no terminal; here are the screen and the actions.

mod choice;
mod screen;

use std::env;
use std::ffi::OsStr;
use std::io::{self, IsTerminal, Write};
use std::process::{Command, Stdio};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use ratatui::crossterm::event::{self, Event, KeyEventKind};

pub(crate) use choice::Item;
use choice::{Action, Choice};
use screen::Screen;

use crate::plural::counted;

/// Lets the user choose. Returns the URLs to print.
pub(crate) fn pick(items: Vec<Item>) -> io::Result<Vec<String>> {
    if items.is_empty() {
        return Ok(Vec::new());
    }
    if !io::stderr().is_terminal() {
        return Err(io::Error::other("standard error is no terminal"));
    }
    let mut choice = Choice::new(items);
    let mut screen = Screen::open()?;
    loop {
        screen.draw(&choice)?;
        let action = match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => choice.press(key),
            _ => None,
        };
        match action {
            None => {}
            Some(Action::Leave) => return Ok(Vec::new()),
            Some(Action::Print) => return Ok(choice.selected()),
            Some(Action::Copy) => {
                let urls = choice.selected();
                copy(&urls)?;
                choice.say(format!("{} copied", counted(urls.len() as u64, "URL")));
            }
            Some(Action::Open) => {
                let urls = choice.selected();
                screen.close()?;
                let opened = urls.iter().try_for_each(|url| open(url));
                screen = Screen::open()?;
                choice.say(match opened {
                    Ok(()) => format!("{} opened", counted(urls.len() as u64, "URL")),
                    Err(why) => why,
                });
            }
        }
    }
}

/// Copies the URLs to the clipboard of the terminal (OSC 52).
fn copy(urls: &[String]) -> io::Result<()> {
    let text = BASE64_STANDARD.encode(urls.join("\n"));
    let mut terminal = io::stderr();
    write!(terminal, "\x1b]52;c;{text}\x07")?;
    terminal.flush()
}

/// Opens a URL by the first program of `$BROWSER` that can be run, or by that of the system.
fn open(url: &str) -> Result<(), String> {
    let browsers = env::var("BROWSER").unwrap_or_default();
    let default = if cfg!(target_os = "macos") {
        "open"
    } else {
        "xdg-open"
    };
    let typed = browsers
        .split(':')
        .filter(|browser| !browser.trim().is_empty());
    for browser in typed.chain([default]) {
        let mut words = browser.split_whitespace();
        let program = words.next().unwrap_or_default();
        let mut arguments: Vec<_> = words.map(|word| word.replace("%s", url)).collect();
        if !browser.contains("%s") {
            arguments.push(url.to_string());
        }
        if run(program, &arguments) {
            return Ok(());
        }
    }
    Err("no browser: set BROWSER to the name of one".to_string())
}

/// Runs a program until it ends. False if it cannot be started.
fn run(program: impl AsRef<OsStr>, arguments: &[String]) -> bool {
    // Standard output may be a pipe, which gets the chosen URLs only.
    let run = Command::new(program)
        .args(arguments)
        .stdout(Stdio::null())
        .status();
    run.is_ok()
}
