//! Where bytes come from: a file that was chosen or dropped, or text that was pasted.

use bloomscope::dump::ReadOptions;
use js_sys::Array;
use wasm_bindgen::JsValue;
use web_sys::{Blob, DataTransfer, File, FileList};

/// Something to read. A file is not read until it is asked for bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// The file's name, or what stands for pasted text.
    pub name: String,
    /// Its bytes.
    pub blob: Blob,
}

impl Source {
    /// A file.
    pub fn file(file: &File) -> Self {
        Self { name: file.name(), blob: file.clone().into() }
    }

    /// The first of several files.
    pub fn first(files: Option<FileList>) -> Option<Self> {
        files?.get(0).as_ref().map(Self::file)
    }

    /// Text under a name. It crosses once, as one buffer.
    pub fn text(name: &str, text: &str) -> Option<Self> {
        let parts = Array::of1(&JsValue::from_str(text));
        let blob = Blob::new_with_str_sequence(&parts).ok()?;
        Some(Self { name: name.to_owned(), blob })
    }

    /// What was dropped or pasted: a file, or else text, which gets the name.
    pub fn transferred(data: &DataTransfer, name: &str) -> Option<Self> {
        Self::first(data.files()).or_else(|| {
            let text = data.get_data("text/plain").ok().filter(|text| !text.is_empty())?;
            Self::text(name, &text)
        })
    }

    /// How to read it unless told otherwise; limits the visitor chose stay.
    pub fn options(&self, before: &ReadOptions) -> ReadOptions {
        let ReadOptions { trim, max_bytes, .. } = *before;
        ReadOptions { trim, max_bytes, ..ReadOptions::for_file_name(&self.name) }
    }
}
