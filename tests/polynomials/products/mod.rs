//! Products over every ring, by every algorithm, at every size where something changes.

mod regressions;
