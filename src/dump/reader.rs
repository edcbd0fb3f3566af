//! Reads a key list from bytes that come in pieces.

use super::collect::Collector;
use super::decode::{Decoder, Flaw};
use super::error::BinaryKind;
use super::lines::LineSplitter;
use super::records::RecordSplitter;
use super::sniff::{SAMPLE_BYTES, Whole, settle};
use super::{Format, KeyList, ReadError, ReadOptions};

/// Reads a key list. Where pieces end makes no difference to the result, down to the middle of a character, of a line end
/// or of a pair of quotes.
///
/// ```
/// use bloomscope::dump::{KeyListReader, ReadOptions};
/// let mut reader = KeyListReader::new(ReadOptions::default());
/// reader.push(b"id,name\n17,an")?;
/// reader.push(b"n\n18,bob\n17,ann\n")?;
/// let list = reader.finish()?;
/// assert_eq!(list.keys.iter().collect::<Vec<_>>(), [b"17", b"18"]);
/// assert_eq!(list.counts.duplicates, 1);
/// # Ok::<(), bloomscope::dump::ReadError>(())
/// ```
///
/// After an error the reader is of no further use; what it read is dropped with it.
#[derive(Debug)]
pub struct KeyListReader {
    options: ReadOptions,
    bytes: u64,
    stage: Stage,
}

/// How far reading has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Bytes pushed.
    pub bytes: u64,
    /// Lines passed.
    pub lines: u64,
    /// Distinct keys found.
    pub keys: u64,
    /// Keys that had come before.
    pub duplicates: u64,
    /// Bytes of memory that keys and table hold.
    pub memory_bytes: u64,
}

#[derive(Debug)]
enum Stage {
    /// The first [`SAMPLE_BYTES`] are awaited.
    Sampling(Vec<u8>),
    Reading(Box<Pipeline>),
}

impl KeyListReader {
    /// A reader at the beginning of a file.
    #[must_use]
    pub const fn new(options: ReadOptions) -> Self {
        Self { options, bytes: 0, stage: Stage::Sampling(Vec::new()) }
    }

    /// Reads the next piece. The work is proportional to the piece, so its size is the caller's grain of time.
    ///
    /// # Errors
    /// [`ReadError`]: the file cannot be read as the options say.
    pub fn push(&mut self, mut piece: &[u8]) -> Result<Progress, ReadError> {
        let limit = self.options.max_bytes;
        let room = usize::try_from(limit - self.bytes).unwrap_or(usize::MAX);
        if let Some(within) = piece.get(..room).filter(|within| within.len() < piece.len()) {
            // What is wrong within the limit is said first, so that the size of pieces makes no difference here either.
            self.push(within)?;
            return Err(ReadError::TooLarge { limit });
        }
        self.bytes += piece.len() as u64;
        if let Stage::Sampling(sample) = &mut self.stage {
            let (head, rest) = piece.split_at(piece.len().min(SAMPLE_BYTES - sample.len()));
            sample.extend_from_slice(head);
            piece = rest;
            if sample.len() == SAMPLE_BYTES {
                self.settle(Whole::No)?;
            }
        }
        if let Stage::Reading(pipeline) = &mut self.stage {
            pipeline.push(piece)?;
        }
        Ok(self.progress())
    }

    /// How far reading has come.
    #[must_use]
    pub fn progress(&self) -> Progress {
        match &self.stage {
            Stage::Sampling(sample) => {
                Progress { bytes: self.bytes, memory_bytes: sample.len() as u64, ..Progress::default() }
            }
            Stage::Reading(pipeline) => Progress {
                bytes: self.bytes,
                lines: pipeline.splitter.lines(),
                keys: pipeline.collector.len(),
                duplicates: pipeline.collector.counts.duplicates,
                memory_bytes: pipeline.collector.memory_bytes(),
            },
        }
    }

    /// The list, after the last piece.
    ///
    /// # Errors
    /// [`ReadError`]: what was cut off at the end, or that there is no key at all.
    pub fn finish(mut self) -> Result<KeyList, ReadError> {
        self.settle(Whole::Yes)?;
        match self.stage {
            Stage::Sampling(_) => Err(ReadError::Empty),
            Stage::Reading(pipeline) => pipeline.finish(self.bytes, &self.options),
        }
    }

