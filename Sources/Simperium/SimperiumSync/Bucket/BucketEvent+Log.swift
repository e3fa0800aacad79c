internal import SimperiumWire

extension BucketEvent {
    /// The entry for a hub that asked for this client's log; nil for none. It never contains an
    /// object's data.
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
