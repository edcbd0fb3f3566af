//! Many keys in one buffer.

/// Keys stored end to end, with the end of each: the form in which text crosses from the page into a worker, and in which
/// bulk insertion and probing take it. Eight bytes a key beside the text itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyBuffer {
    bytes: Vec<u8>,
    ends: Vec<u64>,
}

impl KeyBuffer {
    /// An empty buffer.
    #[must_use]
    pub const fn new() -> Self {
        Self { bytes: Vec::new(), ends: Vec::new() }
    }

    /// An empty buffer with room for `keys` keys of `bytes` bytes in all.
    #[must_use]
    pub fn with_capacity(keys: usize, bytes: usize) -> Self {
        Self { bytes: Vec::with_capacity(bytes), ends: Vec::with_capacity(keys) }
    }

    /// Appends a key.
    pub fn push(&mut self, key: &[u8]) {
        self.bytes.extend_from_slice(key);
        self.ends.push(self.bytes.len() as u64);
    }

    /// Appends a key that `write` produces in place.
    pub fn push_with(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.bytes);
        self.ends.push(self.bytes.len() as u64);
    }

    /// Empties the buffer, keeping its memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }

    /// How many keys there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// How many bytes all keys have together.
    #[must_use]
    pub fn n_bytes(&self) -> usize {
        self.bytes.len()
    }

    /// The key at `index`, if there is one.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&[u8]> {
        let end = *self.ends.get(index)? as usize;
        let start = if index == 0 { 0 } else { *self.ends.get(index - 1)? as usize };
        self.bytes.get(start..end)
    }

    /// The keys in order.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let key = &self.bytes[start..end as usize];
            start = end as usize;
            key
        })
    }
}

impl<K: AsRef<[u8]>> FromIterator<K> for KeyBuffer {
    fn from_iter<I: IntoIterator<Item = K>>(keys: I) -> Self {
        let mut buffer = Self::new();
        keys.into_iter().for_each(|key| buffer.push(key.as_ref()));
        buffer
    }
}
