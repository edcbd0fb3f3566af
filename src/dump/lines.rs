//! Text → lines, piece by piece. A line ends with LF, CR LF or CR.

use memchr::memchr2;

use super::ReadError;

/// Counts line ends in a stream; CR LF is one, also when a piece ends between the two.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LineCounter {
    ended: u64,
    after_cr: bool,
    /// Whether the line in progress has any byte.
    begun: bool,
}

impl LineCounter {
    /// Takes note of bytes that were passed.
    pub(super) fn advance(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while let Some(at) = memchr2(b'\n', b'\r', rest) {
            let lf_of_cr = at == 0 && self.after_cr && rest.first() == Some(&b'\n');
            self.ended += u64::from(!lf_of_cr);
            self.after_cr = rest.get(at) == Some(&b'\r');
            self.begun = false;
            rest = rest.get(at + 1..).unwrap_or_default();
        }
        if !rest.is_empty() {
            self.after_cr = false;
            self.begun = true;
        }
    }

    /// The number of the line in progress, from 1.
    pub(super) const fn line(&self) -> u64 {
        self.ended + 1
    }

    /// How many lines there were, the unfinished last one included.
    pub(super) const fn lines(&self) -> u64 {
        self.ended + self.begun as u64
    }

    /// Whether the byte passed last was CR, so that an LF now belongs to it.
    pub(super) const fn after_cr(&self) -> bool {
        self.after_cr
    }
}

/// Splits a stream into lines.
#[derive(Clone, Debug)]
pub(super) struct LineSplitter {
    carry: Vec<u8>,
    counter: LineCounter,
    max_line_bytes: u64,
}

impl LineSplitter {
    /// A splitter at the beginning of a file.
    pub(super) const fn new(max_line_bytes: u64) -> Self {
        Self { carry: Vec::new(), counter: LineCounter { ended: 0, after_cr: false, begun: false }, max_line_bytes }
    }

    /// Where the stream is.
    pub(super) const fn counter(&self) -> LineCounter {
        self.counter
    }

    /// Splits a piece; `sink` is given each line that ended, without its end, and its number.
    pub(super) fn push(
        &mut self,
        text: &str,
        mut sink: impl FnMut(&[u8], u64) -> Result<(), ReadError>,
    ) -> Result<(), ReadError> {
        let mut rest = text.as_bytes();
        if self.counter.after_cr && rest.first() == Some(&b'\n') {
            self.counter.after_cr = false;
            rest = &rest[1..];
        }
        while let Some(at) = memchr2(b'\n', b'\r', rest) {
            let (line, end) = rest.split_at(at);
            let crlf = end.starts_with(b"\r\n");
            rest = &end[1 + usize::from(crlf)..];
            self.check(self.carry.len() + line.len())?;
            if self.carry.is_empty() {
                sink(line, self.counter.line())?;
            } else {
                self.carry.extend_from_slice(line);
                sink(&self.carry, self.counter.line())?;
                self.carry.clear();
            }
            self.counter.ended += 1;
            self.counter.begun = false;
            self.counter.after_cr = end == b"\r";
        }
        if !rest.is_empty() {
            self.check(self.carry.len() + rest.len())?;
            self.carry.extend_from_slice(rest);
            self.counter.after_cr = false;
            self.counter.begun = true;
        }
        Ok(())
    }

    /// Gives the last line if no line end closed it.
    pub(super) fn finish(
        &mut self,
        mut sink: impl FnMut(&[u8], u64) -> Result<(), ReadError>,
    ) -> Result<(), ReadError> {
        if self.carry.is_empty() {
            return Ok(());
        }
        sink(&self.carry, self.counter.line())
    }

    fn check(&self, n_bytes: usize) -> Result<(), ReadError> {
        if n_bytes as u64 <= self.max_line_bytes {
            return Ok(());
        }
        Err(ReadError::LineTooLong { line: self.counter.line(), limit: self.max_line_bytes })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test may fail by panicking
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The naive twin: line ends made equal, then split.
    fn naive(text: &str) -> Vec<String> {
        let mut lines: Vec<String> =
            text.replace("\r\n", "\n").replace('\r', "\n").split('\n').map(Into::into).collect();
        if lines.last().is_some_and(String::is_empty) {
            lines.pop();
        }
        lines
    }

    proptest! {
        #[test]
        fn lines_are_those_of_the_naive_twin(text in "[ab\r\n]{0,30}", cut in 0_usize..31, cut2 in 0_usize..31) {
            let (low, high) = (cut.min(cut2).min(text.len()), cut.max(cut2).min(text.len()));
            let mut splitter = LineSplitter::new(100);
            let mut counter = LineCounter::default();
            let mut lines = Vec::new();
            let mut sink = |line: &[u8], number: u64| {
                lines.push((String::from_utf8_lossy(line).into_owned(), number));
                Ok(())
            };
            for piece in [&text[..low], &text[low..high], &text[high..]] {
                splitter.push(piece, &mut sink).unwrap();
                counter.advance(piece.as_bytes());
            }
            splitter.finish(&mut sink).unwrap();
            let expected: Vec<_> = naive(&text).into_iter().zip(1..).collect();
            prop_assert_eq!(splitter.counter().lines(), expected.len() as u64);
            prop_assert_eq!(counter.lines(), expected.len() as u64);
            prop_assert_eq!(counter.line(), splitter.counter().line());
            prop_assert_eq!(lines, expected);
        }
    }

    #[test]
    fn a_line_beyond_the_limit_is_named_however_it_comes() {
        let error = Err(ReadError::LineTooLong { line: 2, limit: 4 });
        assert_eq!(LineSplitter::new(4).push("a\nbcdef\n", |_, _| Ok(())), error);
        let mut splitter = LineSplitter::new(4);
        let pushed = ["a\n", "bcd", "ef"].into_iter().try_for_each(|piece| splitter.push(piece, |_, _| Ok(())));
        assert_eq!(pushed, error);
        assert_eq!(LineSplitter::new(4).push("abcd\n", |_, _| Ok(())), Ok(()));
    }
}
