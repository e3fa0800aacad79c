/// The changes that other clients make to a bucket, for one task to read.
///
/// The sequence begins with `everything`, so that a program reads all objects in one place. It
/// never waits for its reader, and its memory is bounded. An object that changes several times is
/// reported once, with the sum of its changes. If more than `unreadLimit` objects wait, they are
/// replaced by `everything`. The sequence ends when the client is closed, its file fails or the
/// task is cancelled.
public struct BucketChanges: AsyncSequence, Sendable {
    public typealias Element = BucketChange
    public typealias Failure = Never

    let thread: ClientThread
    let reader: Reader<ChangeBacklog>

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(thread: thread, reader: reader)
    }

    public struct AsyncIterator: AsyncIteratorProtocol {
        let thread: ClientThread
        let reader: Reader<ChangeBacklog>

        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async -> BucketChange? {
            await reader.next()
        }
    }
}
