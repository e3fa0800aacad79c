package import Drawing
package import SimperiumClock
package import SimperiumSync
internal import SimperiumWebWire

/// Texts about the connection to the server. Texts about failures are in `LinkFailure`.
package enum ConnectionWords {
    package static var inSyncAgain: String { "Back in sync." }
    /// The warning if this machine's own server can't store anything.
    package static var nothingSaved: String {
        "Nothing is saved: the data directory is not writable. Run “tictactoe doctor”."
    }
    /// The failure of a command that a server disconnects before it has seen the lobby.
    package static var lostBeforeLobby: String {
        "\(LinkFailure.lost); the server may be full, or may have banned your address"
    }
    package static var tokenRefused: String { "The server rejected this program's token." }

    package static func tokenRefused(because reason: ForeignText) -> String {
        "the server rejected this program's token: \(reason)"
    }
}

extension LinkFailure {
    /// The problem and, if there is one, the next step.
    package var sentence: String {
        switch self {
        case .refused(let address):
            "No server at \(address). Run “\(Self.serveCommand(at: address))”."
        case .notStarted(let reason?): "The server did not start: \(Self.cleaned(reason))."
        case .notStarted(nil): "The server did not start. Run “tictactoe doctor” to find its log."
        case .nameUnknown: "Offline: \(self). Check the setting “server”."
        default: "Offline: \(self)."
        }
    }

    /// A shorter form of `sentence` if there is one; otherwise `sentence`.
    package var fewWords: String {
        switch self {
        case .nameUnknown: "No such host. Check “server”."
        case .refused: "No server. Run “tictactoe serve”."
        // The path is left out, because it would fill the line.
        case .notStarted(let reason?): "No server: \(Self.lastPart(of: reason))."
        default: sentence
        }
    }

    /// The problem and, if there is one, the next step, for standard error and plain text.
    package var advice: String {
        switch self {
        case .refused(let address): "\(self); run \(Self.serveCommand(at: address)) there"
        case .notStarted(let reason?): "\(self): \(Self.cleaned(reason))"
        case .notStarted(nil): "\(self); run tictactoe doctor to find its log"
        case .nameUnknown: "\(self); check --server, or the setting server"
        case .notSimperium: "\(self); choose another one with --server or --port"
        case .timedOut, .unreachable: "\(self); check the address and your network"
        case .otherVersion: "\(self); install the same version on both"
        default: description
        }
    }

    /// The reason without the host, for a sentence that names it.
    package static var noSuchHost: String { "no such host" }

    /// Returns the parts of an error message between colons, each without control characters.
    private static func colonSeparatedParts(of message: String) -> [String] {
        message.split(separator: ":").map { part in
            ForeignText(String(part.drop { $0 == " " })).shown
        }
    }

    private static func cleaned(_ message: String) -> String {
        colonSeparatedParts(of: message).joined(separator: ": ")
    }

    private static func lastPart(of message: String) -> String {
        colonSeparatedParts(of: message).last ?? ""
    }

    private static func serveCommand(at address: String) -> String {
        guard let colon = address.lastIndex(of: ":") else { return "tictactoe serve" }
        return "tictactoe serve --port \(address[address.index(after: colon)...])"
    }
}

extension LinkFailure: CustomStringConvertible {
    /// The reason in a few words, to follow "Offline: ".
    package var description: String {
        switch self {
        case .nameUnknown(let host): "\(Self.noSuchHost): \(ForeignText(host))"
        case .unreachable: "can't reach the server"
        case .refused(let address): "no server at \(address)"
        case .notStarted: "the server on this machine did not start"
        case .certificateRejected(let flaw): flaw.words
        case .unencrypted: "the server does not support TLS"
        case .notSimperium: "that address is not a tictactoe server"
        case .otherVersion: "the server and this program are different versions"
        case .forbidden: "the server or a proxy denied access"
        case .full: "the server is full"
        case .closedByHub: "the server closed the connection"
        case .takenOver: "another program took over your session"
        case .lost: "the connection was lost"
        case .timedOut: "the connection timed out"
        case .silent: "no answer from the server"
        case .unanswered: "the server did not answer a request"
        case .outpaced: "changes arrived faster than this program could read them"
        case .garbled: "the server sent unreadable data"
        }
    }
}

extension CertificateFlaw {
    fileprivate var words: String {
        switch self {
        case .expired: TLSFailureWords.expired
        case .notYetValid: TLSFailureWords.notYetValid
        case .wrongHost: "the server's certificate is for another host name"
        case .untrusted: "this machine does not trust the server's certificate"
        case .other: "the server's certificate is invalid"
        }
    }
}

/// The round-trip time, or the age of the server's last reply, for the title bar.
package struct RoundTripOrReplyAge: Hashable {
    /// The time that a round-trip time stays visible after a reply.
    private static let fresh = Duration.seconds(5)

    /// The last round-trip time, for a while after a reply; then the age of the last reply, if the
    /// next reply is overdue; otherwise nil.
    package let text: String?
    /// The time of the next change, unless the server replies earlier; nil if there is none.
    package let changesAt: Instant?

    package init(_ statistics: ReplicaStatistics, at now: Instant) {
        guard let heard = statistics.lastHeard else {
            (text, changesAt) = (statistics.roundTrip?.roundTripText, nil)
            return
        }
        let age = now - heard
        if age < Self.fresh {
            (text, changesAt) = (statistics.roundTrip?.roundTripText, heard + Self.fresh)
        } else if statistics.awaitsHeartbeatAnswer {
            text = "last reply \(age.wholeSeconds) s ago"
            changesAt = heard + .seconds(age.wholeSeconds + 1)
        } else {
            (text, changesAt) = (nil, nil)
        }
    }
}

package struct TitleBarSyncStatus: Hashable {
    package let text: String
    /// True if the text needs the user's attention.
    package let isAlert: Bool

    /// The delay before unsent changes are shown, so that the text does not flicker.
    package static let leastDelay = Duration.milliseconds(200)

    /// Creates the status. `unsentSince` is the time of the oldest unsent change.
    package init(
        _ status: ReplicaStatus, _ statistics: ReplicaStatistics, unsentSince: Instant?,
        at now: Instant
    ) {
        let isLate = unsentSince.map { now - $0 >= Self.leastDelay } ?? false
        let unsent = isLate ? statistics.unsentOrUnacknowledged : 0
        switch status {
        case .connecting: self.init("connecting", isAlert: true)
        case .authorizing: self.init("signing in", isAlert: true)
        case .indexing: self.init("catching up", isAlert: true)
        case .synced where unsent > 0: self.init("sending \(unsent)")
        case .synced: self.init("in sync")
        case .offline(let retryAt, _):
            let queue = unsent > 0 ? ", \(unsent) queued" : ""
            let retry = retryAt.map { ", retry in \($0.secondsCountdown(from: now))" } ?? ""
            self.init("offline" + queue + retry, isAlert: true)
        case .unauthorized(let reason): self.init("refused: \(ForeignText(reason))", isAlert: true)
        }
    }

    /// The text without its details.
    package var shortText: String { String(text.prefix { $0 != "," && $0 != ":" }) }

    private init(_ text: String, isAlert: Bool = false) {
        self.text = text
        self.isAlert = isAlert
    }
}
