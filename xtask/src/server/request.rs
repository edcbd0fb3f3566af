//! The little of HTTP/1.1 that a file server must understand.

use std::io::{BufRead, ErrorKind, Read, Result};

/// What is asked for, as far as this server cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    Get,
    Head,
    Other,
}

/// A request without its body.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) method: Method,
    /// The address without the leading `/` and the query, percent-decoded.
    pub(super) path: String,
    accept_encoding: String,
}

/// Longer requests are refused.
const MAX_HEAD: u64 = 32 * 1024;

impl Request {
    /// Reads up to the empty line; `None` when it is not a request.
    pub(super) fn read(stream: &mut impl BufRead) -> Result<Option<Self>> {
        let mut lines = stream.take(MAX_HEAD).lines();
        let Some(first) = lines.next().transpose()? else { return Ok(None) };
        let mut words = first.split(' ');
        let (Some(method), Some(target), Some("HTTP/1.1" | "HTTP/1.0"), None) =
            (words.next(), words.next(), words.next(), words.next())
        else {
            return Ok(None);
        };
        let method = match method {
            "GET" => Method::Get,
            "HEAD" => Method::Head,
            _ => Method::Other,
        };
        let path = target.split(['?', '#']).next().unwrap_or_default();
        let Some(path) = path.strip_prefix('/').and_then(decode) else { return Ok(None) };
        let mut accept_encoding = String::new();
        for line in lines {
            let line = line?;
            if line.is_empty() {
                return Ok(Some(Self { method, path, accept_encoding }));
            }
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("accept-encoding")
            {
                accept_encoding = value.to_ascii_lowercase();
            }
        }
        Err(ErrorKind::UnexpectedEof.into())
    }

    /// Whether an answer may be coded so.
    pub(super) fn accepts(&self, coding: &str) -> bool {
        self.accept_encoding.split(',').any(|item| {
            let mut parts = item.split(';').map(str::trim);
            parts.next() == Some(coding) && !parts.any(|part| part == "q=0")
        })
    }
}

/// Undoes percent-encoding; `None` when it is malformed or not UTF-8.
fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(if byte == b'%' {
            let high = char::from(rest.next()?).to_digit(16)?;
            let low = char::from(rest.next()?).to_digit(16)?;
            u8::try_from(high * 16 + low).ok()?
        } else {
            byte
        });
    }
    String::from_utf8(bytes).ok()
}
