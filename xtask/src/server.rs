//! A small HTTP server for files on this machine's loopback address: GET and HEAD, one answer a connection.
//!
//! For development and tests. It serves what is under the given folders and nothing else: no listings, no way up, no
//! links that lead out.

mod request;

use anyhow::{Context, Result, bail};
use request::{Method, Request};
use std::fs;
use std::io::{BufReader, ErrorKind, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// The first port that is tried.
const FIRST_PORT: u16 = 8080;
/// How many ports are tried before giving up.
const PORTS: u16 = 50;
/// The script that reloads the page, and the stream it listens to.
const RELOAD_SCRIPT: &str = "__reload.js";
const RELOAD_EVENTS: &str = "__reload";

/// What is served.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    /// Address prefix (with `/` at both ends) and folder; the longest prefix that fits wins.
    pub(crate) mounts: Vec<(String, PathBuf)>,
    /// Counts builds. When given, pages reload themselves when it grows.
    pub(crate) builds: Option<Arc<AtomicU64>>,
}

/// A bound port.
pub(crate) struct Server {
    listener: TcpListener,
    port: u16,
}

impl Server {
    /// Takes port 8080, or the next free one.
    ///
    /// # Errors
    /// When none of fifty ports is free.
    pub(crate) fn bind() -> Result<Self> {
        for port in FIRST_PORT..FIRST_PORT + PORTS {
            match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
                Ok(listener) => return Ok(Self { listener, port }),
                Err(error) if matches!(error.kind(), ErrorKind::AddrInUse | ErrorKind::PermissionDenied) => {}
                Err(error) => return Err(error).with_context(|| format!("cannot listen on 127.0.0.1:{port}")),
            }
        }
        bail!("ports {FIRST_PORT} to {} are all in use", FIRST_PORT + PORTS - 1)
    }

    /// The address, ending in `/`.
    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// Answers requests for ever, each connection on its own thread.
    pub(crate) fn run(&self, site: &Site) {
        for stream in self.listener.incoming().flatten() {
            let site = site.clone();
            // A visitor who goes away mid-answer is no fault.
            thread::spawn(move || drop(answer(&stream, &site)));
        }
    }
}

fn answer(stream: &TcpStream, site: &Site) -> std::io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    let Some(request) = Request::read(&mut BufReader::new(stream))? else {
        return respond(stream, Method::Get, "400 Bad Request", &[], b"Bad request\n");
    };
    if request.method == Method::Other {
        return respond(stream, Method::Get, "405 Method Not Allowed", &[("Allow", "GET, HEAD")], b"");
    }
    if let Some(builds) = &site.builds {
        match request.path.as_str() {
            RELOAD_SCRIPT => {
                let script = format!("new EventSource(\"/{RELOAD_EVENTS}\").onmessage = () => location.reload();\n");
                return respond(stream, request.method, "200 OK", &[("Content-Type", JS)], script.as_bytes());
            }
            RELOAD_EVENTS => return announce_builds(stream, builds),
            _ => {}
        }
    }
    match site.find(&request.path) {
        Found::File(path) => send_file(stream, &request, &path, site.builds.is_some()),
        Found::Moved(to) => respond(stream, request.method, "301 Moved Permanently", &[("Location", &to)], b""),
        Found::Nothing => {
            respond(stream, request.method, "404 Not Found", &[("Content-Type", "text/plain")], b"Not found\n")
        }
    }
}

fn send_file(stream: &TcpStream, request: &Request, path: &Path, reload: bool) -> std::io::Result<()> {
    let kind = content_type(path);
    let mut headers = vec![("Content-Type", kind), ("Vary", "Accept-Encoding")];
    // Files packed beforehand stand beside the plain ones, as on a good static host.
    for (coding, ending) in [("br", "br"), ("gzip", "gz")] {
        let mut packed = path.as_os_str().to_owned();
        packed.push(".");
        packed.push(ending);
        if request.accepts(coding)
            && let Ok(body) = fs::read(PathBuf::from(packed))
        {
            headers.push(("Content-Encoding", coding));
            return respond(stream, request.method, "200 OK", &headers, &body);
        }
    }
    let mut body = fs::read(path)?;
    if reload && kind == HTML {
        let tag = format!("<script src=\"/{RELOAD_SCRIPT}\"></script>\n</head>");
        body = String::from_utf8_lossy(&body).replacen("</head>", &tag, 1).into_bytes();
    }
    respond(stream, request.method, "200 OK", &headers, &body)
}

fn respond(
    mut stream: &TcpStream,
    method: Method,
    status: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> std::io::Result<()> {
    let mut head = format!("HTTP/1.1 {status}\r\n");
    for (name, value) in headers {
        head.extend([name, ": ", value, "\r\n"]);
    }
    head.push_str("Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n");
    head.extend(["Content-Length: ", &body.len().to_string(), "\r\n\r\n"]);
    stream.write_all(head.as_bytes())?;
    if method != Method::Head {
        stream.write_all(body)?;
    }
    stream.flush()
}

/// Keeps the connection and says when there is a new build.
fn announce_builds(mut stream: &TcpStream, builds: &AtomicU64) -> std::io::Result<()> {
    stream.write_all(
        b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n",
    )?;
    let seen = builds.load(Ordering::Relaxed);
    loop {
        thread::sleep(Duration::from_millis(200));
        if builds.load(Ordering::Relaxed) != seen {
            stream.write_all(b"data: reload\n\n")?;
            return stream.flush();
        }
        stream.write_all(b":\n")?; // fails once the page is closed, which ends this thread
    }
}

/// What an address leads to.
#[derive(Debug, PartialEq, Eq)]
enum Found {
    File(PathBuf),
    Moved(String),
    Nothing,
}

impl Site {
    /// `path` is the address without the leading `/`, decoded.
    fn find(&self, path: &str) -> Found {
        let address = format!("/{path}");
        let mut mounts: Vec<_> = self.mounts.iter().collect();
        mounts.sort_by_key(|(prefix, _)| std::cmp::Reverse(prefix.len()));
        for (prefix, folder) in mounts {
            if let Some(inside) = address.strip_prefix(prefix.as_str()) {
                return find_in(folder, inside, &address);
            }
            if prefix.strip_suffix('/') == Some(address.as_str()) {
                return Found::Moved(prefix.clone());
            }
        }
        Found::Nothing
    }
}

fn find_in(folder: &Path, inside: &str, address: &str) -> Found {
    let is_plain = |part: &str| part != ".." && part != "." && !part.contains(['\\', '\0', ':']);
    if !inside.split('/').all(is_plain) {
        return Found::Nothing;
    }
    let mut path = folder.join(inside);
    if path.is_dir() {
        if !inside.is_empty() && !inside.ends_with('/') {
            return Found::Moved(format!("{address}/"));
        }
        path.push("index.html");
    }
    // A link could still lead out of the folder.
    match (path.canonicalize(), folder.canonicalize()) {
        (Ok(real), Ok(top)) if real.starts_with(&top) && real.is_file() => Found::File(path),
        _ => Found::Nothing,
    }
}

const HTML: &str = "text/html; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";

fn content_type(path: &Path) -> &'static str {
    match path.extension().and_then(|ending| ending.to_str()).unwrap_or_default() {
        "html" => HTML,
        "js" | "mjs" => JS,
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webmanifest" => "application/manifest+json",
        "json" => "application/json",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests;
