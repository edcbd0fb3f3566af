//! A chart as a table: for those who cannot or do not want to see it, and for spreadsheets.

use super::{ChartSpec, Kind, Readout, Tally};
use crate::text::Lang;
use crate::text::curves as words;

/// One row: a place, and a cell for each column.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The place along the horizontal axis.
    pub x: f64,
    /// As written.
    pub cells: Vec<String>,
    /// What was counted there, if something was.
    pub tally: Option<Tally>,
}

/// A table with a head.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Column heads.
    pub head: Vec<String>,
    /// Rows, x rising.
    pub rows: Vec<Row>,
}

/// Rows of a chart that is not measured.
const UNMEASURED_ROWS: usize = 12;

impl ChartSpec {
    /// The table in words: a row for each place that is (or will be) measured; where nothing is, a dozen places along
    /// the axis.
    #[must_use]
    pub fn table(&self, lang: Lang) -> Table {
        let mut head = vec![words::axis(lang, self.x.quantity, self.plot).to_owned()];
        head.extend(self.series.iter().map(|series| words::short_kind(lang, series.kind).to_owned()));
        if self.series(Kind::Measured).is_some() {
            head.extend([words::interval_head(lang).to_owned(), words::tally_head(lang).to_owned()]);
        }
        let rows = self.table_places().into_iter().map(|x| self.row(lang, &self.readout(x))).collect();
        Table { head, rows }
    }

    fn table_places(&self) -> Vec<f64> {
        if !self.rows.is_empty() {
            return self.rows.clone();
        }
        let stops = self.stops();
        let stride = stops.len().div_ceil(UNMEASURED_ROWS).max(1);
        stops.into_iter().step_by(stride).collect()
    }

    fn row(&self, lang: Lang, readout: &Readout) -> Row {
        let of = |kind: Kind| readout.entries.iter().find(|entry| entry.kind == kind);
        let mut cells = vec![words::value(self.x.quantity, readout.x)];
        cells.extend(self.series.iter().map(|series| {
            of(series.kind).map_or_else(|| "–".to_owned(), |entry| words::reading(lang, self, readout.x, entry))
        }));
        let observed = of(Kind::Measured).and_then(|entry| entry.observed);
        if self.series(Kind::Measured).is_some() {
            cells.push(observed.map_or_else(|| "–".to_owned(), |(_, i)| words::range(lang, i.low, i.high)));
            cells.push(observed.map_or_else(|| "–".to_owned(), |(t, _)| words::tally(t.hits, t.probes)));
        }
        Row { x: readout.x, cells, tally: observed.map(|(tally, _)| tally) }
    }

    /// The whole chart as comma-separated values (RFC 4180), every stop a line, numbers in full.
    #[must_use]
    pub fn csv(&self) -> String {
        let measured = self.series(Kind::Measured).is_some();
        let mut out = words::axis_slug(self.x.quantity, self.plot).to_owned();
        for series in &self.series {
            out.push(',');
            out.push_str(series.kind.slug());
        }
        if measured {
            out.push_str(",low95,high95,false_positives,probes");
        }
        out.push_str("\r\n");
        for x in self.stops() {
            let readout = self.readout(x);
            out.push_str(&x.to_string());
            for series in &self.series {
                out.push(',');
                if let Some(entry) = readout.entries.iter().find(|entry| entry.kind == series.kind) {
                    out.push_str(&number(entry.y));
                }
            }
            if measured {
                match readout.entries.iter().find_map(|entry| entry.observed) {
                    Some((tally, interval)) => {
                        let (low, high) = (number(interval.low), number(interval.high));
                        out.push_str(
                            &[String::new(), low, high, tally.hits.to_string(), tally.probes.to_string()].join(","),
                        );
                    }
                    None => out.push_str(",,,,"),
                }
            }
            out.push_str("\r\n");
        }
        out
    }
}

/// The shortest text that reads back as the same number.
fn number(value: f64) -> String {
    if value != 0.0 && value.abs() < 1e-4 { format!("{value:e}") } else { value.to_string() }
}

#[cfg(test)]
mod tests {
    use super::super::{Observed, Plot, Request, Scale, Setting};
    use super::*;

    fn chart(plot: Plot) -> ChartSpec {
        let setting = Setting { capacity: 40, len: 34, n_bits: 256, n_hashes: 3, target: Some(0.05), ones: None };
        let request = Request { plot, setting, x_scale: Scale::Linear, y_scale: Scale::Linear };
        let rows = super::super::sweep_points(plot, &setting);
        let observed: Vec<Observed> = rows
            .iter()
            .take(2)
            .map(|&x| Observed { x, tally: Tally { hits: 3, probes: 400 }, fill_ratio: 0.234_375 })
            .collect();
        request.observe(request.chart(), &observed)
    }

    #[test]
    fn every_row_has_a_cell_for_every_column() {
        for plot in Plot::ALL {
            for lang in [Lang::En, Lang::Zh] {
                let table = chart(plot).table(lang);
                assert!(!table.rows.is_empty(), "{plot:?}");
                assert!(table.rows.iter().all(|row| row.cells.len() == table.head.len()), "{plot:?}");
            }
        }
        let counted = chart(Plot::Keys).table(Lang::En).rows.iter().filter(|row| row.tally.is_some()).count();
        assert_eq!(counted, 2);
    }

    #[test]
    fn the_file_has_as_many_fields_in_every_line() {
        for plot in Plot::ALL {
            let csv = chart(plot).csv();
            let mut lines = csv.lines();
            let head = lines.next().map(|line| line.split(',').count());
            assert!(head.is_some_and(|fields| fields >= 4));
            assert!(lines.all(|line| Some(line.split(',').count()) == head), "{plot:?}");
        }
        assert!(chart(Plot::Keys).csv().contains(",3,400\r\n"));
    }

    #[test]
    fn numbers_in_the_file_read_back_the_same() {
        for value in [0.0, 1.0, 0.1, 1.0 / 3.0, 1.234_567_890_123_456_7e-9] {
            assert_eq!(number(value).parse::<f64>().map(f64::to_bits), Ok(value.to_bits()));
        }
    }
}
