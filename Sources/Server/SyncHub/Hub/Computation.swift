import SimperiumJSON
import SimperiumWire

/// What takes longer than one event may, and needs nothing but what it holds: so it can be done
/// wherever there is time for it.
package struct Computation: Sendable {
    enum Task: Sendable {
        /// Reads a frame of a client.
        case read([UInt8])
        /// Reads an object as the store has it.
        case parse([UInt8], of: ObjectKey)
        case draft(Drafting)
    }

    let task: Task

    init(_ task: Task) {
        self.task = task
    }

    package func perform() -> Computed {
        switch task {
        case .read(let frame):
            Computed(
                .message(
                    Result { () throws(WireError) in try ClientMessage(frame: frame.span) }))
        case .parse(let bytes, let key):
            Computed(.object(try? MissingFact.parsed(bytes), of: key))
        case .draft(let drafting): Computed(.draft(drafting.result()))
        }
    }
}

/// What came of a computation; or nothing, and then the hub does it itself.
package struct Computed: Hashable, Sendable {
    enum Outcome: Hashable {
        case message(Result<ClientMessage, WireError>)
        /// Nil for what is no object.
        case object(JSONObject?, of: ObjectKey)
        case draft(Result<ChangeDraft.Result, DraftFlaw>)
    }

    /// For who has no time to win by doing it elsewhere.
    package static let nothingYet = Computed(nil)

    let outcome: Outcome?

    init(_ outcome: Outcome?) {
        self.outcome = outcome
    }
}

/// It follows from what was said before, so a recording leaves it out, and who replays one has the
/// hub do it once more.
extension Computed: Codable {
    package init(from decoder: any Decoder) throws {
        self = .nothingYet
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(false)
    }
}

/// At whose cost something is done.
package enum Payer: Hashable, Codable, Sendable {
    case connection(ConnectionID)
    case caller(RequestID)
    case nobody
}
