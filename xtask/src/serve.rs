//! `cargo xtask build` and `cargo xtask serve`.

use crate::args::{Edition, ServeOptions};
use crate::project::Project;
use crate::server::{Server, Site};
use crate::tools::{self, Profile};
use crate::{dist, page, say};
use anyhow::Result;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

/// Builds the page into `target/page` and returns that folder.
///
/// # Errors
/// When something does not compile or cannot be read or written.
pub(crate) fn build(project: &Project, profile: Profile) -> Result<PathBuf> {
    let start = Instant::now();
    let files = page::assemble(project, profile)?;
    let folder = project.page();
    page::write_folder(&folder, &files)?;
    say(format_args!("The page is in {} ({:.1} s)", folder.display(), start.elapsed().as_secs_f64()));
    Ok(folder)
}

/// Builds the page and serves it until interrupted.
///
/// # Errors
/// When the first build fails or no port is free.
pub(crate) fn serve(project: &Project, options: &ServeOptions) -> Result<()> {
    let before = newest_change(project);
    let folder = match options.edition {
        Edition::Page(profile) => build(project, profile)?,
        Edition::Published => dist::dist(project)?,
    };
    let server = Server::bind()?;
    let url = server.url();
    let mut builds = None;
    if let (true, Edition::Page(profile)) = (options.watch, options.edition) {
        let counter = Arc::new(AtomicU64::new(0));
        builds = Some(counter.clone());
        let project = project.clone();
        thread::spawn(move || watch(&project, profile, before, &counter));
        say("Watching for changes");
    }
    if options.open {
        tools::open(&url);
    }
    println!("\nBloomscope is at {url}   (stop with Ctrl-C)\n");
    server.run(&Site { mounts: vec![("/".to_owned(), folder)], builds });
    Ok(())
}

/// Rebuilds when a source changes; a build that fails leaves the last page in place.
fn watch(project: &Project, profile: Profile, mut seen: Option<SystemTime>, builds: &AtomicU64) {
    loop {
        thread::sleep(Duration::from_millis(300));
        let newest = newest_change(project);
        if newest == seen {
            continue;
        }
        seen = newest;
        match build(project, profile) {
            Ok(_) => drop(builds.fetch_add(1, Ordering::Relaxed)),
            Err(error) => eprintln!("\nerror: {error:#}\nThe page stays as it was; waiting for the next change."),
        }
    }
}

/// The latest modification among the sources of the page.
fn newest_change(project: &Project) -> Option<SystemTime> {
    ["src", "static", "index.html", "Cargo.toml", "Cargo.lock"]
        .iter()
        .filter_map(|name| newest_under(&project.root().join(name)))
        .max()
}

fn newest_under(path: &Path) -> Option<SystemTime> {
    let own = fs::metadata(path).and_then(|meta| meta.modified()).ok();
    let below = fs::read_dir(path).into_iter().flatten().flatten().filter_map(|entry| newest_under(&entry.path()));
    below.chain(own).max()
}
