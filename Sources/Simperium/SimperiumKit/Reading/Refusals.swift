/// The edits of a bucket that the server refuses, for one task to read. If the reader is too slow,
/// the newest `unreadLimit` are kept, and the others are counted.
public struct Refusals: AsyncSequence, Sendable {
    public typealias Element = Refusal
    public typealias Failure = Never

    let thread: ClientThread
    let reader: Reader<RefusalBacklog>

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(thread: thread, reader: reader)
    }

    public struct AsyncIterator: AsyncIteratorProtocol {
        let thread: ClientThread
        let reader: Reader<RefusalBacklog>

        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async -> Refusal? {
            await reader.next()
        }
    }
}
