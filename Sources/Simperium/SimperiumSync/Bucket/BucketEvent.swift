package import SimperiumClock
package import SimperiumJSON
package import SimperiumWire

/// A notification to the program, sent after the tick's edits are stored. The program has no other
/// way to detect other clients' changes.
package enum BucketEvent: Hashable, Codable, Sendable {
    /// The origin of a change that the program did not make.
    package enum RemoteChangeSource: Hashable, Codable, Sendable {
        /// The hub sent the change when it happened, when the client caught up, or with a reloaded
        /// object.
        case remote
        /// The client found the change in the hub's index, or removed another user's object at a
        /// sign-in.
        case index
    }

    case willIndex
    /// The client has read the index, or has given up reading an endless index. The version is nil
    /// if the hub sent none, for example for an empty bucket.
    case didIndex(ChangeVersion?)
    /// The next events report remote changes of these objects. A program with unsaved edits of such
    /// an object should pass the edits to `BucketEdit.merge`, so that neither side's work is lost.
    case willChange([ObjectKey])
    case inserted(ObjectKey, RemoteChangeSource)
    case updated(ObjectKey, members: [JSONString], RemoteChangeSource)
    case deleted(ObjectKey, RemoteChangeSource)
    case acknowledged(ObjectKey, EntityVersion)
    case deleteAcknowledged(ObjectKey)
    /// The object in a requested version; nil if the hub no longer has that version, or if too many
    /// versions are requested.
    case version(EntityVersionReference, JSONObject?)
    case error(BucketError)
    /// The version of the rules that the hub applies to this bucket. This event follows each
    /// sign-in to a bucket with rules.
    case rules(Int)
    /// The start of a time that the hub's rules measure for an object, such as a thinking time. The
    /// client computes the start from the age in the hub's message. Without this event, the time
    /// starts when the change arrives.
    case aged(ObjectKey, since: Instant)
    /// The number of objects with unsent, unacknowledged or refused edits.
    case pending(Int)
    /// The owners of these presence objects are absent. Each owner may return until
    /// `Absence.until`.
    ///
    /// `back` or `deleted` reports the end of an absence. `away` is sent again if the absence
    /// changes, for example if the deadline is later. If an owner returns while this client has no
    /// connection, `back` is sent on the client's next connection.
    case away([ObjectKey], Absence)
    case back([ObjectKey])
}

/// A failure in a bucket. An error never drops an edit that took effect.
package enum BucketError: Error, Hashable, Codable, Sendable {
    /// The hub refused the edit, or the edit does not fit into one frame. The client does not send
    /// the edit again unless the program changes it. The object is as the program sees it; nil if
    /// the edit removes it.
    case refused(ObjectKey, ChangeRefusalReason, JSONObject?)
    /// The edit had no effect, because no hub would accept the resulting object.
    case invalid(ObjectKey, UnsendableObjectReason, JSONObject)
    /// The hub is overloaded. The client sends the edit again later.
    case postponed(ObjectKey, ChangeRefusalReason)
    /// Repeated repairs of the object failed. The client tries again after an edit of the object,
    /// or on the next connection.
    case stuck(ObjectKey)
    /// The hub refuses this bucket at present, but not the user's token.
    case denied(AuthorizationFailure)
    /// The hub's index lists the same objects again and again. The client stops reading the index,
    /// and removes no object.
    case endlessIndex
}

extension BucketEvent {
    /// Returns the log entry for a hub that asked for this client's log. Returns nil for an event
    /// that is not logged at this level. The entry never contains an object's data.
    func logLine(_ level: LogLevel) -> String? {
        switch self {
        case .willIndex: "index begins"
        case .didIndex(let version): "index ends at \(version?.text ?? "no version")"
        case .error(let error): "error: \(error.logLine)"
        case .acknowledged(let key, let version) where level == .verbose:
            "acknowledged \(key) as version \(version.number)"
        case .deleteAcknowledged(let key) where level == .verbose: "acknowledged removal of \(key)"
        case .inserted(let key, _) where level == .verbose: "inserted \(key)"
        case .updated(let key, _, _) where level == .verbose: "updated \(key)"
        case .deleted(let key, _) where level == .verbose: "deleted \(key)"
        case .willChange, .inserted, .updated, .deleted, .acknowledged, .deleteAcknowledged,
            .version, .pending, .away, .back, .rules, .aged:
            nil
        }
    }
}

extension BucketError {
    fileprivate var logLine: String {
        switch self {
        case .refused(let key, let error, _): "\(key) refused with \(error.code)"
        case .invalid(let key, let flaw, _): "\(key) would be \(flaw)"
        case .postponed(let key, let error): "\(key) postponed after \(error.code)"
        case .stuck(let key): "\(key) can't be repaired"
        case .denied(let failure): "denied with \(failure.reason.code)"
        case .endlessIndex: "the index does not end"
        }
    }
}
