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

    /// The buffer whose keys are the pieces of `bytes` that end where `ends` says: how one is taken over from elsewhere.
    /// None unless the ends ascend (equal ends make an empty key) and the last is the length of `bytes`.
    #[must_use]
    pub fn from_parts(bytes: Vec<u8>, ends: Vec<u64>) -> Option<Self> {
        let whole = ends.last().copied().unwrap_or(0) == bytes.len() as u64;
        (whole && ends.is_sorted()).then_some(Self { bytes, ends })
    }

    /// Gives up the bytes and the ends, as [`KeyBuffer::from_parts`] takes them.
    #[must_use]
    pub fn into_parts(self) -> (Vec<u8>, Vec<u64>) {
        (self.bytes, self.ends)
    }

    /// Every key's bytes, end to end.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Where each key ends in [`KeyBuffer::bytes`], ascending.
    #[must_use]
    pub fn ends(&self) -> &[u64] {
        &self.ends
    }

    /// Appends a key.
    pub fn push(&mut self, key: &[u8]) {
        self.bytes.extend_from_slice(key);
        self.ends.push(self.bytes.len() as u64);
    }

    /// Appends a key, unless the memory for it is refused.
    ///
    /// # Errors
    /// When it is; the buffer is then as it was.
    pub fn try_push(&mut self, key: &[u8]) -> Result<(), std::collections::TryReserveError> {
        self.bytes.try_reserve(key.len())?;
        self.ends.try_reserve(1)?;
        self.push(key);
        Ok(())
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
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> + Clone {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_come_back_as_they_went_in() {
        let keys: [&[u8]; 5] = [b"one", b"", "二".as_bytes(), b"\0", b""];
        let mut buffer: KeyBuffer = keys.iter().collect();
        assert!(buffer.iter().eq(keys));
        assert!((0..5).all(|i| buffer.get(i) == Some(keys[i])));
        assert_eq!((buffer.get(5), buffer.len(), buffer.n_bytes()), (None, 5, 7));
        buffer.push_with(|bytes| bytes.extend_from_slice(b"six"));
        assert_eq!(buffer.get(5), Some(b"six".as_slice()));
        buffer.clear();
        assert!(buffer.is_empty() && buffer.iter().next().is_none());
    }

    #[test]
    fn parts_are_checked() {
        let check = |bytes: &[u8], ends: &[u64]| KeyBuffer::from_parts(bytes.to_vec(), ends.to_vec());
        assert_eq!(check(b"abc", &[1, 1, 3]), Some(["a", "", "bc"].iter().collect()));
        assert_eq!(check(b"", &[]), Some(KeyBuffer::new()));
        assert_eq!(
            (check(b"abc", &[2, 1, 3]), check(b"abc", &[1]), check(b"abc", &[4]), check(b"a", &[])),
            (None, None, None, None)
        );
    }
}