    /// Ends the sampling, if it has not ended.
    fn settle(&mut self, whole: Whole) -> Result<(), ReadError> {
        let Stage::Sampling(sample) = &mut self.stage else { return Ok(()) };
        let sample = core::mem::take(sample);
        let settled = settle(&sample, whole, &self.options)?;
        let mut pipeline = Box::new(Pipeline {
            decoder: Decoder::new(settled.encoding, settled.mark_bytes as u64),
            splitter: Splitter::new(settled.format, self.options.max_line_bytes),
            collector: Collector::new(&self.options, settled.format, settled.columns),
        });
        pipeline.push(sample.get(settled.mark_bytes..).unwrap_or_default())?;
        self.stage = Stage::Reading(pipeline);
        Ok(())
    }
}

/// The stages after sampling.
#[derive(Debug)]
struct Pipeline {
    decoder: Decoder,
    splitter: Splitter,
    collector: Collector,
}

impl Pipeline {
    fn push(&mut self, piece: &[u8]) -> Result<(), ReadError> {
        let Self { decoder, splitter, collector } = self;
        let flaw = decoder.push(piece, |text| splitter.push(text, collector))?;
        flaw.map_or(Ok(()), |flaw| Err(self.not_text(flaw)))
    }

    fn not_text(&self, flaw: Flaw) -> ReadError {
        match flaw {
            Flaw::Undecodable { byte, value } => {
                ReadError::Undecodable { encoding: self.decoder.encoding(), byte, line: self.splitter.line(), value }
            }
            Flaw::Nul { byte } => ReadError::Binary { kind: BinaryKind::NulByte, byte },
        }
    }

    fn finish(mut self, bytes: u64, options: &ReadOptions) -> Result<KeyList, ReadError> {
        if let Some(flaw) = self.decoder.finish() {
            return Err(self.not_text(flaw));
        }
        self.splitter.finish(&mut self.collector)?;
        let mut collector = self.collector;
        collector.counts.bytes = bytes;
        collector.counts.lines = self.splitter.lines();
        collector.counts.empty_lines += self.splitter.empty_lines();
        collector.into_list(self.decoder.encoding(), &options.column)
    }
}

/// Lines or records.
#[derive(Debug)]
enum Splitter {
    Lines(LineSplitter),
    Records(Box<RecordSplitter>),
}

impl Splitter {
    fn new(format: Format, max_line_bytes: u64) -> Self {
        match format {
            Format::Lines => Self::Lines(LineSplitter::new(max_line_bytes)),
            Format::Csv(csv) => {
                Self::Records(Box::new(RecordSplitter::new(csv.delimiter, csv.quoting, max_line_bytes)))
            }
        }
    }

    fn push(&mut self, text: &str, collector: &mut Collector) -> Result<(), ReadError> {
        match self {
            Self::Lines(splitter) => splitter.push(text, |line, number| collector.take_line(line, number)),
            Self::Records(splitter) => splitter.push(text, |record| collector.take_record(record)),
        }
    }

    fn finish(&mut self, collector: &mut Collector) -> Result<(), ReadError> {
        match self {
            Self::Lines(splitter) => splitter.finish(|line, number| collector.take_line(line, number)),
            Self::Records(splitter) => splitter.finish(|record| collector.take_record(record)),
        }
    }

    const fn line(&self) -> u64 {
        match self {
            Self::Lines(splitter) => splitter.counter().line(),
            Self::Records(splitter) => splitter.counter().line(),
        }
    }

    const fn lines(&self) -> u64 {
        match self {
            Self::Lines(splitter) => splitter.counter().lines(),
            Self::Records(splitter) => splitter.counter().lines(),
        }
    }

    const fn empty_lines(&self) -> u64 {
        match self {
            Self::Lines(_) => 0,
            Self::Records(splitter) => splitter.empty_lines(),
        }
    }
}
