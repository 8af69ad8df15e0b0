//! JSON objects made of parts.

use serde_json::Value;

/// Returns one object with the members of all these in their order.
pub(crate) fn merged<const N: usize>(objects: [Value; N]) -> Value {
    let members = objects.into_iter().filter_map(|object| match object {
        Value::Object(members) => Some(members),
        _ => None,
    });
    Value::Object(members.flatten().collect())
}

/// Removes the members of an object that are `null`.
pub(crate) fn without_nulls(mut object: Value) -> Value {
    if let Value::Object(members) = &mut object {
        members.retain(|_, value| !value.is_null());
    }
    object
}
