//! Templates of Hugo, Jekyll and others. These programs write something else instead of them before they parse Markdown.

use std::borrow::Cow;
use std::cell::LazyCell;
use std::ops::Range;

use crate::notation::mask::Role;
use crate::span::{ahead, before, first_line, run};

/// No template is longer.
const MAX: usize = 256;

/// How a template begins and ends, and what stands before the name in the one that ends a block.
const MARKS: [(&[u8], &[u8], &[u8]); 3] = [
    (b"{%", b"%}", b"end"),
    (b"{{<", b">}}", b"/"),
    (b"{{%", b"%}}", b"/"),
];

/// Blocks whose content is not Markdown: `{% highlight sh %}` to `{% endhighlight %}`, `{{< highlight sh >}}` to `{{< /highlight >}}`.
const BLOCKS: [(&[u8], Role); 4] = [
    (b"highlight", Role::Code),
    (b"code", Role::Code),
    (b"codeblock", Role::Code),
    (b"comment", Role::Comment),
];

/// The contents of the blocks whose template begins a line.
pub(super) fn blocks(text: &[u8]) -> Vec<(Range<usize>, Role)> {
    // Where the content of each open block begins, and the fence around it.
    let mut open = [[None; BLOCKS.len()]; MARKS.len()];
    let (mut found, mut place) = (Vec::new(), Place::default());
    // After `{% raw %}` templates are text, up to `{% endraw %}`.
    let mut is_raw = false;
    let last_end = LazyCell::new(|| memchr::memmem::rfind(text, b"endraw"));
    for at in memchr::memchr_iter(b'{', text) {
        let near = ahead(text, at, MAX);
        let Some(marks) = MARKS.iter().position(|marks| near.starts_with(marks.0)) else {
            continue;
        };
        let near = first_line(near);
        place.go_to(text, at);
        let (begin, end, closing) = MARKS[marks];
        let inside = without_dash(&near[begin.len()..]).trim_ascii_start();
        if marks == 0 && matches!(name(inside, end), b"raw" | b"endraw") {
            is_raw = name(inside, end) == b"raw" && last_end.is_some_and(|last| last > at);
        }
        if is_raw {
            continue;
        }
        let block_of = |text: &[u8]| {
            let name = name(text, end);
            BLOCKS.iter().position(|(block, _)| *block == name)
        };
        if let Some(block) = inside.strip_prefix(closing).and_then(block_of) {
            let opened: Option<(usize, Option<Fence>)> = open[marks][block].take();
            // An example in a fence that was closed has no end here.
            let opened = opened.filter(|(_, fence)| fence.is_none() || *fence == place.fence);
            if let Some((start, fence)) = opened {
                found.push((start..at, BLOCKS[block].1));
                place.fence = fence;
            }
        } else if let Some(block) = block_of(inside)
            && at - place.line < MAX
            && text[place.line..at].iter().all(|b| b" \t>*-".contains(b))
            && let Some(len) = memchr::memmem::find(near, end)
        {
            open[marks][block] = Some((at + len + end.len(), place.fence));
        }
    }
    found
}

/// The name that a template begins with.
fn name<'t>(inside: &'t [u8], end: &[u8]) -> &'t [u8] {
    let inside = inside.trim_ascii_start();
    let len = before(inside, |b| {
        !b.is_ascii_alphanumeric() && !matches!(b, b'-' | b'_')
    });
    let name = &inside[..len];
    // `-%}` also removes the white space after the template.
    let dash = name.strip_suffix(b"-");
    dash.filter(|_| inside[len..].starts_with(end))
        .unwrap_or(name)
}

/// A fence of code: where it begins, its character and how many there are.
type Fence = (usize, u8, usize);

/// A place in the text, which only goes forward.
#[derive(Default)]
struct Place {
    seen: usize,
    /// Where its line begins.
    line: usize,
    /// The open fence.
    fence: Option<Fence>,
}

impl Place {
    fn go_to(&mut self, text: &[u8], at: usize) {
        let seen = std::mem::replace(&mut self.seen, at);
        for newline in memchr::memchr_iter(b'\n', &text[seen..at]) {
            let newline = seen + newline;
            self.fence = self.fence_after(text[self.line..newline].trim_ascii());
            self.line = newline + 1;
        }
    }

    fn fence_after(&self, line: &[u8]) -> Option<Fence> {
        let first = *line.first().unwrap_or(&b' ');
        let len = run(line, |b| b == first);
        if !matches!(first, b'`' | b'~') || len < 3 {
            return self.fence;
        }
        match self.fence {
            None if first == b'`' && line[len..].contains(&b'`') => None,
            None => Some((self.line, first, len)),
            Some((_, mark, least)) if mark == first && len >= least && len == line.len() => None,
            open => open,
        }
    }
}

