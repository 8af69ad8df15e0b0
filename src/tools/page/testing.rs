//! Helpers for the tests of pages.

/// Returns the script data of a page.
pub(crate) fn data(page: &str) -> serde_json::Value {
    let (_, data) = page
        .split_once(r#"<script id="data" type="application/json">"#)
        .unwrap();
    let (data, _) = data.split_once("</script>").unwrap();
    serde_json::from_str(data).unwrap()
}
