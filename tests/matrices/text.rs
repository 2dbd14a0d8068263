//! Matrices as text: arrays, Matrix Market, SMS.

use polymod::{
    Error, Integers, Matrix, PolyMatrix, Zn,
    text::{self, Entries, Form, Order, ReadError, ReadOptions, Table},
};

fn zn() -> Zn {
    Zn::new(97).unwrap()
}

/// Reads text in this form, or in the form detected by its content.
fn read(text: &str, form: Option<Form>) -> Result<Matrix<Zn>, Error> {
    let options = ReadOptions { form, memory: 1 << 20, ..ReadOptions::default() };
    let (grid, _) = text::read_matrix(&zn(), text.as_bytes(), &options).map_err(ReadError::into_error)?;
    match grid.entries {
        Entries::Numbers(entries) => Matrix::new(&zn(), grid.rows, grid.cols, entries),
        Entries::Polys(_) => panic!("{text} holds polynomials"),
    }
}

#[test]
fn arrays_of_rows() {
    for (text, rows) in [
        ("[[1,2],[3,4]]", &[&[1, 2][..], &[3, 4]][..]),
        ("[[1 2] [3 4]]", &[&[1, 2], &[3, 4]]),
        ("[[1 2]\n[3 4]\n]", &[&[1, 2], &[3, 4]]),
        (" [ [ -1 , \"0x10\" ] ] ", &[&[96, 16]]),
        ("[]", &[]),
        ("[[]]", &[&[]]),
        ("[[],[]]", &[&[], &[]]),
        ("[[5]]", &[&[5]]),
    ] {
        assert_eq!(read(text, None), Matrix::from_i64(&zn(), rows), "{text}");
    }
    let z = Integers::new();
    let a = Matrix::parse(&z, "[[-100000000000000000000, 1], [0, 7]]").unwrap();
    assert_eq!(a.to_string(), "[[-100000000000000000000,1],[0,7]]");
    assert_eq!(Matrix::parse(&z, &a.to_string()), Ok(a));
}

#[test]
fn shapes_without_entries_come_back() {
    let f = zn();
    for (rows, cols, shown) in [(0, 0, "[]"), (0, 3, "matrix(0,3)"), (3, 0, "[[],[],[]]"), (1, 0, "[[]]")] {
        let a = Matrix::zero(&f, rows, cols).unwrap();
        assert_eq!((a.to_string().as_str(), Matrix::parse(&f, shown)), (shown, Ok(a)));
        let a = PolyMatrix::zero(&f, rows, cols);
        assert_eq!((a.to_string().as_str(), PolyMatrix::parse(&f, shown)), (shown, Ok(a)));
    }
}

/// What is written of a matrix without rows is read in the same form.
#[test]
fn no_rows_in_every_form() {
    for form in [Form::Json, Form::List, Form::Ntl, Form::Pari, Form::Sage, Form::Human] {
        for text in ["[]", " [ ]\n"] {
            assert_eq!(read(text, Some(form)), Matrix::zero(&zn(), 0, 0), "{form:?}: {text:?}");
        }
    }
}

#[test]
fn sparse_formats() {
    let market = "%%MatrixMarket matrix coordinate integer general\n% a comment\n\n2 3 3\n1 1 5\n2 3 -1\n1 1 1\n";
    assert_eq!(read(market, None), Matrix::from_i64(&zn(), &[&[6, 0, 0], &[0, 0, -1]]));
    let dense = "%%MatrixMarket MATRIX array integer general\n2 2\n1\n2\n3\n4\n";
    assert_eq!(read(dense, None), Matrix::from_i64(&zn(), &[&[1, 3], &[2, 4]]));
    let symmetric = "%%MatrixMarket matrix coordinate integer symmetric\n2 2 2\n1 1 5\n2 1 3\n";
    assert_eq!(read(symmetric, None), Matrix::from_i64(&zn(), &[&[5, 3], &[3, 0]]));
    let skew = "%%MatrixMarket matrix array integer skew-symmetric\n3 3\n1\n2\n3\n";
    assert_eq!(read(skew, None), Matrix::from_i64(&zn(), &[&[0, -1, -2], &[1, 0, -3], &[2, 3, 0]]));
    for entries in ["2\n2 1 3\n3 2 4\n", "2\n1 2 3\n2 3 4\n", "2\n2 1 3\n2 3 4\n", "3\n2 1 1\n3 2 4\n2 1 2\n"] {
        let text = format!("%%MatrixMarket matrix coordinate integer symmetric\n3 3 {entries}");
        let expected = Matrix::from_i64(&zn(), &[&[0, 3, 0], &[3, 0, 4], &[0, 4, 0]]);
        assert_eq!(read(&text, None), expected, "the lower half, the upper one, some of both, a sum: {entries}");
    }
    let pattern = "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n2 1\n";
    assert_eq!(read(pattern, None), Matrix::from_i64(&zn(), &[&[0, 0], &[1, 0]]));
    let sms = "# from a collection\n2 3 M\n1 2 7\n2 3 -1\n0 0 0\n";
    assert_eq!(read(sms, Some(Form::Sms)), Matrix::from_i64(&zn(), &[&[0, 7, 0], &[0, 0, -1]]));
}

