/// A sequence of updates from a client, such as changes of a bucket.
///
/// The client never waits for a reader, and the memory is bounded. A slow reader receives the sum
/// of the missed elements, as the element's type describes. The sequence ends when the client is
/// closed, its file fails or the task is cancelled.
public struct Updates<Element: Sendable>: AsyncSequence, Sendable {
    public typealias Failure = Never
    typealias Next = @Sendable () async -> Element?

    private let makeNext: @Sendable () -> Next

    /// Creates a sequence. `reader` is called for each iterator.
    init<Unread: UnreadUpdateBacklog>(
        of thread: ClientThread, _ reader: @escaping @Sendable () -> BacklogReader<Unread>
    ) where Unread.Element == Element {
        makeNext = {
            let reader = reader()
            return {
                // The client lives as long as a task reads.
                defer { withExtendedLifetime(thread) {} }
                return await reader.next()
            }
        }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(read: makeNext()) }

    /// The iterator of one task. It ends when the client is closed, its file fails or the task is
    /// cancelled.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let read: Next

        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async -> Element? {
            await read()
        }
    }
}
