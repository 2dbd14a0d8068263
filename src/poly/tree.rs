//! The subproduct tree of points x₀, …, xₙ₋₁: each node has the polynomial M = ∏(x − xᵢ) of its points, and each inner node the
//! transforms of its children's polynomials, which are used three times: in their product, down the tree in an evaluation, and up
//! the tree in an interpolation.
//!
//! A node of s points has children of ⌈s/2⌉ and ⌊s/2⌋, so that the numbers of points at one depth differ by at most one and share
//! a plan. All products of a node are computed modulo x^N − 1, N ≥ s; at most M's leading coefficient wraps around, to the constant one, which is the
//! product of the children's.
//!
//! *Down*: a node gets t, the first s coefficients of f/M in powers of 1/x, in reverse order: tₖ = [x^(k−s)] f/M. Since f/M_left
//! = M_right·f/M, the left child's are coefficients deg M_right … s − 1 of M_right·t: the transpose of the step up (Bostan,
//! Lecerf, Schost 2003, "Tellegen's principle into practice", §5; Bernstein 2004, "Scaled remainder trees"). At a leaf f modulo M
//! is the polynomial part of M·f/M, and is evaluated by Horner's rule.
//!
//! *Up*: the numerators of Σ cᵢ/(x − xᵢ) over the children's points are combined to N_left·M_right + N_right·M_left.
//!
//! In products of n by n coefficients, each of the log₂(n/leaf) levels costs ½ to build, ½ to go down and ½ to go up.

use crate::{
    Result,
    engine::Context,
    ring::{Coeffs, ConvShape, Convolve, ProductAlgorithm, ProductShape, ShortOp, Size, View, Window},
};
use std::{
    ops::Range,
    sync::{Arc, OnceLock},
};

/// A node with the monic polynomial of its points, all coefficients stored.
pub(super) struct Node<R: Convolve> {
    len: usize,
    /// Made when it is first asked for, in a tree without children: values at the points do not need it.
    poly: OnceLock<Coeffs<R>>,
    split: Option<Box<Split<R>>>,
}

/// An inner node's children.
struct Split<R: Convolve> {
    left: Node<R>,
    right: Node<R>,
    plan: Arc<R::Plan>,
    left_image: R::Image,
    right_image: R::Image,
}

/// The plans of inner nodes by depth, from the root down; nodes below the last depth are leaves.
type Plans<R> = [Arc<<R as Convolve>::Plan>];

impl<R: Convolve> Node<R> {
    /// The tree of these points, of which there is at least one, with children if it is worth making.
    pub fn new(r: &R, points: View<'_, R>, is_tree: bool, cx: Context<'_>) -> Result<Self> {
        let mut plans = Vec::new();
        let mut len = points.len();
        while is_tree && (plans.is_empty() || is_split(r, points.low(len), cx)) {
            // one plan per depth, for the largest node there
            let half = len.div_ceil(2);
            let size = |len| Size { len, bits: 0 };
            let down = ConvShape::exact(size(half + 1), size(len), half..len);
            plans.push(r.conv_plan(&[down], 2, cx)?);
            len = half;
        }
        if plans.is_empty() {
            return Ok(Node { len: points.len(), poly: OnceLock::new(), split: None });
        }
        Self::build(r, points, &plans, cx)
    }

