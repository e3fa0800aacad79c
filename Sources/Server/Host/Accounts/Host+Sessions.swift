import SimperiumClock
import SimperiumJSON
import SimperiumWire
import SyncHub

/// The sessions of a user: the tokens that have not ended.
extension Host {
    mutating func listSessions(_ call: RoutedCall) throws(CallRefusal) {
        guard let own = calls.open[call.id]?.holder?.token else { throw .badToken }
        findSessions(call) { host, tokens in
            let list = tokens.map { token in
                var shown: JSONObject = [
                    "id": JSON(token.sessionID), "device": JSON(token.device),
                    "address": JSON(token.address), "used": JSON(token.used),
                ]
                // A session of 0.2.0 has no date.
                if token.since > 0 { shown["since"] = JSON(token.since) }
                if token.digest == own.digest { shown["current"] = true }
                return JSON.object(shown)
            }
            host.answer(call.id, .json(["sessions": .array(list)]))
        }
    }

    mutating func endSession(_ call: RoutedCall) throws(CallRefusal) {
        findSessions(call) { host, tokens throws(CallRefusal) in
            guard let token = tokens.first(where: { $0.sessionID == call.pathSegment("id") }) else {
                throw .noSuchObject
            }
            try host.answer(call.id) { change in change.ended = .some([token.digest]) }
        }
    }

    mutating func endOtherSessions(_ call: RoutedCall) throws(CallRefusal) {
        try answer(call.id) { change in change.ended = .all(but: change.shown) }
    }

    private mutating func findSessions(
        _ call: RoutedCall,
        then: @escaping @Sendable (inout Host, [StoredToken]) throws(CallRefusal) -> Void
    ) {
        guard let user = calls.open[call.id]?.holder?.user else { return }
        queryAccounts(.tokens(of: user.id, app: user.app), for: call.id, \.tokens) {
            host, tokens throws(CallRefusal) in
            try then(&host, tokens.filter { !host.isExpired($0) })
        }
    }

    func isExpired(_ token: StoredToken) -> Bool {
        seconds - token.used > settings.limits.tokens.lifetime.wholeSeconds
    }
}

extension StoredToken {
    /// The session's id in URL paths: the beginning of the digest in hex.
    fileprivate var sessionID: String { digest.bytes.prefix(8).hexText }
}
