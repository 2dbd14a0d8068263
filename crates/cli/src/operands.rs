//! Reading the operands of a verb.

use super::{
    Failure, Session,
    args::VerbCall,
    open::Bound,
    scalar::integer,
    session::is_stdin,
    spec::RingSpec,
    verbs::{self, Kind, Operands, Takes, Verb},
};
use crate::io::{
    Format, Order, ReadOptions, Source, numbers, read_arrays, read_coeffs, read_matrix, read_poly, read_polys,
    read_sparse_matrix, read_sparse_table, read_table, read_vector,
};
use polymod::{
    matrix::{Matrix, PolyMatrix, SparseMatrix},
    multimodular::Algorithm,
    poly::Poly,
    ring::{AnyElement, AnyRing, Coeffs, Ring, Vectors},
    text::{Entries, Grid, Listed, Table, Triples},
};
use rug::Integer;

/// Number of bytes that the operands hold.
pub(super) fn held(operands: &Operands<AnyRing>) -> u64 {
    let polys = operands.polys.iter().map(Poly::coeffs);
    let arrays = operands.arrays.iter().map(Coeffs::view);
    let sparse: u64 = operands.sparse.iter().map(sparse_bytes).sum();
    let matrices = operands.matrices.iter().map(Matrix::entries);
    let entries = operands.poly_matrices.iter().flat_map(PolyMatrix::entries).map(Poly::coeffs);
    let dense = polys.chain(arrays).chain(matrices).chain(entries).map(|v| v.bytes_for(v.len() as f64) as u64);
    dense.sum::<u64>() + sparse
}

/// Number of bytes that a sparse matrix holds: its entries, their columns and the starts of its rows.
fn sparse_bytes<R: Ring>(a: &SparseMatrix<R>) -> u64 {
    let entries = a.entries();
    entries.bytes_for(entries.len() as f64) as u64 + (size_of::<usize>() * (entries.len() + a.shape().0 + 1)) as u64
}

/// Number of bytes that a matrix holds as it was read.
fn grid_bytes<R: Ring>(grid: &Grid<R>) -> u64 {
    match &grid.entries {
        Entries::Numbers(entries) => entries.bytes() as u64,
        Entries::Polys(entries) => entries.iter().map(|e| e.bytes() as u64).sum(),
    }
}

