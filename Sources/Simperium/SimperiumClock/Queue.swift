/// A first-in, first-out queue. An empty queue allocates nothing.
///
/// It is public, because Swift specialises public generic code in the modules that use it.
public struct Queue<Element> {
    @usableFromInline var elements: [Element?] = []
    @usableFromInline var start = 0

    @inlinable
    public init() {}

    @inlinable
    public init(_ elements: [Element]) {
        self.elements = elements
    }

    @inlinable public var count: Int { elements.count - start }
    @inlinable public var isEmpty: Bool { elements.isEmpty }
    @inlinable public var first: Element? { isEmpty ? nil : elements[start] }
    @inlinable public var all: [Element] { elements[start...].compactMap(\.self) }

    @inlinable
    public mutating func append(_ element: Element) {
        elements.append(element)
    }

    /// Removes and returns the first element, if any. On average, at most one other element is
    /// moved.
    @inlinable @discardableResult
    public mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        let first = elements[start].take()
        start += 1
        if start == elements.count {
            elements = []
            start = 0
        } else if start > 32, start * 2 > elements.count {
            elements.removeFirst(start)
            start = 0
        }
        return first
    }

    @inlinable
    public mutating func removeAll(where shouldBeRemoved: (Element) -> Bool) {
        self = Queue(all.filter { !shouldBeRemoved($0) })
    }
}

extension Queue: Sendable where Element: Sendable {}

/// A queue of work with a limit on the items in progress. It is fair to owners: each owner has at
/// most one item in progress, and owners take turns.
///
/// Order of calls: `append` items at any time. Call `startNext` until it returns nil, at first and
/// after each `append` and `finish`. Call `finish` once for each returned item.
package struct FairQueue<Owner: Hashable, Item> {
    private let limit: Int
    private var waiting: [Owner: [Item]] = [:]
    /// The owners with waiting items and none in progress, the next owner first.
    private var nextOwners: [Owner] = []
    private var busy: Set<Owner> = []

    package init(limit: Int) {
        self.limit = limit
    }

    package mutating func append(_ item: Item, of owner: Owner) {
        if waiting[owner] == nil, !busy.contains(owner) { nextOwners.append(owner) }
        waiting[owner, default: []].append(item)
    }

    /// Removes and returns the next item, which is in progress until `finish`. Returns nil if no
    /// item may start.
    package mutating func startNext() -> (item: Item, owner: Owner)? {
        guard busy.count < limit, let owner = nextOwners.first else { return nil }
        nextOwners.removeFirst()
        guard var items = waiting.removeValue(forKey: owner) else { return nil }
        let item = items.removeFirst()
        if !items.isEmpty { waiting[owner] = items }
        busy.insert(owner)
        return (item, owner)
    }

    package mutating func finish(of owner: Owner) {
        busy.remove(owner)
        if waiting[owner] != nil { nextOwners.append(owner) }
    }
}

extension FairQueue: Sendable where Item: Sendable, Owner: Sendable {}

/// A queue that makes a machine handle events one at a time. An event that is caused while an
/// effect is performed waits until the present event is handled.
///
/// All events of a program pass through this queue. It is public, because Swift specialises public
/// generic code in the modules that use it. Unspecialised code takes some 2,000 instructions for
/// each event.
///
///     queue.append(event)
///     guard queue.beginHandling() else { return }
///     while let event = queue.next() {
///         for effect in machine.handle(event, at: now) { perform(effect) }
///     }
public struct SerialEventQueue<Event: Sendable>: Sendable {
    @usableFromInline var events: [Event] = []
    @usableFromInline var first = 0
    @usableFromInline var isHandling = false
    @usableFromInline let keepsCapacity: Bool

    /// Creates an empty queue. With `keepsCapacity`, the queue keeps its memory when it becomes
    /// empty.
    @inlinable
    public init(keepsCapacity: Bool = false) {
        self.keepsCapacity = keepsCapacity
    }

    @inlinable
    public mutating func append(_ event: Event) {
        events.append(event)
    }

    /// Begins the handling of events and returns true. Returns false if a caller further up the
    /// stack is already handling events.
    @inlinable
    public mutating func beginHandling() -> Bool {
        defer { isHandling = true }
        return !isHandling
    }

    /// Removes and returns the next event. Without an event, ends the handling and returns nil.
    @inlinable
    public mutating func next() -> Event? {
        guard first < events.count else {
            events.removeAll(keepingCapacity: keepsCapacity)
            first = 0
            isHandling = false
            return nil
        }
        defer { first += 1 }
        return events[first]
    }
}

/// Queries a machine that is a property of a class, without copying the machine. A plain read of
/// the property would copy the struct and retain its hundreds of parts. `question` must not change
/// the machine.
///
///     alarm?.arm(at: queryInPlace(&machine) { $0.nextDeadline })
@inlinable
public func queryInPlace<Machine, Answer>(
    _ machine: inout Machine, _ question: (inout Machine) -> Answer
) -> Answer {
    question(&machine)
}
