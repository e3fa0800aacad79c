import SharedLog
import SimperiumJSON
import SimperiumWire
import SyncHub

/// What is so in the end.
extension NotesWorld {
    func checkEnd() throws {
        let faults = mismatches + gaps + lostWords + lies + oversights
        guard let fault = faults.first else { return }
        throw HubWorld.Failure(description: fault)
    }

    func entity(_ key: ObjectKey, of user: UserID) -> StoredEntity? {
        var engine = engine
        let query = LogQuery.entity(key, in: Self.bucket)
        let log = SharedLogID(app: Self.app, user: user)
        guard
            case .fact(.stored(.entity(let entity, _)), _) = engine.perform(
                .read(query, log), at: stamp
            ).answer, !entity.isRemoved
        else { return nil }
        return entity
    }

    private func note(_ key: ObjectKey, of user: UserID) -> Note? {
        entity(key, of: user).map { Note(version: $0.version, object: $0.object ?? []) }
    }

    private struct Note: Equatable {
        let version: EntityVersion
        let object: [UInt8]
    }

    /// What somebody has of an owner's note.
    private func mirror(of key: ObjectKey, for user: UserID, _ owner: UserID) -> Note? {
        entity(key, of: user)?.sharing == .mirror(of: owner) ? note(key, of: user) : nil
    }

    /// A note that somebody has otherwise than its owner, or has though it is not shared; and
    /// devices that have another than their user's bucket.
    private var mismatches: [String] {
        var found: [String] = []
        for (key, owner) in Self.owners {
            let sharers = entity(key, of: owner)?.sharing?.users ?? []
            for user in Self.people where user != owner {
                let wanted = sharers.contains(user) ? note(key, of: owner) : nil
                if mirror(of: key, for: user, owner) != wanted {
                    let mine = note(key, of: user)?.version
                    let versions = entries(of: key, in: user).map(\.version.number)
                    found.append(
                        "\(key) of \(user): \(String(describing: mine)), "
                            + "not \(String(describing: wanted?.version)), behind \(versions)")
                }
            }
            for device in devices {
                let known = device.notes[key].map {
                    Note(version: $0.version, object: $0.object.utf8)
                }
                if known != note(key, of: device.user) {
                    found.append("\(device.name) has another \(key)")
                }
            }
        }
        return found
    }

    /// A change that is not in a mirror's log, is there twice, or is another there.
    private var gaps: [String] {
        var found: [String] = []
        for (key, owner) in Self.owners {
            let owned = entries(of: key, in: owner)
            let effects = Dictionary(owned.map { ($0.version, $0.effect) }) { first, _ in first }
            if effects.count != owned.count { found.append("\(key) has a version twice") }
            // Where one log has lost its end alone, a mirror is made equal in other ways; and of
            // who is deleted nobody needs to see more than that it goes.
            let gone = deletion.hasBegun ? Self.annsLog.user : nil
            for user in Self.people
            where user != owner && user != gone && torn.isDisjoint(with: [user, owner]) {
                var last: EntityVersion?
                for record in entries(of: key, in: user) {
                    if record.isOfHub { found.append("\(key) of \(user) is made equal in vain") }
                    defer { last = record.isRemoved ? nil : record.version }
                    if record.previous != nil, record.version != last?.next {
                        found.append("\(key) of \(user) leaps to \(record.version)")
                    }
                    // It comes, or goes.
                    guard record.previous != nil, !record.isRemoved else { continue }
                    if effects[record.version] != record.effect {
                        found.append("\(record.version) of \(key) is another for \(user)")
                    }
                }
            }
        }
        return found
    }

    private func entries(of key: ObjectKey, in user: UserID) -> [EngineRecord] {
        let log = SharedLogID(app: Self.app, user: user)
        return (truths[log] ?? []).compactMap { entry in
            guard case .change(let record) = entry.act, record.key == key,
                record.mirrored != nil || Self.owners[key] == user
            else { return nil }
            return record
        }
    }

