internal import Game
internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumWire

extension LobbyState {
    /// Applies the state of an object. An object that is not valid is removed instead.
    mutating func applyOrRemove(
        _ reported: ObjectFromEvent, in bucket: LobbyBucket, indexNumber: Int? = nil,
        _ own: OwnMatch? = nil, at now: Instant
    ) {
        do throws(ObjectFlaw) {
            switch bucket {
            case .player: putPlayer(try Player(reported.object), reported, at: now)
            case .match: try putMatch(reported, indexNumber: indexNumber, own, at: now)
            case .watcher: watchers.set(reported.key, to: try Watcher(reported.object))
            }
        } catch {
            remove(reported.key, from: bucket, at: now)
            changes.append(.flawed(bucket, reported.key, error))
        }
    }

    mutating func remove(_ key: ObjectKey, from bucket: LobbyBucket, at now: Instant) {
        switch bucket {
        case .player: removePlayer(key, at: now)
        case .match:
            separateIfRematchRefused(key, at: now)
            applySeatChanges(ledger.remove(key), at: now)
            if matches.removeValue(forKey: key) != nil { changes.append(.listed(key)) }
        case .watcher: watchers.set(key, to: nil)
        }
    }

    /// Removes all objects of a bucket, because the hub will send them again. Reports no changes.
    mutating func forget(_ bucket: LobbyBucket, at now: Instant) {
        let keys: [ObjectKey] =
            switch bucket {
            case .player: Array(roster.keys)
            case .match: Array(matches.keys)
            case .watcher: Array(watchers.keys)
            }
        for key in keys.sorted(by: { $0.text < $1.text }) {
            remove(key, from: bucket, at: now)
        }
        changes = []
    }

    mutating func setAbsence(
        of keys: [ObjectKey], in bucket: LobbyBucket, to absence: Absence?, at now: Instant
    ) {
        // A program is away with all its objects. Its Player represents them.
        guard bucket == .player else { return }
        for key in keys {
            guard let id = roster[key]?.id else { continue }
            roster.setAbsence(of: key, to: absence)
            updatePool(for: id, at: now)
        }
    }

    private mutating func putPlayer(
        _ player: Player, _ reported: ObjectFromEvent, at now: Instant
    ) {
        let key = reported.key
        if let id = roster[key]?.id, id != player.id { remove(key, from: .player, at: now) }
        let (isNew, old) = (!roster.contains(player.id), roster[player.id])
        let selves = old?.user == nil ? [] : roster.sameAccountPlayersIncludingSelf(of: player.id)
        roster.putLast(player, as: key, at: now)
        if reported.source.isNews {
            if isNew { changes.append(.came(player.id)) }
            if player.asks != old?.asks { changes.append(.asked(player.id)) }
            if let decline = player.declines, decline != old?.declines {
                keepApart(player.id, decline.of, at: now)
            }
        }
        applySeatChanges(ledger.set(player.id, isPresent: true), at: now)
        updatePool(for: player.id, at: now)
        if old?.user != player.user { selves.forEach { updatePool(for: $0, at: now) } }
    }

    /// Keeps the two players of a match apart in pairing if one has refused a rematch, or if only
    /// one wanted it.
    private mutating func separateIfRematchRefused(_ key: ObjectKey, at now: Instant) {
        guard let shown = matches[key], shown.record?.isRematchRefused == true else { return }
        keepApart(shown.circle, shown.cross, at: now)
    }

    /// Keeps two players apart in pairing if both are in the lobby. `pairing` forgets a player when
    /// the player leaves, so it would never forget a player who has already left.
    private mutating func keepApart(_ one: PlayerID, _ other: PlayerID, at now: Instant) {
        guard roster.contains(one), roster.contains(other) else { return }
        pairing.keepApart(one, other, at: now)
    }

    /// Makes the move that leads to the board in `object`. The caller has checked that only the
    /// board and the turn have changed, as in nearly all events of a lobby. Returns false if the
    /// change is not a valid move by another player in a known match.
    mutating func applyIfMove(
        _ object: JSONObject, as key: ObjectKey, _ own: OwnMatch?, at now: Instant
    ) -> Bool {
        let piece = own?.key == key ? own?.piece : nil
        return matches[key]?.playOthersMove(moveIn: object, own: piece, at: now) ?? false
    }

    private mutating func putMatch(
        _ reported: ObjectFromEvent, indexNumber: Int?, _ own: OwnMatch?, at now: Instant
    ) throws(ObjectFlaw) {
        let key = reported.key
        let update = LobbyMatch.UpdateTimeAndSource(now: now, source: reported.source, own: own)
        switch try matches[key]?.apply(reported.object, update) {
        case .applied(nil): break
        case .applied(let flaw?): changes.append(.flawed(.match, key, flaw))
        case .other(let match):
            remove(key, from: .match, at: now)
            insertAndSeat(match, indexNumber: indexNumber, at: now)
        case nil:
            insertAndSeat(
                try LobbyMatch(key, reported.object, at: reported.source.isNews ? now : nil),
                indexNumber: indexNumber, at: now)
        }
    }

    private mutating func insertAndSeat(_ match: LobbyMatch, indexNumber: Int?, at now: Instant) {
        matches[match.key] = match
        changes.append(.listed(match.key))
        if let flaw = match.flaw { changes.append(.flawed(.match, match.key, flaw)) }
        applySeatChanges(
            ledger.insert(
                match.key, circle: match.circle, cross: match.cross, indexNumber: indexNumber),
            at: now)
    }

    private mutating func removePlayer(_ key: ObjectKey, at now: Instant) {
        guard let id = roster[key]?.id else { return }
        let name = roster.shownName(of: id)
        let selves = roster.sameAccountPlayersIncludingSelf(of: id)
        roster.remove(key)
        if !roster.contains(id) {
            changes.append(.left(id, name: name, isOnOtherDevice: selves.count > 1))
            pairing.forget(id)
            applySeatChanges(ledger.set(id, isPresent: false), at: now)
        }
        selves.forEach { updatePool(for: $0, at: now) }
    }

    private mutating func applySeatChanges(_ changes: [SeatLedger.SeatChange], at now: Instant) {
        for change in changes {
            switch change {
            case .seated(let key):
                guard let match = matches[key] else { continue }
                pairing.lastOpponents[match.circle] = match.cross
                pairing.lastOpponents[match.cross] = match.circle
                self.changes.append(.seated(key))
                for player in match.players { updatePool(for: player, at: now) }
            case .unseated(let key, let circle, let cross):
                self.changes.append(.unseated(key))
                for player in [circle, cross] { updatePool(for: player, at: now) }
            }
        }
    }

    /// Adds a player to a pool or removes the player, and also updates the user's other Players. A
    /// user with several Players waits only once, and does not wait while playing. Absent and idle
    /// players do not wait; idle players are asked to press a key.
    private mutating func updatePool(for id: PlayerID, at now: Instant) {
        let selves = roster.sameAccountPlayersIncludingSelf(of: id)
        let isFree = selves.allSatisfy { ledger.seatedMatch(of: $0) == nil }
        var waits = isFree
        for id in selves {
            let isNext =
                waits && roster[id]?.mode.isLooking == true && roster[id]?.idle == nil
                && roster.absence(of: id) == nil
            let order = isNext ? roster.order(of: id) : nil
            pools.insertOrRemove(id, order: order, for: roster[id]?.clock, at: now)
            if isNext { waits = false }
        }
    }
}
