internal import SimperiumJSON

/// A change that can't be read, with the parts that the answer needs.
package struct MalformedChange: Error, Hashable, Sendable {
    /// The key as the author sent it, which may be invalid; nil if it is missing or too long.
    package let key: String?
    package let id: ChangeID?
    package let reason: WireError

    /// Creates the change. A key that is too long for an answer is dropped.
    package init(key: String? = nil, id: ChangeID? = nil, reason: WireError) {
        self.key = key.flatMap { $0.utf8.count <= Limits.remark ? $0 : nil }
        self.id = id
        self.reason = reason
    }

    /// The error in the answer to the author.
    package var error: ChangeRefusalReason {
        switch reason {
        case .badDiff(.notADiff): .invalid
        // The text has the form of a diff, but could not be applied to any object.
        case .badDiff: .inapplicable
        case .tooLong, .tooManyChanges: .tooLarge
        case .noColon, .badChannel, .badPayload, .badJSON, .badMember: .invalid
        }
    }
}

extension Change {
    package typealias Reading = Result<Change, MalformedChange>

    /// Reads one change or an array of changes: the payload of `c`, or the body of `POST
    /// …/changes`.
    ///
    /// An unreadable change does not affect the other changes. If the array can't be read, or has
    /// too many changes, the whole text counts as one malformed change.
    package static func parseList(_ text: Span<UInt8>) -> [Reading] {
        var readings: [Reading] = []
        do throws(WireError) {
            try JSONCursor.eachOutline(in: text, .fromClient) {
                (outline) throws(WireError) in
                guard readings.count < Limits.changesPerFrame else { throw .tooManyChanges }
                readings.append(parse(outline, in: text))
            }
        } catch {
            return [.failure(MalformedChange(reason: error))]
        }
        return readings
    }

    private static func parse(_ outline: JSONOutline, in text: Span<UInt8>) -> Reading {
        let id = outline.string(.changeID, in: text).flatMap(ChangeID.init)
        do throws(WireError) {
            return .success(try Change(outline, id: id, in: text))
        } catch {
            return .failure(
                MalformedChange(key: outline.string(.key, in: text), id: id, reason: error))
        }
    }

    private init(_ outline: JSONOutline, id: ChangeID?, in text: Span<UInt8>) throws(WireError) {
        guard let id else { throw .badMember("ccid", of: .change) }
        guard let key = outline.string(.key, in: text).flatMap(ObjectKey.init) else {
            throw .badMember("id", of: .change)
        }
        self.init(
            try Operation(outline, in: text), key: key,
            version: try outline.sourceVersion(in: text), id: id,
            clientID: outline.string(.author, in: text).flatMap(ClientID.init))
    }
}

extension Change.Operation {
    fileprivate init(_ outline: JSONOutline, in text: Span<UInt8>) throws(WireError) {
        switch outline.string(.operation, in: text) {
        case "M": self = try Self.modificationOrReplacement(outline, in: text)
        case "R":
            guard let object = try outline.value(.object, in: text)?.object else {
                throw .badMember("d", of: .change)
            }
            guard try outline.sourceVersion(in: text) != nil else {
                throw .badMember("sv", of: .change)
            }
            self = .restore(object)
        case "-": self = .remove
        case "EMPTY": self = .empty
        case "DROP": self = .drop
        default: throw .badMember("o", of: .change)
        }
    }

    /// Reads a modification. An unreadable diff is ignored if the whole object is there, too.
    private static func modificationOrReplacement(
        _ outline: JSONOutline, in text: Span<UInt8>
    ) throws(WireError) -> Self {
        guard let whole = try outline.value(.object, in: text) else {
            guard let diff = try outline.diff(in: text) else {
                throw .badMember("v", of: .change)
            }
            return .modify(diff)
        }
        guard let object = whole.object else { throw .badMember("d", of: .change) }
        return .replace(with: object, diff: try? outline.diff(in: text))
    }
}

extension JSONOutline {
    /// Reads `sv`. Returns nil if `sv` is missing, null, 0 or "0", as for a new object.
    func sourceVersion(in text: Span<UInt8>) throws(WireError) -> EntityVersion? {
        guard range(of: .sourceVersion, in: text) != nil else { return nil }
        guard let number = wholeNumber(.sourceVersion, in: text) else {
            throw .badMember("sv", of: .change)
        }
        guard number != 0 else { return nil }
        guard let version = EntityVersion(number) else { throw .badMember("sv", of: .change) }
        return version
    }

    /// Reads `v`; returns nil if it is missing or null.
    func diff(in text: Span<UInt8>) throws(WireError) -> Diff? {
        let reading: Result<Diff, DiffError>?
        do throws(JSONError) {
            reading = try diff(.value, in: text)
        } catch {
            throw .badJSON(of: .change, error)
        }
        switch reading {
        case .success(let diff): return diff
        case .failure(let error): throw .badDiff(error)
        case nil: return nil
        }
    }

    fileprivate func value(_ name: PackedWord, in text: Span<UInt8>) throws(WireError) -> JSON? {
        do throws(JSONError) {
            return try json(name, in: text)
        } catch {
            throw .badJSON(of: .change, error)
        }
    }
}
