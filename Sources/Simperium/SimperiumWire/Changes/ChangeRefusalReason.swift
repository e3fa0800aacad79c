/// The reason why a hub refuses a change, with its code and the author's remedy.
package enum ChangeRefusalReason: Error, Hashable, Codable, Sendable {
    /// 400: not a change, or the result violates the bucket's schema or the app's rules.
    case invalid
    /// 401: the author lacks the permission.
    case forbidden
    /// 404: there is no such object.
    case noSuchObject
    /// 405: the version that the change starts from never existed or has been dropped.
    case noSuchVersion
    /// 409: the change has been applied before.
    case alreadyApplied
    /// 412: the change would have no effect.
    case noEffect
    /// 413: the object would be too large.
    case tooLarge
    /// 417: an expected relation to another object does not hold.
    case unmetExpectation
    /// 440: the diff does not fit the version that the change starts from.
    case inapplicable
    /// 500 to 599. This hub never sends them, because several clients would then lose the change.
    case overloaded(Int)
    case unknown(Int)

    private static let known: [ChangeRefusalReason] = [
        .invalid, .forbidden, .noSuchObject, .noSuchVersion, .alreadyApplied, .noEffect, .tooLarge,
        .unmetExpectation, .inapplicable,
    ]

    package init(code: Int) {
        self =
            Self.known.first { $0.code == code }
            ?? ((500...599).contains(code) ? .overloaded(code) : .unknown(code))
    }

    package var code: Int {
        switch self {
        case .invalid: 400
        case .forbidden: 401
        case .noSuchObject: 404
        case .noSuchVersion: 405
        case .alreadyApplied: 409
        case .noEffect: 412
        case .tooLarge: 413
        case .unmetExpectation: 417
        case .inapplicable: 440
        case .overloaded(let code), .unknown(let code): code
        }
    }

    package var remedy: Remedy {
        switch self {
        case .invalid, .tooLarge, .unknown: .report
        case .forbidden: .authorizeAgain
        case .noSuchObject: .createAgain
        case .noSuchVersion: .reloadAndMerge
        case .alreadyApplied: .catchUp
        case .noEffect: .drop
        case .unmetExpectation, .inapplicable: .sendWhole
        case .overloaded: .wait
        }
    }

    /// The author's reaction to a refused change.
    package enum Remedy: Hashable, Sendable {
        /// Reports the error, keeps the object as unsynced, and does not send the change again.
        case report
        /// Authorises again. If the error occurs again after a successful authorisation, reports
        /// it.
        case authorizeAgain
        /// Sends the whole object as a new change without a version. If the refused change is a
        /// removal, nothing is left to do.
        case createAgain
        /// Merges the local edits into the latest version, and sends them again. If the client does
        /// not have that version yet, loads it first.
        case reloadAndMerge
        /// Marks the change as applied and catches up. If the catch-up lacks the change, loads the
        /// object.
        case catchUp
        /// Drops the change. If the object still differs from its ghost, loads it once.
        case drop
        /// Sends the change with the whole object, once. After another such refusal, loads the
        /// object.
        case sendWhole
        /// Sends the same change again under its id, with growing pauses.
        case wait
    }
}

/// A hub's refusal of a change. The hub sends it only to the author.
package struct RefusedChange: Hashable, Sendable {
    package let error: ChangeRefusalReason
    /// The key as the author sent it, which may be invalid; nil if it is missing or too long.
    package let key: String?
    /// The ids of the change; empty if the change had no valid id.
    package let changeIDs: [ChangeID]
    package let clientID: ClientID?

    package init(_ error: ChangeRefusalReason, to change: Change, by clientID: ClientID) {
        self.init(error, key: change.key.text, changeIDs: [change.id], clientID: clientID)
    }

    package init(_ change: MalformedChange, by clientID: ClientID) {
        self.init(
            change.error, key: change.key, changeIDs: change.id.map { [$0] } ?? [],
            clientID: clientID)
    }

    fileprivate init(
        _ error: ChangeRefusalReason, key: String?, changeIDs: [ChangeID], clientID: ClientID?
    ) {
        self.error = error
        self.key = key
        self.changeIDs = changeIDs
        self.clientID = clientID
    }

    /// Reads an entry; nil if the entry is not an error. The code may be a string, as in the
    /// protocol.
    init?(_ outline: JSONOutline, in text: Span<UInt8>) {
        guard outline.range(of: .error, in: text) != nil else { return nil }
        let code = outline.wholeNumber(.error, in: text) ?? 0
        self.init(
            ChangeRefusalReason(code: code), key: outline.string(.key, in: text),
            changeIDs: outline.changeIDs(in: text),
            clientID: outline.string(.author, in: text).flatMap(ClientID.init))
    }

    /// Writes the refusal. Its code is a number, because node-simperium compares it with numbers.
    package func write(into bytes: inout [UInt8]) {
        bytes.appendObject { bytes in
            bytes.append(member: "clientid", text: clientID?.text)
            bytes.append(member: "id", text: key)
            bytes.append(member: "error", number: error.code)
            bytes.append(member: "ccids", names: changeIDs)
        }
    }
}
