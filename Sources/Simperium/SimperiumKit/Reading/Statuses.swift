/// The status of a client's sync, beginning with the present one. A slow reader receives only the
/// newest status. The sequence ends when the client is closed.
public struct Statuses: AsyncSequence, Sendable {
    public typealias Element = SyncStatus
    public typealias Failure = Never

    let thread: ClientThread

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(thread: thread, reader: thread.newStatusReader())
    }

    public struct AsyncIterator: AsyncIteratorProtocol {
        let thread: ClientThread
        let reader: Reader<NewestBacklog<SyncStatus>>

        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async -> SyncStatus? {
            await reader.next()
        }
    }
}
