/// Why a hub refused a change: the code on the wire, and what each asks of the change's author.
package enum ChangeError: Hashable, Codable, Sendable {
    /// 400: not a change, or its result breaks the bucket's schema or the rules of its app.
    case invalid
    /// 401: the author may not do this.
    case forbidden
    /// 404: there is no such object.
    case noSuchObject
    /// 405: the version it starts from never was, or is forgotten.
    case noSuchVersion
    /// 409: it has been applied before.
    case alreadyApplied
    /// 412: it would change nothing.
    case noEffect
    /// 413: the object would be too large.
    case tooLarge
    /// 417: an expectation that the object be related to another does not hold.
    case unmetExpectation
    /// 440: its diff does not fit the version it starts from.
    case inapplicable
    /// 500 to 599. Our hub never sends these: several clients lose the change then.
    case overloaded(Int)
    case unknown(Int)

    private static let codes: [(code: Int, error: ChangeError)] = [
        (400, .invalid), (401, .forbidden), (404, .noSuchObject), (405, .noSuchVersion),
        (409, .alreadyApplied), (412, .noEffect), (413, .tooLarge), (417, .unmetExpectation),
        (440, .inapplicable),
    ]

    package init(code: Int) {
        let known = Self.codes.first { $0.code == code }?.error
        self = known ?? ((500...599).contains(code) ? .overloaded(code) : .unknown(code))
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
        case .noEffect: .settle
        case .unmetExpectation, .inapplicable: .sendWhole
        case .overloaded: .wait
        }
    }

    /// What the author of a refused change does next.
    package enum Remedy: Hashable, Sendable {
        /// Tells the person; keeps the object marked as unsynced; never sends the same again.
        case report
        /// Asks for authorisation again. If that is in order, reports.
        case authorizeAgain
        /// Sends the whole object as a new change without a version. A removal is done already.
        case createAgain
        /// Loads the latest version, merges, and makes a new change of what remains.
        case reloadAndMerge
        /// Drops the change and asks for the changes since its cursor. If this one is not among
        /// them, loads the object.
        case catchUp
        /// Drops the change. If the object still differs from its ghost, loads it once.
        case settle
        /// Sends the change with the whole object, once. After that, loads the object.
        case sendWhole
        /// Sends the change again, under the same id, later and later.
        case wait
    }
}
