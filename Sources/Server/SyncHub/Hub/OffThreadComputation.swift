import SimperiumJSON
import SimperiumWire

/// A task that is too long for one tick. It has all its inputs, so any thread may perform it.
package struct OffThreadComputation: Sendable {
    enum ComputationTask: Sendable {
        /// Parses a client's frame.
        case read([UInt8])
        case parse([UInt8], of: ObjectKey)
        case draft(DraftInput)
    }

    let task: ComputationTask

    package func perform() -> ComputationResult {
        switch task {
        case .read(let frame):
            ComputationResult(
                outcome: .message(
                    Result { () throws(WireError) in try ClientMessage(frame: frame.span) }))
        case .parse(let bytes, let key):
            ComputationResult(outcome: .object(try? SuspensionReason.parsed(bytes), of: key))
        case .draft(let drafting): ComputationResult(outcome: .draft(drafting.result()))
        }
    }
}

/// The result of a computation. If the outcome is nil, the hub performs the computation itself.
package struct ComputationResult: Hashable, Sendable {
    enum ComputedValue: Hashable {
        case message(Result<ClientMessage, WireError>)
        /// The object; nil if the bytes are not an object.
        case object(JSONObject?, of: ObjectKey)
        case draft(Result<ChangeDraft.ContentAfterChange, DraftFlaw>)
    }

    /// The result from a caller that leaves the computation to the hub; also the result from a
    /// recording.
    package static let nothingYet = ComputationResult(outcome: nil)

    let outcome: ComputedValue?
}

/// A recording omits the result, because it follows from earlier events. A replay makes the hub
/// perform the computation again.
extension ComputationResult: Codable {
    package init(from decoder: any Decoder) throws {
        self = .nothingYet
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(false)
    }
}

/// The connection or caller that a computation is charged to; `hub` for the hub's own work.
package enum ComputationOwner: Hashable, Codable, Sendable {
    case connection(ConnectionID)
    case caller(RequestID)
    case hub
}
