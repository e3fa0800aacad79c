internal import PlainText
internal import Play
package import SimperiumClock
internal import Wording

/// A guest with a key, who may have begun by another line what they go on with here.
extension Guest {
    /// What somebody else with that key has to reckon with; nil for nothing.
    package func rival(_ fingerprint: String, at now: Instant) -> KeySeat.Rival? {
        guard self.fingerprint == fingerprint, phase == .inside, let slot else { return nil }
        let isPlaying = screen?.client.connectionInMatch != nil
        return KeySeat.Rival(slot: slot, isLively: isPlaying && monitor.isLively(at: now))
    }

    /// Begins for somebody who was asked, now that it is known with what.
    mutating func settle(from caches: inout GuestCaches, at now: Instant) {
        guard case .asked(let arrival, var context) = phase else { return }
        context.place?.isRivalled = false
        phase = .inside
        begin(arrival, in: context, from: &caches, at: now)
    }

    mutating func answer(
        _ bytes: [UInt8], from caches: inout GuestCaches, at now: Instant
    ) {
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "g"), UInt8(ascii: "G"): return effects.append(.takeOver)
            case UInt8(ascii: "\r"), UInt8(ascii: "\n"): return settle(from: &caches, at: now)
            case UInt8(ascii: "q"), 0x03, 0x04: return part(nil, .left, at: now)
            default: break
            }
        }
    }

    /// Lets go of what is played here for another line with the same key.
    mutating func handOver(at now: Instant) {
        guard phase == .inside, screen != nil else { return }
        abandoned = screen.map { .client($0.client) }
        part(SeatWords.takenOver, .elsewhere, at: now)
    }

    /// What a guest reads as the door closes.
    var closingSentence: String {
        let isPlaying = screen?.client.connectionInMatch != nil || lines?.client.isPlaying == true
        guard isPlaying else { return DoorWords.closing }
        return slot == nil ? DoorWords.closingOnGuest : DoorWords.closingOnPlayer
    }

    /// A player's line to the hub ends with the guest: with a goodbye, or so that a match waits for
    /// somebody who has a key, or whom the door itself turns out. A watcher must be taken off the
    /// list.
    mutating func leaveScreen(at now: Instant, _ departure: Departure) {
        if isWatcher { perform(screen?.stopWatching(at: now), at: now) }
        let isClosing = departure == .closing
        let wishes: [Client.Effect] = screen?.tell(isClosing ? .closing : .hangUp, at: now) ?? []
        for case .link(let effect) in wishes { effects.append(.link(effect)) }
        let lastWishes: [LineEffect] = lines?.tell(isClosing ? .closing : .end, at: now) ?? []
        for case .link(let effect) in lastWishes { effects.append(.link(effect)) }
        endToken()
        screen = nil
        lines = nil
    }
}
