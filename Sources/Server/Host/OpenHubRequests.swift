import SyncHub

/// The requests to the hub that have no outcome yet, with their continuations.
struct OpenHubRequests {
    typealias Resume = @Sendable (inout Host, CallerRequestOutcome) -> Void

    private struct OpenHubRequest {
        let call: CallID?
        let resume: Resume?
    }

    private var entries: [RequestID: OpenHubRequest] = [:]
    private var count: UInt64 = 0
    var pendingInserts = PendingInsertProgress()

    mutating func add(for call: CallID?, _ resume: Resume?) -> RequestID {
        count += 1
        let id = RequestID(rawValue: count)
        entries[id] = OpenHubRequest(call: call, resume: resume)
        return id
    }

    /// Returns the call that a request belongs to; nil if the server made the request, or if the
    /// request has ended.
    func call(of id: RequestID) -> CallID? { entries[id]?.call }

    /// Removes a request. Returns the request's continuation; nil if the request has none, or has
    /// ended.
    @discardableResult
    mutating func remove(_ id: RequestID) -> Resume? {
        entries.removeValue(forKey: id)?.resume
    }
}
