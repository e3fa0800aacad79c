/// What others do in a bucket, for one task to read.
///
/// It begins with `everything`, so that reading all is the normal way in. It never waits for its
/// reader and never grows: of each object there is one change that sums up what happened since the
/// reader was told of it, and of more than `unreadLimit` objects there is `everything` again. It
/// ends when the client is closed or its file fails, or when the task is cancelled.
public struct BucketChanges: AsyncSequence, Sendable {
    public typealias Element = BucketChange
    public typealias Failure = Never

    let home: Home
    let reader: Reader<ChangeBacklog>

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(home: home, reader: reader)
    }

    public struct AsyncIterator: AsyncIteratorProtocol {
        let home: Home
        let reader: Reader<ChangeBacklog>

        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async -> BucketChange? {
            await reader.next()
        }
    }
}