impl Bound {
    /// Reads the operands; returns the format of the first polynomial too.
    pub fn read(&self, call: &VerbCall, session: &Session<'_>) -> Result<(Operands<AnyRing>, Option<Format>), Failure> {
        if call.operands.iter().chain(&call.transform.root).filter(|o| is_stdin(o)).count() > 1 {
            return Err(Failure::Usage("standard input (-) can be only one of the operands".into()));
        }
        let mut read = Operands {
            ring: self.ring.clone(),
            polys: Vec::new(),
            counts: Vec::new(),
            arrays: Vec::new(),
            matrices: Vec::new(),
            sparse: Vec::new(),
            poly_matrices: Vec::new(),
            scalars: Vec::new(),
            integers: Vec::new(),
            root: call.transform.root.as_ref().map(|text| integer(&self.ring, text, session)).transpose()?,
            progression: None,
        };
        if let Some(([first, ratio], len)) = call.progression.given() {
            let [first, ratio] = [first, ratio].map(|text| integer(&self.ring, text, session));
            read.progression = Some((first?, ratio?, len));
        }
        // a single integer has no format; if no operand has one, the format is that of lists
        let (mut format, mut plain, mut grids) = (None, None, Vec::new());
        for (i, text) in call.operands.iter().enumerate() {
            let (name, kind) = call.verb.operands[i.min(call.verb.operands.len() - 1)];
            let (source, mut options) = (Source::from(text.clone()), session.reading());
            let waiting: u64 = grids.iter().map(grid_bytes).sum();
            options.memory = options.memory.saturating_sub(held(&read) + waiting);
            // scalars, and values in the order of the points, to which the order does not apply
            if matches!(kind, Kind::RightSide | Kind::Arrays) || kind == Kind::Array && call.transform.inverse {
                options.order = Order::Asc;
            }
            let form = match kind {
                Kind::Poly => {
                    let (coeffs, form) = read_poly(&self.ring, &source, &options)?;
                    read.polys.push(Poly::from_coeffs(&self.ring, coeffs));
                    form
                }
                Kind::Array => {
                    let (coeffs, form) = read_coeffs(&self.ring, &source, &options)?;
                    read.arrays.push(coeffs);
                    form
                }
                Kind::Vector => {
                    let (entries, form) = read_vector(&self.ring, &source, &options)?;
                    read.arrays.push(entries);
                    form
                }
                Kind::Arrays => {
                    let (arrays, form) = read_arrays(&self.ring, &source, &options)?;
                    read.arrays.extend(arrays);
                    form
                }
                Kind::Polys => {
                    let (polys, form) = read_polys(&self.ring, &source, &options)?;
                    read.counts.push(polys.len());
                    read.polys.extend(polys.into_iter().map(|p| Poly::from_coeffs(&self.ring, p)));
                    form
                }
                Kind::Either => {
                    let (table, form) = read_table(&self.ring, &source, &options)?;
                    match table {
                        Table::Matrix(grid) => grids.push(grid),
                        Table::Vector(mut coeffs) => {
                            self.ring.trim(&mut coeffs);
                            read.polys.push(Poly::from_coeffs(&self.ring, coeffs));
                        }
                    }
                    if !grids.is_empty() && !read.polys.is_empty() {
                        let verb = call.verb.name;
                        return Err(Failure::Usage(format!(
                            "{verb} takes two polynomials or two matrices, not one of each"
                        )));
                    }
                    form
                }
                Kind::Matrix | Kind::Table | Kind::RightSide => {
                    match kind != Kind::RightSide && self.keeps_sparse(call.verb, session) {
                        true => self.read_sparse(call.verb, kind, &source, &options, &mut read)?,
                        false => self.read_table(call.verb, kind, &source, &options, &mut read)?,
                    }
                }
                Kind::Entries | Kind::PolyMatrix => {
                    // the second factor of a product is dense, as the product is
                    let (matrix, form) = match i == 0 && self.keeps_sparse(call.verb, session) {
                        true => read_sparse_matrix(&self.ring, &source, &options)?,
                        false => {
                            let (grid, form) = read_matrix(&self.ring, &source, &options)?;
                            (Listed::Other(grid), form)
                        }
                    };
                    match matrix {
                        Listed::Triples(listed) => read.sparse.push(sparse(&self.ring, &listed)?),
                        Listed::Other(grid) => grids.push(grid),
                    }
                    form
                }
                Kind::Scalar => {
                    read.scalars.push(integer(&self.ring, text, session)?);
                    continue;
                }
                Kind::Natural | Kind::Integer => {
                    let n = integer(&self.integers(), text, session)?;
                    let n = Integer::of(&n).clone();
                    if n < 0 && kind == Kind::Natural {
                        return Err(Failure::Usage(format!("{name}: expected a non-negative integer, found {n}")));
                    }
                    read.integers.push(n);
                    continue;
                }
            };
            format = format.or(form);
            plain = Some(Format::List);
        }
        let polys = call.verb.operands.iter().any(|(_, kind)| *kind == Kind::PolyMatrix);
        self.sort_grids(grids, polys, &mut read)?;
        Ok((read, format.or(plain)))
    }

    /// The ring of exponents and numbers.
    pub(super) fn integers(&self) -> AnyRing {
        AnyRing::named(self.ring.engine(), "z").unwrap_or_else(|e| unreachable!("z is a ring: {e}"))
    }

    /// Sorts matrices: into those of polynomials, if one is or all must be, or else those of numbers.
    fn sort_grids(&self, grids: Vec<Grid<AnyRing>>, polys: bool, read: &mut Operands<AnyRing>) -> Result<(), Failure> {
        let r = &self.ring;
        let polys = polys || grids.iter().any(|grid| matches!(grid.entries, Entries::Polys(_)));
        for Grid { rows, cols, entries, .. } in grids {
            let entries: Vec<Coeffs<AnyRing>> = match entries {
                Entries::Numbers(entries) if !polys => {
                    read.matrices.push(Matrix::new(r, rows, cols, entries)?);
                    continue;
                }
                Entries::Numbers(entries) => (0..entries.len()).map(|k| r.owned(entries.slice(k..k + 1))).collect(),
                Entries::Polys(entries) => entries,
            };
            let entries = entries.into_iter().map(|e| Poly::from_coeffs(r, e)).collect();
            read.poly_matrices.push(PolyMatrix::new(r, rows, cols, entries)?);
        }
        Ok(())
    }

