//! The inverse of small matrices.

/// Inverts a square matrix by Gauss-Jordan elimination with partial pivoting, or
/// returns `None` if it is singular. The time is cubic in the number of rows, so use
/// it for a few hundred rows at most.
pub(super) fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let n = matrix.len();
    let mut inverse: Vec<Vec<f64>> = (0..n)
        .map(|row| {
            (0..n)
                .map(|column| f64::from(u8::from(row == column)))
                .collect()
        })
        .collect();
    for column in 0..n {
        let pivot = (column..n).max_by(|&a, &b| {
            let size = |row: usize| matrix[row][column].abs();
            size(a).total_cmp(&size(b))
        })?;
        if matrix[pivot][column].abs() < f64::MIN_POSITIVE {
            return None;
        }
        matrix.swap(column, pivot);
        inverse.swap(column, pivot);
        let scale = matrix[column][column].recip();
        for rows in [&mut matrix, &mut inverse] {
            for value in &mut rows[column] {
                *value *= scale;
            }
        }
        for row in (0..n).filter(|&row| row != column) {
            let factor = matrix[row][column];
            for rows in [&mut matrix, &mut inverse] {
                subtract(rows, row, column, factor);
            }
        }
    }
    Some(inverse)
}

/// Subtracts `factor` times the row `from` from the row `row`.
fn subtract(rows: &mut [Vec<f64>], row: usize, from: usize, factor: f64) {
    let pivot = rows[from].clone();
    for (value, part) in rows[row].iter_mut().zip(pivot) {
        *value -= factor * part;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_product_with_the_inverse_is_one() {
        let matrix = vec![
            vec![0.0, 2.0, 1.0],
            vec![1.0, -3.0, 0.5],
            vec![4.0, 1.0, 1.0],
        ];
        let inverse = inverse(matrix.clone()).unwrap();
        for (row, column) in (0..9).map(|n| (n / 3, n % 3)) {
            let product: f64 = (0..3).map(|k| matrix[row][k] * inverse[k][column]).sum();
            let expected = f64::from(u8::from(row == column));
            assert!((product - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn a_singular_matrix_has_no_inverse() {
        assert_eq!(inverse(vec![vec![1.0, 2.0], vec![2.0, 4.0]]), None);
    }
}
