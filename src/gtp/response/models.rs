//! The networks in use, in the form of KataGo's `kata-get-models` and `query_models`.

use serde_json::{Value, json};

use ponnuki_play::network::Network;

/// Returns one object for each network in use.
pub fn models() -> Value {
    let model = |network: &Network| {
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
    Network::in_use().map(model).collect()
}