    fn build(r: &R, points: View<'_, R>, plans: &Plans<R>, cx: Context<'_>) -> Result<Self> {
        cx.check()?;
        let Some((plan, below)) = plans.split_first() else {
            return Ok(Node { len: points.len(), poly: r.product_of_roots(points).into(), split: None });
        };
        let half = points.len().div_ceil(2);
        let child = |points| {
            move |cx: Context<'_>| {
                let node = Self::build(r, points, below, cx)?;
                let image = r.transform(plan, node.poly(r, points).view(), cx)?;
                Ok::<_, crate::Error>((node, image))
            }
        };
        let (left, right) = cx.join(child(points.low(half)), child(points.from(half)));
        let ((left, left_image), (right, right_image)) = (left?, right?);
        let lowest = |node: &Self, points| r.get(node.poly(r, points).view(), 0);
        let constant = r.mul(&lowest(&left, points.low(half)), &lowest(&right, points.from(half)));
        let split = Split { left, right, plan: plan.clone(), left_image, right_image };
        Ok(Node { len: points.len(), poly: split.product(r, &constant, cx)?.into(), split: Some(Box::new(split)) })
    }

    /// ∏(x − xᵢ) over the points of the node, all coefficients.
    pub fn poly(&self, r: &R, points: View<'_, R>) -> &Coeffs<R> {
        self.poly.get_or_init(|| r.product_of_roots(points))
    }

    /// The number of points.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the node has no children.
    pub fn is_leaf(&self) -> bool {
        self.split.is_none()
    }

    /// Values of f at the points, from t as defined above, in the order of the points.
    pub fn down(&self, r: &R, t: View<'_, R>, points: View<'_, R>, cx: Context<'_>) -> Result<Coeffs<R>> {
        cx.check()?;
        let Some(split) = &self.split else { return self.leaf_values(r, t, points, cx) };
        let (plan, (half, len)) = (&split.plan, (split.left.len(), self.len()));
        let image = r.transform(plan, t, cx)?;
        let child = |image, by, window: Range<usize>, node: &Self, points: View<'_, R>, cx: Context<'_>| {
            let sum = r.image_mul(plan, image, Some(by), cx)?;
            let t = r.untransform(plan, sum, window, cx)?;
            node.down(r, t.view(), points, cx)
        };
        let copy = image.clone();
        let (left, right) = cx.join(
            |cx| child(copy, &split.right_image, len - half..len, &split.left, points.low(half), cx),
            |cx| child(image, &split.left_image, half..len, &split.right, points.from(half), cx),
        );
        let mut values = left?;
        r.resize(&mut values, len);
        r.copy_at(&mut values, half, right?.view());
        Ok(values)
    }

    /// f modulo M has coefficient i = [x^i] M·f/M: Σ t_u·M_(s + i − u).
    fn leaf_values(&self, r: &R, t: View<'_, R>, points: View<'_, R>, cx: Context<'_>) -> Result<Coeffs<R>> {
        let len = self.len();
        let product = r.mul_window(self.poly(r, points).view().low(len), t, len..2 * len - 1, cx)?;
        let mut rest = r.owned(t);
        r.add_at(&mut rest, 0, product.view());
        Ok(r.horner_each(rest.view(), points))
    }

    /// The numerator of Σ cᵢ/(x − xᵢ), with as many coefficients as there are points.
    pub fn up(&self, r: &R, c: View<'_, R>, points: View<'_, R>, cx: Context<'_>) -> Result<Coeffs<R>> {
        cx.check()?;
        let Some(split) = &self.split else { return Ok(r.sum_of_fractions(points, c)) };
        let (plan, half) = (&split.plan, split.left.len());
        let child = |node: &Self, c: View<'_, R>, points: View<'_, R>, cx: Context<'_>| {
            let numerator = node.up(r, c, points, cx)?;
            r.transform(plan, numerator.view(), cx)
        };
        let (left, right) = cx.join(
            |cx| child(&split.left, c.low(half), points.low(half), cx),
            |cx| child(&split.right, c.from(half), points.from(half), cx),
        );
        let mut sum = r.image_mul(plan, left?, Some(&split.right_image), cx)?;
        r.image_addmul(plan, &mut sum, &right?, &split.left_image, cx)?;
        r.untransform(plan, sum, 0..self.len(), cx)
    }
}

impl<R: Convolve> Split<R> {
    /// The product of the children's polynomials, with this constant term: the leading one may have wrapped around to it.
    fn product(&self, r: &R, constant: &R::Elem, cx: Context<'_>) -> Result<Coeffs<R>> {
        let len = self.left.len() + self.right.len();
        let sum = r.image_mul(&self.plan, self.left_image.clone(), Some(&self.right_image), cx)?;
        let mut poly = r.zeros(len + 1);
        r.untransform_at(&self.plan, sum, &Window::Exact(0..len), &mut poly, 0, cx)?;
        r.set(&mut poly, 0, constant);
        r.set(&mut poly, len, &r.one());
        Ok(poly)
    }
}

/// Most points modulo n whose values are by Horner's rule in vectors without a prediction, which would take as long.
pub(super) const FEW: usize = 64;

/// Whether a tree of these points is worth making: Horner's rule at all of them costs about as much as a product of n by n coefficients by the definition, a tree
/// one product by transforms before its [children](is_split).
pub(super) fn is_tree<R: Convolve>(r: &R, points: View<'_, R>, cx: Context<'_>) -> bool {
    let len = points.len();
    // where products by the definition are evident, no transforms are asked for
    if len < 4 || len <= FEW && r.as_zn().is_some() || r.short_words(ShortOp::Product, points, points).is_some() {
        return false;
    }
    let costs = Costs { r, cx };
    costs.product(len, false) > costs.product(len, true) + costs.children(len)
}

/// Whether a node of `len` points is predicted to be faster with children than as a leaf. A leaf of s points costs half a product
/// of s by s coefficients, and Horner's rule at s points for as many coefficients, both quadratic; an inner node six transforms
/// of length s, as many as two products of s/2 by s/2 coefficients.
fn is_split<R: Convolve>(r: &R, points: View<'_, R>, cx: Context<'_>) -> bool {
    let len = points.len();
    if len < 4 || r.short_words(ShortOp::Product, points, points).is_some() {
        return false;
    }
    let costs = Costs { r, cx };
    1.5 * costs.product(len, false) > costs.children(len)
}

/// Predicted costs of nodes.
struct Costs<'a, R: Convolve> {
    r: &'a R,
    cx: Context<'a>,
}

impl<R: Convolve> Costs<'_, R> {
    /// A product of n by n coefficients, by one transform or by the definition.
    fn product(&self, len: usize, transformed: bool) -> f64 {
        let size = Size { len, bits: 0 };
        let shape = ProductShape { a: size, b: size, square: false, window: 0..2 * len - 1 };
        let candidates = self.r.product_candidates(&shape, self.cx);
        let kind = candidates.iter().filter(|c| match transformed {
            true => c.length > 0 && c.blocks <= 1,
            false => c.algorithm == ProductAlgorithm::Schoolbook,
        });
        kind.map(|c| c.predicted_ns).fold(f64::INFINITY, f64::min)
    }

    /// Two leaves of half as many points, and their transforms.
    fn children(&self, len: usize) -> f64 {
        let half = len.div_ceil(2);
        3.0 * self.product(half, false) + 2.0 * self.product(half, true)
    }
}
