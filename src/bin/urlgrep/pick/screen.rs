//! The screen: a list, the text around the current URL, and a line for keys and messages. It is standard error, because standard
//! output may be a pipe.

use std::io::{self, Stderr};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::layout::{Constraint, Layout};
use ratatui::style::{Style, Stylize};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, List, ListItem, ListState, Paragraph, Wrap};

use super::choice::{Choice, Item};
use crate::visible;

/// The lines of the text around a URL, and the border above.
const CONTEXT: u16 = 7;

pub(super) struct Screen {
    terminal: Terminal<CrosstermBackend<Stderr>>,
    is_open: bool,
}

impl Screen {
    pub(super) fn open() -> io::Result<Screen> {
        enable_raw_mode()?;
        execute!(io::stderr(), EnterAlternateScreen)?;
        let terminal = Terminal::new(CrosstermBackend::new(io::stderr()))?;
        Ok(Screen {
            terminal,
            is_open: true,
        })
    }

    /// Restores the terminal.
    pub(super) fn close(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.is_open) {
            disable_raw_mode()?;
            execute!(io::stderr(), LeaveAlternateScreen)?;
            self.terminal.show_cursor()?;
        }
        Ok(())
    }

    pub(super) fn draw(&mut self, choice: &Choice) -> io::Result<()> {
        self.terminal.draw(|frame| {
            let parts = [
                Constraint::Length(1),
                Constraint::Min(3),
                Constraint::Max(CONTEXT),
                Constraint::Length(1),
            ];
            let [title, list, context, status] = Layout::vertical(parts).areas(frame.area());
            frame.render_widget(Line::from(choice.title()).bold(), title);
            let width = usize::from(list.width);
            let rows = choice.rows();
            let rows = rows.map(|(item, is_chosen)| row(item, is_chosen, width));
            let rows = List::new(rows).highlight_style(Style::new().reversed());
            let mut state = ListState::default().with_selected(Some(choice.cursor()));
            frame.render_stateful_widget(rows, list, &mut state);
            let current = choice.current();
            let place = current.map(|item| visible::visible(item.place.as_bytes()));
            let text = current.map(|item| visible::lines(&item.context));
            let block = Block::new()
                .borders(Borders::TOP)
                .title(place.unwrap_or_default());
            let text = Paragraph::new(text.unwrap_or_default()).wrap(Wrap { trim: false });
            frame.render_widget(text.block(block), context);
            let line = visible::visible(choice.status().as_bytes());
            let line = shortened(line, usize::from(status.width));
            frame.render_widget(Line::from(line).dim(), status);
        })?;
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // If the terminal is gone, nothing can be restored.
        let _ = self.close();
    }
}

fn row(item: &Item, is_chosen: bool, width: usize) -> ListItem<'static> {
    let mark = if is_chosen { "[x] " } else { "[ ] " };
    let url = visible::visible(item.url.as_bytes());
    let url = Span::from(shortened(url, width.saturating_sub(mark.len())));
    let label = if item.label.is_empty() {
        String::new()
    } else {
        format!("  {}", visible::visible(item.label.as_bytes()))
    };
    ListItem::new(Line::from(vec![mark.into(), url, Span::from(label).dim()]))
}

/// The text, cut with `…` if it has more than `width` characters.
fn shortened(mut text: String, width: usize) -> String {
    if text.chars().nth(width).is_some() {
        let kept = text.char_indices().nth(width.saturating_sub(1));
        text.truncate(kept.map_or(0, |(at, _)| at));
        text.push('…');
    }
    text
}