    /// A word that was acknowledged and is not there, or that is there twice.
    private var lostWords: [String] {
        Self.owners.flatMap { key, owner in
            let bytes = entity(key, of: owner)?.object ?? []
            let object = (try? JSON(parsing: bytes))?.object
            let text = Array(object?["t"]?.string ?? "")
            let written = devices.flatMap { device in
                device.accepted.filter { change in
                    change.key == key && change.isTyped && !isOfOwnNote(change, of: device.user)
                }
            }
            let missing = written.filter { change in
                text.count { $0 == change.word } != 1 && !lost.contains(change.id)
            }
            let twice = Set(text).filter { word in text.count { $0 == word } > 1 }
            return missing.map { "\($0.id) is lost" } + twice.map { "\($0) is there twice" }
        }
    }

    /// Whether a word was typed into a note that was another's, and came to one of the user's own
    /// of the same key.
    private func isOfOwnNote(_ change: Change, of user: UserID) -> Bool {
        let log = SharedLogID(app: Self.app, user: user)
        return Self.owners[change.key] != user
            && (truths[log] ?? []).contains { entry in
                guard case .change(let record) = entry.act else { return false }
                return record.mirrored == nil && record.changeID == change.id
            }
    }

    /// Devices that do not know who else has a note open, or were told of who has not.
    private var oversights: [String] {
        devices.filter(\.asksForOpen).flatMap { device in
            device.open.compactMap { key -> String? in
                let home = home(of: key, for: device.user)
                let viewers = devices.filter { other in
                    other.asksForOpen && other.user != device.user && other.open.contains(key)
                        && self.home(of: key, for: other.user) == home
                }
                let wanted = Set(viewers.map(\.user))
                let known = Set(device.others[key] ?? [])
                return known == wanted
                    ? nil : "\(device.name) sees \(known) at \(key), not \(wanted)"
            }
        }
    }

    /// Who has what somebody knows by a key.
    private func home(of key: ObjectKey, for user: UserID) -> UserID {
        if case .mirror(let owner)? = entity(key, of: user)?.sharing { owner } else { user }
    }

    /// Changes that are said to be another's than whose they are.
    private var lies: [String] {
        devices.flatMap { device in
            device.authors.compactMap { id, author -> String? in
                guard let maker = id.text.split(separator: "-").first.map(String.init),
                    Self.people.map(\.text).contains(maker), maker != author
                else { return nil }
                return "\(device.name) was told that \(id) is of \(author)"
            }
        }
    }
}

extension Sharing {
    fileprivate var users: [UserID] {
        if case .shared(let sharers) = self { sharers.map(\.user) } else { [] }
    }
}

extension Change {
    /// Whether it is a word, and not a note of one's own.
    fileprivate var isTyped: Bool { word != nil && version != nil }

    /// The word that it brings.
    fileprivate var word: Character? {
        guard operation != .empty, operation != .remove else { return nil }
        return id.text.split(separator: "-").last.flatMap { Int($0) }
            .flatMap { Unicode.Scalar(0x4E00 + $0) }.map { Character($0) }
    }
}

extension EngineRecord {
    /// What all who hear of it call it.
    var names: [ChangeID] {
        let json = (try? JSON(parsing: entry ?? [])) ?? .null
        return json["ccids"]?.array?.compactMap { $0.string.flatMap(ChangeID.init) } ?? []
    }

    /// Whether it is nobody's.
    fileprivate var isOfHub: Bool {
        ((try? JSON(parsing: entry ?? [])) ?? .null)["clientid"]?.string == "hub"
    }

    /// What every log says alike.
    fileprivate var effect: [JSON?] {
        let json = (try? JSON(parsing: entry ?? [])) ?? .null
        return [json["v"], json["sv"], json["ev"], json["ccids"], json["clientid"]]
    }
}