/// `{%-` also removes the white space before the template.
fn without_dash(inside: &[u8]) -> &[u8] {
    inside.strip_prefix(b"-").unwrap_or(inside)
}

/// Replaces the contents of blocks by blanks, and the blanks in the templates that are targets, so that the parser takes them for targets:
/// `[x]: {{< ref "y" >}}`, `[x]({% link y.md %})`.
pub(super) fn replace<'t>(text: Cow<'t, str>, blocks: &[(Range<usize>, Role)]) -> Cow<'t, str> {
    let bytes = text.as_bytes();
    let templates = |open: &'static [u8], close: &'static [u8]| {
        memchr::memmem::find_iter(bytes, open).filter_map(move |at| {
            let before = bytes[..at].trim_ascii_end();
            let is_target = before.ends_with(b"](") || before.ends_with(b"]:");
            let near = first_line(ahead(bytes, at, MAX));
            let len = memchr::memmem::find(near, close).filter(|_| is_target)?;
            Some(at..at + len)
        })
    };
    let targets: Vec<_> = templates(b"{{", b"}}")
        .chain(templates(b"{%", b"%}"))
        .collect();
    if targets.is_empty() && blocks.is_empty() {
        return text;
    }
    let mut replaced = text.into_owned().into_bytes();
    for target in targets {
        let blanks = replaced[target].iter_mut();
        blanks
            .filter(|b| matches!(b, b' ' | b'\t'))
            .for_each(|b| *b = b'_');
    }
    for (block, _) in blocks {
        let bytes = replaced[block.clone()].iter_mut();
        bytes.filter(|b| **b != b'\n').for_each(|b| *b = b' ');
    }
    String::from_utf8_lossy(&replaced).into_owned().into()
}

#[cfg(test)]
mod tests {
    use super::super::mask::ROLES;
    use crate::notation::mask::{Role, role_of};

    #[test]
    fn blocks_of_templates() {
        let role = |document: &str| role_of(&ROLES, document, "http");
        for (begin, end) in [
            ("{% highlight bash %}", "{% endhighlight %}"),
            ("{%- highlight bash -%}", "{%- endhighlight -%}"),
            ("{{< highlight bash >}}", "{{< /highlight >}}"),
            ("{{% code %}}", "{{%/code%}}"),
            ("- {% codeblock x lang:sh %}", "{% endcodeblock %}"),
        ] {
            let document = format!("x\n\n{begin}\n[a]\n\nhttp://a.org/\n{end}\n");
            assert_eq!(role(&document), Role::Code, "{begin}");
            let document = format!("x\n\n{begin}http://a.org/{end}\n");
            assert_eq!(role(&document), Role::Code, "{begin}");
            let after = format!("x\n\n{begin}\n<pre>\n```\n{end}\nhttp://a.org/\n");
            assert_eq!(role(&after), Role::Prose, "{begin}");
            let open = format!("x\n\n{begin}\nhttp://a.org/\n");
            assert_eq!(role(&open), Role::Prose, "{begin}");
            let named = format!("Write {begin} http://a.org/ {end}\n");
            assert_eq!(role(&named), Role::Prose, "{begin}");
        }
        let comment = "{% comment %}\nhttp://a.org/\n{% endcomment %}\n";
        assert_eq!(role(comment), Role::Comment);
        // Only templates are not read there.
        let raw = "{% raw %}\nhttp://a.org/\n{% endraw %}\n";
        assert_eq!(role(raw), Role::Prose);
        let others = "{% highlight sh %}\nhttp://a.org/\n{{< /highlight >}}\n";
        assert_eq!(role(others), Role::Prose);
        // An example of a template, and a name that only begins so.
        for (before, after) in [
            (
                "{% raw %}\n{% highlight sh %}\n{% endraw %}",
                "{% raw %}\n{% endhighlight %}\n{% endraw %}",
            ),
            (
                "```\n{% highlight ruby %}\n```",
                "```\n{% endhighlight %}\n```",
            ),
            ("~~~ md\n{% code %}\n```\n~~~", "{% endcode %}"),
            ("{{% code-callout %}}", "{{% /code-callout %}}"),
            ("{% comment-box %}", "{% endcomment-box %}"),
            ("{% highlight_note %}", "{% endhighlight_note %}"),
        ] {
            let document = format!("{before}\n\nhttp://a.org/\n\n{after}\n");
            assert_eq!(role(&document), Role::Prose, "{before}");
        }
        for (before, after) in [
            ("{%-code-%}", "{%-endcode-%}"),
            ("{% raw %}", "{% endhighlight %}"),
            ("{% highlight md %}\n```", "{% endhighlight %}"),
        ] {
            let begin = "{% highlight sh %}".repeat(usize::from(before == "{% raw %}"));
            let document = format!("{before}\n{begin}\nhttp://a.org/\n{after}\n");
            assert_eq!(role(&document), Role::Code, "{before}");
        }
    }
}
