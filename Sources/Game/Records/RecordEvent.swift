package import SimperiumJSON

/// What became of an object of an account.
package enum RecordEvent: Hashable, Sendable {
    case inserted(RecordBucket, key: String, JSONObject)
    case updated(RecordBucket, key: String, JSONObject)
    case deleted(RecordBucket, key: String)

    package var bucket: RecordBucket {
        switch self {
        case .inserted(let bucket, _, _), .updated(let bucket, _, _), .deleted(let bucket, _):
            bucket
        }
    }
}
