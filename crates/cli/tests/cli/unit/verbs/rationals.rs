//! Functions over Q.

use polymod_cli::verbs::rationals::{FUNCTIONS, OverQ, method};

#[test]
fn every_function_is_that_of_a_verb() {
    for OverQ { name, .. } in FUNCTIONS {
        assert!(polymod_cli::verbs::find(name).and_then(method).is_some(), "{name}");
    }
}