#[test]
fn errors_say_where() {
    let sms = Some(Form::Sms);
    for (text, form, place) in [
        ("", None, (1, 1)),
        ("[1,2]", None, (1, 2)),
        ("1 2", None, (1, 1)),
        ("[[1,2],\n [3]]", None, (2, 2)),
        ("[[1],[2],[]]", None, (1, 10)),
        ("[[1,2],[3,x]]", None, (1, 11)),
        ("[[1,2]", None, (1, 7)),
        ("[[1,2]] 3", None, (1, 9)),
        ("%%MatrixMarket matrix coordinate real general\n1 1 0\n", None, (1, 1)),
        ("%%MatrixMarket matrix coordinate integer hermitian\n1 1 0\n", None, (1, 1)),
        ("%%MatrixMarket matrix coordinate integer symmetric\n1 2 0\n", None, (2, 1)),
        ("%%MatrixMarket matrix coordinate integer symmetric\n3 3 3\n2 1 5\n3 3 1\n1 2 5\n", None, (5, 1)),
        ("%%MatrixMarket matrix coordinate pattern symmetric\n3 3 3\n1 2\n3 1\n  2 1\n", None, (5, 3)),
        ("%%MatrixMarket matrix coordinate integer symmetric\n3 3 4\n2 1 5\n1 3 1\n2 3 7\n3 1 0\n", None, (6, 1)),
        ("%%MatrixMarket matrix coordinate integer skew-symmetric\n2 2 2\n2 1 5\n1 2 -5\n", None, (4, 1)),
        ("%%MatrixMarket matrix coordinate integer skew-symmetric\n2 2 2\n2 1 5\n2 2 0\n", None, (4, 1)),
        ("%%MatrixMarket matrix coordinate integer general\n2 2 1\n3 1 5\n", None, (3, 1)),
        ("%%MatrixMarket matrix coordinate integer general\n2 2 1\n0 1 5\n", None, (3, 1)),
        ("%%MatrixMarket matrix coordinate integer general\n2 2 2\n1 1 5\n", None, (4, 1)),
        ("%%MatrixMarket matrix coordinate integer general\n9999999 9999999 0\n", None, (2, 1)),
        // no entries, but rows that a computation would loop over
        ("%%MatrixMarket matrix coordinate integer general\n4611686018427387904 0 0\n", None, (2, 1)),
        ("%%MatrixMarket matrix array integer general\n0 4611686018427387904\n", None, (2, 1)),
        ("4611686018427387904 0 M\n0 0 0\n", sms, (1, 1)),
        ("%%MatrixMarket matrix coordinate integer general\n99999999999999999999 1 0\n", None, (2, 1)),
        ("2 2 M\n1 1 5\n", sms, (3, 1)),
        ("2 2 M\n1 3 5\n0 0 0\n", sms, (2, 3)),
        ("2 2 integers\n0 0 0\n", sms, (1, 5)),
        ("2 2 M\n0 0 1\n", sms, (2, 5)),
    ] {
        match read(text, form) {
            Err(Error::Parse { line, column, .. }) => assert_eq!((line, column), place, "{text:?}"),
            other => panic!("{text:?}: {other:?}"),
        }
    }
}

#[test]
fn one_array_makes_all_entries_polynomials() {
    let options = ReadOptions { order: Order::Desc, ..ReadOptions::default() };
    let (grid, _) = text::read_matrix(&zn(), &b"[[1,2],[[3,4,0],0]]"[..], &options).unwrap();
    let Entries::Polys(polys) = grid.entries else { panic!("numbers") };
    let shown: Vec<String> = polys.iter().map(|p| polymod::Poly::from_coeffs(&zn(), p.clone()).to_string()).collect();
    assert_eq!((grid.rows, grid.cols, shown), (2, 2, ["1", "2", "3*x^2 + 4*x", "0"].map(String::from).to_vec()));
    let refused = Matrix::parse(&zn(), "[[1,2],[3,[4]]]");
    assert!(matches!(refused, Err(Error::Parse { line: 1, column: 11, .. })), "{refused:?}");
}

#[test]
fn arrays_or_matrices() {
    let table = |text: &str| text::read_table(&zn(), text.as_bytes(), &ReadOptions::default()).unwrap().0;
    assert!(matches!(table("[ [1,2] ]"), Table::Matrix(grid) if (grid.rows, grid.cols) == (1, 2)));
    assert!(matches!(table("[1,2,0]"), Table::Vector(v) if v.len() == 3));
    assert!(matches!(table("1 2 0"), Table::Vector(v) if v.len() == 3));
    assert!(matches!(table("x + 1"), Table::Vector(v) if v.len() == 2));
    assert!(matches!(table("[]"), Table::Vector(v) if v.is_empty()));
}
