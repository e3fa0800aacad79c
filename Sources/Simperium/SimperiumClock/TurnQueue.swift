/// A queue that makes a machine handle events one at a time. An event that an effect causes at once
/// waits until the present one is finished.
///
/// All events of a program pass through it. It is public, because Swift specialises public generic
/// code in the modules that use it; unspecialised, it takes some 2,000 instructions for each event.
///
///     queue.append(event)
///     guard queue.startTurn() else { return }
///     while let event = queue.next() {
///         for effect in machine.handle(event, at: now) { perform(effect) }
///     }
public struct TurnQueue<Event: Sendable>: Sendable {
    @usableFromInline var events: [Event] = []
    @usableFromInline var first = 0
    @usableFromInline var isTurning = false
    @usableFromInline let keepsCapacity: Bool

    /// Creates an empty queue. With `keepsCapacity` the memory of a long queue is kept, for a queue
    /// that is never idle.
    @inlinable
    public init(keepsCapacity: Bool = false) {
        self.keepsCapacity = keepsCapacity
    }

    @inlinable
    public mutating func append(_ event: Event) {
        events.append(event)
    }

    /// Begins a turn. Returns true if the caller must handle the events; false if a caller further
    /// up the stack does.
    @inlinable
    public mutating func startTurn() -> Bool {
        defer { isTurning = true }
        return !isTurning
    }

    /// Removes and returns the next event. Without an event, ends the turn and returns nil; the
    /// next `startTurn` returns true.
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
