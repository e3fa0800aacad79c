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

    /// Removes and returns the first element; nil if there is none. On average, at most one other
    /// element is moved.
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

    /// Removes all elements that satisfy a condition.
    @inlinable
    public mutating func removeAll(where shouldBeRemoved: (Element) -> Bool) {
        self = Queue(all.filter { !shouldBeRemoved($0) })
    }
}

extension Queue: Sendable where Element: Sendable {}
