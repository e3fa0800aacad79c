package import SimperiumWire
package import SyncHub

/// The requests to the hub that have no outcome yet, with their continuations.
struct OpenHubRequests {
    typealias Resume = @Sendable (inout Host, CallerRequestOutcome) -> Void

    private struct OpenHubRequest {
        let call: CallID?
        let resume: Resume?
    }

    private var entries: [RequestID: OpenHubRequest] = [:]
    private var count: UInt64 = 0

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

extension Host {
    /// Sends a request to the hub, for a call or for the server itself, and returns the request's
    /// id. The outcome is `unavailable` if another shard has the bucket. Without a continuation,
    /// the outcome is ignored.
    @discardableResult
    package mutating func request(
        _ wanted: CallerRequest, of bucket: BucketID, by caller: Caller,
        for call: CallID? = nil,
        then resume: (@Sendable (inout Host, CallerRequestOutcome) -> Void)? = nil
    ) -> RequestID {
        let id = requests.add(for: call, resume)
        guard isInOwnShard(bucket.log) else {
            requests.remove(id)?(&self, .unavailable)
            return id
        }
        if let call { calls.open[call]?.subjects.insert(.log(bucket.log)) }
        enqueueForHub(.requested(id, wanted, of: bucket, by: caller))
        return id
    }
}
