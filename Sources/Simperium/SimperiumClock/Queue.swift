/// A first-in, first-out queue. An empty one allocates nothing.
struct Queue<Element> {
    private var elements: [Element?] = []
    private var start = 0

    var count: Int { elements.count - start }
    var isEmpty: Bool { elements.isEmpty }
    var first: Element? { isEmpty ? nil : elements[start] }
    var all: [Element] { elements[start...].compactMap(\.self) }

    mutating func append(_ element: Element) {
        elements.append(element)
    }

    mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        let first = elements[start].take()
        start += 1
        if start == elements.count {
            elements = []
            start = 0
        } else if start > 32, start * 2 > elements.count {
            // An element moves at most once for each one that has left.
            elements.removeFirst(start)
            start = 0
        }
        return first
    }
}

extension Queue: Sendable where Element: Sendable {}
