/// An agreement between both ends of a WebSocket to compress messages by RFC 7692, without state
/// between messages.
package struct DeflateAgreement: Hashable, Sendable {
    /// The value of `Sec-WebSocket-Extensions` in the server's response.
    let answer: String

    /// Accepts the first supported offer of a client; returns nil if no offer is supported.
    package init?(_ offers: HTTPFields) {
        let offered = offers.values(of: "Sec-WebSocket-Extensions")
        guard !offered.isEmpty else { return nil }
        let answers = offered.lazy.flatMap { $0.split(separator: ",") }.compactMap(Self.response)
        guard let first = answers.first else { return nil }
        answer = first
    }

    /// Returns the response to an offer; nil if the offer is invalid, or is for another extension
    /// or a smaller window of the server. A smaller window can't be supported, because one
    /// compressed message is sent to many clients.
    private static func response(to offer: Substring) -> String? {
        var parts = offer.split(separator: ";", omittingEmptySubsequences: false)
            .map(\.trimmingBlanks)[...]
        guard parts.popFirst() == "permessage-deflate" else { return nil }
        var answer = "permessage-deflate; server_no_context_takeover; client_no_context_takeover"
        var seen: Set<Substring> = []
        for part in parts {
            let words = part.split(separator: "=", maxSplits: 1).map(\.trimmingBlanks)
            guard let name = words.first, seen.insert(name).inserted else { return nil }
            switch (name, words.dropFirst().first?.unquoted) {
            case ("server_no_context_takeover", nil), ("client_no_context_takeover", nil),
                ("client_max_window_bits", nil):
                break
            case ("client_max_window_bits", let bits?):
                guard bits.isWindow else { return nil }
            case ("server_max_window_bits", "15"): answer += "; server_max_window_bits=15"
            default: return nil
            }
        }
        return answer
    }
}

extension Substring {
    fileprivate var unquoted: Substring {
        count > 2 && first == "\"" && last == "\"" ? dropFirst().dropLast() : self
    }

    /// True for a valid number of window bits, from 8 to 15.
    fileprivate var isWindow: Bool {
        Int(self).map { (8...15).contains($0) && String($0) == self } ?? false
    }
}
