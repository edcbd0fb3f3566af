use super::*;
use std::io::Read;

fn request(text: &str) -> Option<Request> {
    Request::read(&mut text.as_bytes()).ok().flatten()
}

/// A folder that goes away with the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Result<Self> {
        let folder = std::env::temp_dir().join(format!("bloomscope-xtask-{}-{name}", std::process::id()));
        fs::create_dir_all(folder.join("page/sub"))?;
        fs::write(folder.join("secret.txt"), "no")?;
        fs::write(folder.join("page/index.html"), "<head></head>home")?;
        fs::write(folder.join("page/app.wasm"), [0, 97, 115, 109])?;
        fs::write(folder.join("page/app.wasm.br"), "packed")?;
        fs::write(folder.join("page/sub/index.html"), "below")?;
        Ok(Self(folder))
    }

    fn site(&self) -> Site {
        let page = self.0.join("page");
        Site { mounts: vec![("/".to_owned(), page.clone()), ("/a/b/".to_owned(), page)], builds: None }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

#[test]
fn reads_a_request() {
    let read = request("GET /a%20b/%E4%B8%AD?x=1 HTTP/1.1\r\nAccept-Encoding: gzip, br;q=0\r\n\r\n");
    let read = read.as_ref().map(|r| (r.method, r.path.as_str(), r.accepts("gzip"), r.accepts("br")));
    assert_eq!(read, Some((Method::Get, "a b/中", true, false)));
    for bad in ["", "GET / HTTP/1.1\r\n", "GET /%zz HTTP/1.1\r\n\r\n", "GET a HTTP/1.1\r\n\r\n", "hello\r\n\r\n"] {
        assert!(request(bad).is_none(), "{bad:?}");
    }
}

#[test]
fn finds_files_and_nothing_outside() -> Result<()> {
    let scratch = Scratch::new("find")?;
    let site = scratch.site();
    let page = scratch.0.join("page");
    assert_eq!(site.find(""), Found::File(page.join("index.html")));
    assert_eq!(site.find("a/b/app.wasm"), Found::File(page.join("app.wasm")));
    assert_eq!(site.find("a/b"), Found::Moved("/a/b/".to_owned()));
    assert_eq!(site.find("sub"), Found::Moved("/sub/".to_owned()));
    assert_eq!(site.find("sub/"), Found::File(page.join("sub/index.html")));
    for outside in ["../secret.txt", "sub/../../secret.txt", "a/b/../../../secret.txt", "/etc/hosts", "..\\secret.txt"]
    {
        assert_eq!(site.find(outside), Found::Nothing, "{outside}");
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(scratch.0.join("secret.txt"), page.join("link.txt"))?;
        assert_eq!(site.find("link.txt"), Found::Nothing);
    }
    Ok(())
}

#[test]
fn answers_over_a_socket() -> Result<()> {
    let scratch = Scratch::new("socket")?;
    let site = scratch.site();
    let server = Server::bind()?;
    let port = server.port;
    thread::spawn(move || server.run(&site));
    let ask = |text: &str| -> Result<String> {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
        stream.write_all(text.as_bytes())?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        Ok(String::from_utf8_lossy(&answer).into_owned())
    };
    let plain = ask("GET /app.wasm HTTP/1.1\r\n\r\n")?;
    assert!(
        plain.starts_with("HTTP/1.1 200 OK\r\n") && plain.contains("Content-Type: application/wasm\r\n"),
        "{plain}"
    );
    assert!(plain.contains("Cache-Control: no-store\r\n") && plain.ends_with("\r\n\r\n\0asm"), "{plain}");
    let packed = ask("GET /app.wasm HTTP/1.1\r\nAccept-Encoding: br\r\n\r\n")?;
    assert!(packed.contains("Content-Encoding: br\r\n") && packed.ends_with("packed"), "{packed}");
    let head = ask("HEAD / HTTP/1.1\r\n\r\n")?;
    assert!(head.contains("Content-Length: 17\r\n") && head.ends_with("\r\n\r\n"), "{head}");
    assert!(ask("POST / HTTP/1.1\r\n\r\n")?.starts_with("HTTP/1.1 405 "));
    assert!(ask("GET /%2e%2e/secret.txt HTTP/1.1\r\n\r\n")?.starts_with("HTTP/1.1 404 "));
    Ok(())
}
