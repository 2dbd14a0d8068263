//! The methods over [`AnyRing`] that the program calls, compiled with this crate: every other crate would compile them again at each of its own changes.
//! What is missing here is compiled there.

use crate::{
    matrix::{Echelon, Matrix, PolyMatrix, SparseMatrix},
    poly::{Bivariate, Dft, Divisor, Geometric, ModuliTree, PRecursive, Points, Poly, SetSeries},
    ring::{AnyRing, View},
    text::{self, MatrixStyle, Order, Rows, Shape, System},
    verify::Checker,
};
use std::io::{self, Read, Write};

/// Addresses of these methods of each type: what has an address is compiled.
macro_rules! addresses {
    ($($type:ty: $($method:ident)+;)+) => { &[$($(<$type>::$method as *const (),)+)+] };
}

/// Addresses of the functions that read and write text, by a reader and a writer of any type.
fn text() -> ([*const (); 11], [*const (); 10]) {
    /// What the program reads from.
    type In = Box<dyn Read>;
    /// What it writes to.
    type Out = &'static mut dyn Write;
    type Vector = fn(&AnyRing, View<'_, AnyRing>, Out) -> io::Result<()>;
    type Ordered = fn(&AnyRing, View<'_, AnyRing>, Order, Out) -> io::Result<()>;
    let readers = [
        text::read_arrays::<AnyRing, In> as *const (),
        text::read_bivariate::<AnyRing, In> as *const (),
        text::read_coeffs::<AnyRing, In> as *const (),
        text::read_matrix::<AnyRing, In> as *const (),
        text::read_poly::<AnyRing, In> as *const (),
        text::read_polys::<AnyRing, In> as *const (),
        text::read_scalar::<AnyRing, In> as *const (),
        text::read_sparse_matrix::<AnyRing, In> as *const (),
        text::read_sparse_table::<AnyRing, In> as *const (),
        text::read_table::<AnyRing, In> as *const (),
        text::read_vector::<AnyRing, In> as *const (),
    ];
    let writers = [
        text::write_array as Vector as *const (),
        text::write_hex as Vector as *const (),
        text::write_human as Vector as *const (),
        text::write_human_in_y as Vector as *const (),
        text::write_json_number as Vector as *const (),
        text::write_json as Ordered as *const (),
        text::write_list as Ordered as *const (),
        text::write_matrix as fn(&AnyRing, Rows<'_, AnyRing>, MatrixStyle, Out) -> io::Result<()> as *const (),
        text::write_run as fn(&AnyRing, View<'_, AnyRing>, Order, &str, Out) -> io::Result<()> as *const (),
        text::write_system as fn(&AnyRing, &Shape<'_, AnyRing>, System, Out) -> io::Result<()> as *const (),
    ];
    (readers, writers)
}

/// The number of methods that are compiled with this crate. Nothing calls this function: that it takes their addresses is its purpose.
#[must_use]
pub fn methods() -> usize {
    let methods: &[*const ()] = addresses! {
        Poly<AnyRing>:
        asin_series atan_series charpoly_mod compose compose_mod compose_series compose_series_by composed_product composed_sum conway
        cos_series cosh_series cyclotomic deflate discriminant distinct_degree_factors div_rem_by div_series divides equal_degree_factors
        eval_matrix exact_div exp_series factor from_falling_factorials from_i64 from_newton from_power_sums gcd graeffe half_gcd_until
        inflate integral interpolate interpolate_hermite into_coeffs inv_mod inv_series invsqrt_series is_irreducible iter lcm leading
        least_weight_irreducible log_series minpoly minpoly_mod monic monomial mul_low mul_part multiplication newton_coefficients norm_mod
        order_of_x partial_fractions power_projection power_sums pseudo_div_rem quo quo_by random_irreducible random_primitive rational rem
        remove resultant reverse revert_series roots roots_with_multiplicities scale shifted_samples shl sin_series sinh_series sqr sqrt
        sqrt_series squarefree subresultants swinnerton_dyer tan_series tanh_series taylor_shift trace_mod x xgcd zero;
        Bivariate<AnyRing>:
        at discriminant exact_quotient from_i64 gcd is_zero resultant;
        Dft<AnyRing>:
        algorithm by by_method forward inverse root with_root wrap;
        Divisor<AnyRing>:
        poly rem;
        Geometric<AnyRing>:
        eval_all interpolate;
        ModuliTree<AnyRing>:
        partial_fractions reconstruct remainders;
        PRecursive<AnyRing>:
        order term;
        Points<AnyRing>:
        interpolate points power_sums;
        SetSeries<AnyRing>:
        compose exp into_coeffs inverse log power_projection variables;
        Matrix<AnyRing>:
        adjugate charpoly charpoly_berkowitz charpoly_hessenberg column_space det echelon hessenberg howell howell_with_transform identity
        interpolant_basis into_entries invariant_factors inverse is_interpolant_basis is_zero left_nullspace minpoly nullspace pfaffian rank
        scale set smith smith_with_transforms solve trace transposed zero;
        Echelon<AnyRing>:
        det lower order pivots rank reduced solve upper;
        PolyMatrix<AnyRing>:
        approximant_basis coefficient column_degrees column_hermite column_popov column_weak_popov det det_by fraction hermite identity
        into_entries inv_series invariant_factors inverse is_approximant_basis is_hermite is_kernel_basis is_ordered_weak_popov is_popov
        is_reduced is_unimodular is_weak_popov is_zero kernel_basis leading_matrix mul_low mul_window part pivots popov rank row_degrees
        scale select_rows shl smith solve solve_by transposed truncated weak_popov zero;
        SparseMatrix<AnyRing>:
        det det_wiedemann from_places minpoly minpoly_wiedemann nonzeros places rank rank_wiedemann solve solve_wiedemann square task
        to_dense transposed;
        Checker<'_, AnyRing>:
        adjugate approximants bezout bivariate_discriminant bivariate_divisor bivariate_product bivariate_resultant characteristic
        column_space common_divisor common_multiple composed_product composed_series composed_sum composition composition_modulo cyclotomic
        determinant difference discriminant distinct_degrees division elementary equal_degrees exact_quotient exact_square_root exponential
        factors factors_modulo fraction half_gcd hensel_factors hermite hermite_interpolation hessenberg howell
        index_product inflated integer_bezout integer_column_space integer_content integer_discriminant integer_divisor integer_factors
        integer_hermite integer_multiple integer_multiplicities integer_norms integer_nullspace integer_primitive_part integer_rank
        integer_reduced_form integer_resultant integer_root_bound integer_roots integer_smith integral interpolants invariant_factors
        inverse_modulo inverse_series inverse_square_root irreducible irreducible_over_q logarithm matrix_power matrix_product minimal monic
        multiplication multiplicities newton_coefficients newton_sum nullspace order_of_x p_recursive_term part partial_fractions pfaffian
        poly_determinant poly_division poly_fraction poly_inverse poly_kernel poly_matrix_power poly_matrix_product poly_rank poly_smith
        poly_solution poly_transpose polynomial_of_power_sums popov power power_modulo power_projection power_series power_sums
        pseudo_division quotient quotient_series rank rank_by_elimination rational_factors rational_multiplicities rational_roots
        real_root_count real_roots reconstruction recurrence recurrence_term recurrence_terms reduced_basis reduced_form remainder
        remainders removal resultant reversed reversion roots roots_modulo scaled set_composition set_exponential set_inverse set_projection
        shifted shifted_samples smith solution sparse_determinant sparse_minimal sparse_product sparse_rank sparse_solution square_root
        squared_roots squarefree subresultants sum transform transpose triangular_factors value value_at_matrix values weak_popov;
    };
    let (readers, writers) = text();
    std::hint::black_box([methods, &readers, &writers]).into_iter().map(<[_]>::len).sum()
}
