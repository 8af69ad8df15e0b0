//! The networks in use, in the form of KataGo's `kata-get-models` and `query_models`.

use serde_json::{Value, json};

/// Returns one object for each network in use: none in a library without weights.
pub fn models() -> Value {
    #[cfg(feature = "network")]
    {
        let model = |network: &crate::network::Network| {
            let record = network.record();
            let (name, _) = record.split_once(':').unwrap_or((record, ""));
            json!({
                "name": name,
                "internalName": record,
                "maxBatchSize": 1,
                "usesHumanSLProfile": false,
                "version": 0,
                "usingFP16": "false",
            })
        };
        crate::network::Network::in_use().map(model).collect()
    }
    #[cfg(not(feature = "network"))]
    json!([])
}
