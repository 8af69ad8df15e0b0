//! Tests of the playouts.