    /// Reads a matrix, or an array if the operand may be one.
    fn read_table(
        &self,
        verb: &Verb,
        kind: Kind,
        source: &Source,
        options: &ReadOptions<'_>,
        read: &mut Operands<AnyRing>,
    ) -> Result<Option<Format>, Failure> {
        let (table, form) = match kind {
            Kind::Matrix => read_matrix(&self.ring, source, options).map(|(grid, form)| (Table::Matrix(grid), form))?,
            _ => read_table(&self.ring, source, options)?,
        };
        match table {
            Table::Matrix(grid) => read.matrices.push(self.matrix(verb, grid, source)?),
            Table::Vector(_) if kind == Kind::RightSide && matches!(form, Some(Format::Human | Format::Hex)) => {
                let name = source.name();
                let what = "expected the right side, a matrix or an array of scalars such as [1,2], found a polynomial";
                return Err(Failure::Usage(format!("{name}:1:1: {what}")));
            }
            Table::Vector(entries) => read.arrays.push(entries),
        }
        Ok(form)
    }

    /// Whether the verb keeps sparse matrices as they are listed: over Q, and by algorithms other than that of products, matrices are dense.
    fn keeps_sparse(&self, verb: &Verb, session: &Session<'_>) -> bool {
        let products = Algorithm::Wiedemann.name();
        let by_products = session.options.algorithm.as_deref().is_none_or(|name| name == products);
        verb.takes(Takes::Sparse) && by_products && self.spec != RingSpec::Rationals
    }

    /// Reads a matrix, or an array if the operand may be one, and keeps a sparse matrix as it is listed.
    fn read_sparse(
        &self,
        verb: &Verb,
        kind: Kind,
        source: &Source,
        options: &ReadOptions<'_>,
        read: &mut Operands<AnyRing>,
    ) -> Result<Option<Format>, Failure> {
        let (table, form) = match kind {
            Kind::Matrix => match read_sparse_matrix(&self.ring, source, options)? {
                (Listed::Triples(listed), form) => (Listed::Triples(listed), form),
                (Listed::Other(grid), form) => (Listed::Other(Table::Matrix(grid)), form),
            },
            _ => read_sparse_table(&self.ring, source, options)?,
        };
        match table {
            Listed::Triples(listed) => read.sparse.push(sparse(&self.ring, &listed)?),
            Listed::Other(Table::Matrix(grid)) => read.matrices.push(self.matrix(verb, grid, source)?),
            Listed::Other(Table::Vector(entries)) => read.arrays.push(entries),
        }
        Ok(form)
    }

    /// A matrix of numbers; refuses entries that are polynomials and names the verbs that take them.
    fn matrix(&self, verb: &Verb, grid: Grid<AnyRing>, source: &Source) -> Result<Matrix<AnyRing>, Failure> {
        let (rows, cols, entries) = numbers(grid, source).map_err(|e| {
            let (name, verbs) = (verb.name, self.verbs_of_polynomial_entries().join(", "));
            Failure::Usage(format!(
                "{e}; {name} takes a matrix of numbers; entries that are polynomials are supported by {verbs}"
            ))
        })?;
        Ok(Matrix::new(&self.ring, rows, cols, entries)?)
    }

    /// The verbs that take matrices of polynomials.
    fn verbs_of_polynomial_entries(&self) -> Vec<&'static str> {
        let takes =
            |verb: &&Verb| verb.operands.iter().any(|(_, kind)| matches!(kind, Kind::Entries | Kind::PolyMatrix));
        // over Z the verb `rank` takes numbers only
        let here = |name: &&str| self.names().contains(name) && (*name != "rank" || self.ring.name() != "z");
        verbs::all().filter(takes).map(|verb| verb.name).filter(here).collect()
    }
}

/// The sparse matrix of these entries.
fn sparse(r: &AnyRing, listed: &Triples<AnyRing>) -> Result<SparseMatrix<AnyRing>, Failure> {
    Ok(SparseMatrix::from_places(r, [listed.rows, listed.cols], &listed.places, listed.entries.view())?)
}
