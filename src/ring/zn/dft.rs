//! Transforms over Z/n itself: 2^k values, by the recipes of [`NttPlan`], on as many threads as the work can use.

use super::Zn;
use crate::kernels::{
    permuted::{ROWS, Way},
    tiled::{self, TiledTables},
};
use crate::{
    Result,
    engine::Context,
    monitor::Alternative,
    ring::{Dfts, OwnDft, Ring},
    transform::ntt::{Direction, NttMethod, NttPlan, Recipe, TransposedTables, Wrap},
};
use std::sync::Arc;

impl OwnDft for NttPlan {
    fn run(&self, direction: Direction, words: &mut [u64], cx: Context<'_>) {
        let cx = cx.for_work(self.recipe().predicted_ns(self.modulus().n(), self.len(), cx.engine().costs()));
        if let (Some(tables), true) = (self.six_step(direction), cx.threads() > 1) {
            return share_six_step(tables, words, cx);
        }
        if let (Some(tables), true) = (self.transposed(direction), cx.threads() > 1) {
            return cx.inside(|cx| share_transposed(tables, words, cx));
        }
        if let (Some(tables), true) = (self.tree(), cx.threads() > 1) {
            return cx.inside(|cx| share_tree(tables, direction, words, cx));
        }
        NttPlan::run(self, direction, words, &mut cx.engine().dirty(self.scratch_len()));
    }
}

/// Runs a six-step transform: threads share the strips of columns, then the strips of rows.
pub fn share_six_step(tables: &crate::kernels::natural::SixStepTables, x: &mut [u64], cx: Context<'_>) {
    let engine = cx.engine();
    let [n1, _] = tables.sides();
    let mut tiles = engine.dirty(x.len());
    let columns = &*x;
    cx.for_chunks(&mut tiles, 8 * n1, |first, tiles| {
        tables.columns(columns, first, tiles, &mut engine.dirty(tables.work()));
    });
    let parts = cx.threads().min(n1 / 8);
    let first = |part: usize| n1 / 8 * part / parts;
    let mut shares: Vec<(usize, Vec<&mut [u64]>)> = (0..parts).map(|part| (first(part), Vec::new())).collect();
    for mut row in x.chunks_exact_mut(n1) {
        for (part, (_, rows)) in shares.iter_mut().enumerate() {
            let (mine, rest) = row.split_at_mut(8 * (first(part + 1) - first(part)));
            rows.push(mine);
            row = rest;
        }
    }
    let done = cx.map(shares, |(first, mut rows), _| {
        tables.rows(&tiles, first, &mut rows, &mut engine.dirty(tables.work()));
        Ok(())
    });
    debug_assert!(done.is_ok(), "nothing here fails");
}

/// Runs a six-step transform with transpositions: threads share the rows of each part.
pub fn share_transposed(tables: &TransposedTables, x: &mut [u64], cx: Context<'_>) {
    let engine = cx.engine();
    let [n1, n2] = tables.sides();
    let mut other = engine.dirty(x.len());
    let from = &*x;
    cx.for_chunks(&mut other, n1, |first, rows| tables.columns(from, first, rows, &mut engine.dirty(tables.work())));
    cx.for_chunks(x, n2, |first, rows| tables.rows(&other, first, rows, &mut engine.dirty(tables.work())));
    let from = &*x;
    cx.for_chunks(&mut other, n1, |first, rows| tables.ordered(from, first, rows));
    cx.for_chunks(x, n1, |first, rows| rows.copy_from_slice(&other[first * n1..][..rows.len()]));
}

/// Runs a transform by the tree: threads share the columns, the rows, and the tiles.
pub fn share_tree(tables: &TiledTables, direction: Direction, x: &mut [u64], cx: Context<'_>) {
    let way = direction.into();
    if direction == Direction::Forward {
        share_columns(tables, way, x, cx);
        share_rows(tables, way, x, cx);
        share_tiles(tables, way, x, cx);
    } else {
        share_tiles(tables, way, x, cx);
        share_rows(tables, way, x, cx);
        share_columns(tables, way, x, cx);
    }
}

fn share_columns(tables: &TiledTables, way: Way, x: &mut [u64], cx: Context<'_>) {
    let (columns, parts) = (x.len() / ROWS, cx.threads());
    let first = |part: usize| columns / 8 * part / parts * 8;
    let mut rows: Vec<&mut [u64]> = x.chunks_exact_mut(columns).collect();
    let strips = (0..parts).map(|part| {
        let width = first(part + 1) - first(part);
        std::array::from_fn(|i| rows[i].split_off_mut(..width).expect("each row has as many columns"))
    });
    let done = cx.map(strips.collect(), |strip: [&mut [u64]; ROWS], _| {
        tables.top(way, strip);
        Ok(())
    });
    debug_assert!(done.is_ok(), "nothing here fails");
}

fn share_rows(tables: &TiledTables, way: Way, x: &mut [u64], cx: Context<'_>) {
    cx.for_chunks(x, x.len() / ROWS, |first, rows| tables.rows(way, first, rows));
}

fn share_tiles(tables: &TiledTables, way: Way, x: &mut [u64], cx: Context<'_>) {
    let engine = cx.engine();
    let done = cx.map(tiled::pairs(x), |mut pair, _| {
        tables.exchange(way, &mut pair, &mut engine.dirty(tiled::TILE));
        Ok(())
    });
    debug_assert!(done.is_ok(), "nothing here fails");
}

impl Dfts for Zn {
    fn own_dfts(&self, len: usize, cx: Context<'_>) -> Vec<Alternative> {
        if !len.is_power_of_two() {
            return Vec::new();
        }
        let costs = cx.engine().costs();
        let alternative = |recipe: Recipe| {
            let one_thread = recipe.predicted_ns(self.n(), len, costs);
            let threads = if recipe.threads_share() { cx.for_work(one_thread).threads() } else { 1 };
            Alternative {
                algorithm: recipe.algorithm.name(),
                predicted_ns: one_thread / threads as f64,
                peak_bytes: 8 * recipe.scratch_len(len) as u64,
            }
        };
        Recipe::all(cx.engine().target(), self.n(), len).map(alternative).collect()
    }
    fn own_dft(&self, algorithm: &str, len: usize, wrap: Wrap, root: &u64) -> Option<Arc<dyn OwnDft>> {
        let (root, method) = (*root, algorithm.parse::<NttMethod>().ok()?);
        if !len.is_power_of_two() {
            return None;
        }
        let recipe = Recipe::named(method, self.engine().target(), self.n(), len)?;
        // a root is never 0, so that this key differs from those of plans for products
        let arithmetic = method.arithmetic.map_or(0, |arithmetic| 1 + arithmetic as u64);
        let method = method.algorithm as u64 + 8 * (method.radix().unwrap_or(0) as u64 + 16 * arithmetic);
        let kind = 2 * method + u64::from(wrap == Wrap::Negacyclic);
        let build = || NttPlan::with_recipe(self.n(), len, wrap, root, recipe);
        let plan: Result<Arc<NttPlan>> = self.engine().plan([self.n(), len as u64, root, kind], build);
        plan.ok().map(|plan| plan as Arc<dyn OwnDft>)
    }
}
