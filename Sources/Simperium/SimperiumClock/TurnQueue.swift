/// Events that a machine takes one after the other: what comes while it is busy with one, as an
/// effect may bring about at once, waits its turn.
///
/// Every event of a program passes here, so its few lines are compiled for the events of each
/// module that uses them. Swift does that with what is public, not with what a package keeps to
/// itself; compiled for events of any kind they take some 2,000 instructions for each.
///
///     queue.append(event)
///     guard queue.begin() else { return }
///     while let event = queue.next() {
///         for effect in machine.handle(event, at: now) { perform(effect) }
///     }
public struct TurnQueue<Event: Sendable>: Sendable {
    @usableFromInline var events: [Event] = []
    @usableFromInline var first = 0
    @usableFromInline var isTurning = false
    @usableFromInline let keepsCapacity: Bool

    /// With `keepsCapacity` the room of a long queue is not given back: for one that is never idle.
    @inlinable
    public init(keepsCapacity: Bool = false) {
        self.keepsCapacity = keepsCapacity
    }

    @inlinable
    public mutating func append(_ event: Event) {
        events.append(event)
    }

    /// Whether the caller is to take the events. If not, they are being taken already.
    @inlinable
    public mutating func begin() -> Bool {
        defer { isTurning = true }
        return !isTurning
    }

    /// The event whose turn it is; nil at the turn's end, from where another may begin.
    @inlinable
    public mutating func next() -> Event? {
        guard first < events.count else {
            events.removeAll(keepingCapacity: keepsCapacity)
            first = 0
            isTurning = false
            return nil
        }
        defer { first += 1 }
        return events[first]
    }
}
