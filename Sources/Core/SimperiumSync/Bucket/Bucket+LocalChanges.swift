internal import SimperiumJSON
internal import SimperiumWire

/// An edit becomes a draft, and a draft a change: one in flight for each object.
extension Bucket {
    mutating func perform(_ edit: BucketEdit) {
        switch edit {
        case .put(let key, let object): write(object, as: key)
        case .update(let key, let setting, let removing):
            guard var object = entries[key]?.object else { return }
            for member in setting { object[member.name] = member.value }
            for name in removing { object[name] = nil }
            write(object, as: key)
        case .merge(let key, let from, let to):
            let present = entries[key]?.object
            guard present != nil || kind != .presence else { return }
            // What does not fit by itself is not walked through, either.
            guard Misfit(to) == nil else { return write(to, as: key) }
            write(merged(base: from, mine: to, theirs: present), as: key)
        case .delete(let key): revise(key, nil)
        case .revert(let key):
            let flight = inFlight[key]
            revise(key, flight == nil ? entries[key]?.ghost?.object : flight?.outcome)
        }
    }

    /// Lets the program see what it wrote, if that is something a hub may be sent.
    private mutating func write(_ object: JSONObject?, as key: ObjectKey) {
        if let object, let misfit = Misfit(object) {
            return tell(.error(.unfit(key, misfit, object)))
        }
        revise(key, object)
    }

    private mutating func revise(_ key: ObjectKey, _ object: JSONObject?) {
        guard object != entries[key]?.object || entries[key]?.isRefused == true else { return }
        show(object, as: key)
        entries[key]?.isRefused = false
        link.repairs[key] = nil
        enqueue(key)
    }

    /// Lets the draft wait for its turn, if there is one and nothing else must come first.
    mutating func enqueue(_ key: ObjectKey) {
        guard let entry = entries[key], entry.draft != nil, entry.turn == nil, !entry.isRefused,
            entry.suspect == nil, inFlight[key] == nil, !isBeyondRepair(key)
        else { return }
        entries[key]?.turn = outbox.append(key)
        turn.touched.append(key)
    }

    var maySend: Bool { stage == .live && link.restsUntil == nil }

    mutating func sendWaiting() {
        guard maySend else { return }
        while inFlight.count < Limits.changesInFlight, let place = outbox.popFirst() {
            guard entries[place.key]?.turn == place.turn else { continue }
            sendDraft(of: place.key)
        }
    }

    private mutating func sendDraft(of key: ObjectKey) {
        guard var entry = entries[key], let draft = entry.draft else { return }
        entry.turn = nil
        keep(entry, as: key)
        // It is sent once the ghost has been loaded.
        guard entry.suspect == nil else { return }
        let operation = operation(making: draft, of: entry.ghost, isWhole: link.wholes.remove(key))
        let change = Change(
            operation, key: key, version: draft == .removal ? nil : entry.ghost?.version,
            id: ids.next())
        let frame = frame(.change(change))
        guard frame.count <= Limits.clientFrame else { return refuse(key, .tooLarge) }
        inFlight[key] = ChangeInFlight(
            change, base: entry.ghost?.version, outcome: entry.object, turn: outbox.nextTurn())
        launch(key, change.id, frame)
    }

    private func operation(
        making draft: Draft, of ghost: Ghost?, isWhole: ObjectKey?
    ) -> Change.Operation {
        guard case .object(let object) = draft else { return .remove }
        let diff = Diff(from: ghost?.object ?? JSONObject(), to: object)
        // A diff nests up to twice as deep as the object, and a hub reads neither deeper.
        let isWhole = isWhole != nil || diff.isDeeper(than: Limits.depth)
        return isWhole ? .replace(with: object) : .modify(diff)
    }

    private mutating func launch(_ key: ObjectKey, _ id: ChangeID, _ frame: [UInt8]) {
        link.sent.append(key, id, at: now)
        turn.effects.append(.send(frame))
    }

    /// Sends what this connection has not carried yet, unchanged: the hub tells by the change's id
    /// whether an earlier connection brought it.
    mutating func resend() {
        guard maySend else { return }
        let waiting = inFlight.values.filter { !$0.isApplied && !link.sent.contains($0.change.key) }
        for flight in waiting.sorted(by: { $0.turn < $1.turn }) {
            launch(flight.change.key, flight.change.id, frame(.change(flight.change)))
        }
    }
}
