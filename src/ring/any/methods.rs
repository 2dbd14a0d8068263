//! The methods of rings that an [`AnyRing`](super::AnyRing) passes on, in one table, and what stands for their types.

/// Calls the macro with all methods of the [traits of rings](crate::ring) that pass on their arguments as they are but for
/// their type: `name(argument: kind, …) -> kind`. A kind in parentheses is a type that is no ring's.
macro_rules! methods {
    ($do:ident) => {
        $do! {
            Ring {
                engine() -> (&Engine);
                name() -> (String);
                one() -> elem;
                elem(x: (i64)) -> elem;
                image(negative: (bool), magnitude: (&[u64])) -> elem;
                is_one(a: elem) -> (bool);
                is_zero(a: elem) -> (bool);
                add(a: elem, b: elem) -> elem;
                neg(a: elem) -> elem;
                mul(a: elem, b: elem) -> elem;
                inv(a: elem) -> [Result elem];
                quotient(a: elem, b: elem) -> [Result elem];
                pow(a: elem, e: (u64)) -> elem;
                zeros(len: (usize)) -> vec;
                get(v: view, i: (usize)) -> elem;
                set(v: out, i: (usize), x: elem) -> ();
                resize(v: out, len: (usize)) -> ();
                collect(elems: elems) -> vec;
                size(v: view) -> (Size);
            }
            Roots {
                sqrt(a: elem) -> [Result elem];
                root_of_unity(order: (u64)) -> [Result elem];
            }
            Vectors {
                trimmed_len(v: view) -> (usize);
                nonzero(v: view) -> (usize);
                same(a: view, b: view) -> (bool);
                copy_at(out: out, at: (usize), v: view) -> ();
                reversed(v: view) -> vec;
                every_other(v: view, first: (usize)) -> vec;
                owned(v: view) -> vec;
                trim(v: out) -> ();
                add_at(out: out, at: (usize), v: view) -> ();
                sub_at(out: out, at: (usize), v: view) -> ();
                neg_all(v: out) -> ();
                scale(v: out, c: elem) -> ();
                mul_each(v: out, w: view) -> ();
                running_products(v: out) -> ();
                divides_below(n: (usize)) -> (bool);
                mul_index(v: out, k: (i64)) -> ();
                div_index(v: out, k: (i64)) -> (Result<()>);
                inv_each(v: out) -> (Result<()>);
                dot(v: view, w: view) -> elem;
            }
            Quotients {
                short_quotient(a: view, b: view, inverse: [Option elem], n: (usize)) -> [Result vec];
                own_division(a: view, b: view) -> [Option Result vec2];
                own_exponential(a: view, n: (usize)) -> [Option vec];
                weight(v: view) -> (usize);
                short_quotient_ns(n: (usize), divisor: (Size), cx: (Context<'_>)) -> (f64);
            }
            Short {
                short_words(op: (ShortOp), a: view, b: view) -> (Option<usize>);
                short_width(op: (ShortOp), words: (usize), a: view, b: view) -> (usize);
                write_short(op: (ShortOp), out: (&mut [u64]), a: view, b: view) -> (Result<usize>);
                few_words(op: (ShortOp), a: view, b: view) -> (Option<([u64; 4], usize)>);
                few_shifted(v: view, c: elem) -> (Option<[u64; 4]>);
                few_division(a: view, b: view) -> (Option<[([u64; 4], usize, usize); 2]>);
                short_multiple_words(a: view, c: elem) -> (Option<usize>);
                write_short_multiple(out: (&mut [u64]), a: view, c: elem) -> (Result<usize>);
                short_division_words(a: view, b: view) -> (Option<[usize; 2]>);
                write_short_division(out: ([&mut [u64]; 2]), a: view, b: view) -> (Result<[usize; 2]>);
                short_bezout_words(a: view, b: view) -> (Option<[usize; 3]>);
                write_short_bezout(out: ([&mut [u64]; 3]), a: view, b: view) -> (Result<[usize; 3]>);
            }
            Evaluation {
                horner(v: view, x: elem) -> elem;
                own_shift(v: view, c: elem) -> [Option vec];
                own_composition(a: view, b: view) -> [Option vec];
                horner_each(v: view, points: view) -> vec;
                product_of_roots(points: view) -> vec;
                sum_of_fractions(points: view, weights: view) -> vec;
            }
            Blocks {
                in_layout_of(words: (Buf), len: (usize), like: view) -> vec;
                mul_blocks(out: out, place: (Place), a: block, b: block, how: (Gather), cx: (Context<'_>)) -> (Result<()>);
                block_products(a: block, b: block, cx: (Context<'_>)) -> (Vec<Alternative>);
                mul_blocks_by(name: (&str), out: out, place: (Place), ab: [block block], how: (Gather), cx: (Context<'_>)) -> (Result<()>);
                sub_combination(out: out, at: (usize), c: view, x: block) -> ();
                sparse_product(places: ([&[usize]; 2]), entries: view, x: block) -> vec;
                own_elimination(a: out, rows: (usize), cols: (usize), cx: (Context<'_>)) -> (Option<Result<Elimination>>);
                own_determinant(a: block) -> [Option Result elem];
                own_product(a: block, b: block) -> [Option vec];
                own_inverse(a: block) -> [Option vec];
                own_rank(a: block) -> (Option<usize>);
                own_solution(a: block, right: block) -> [Option vec];
                own_kernel(a: block) -> [Option vec];
                own_charpoly(a: block) -> [Option vec];
                hessenberg(a: block, cx: (Context<'_>)) -> [Result vec];
                hessenberg_charpoly(h: block) -> vec;
                elimination_ns(a: block, cx: (Context<'_>)) -> (f64);
                panel_columns() -> (usize);
                own_panel(a: out, place: (Place), shape: ([usize; 2]), cx: (Context<'_>)) -> (Option<Result<Elimination>>);
                own_triangle(out: out, place: (Place), triangle: block, inverses: [Option view], cols: (usize)) -> (bool);
            }
            Euclid {
                add_linear(x: out, q: [elem elem], y: view) -> ();
                half_gcd_base() -> (usize);
            }
            Codec {
                push_limbs(v: out, negative: (bool), magnitude: (&[u64])) -> (Result<()>);
                push_words(v: out, words: (&[u64])) -> (Result<()>);
                push_decimal(v: out, negative: (bool), digits: (&[u8])) -> (Result<()>);
                limbs(v: view, i: (usize), out: (&mut Vec<u64>)) -> (bool);
                each_limbs(v: view, take: (&mut dyn FnMut(bool, &[u64]))) -> ();
                write_words(v: view, out: (&mut Vec<u64>)) -> ();
                denominator(v: view) -> (Option<Vec<u64>>);
                write_decimal(v: view, i: (usize), out: (&mut String)) -> ();
                write_decimals(v: view, descending: (bool), separator: (&str), out: (&mut String)) -> ();
                elem_from_decimal(negative: (bool), digits: (&[u8])) -> [Result elem];
                elem_to_decimal(x: elem) -> (String);
                elem_to_text(x: elem) -> (String);
                components() -> (Option<usize>);
                write_component(v: view, i: (usize), j: (usize), out: (&mut String)) -> ();
                add_component(v: out, j: (usize), negative: (bool), digits: (&[u8])) -> (Result<()>);
                names() -> (bool);
                elements() -> (Option<Vec<u64>>);
                packed_bits() -> (usize);
                unpack(words: (&[u64]), len: (usize)) -> vec;
                pack(v: view) -> (Vec<u64>);
            }
            Convolve {
                fits(plan: plan, shape: (&ConvShape), terms: (usize)) -> (bool);
                cyclic_len(plan: plan) -> (usize);
                transform(plan: plan, v: view, cx: (Context<'_>)) -> (Result<Buf>);
                sum(plan: plan, cx: (Context<'_>)) -> (Buf);
                image_addmul(plan: plan, s: (&mut Buf), a: (&Buf), b: (&Buf), cx: (Context<'_>)) -> (Result<()>);
                image_mul(plan: plan, a: (Buf), b: (Option<&Buf>), cx: (Context<'_>)) -> (Result<Buf>);
                image_prefix(from: plan, to: plan, image: (&Buf)) -> (Option<Buf>);
                image_product(plan: plan, a: (&Buf), b: (&Buf), cx: (Context<'_>)) -> (Result<Buf>);
                untransform_at(plan: plan, s: (Buf), w: (&Window), out: out, at: (usize), cx: (Context<'_>)) -> (Result<()>);
                untransform(plan: plan, s: (Buf), window: (Range<usize>), cx: (Context<'_>)) -> [Result vec];
                image_product_ns(c: (&Candidate), cx: (Context<'_>)) -> (f64);
            }
            Products {
                product_candidates(shape: (&ProductShape), cx: (Context<'_>)) -> (Candidates);
                working_memory(shape: (&ProductShape)) -> (u64);
                evident_product(shape: (&ProductShape), cx: (Context<'_>)) -> (Option<Candidate>);
                choices() -> (Option<&Choices>);
                choose_product(shape: (&ProductShape), cx: (Context<'_>)) -> (Candidate);
                mul_window_by(
                    algorithm: (ProductAlgorithm), out: out, at: (usize), a: view, b: view, w: (Range<usize>), cx: (Context<'_>)
                ) -> (Result<()>);
                product_candidate(
                    algorithm: (ProductAlgorithm), shape: (&ProductShape), cx: (Context<'_>)
                ) -> (Option<Candidate>);
                mul_chosen(
                    chosen: (&Candidate), shape: (&ProductShape), out: out, at: (usize), a: view, b: view, cx: (Context<'_>)
                ) -> (Result<()>);
                mul_window_at(out: out, at: (usize), a: view, b: view, w: (Range<usize>), cx: (Context<'_>)) -> (Result<()>);
                mul_window(a: view, b: view, w: (Range<usize>), cx: (Context<'_>)) -> [Result vec];
                own_power(v: view, e: (u64), cx: (Context<'_>)) -> [Option Result vec];
            }
            AtPoints {
                own_matrix_cost(shape: (&GridShape), cx: (Context<'_>)) -> (Option<(f64, u64)>);
                own_matrix_product(a: grid, b: grid, shape: (&GridShape), cx: (Context<'_>)) -> [Result vecs];
            }
            Determinants {
                determinants(n: (usize), entries: views, cx: (Context<'_>)) -> [Result vec];
                determinant_ns(n: (usize), cx: (Context<'_>)) -> (f64);
            }
            Dfts {
                own_dfts(len: (usize), cx: (Context<'_>)) -> (Vec<Alternative>);
                own_dft(name: (&str), len: (usize), wrap: (Wrap), root: elem) -> (Option<Arc<dyn OwnDft>>);
            }
        }
    };
}

/// The type of an argument.
macro_rules! argument {
    (elem) => { &AnyElem };
    (elems) => { &[AnyElem] };
    ([elem elem]) => { &[AnyElem; 2] };
    ([Option elem]) => { Option<&AnyElem> };
    (view) => { View<'_, AnyRing> };
    (views) => { &[View<'_, AnyRing>] };
    ([Option view]) => { Option<View<'_, AnyRing>> };
    (out) => { &mut Coeffs<AnyRing> };
    (block) => { Block<'_, AnyRing> };
    ([block block]) => { (Block<'_, AnyRing>, Block<'_, AnyRing>) };
    (grid) => { &Grid<'_, AnyRing> };
    (plan) => { &AnyPlan };
    (($type:ty)) => { $type };
}

/// The type of a result.
macro_rules! result {
    (elem) => { AnyElem };
    ([Result elem]) => { Result<AnyElem> };
    ([Option Result elem]) => { Option<Result<AnyElem>> };
    ([Option vec]) => { Option<Coeffs<AnyRing>> };
    (vec) => { Coeffs<AnyRing> };
    ([Result vec]) => { Result<Coeffs<AnyRing>> };
    ([Option vec]) => { Option<Coeffs<AnyRing>> };
    ([Option Result vec]) => { Option<Result<Coeffs<AnyRing>>> };
    ([Option Result vec2]) => { Option<Result<[Coeffs<AnyRing>; 2]>> };
    ([Result vecs]) => { Result<Vec<Coeffs<AnyRing>>> };
    (()) => { () };
    (($type:ty)) => { $type };
}

/// An argument for the ring R.
macro_rules! given {
    ($R:ty, elem, $x:expr) => {
        <$R as Ring>::Elem::of($x)
    };
    ($R:ty, elems, $x:expr) => {
        &elements::<$R>($x)
    };
    ($R:ty, [elem elem], $x:expr) => {
        &[0, 1].map(|i: usize| <$R as Ring>::Elem::of(&$x[i]).clone())
    };
    ($R:ty, [Option elem], $x:expr) => {
        $x.map(<$R as Ring>::Elem::of)
    };
    ($R:ty, view, $x:expr) => {
        $x.cast::<$R>()
    };
    ($R:ty, views, $x:expr) => {
        &$x.iter().map(|v| v.cast::<$R>()).collect::<Vec<_>>()
    };
    ($R:ty, [Option view], $x:expr) => {
        $x.map(View::cast::<$R>)
    };
    ($R:ty, out, $x:expr) => {
        Lent::<$R>::new($x).vector()
    };
    ($R:ty, block, $x:expr) => {
        $x.cast::<$R>()
    };
    ($R:ty, [block block], $x:expr) => {
        ($x.0.cast::<$R>(), $x.1.cast::<$R>())
    };
    ($R:ty, grid, $x:expr) => {
        &$x.cast::<$R>()
    };
    ($R:ty, plan, $x:expr) => {
        $x.of::<$R>()
    };
    ($R:ty, ($type:ty), $x:expr) => {
        $x
    };
}

/// A result of the ring itself, as one of an [`AnyRing`](super::AnyRing).
macro_rules! erased {
    (elem, $x:expr) => {
        $x.erase()
    };
    ([Result elem], $x:expr) => {
        $x.map(AnyElement::erase)
    };
    ([Option Result elem], $x:expr) => {
        $x.map(|x| x.map(AnyElement::erase))
    };
    (vec, $x:expr) => {
        $x.into_cast()
    };
    ([Option vec], $x:expr) => {
        $x.map(Coeffs::into_cast)
    };
    ([Result vec], $x:expr) => {
        $x.map(Coeffs::into_cast)
    };
    ([Option vec], $x:expr) => {
        $x.map(Coeffs::into_cast)
    };
    ([Option Result vec], $x:expr) => {
        $x.map(|x| x.map(Coeffs::into_cast))
    };
    ([Option Result vec2], $x:expr) => {
        $x.map(|x| x.map(|both| both.map(Coeffs::into_cast)))
    };
    ([Result vecs], $x:expr) => {
        $x.map(|all| all.into_iter().map(Coeffs::into_cast).collect())
    };
    (($($type:ty)?), $x:expr) => {
        $x
    };
}

pub(super) use {argument, erased, given, methods, result};
