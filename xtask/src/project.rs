//! Where things are.

use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

/// The checkout and the folder that cargo builds into.
#[derive(Clone, Debug)]
pub(crate) struct Project {
    root: PathBuf,
    target: PathBuf,
}

impl Project {
    /// The checkout this program was built from. The target folder is the one that holds this very program, so
    /// `CARGO_TARGET_DIR` and `build.target-dir` are honoured without asking cargo.
    ///
    /// # Errors
    /// When the program was moved out of its target folder.
    pub(crate) fn find() -> Result<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("xtask's folder has no parent")?;
        let program = std::env::current_exe().context("cannot tell where this program is")?;
        // <target>/<profile>/xtask
        let target = program.ancestors().nth(2).with_context(|| format!("{} is misplaced", program.display()))?;
        Ok(Self { root: root.to_owned(), target: target.to_owned() })
    }

    /// The checkout.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Cargo's target folder.
    pub(crate) fn target(&self) -> &Path {
        &self.target
    }

    /// `target/page`: the page as `serve` shows it.
    pub(crate) fn page(&self) -> PathBuf {
        self.target.join("page")
    }

    /// `dist`: the page as published.
    pub(crate) fn dist(&self) -> PathBuf {
        self.root.join("dist")
    }
}
