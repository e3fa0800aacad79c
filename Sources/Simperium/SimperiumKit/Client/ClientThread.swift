internal import SimperiumLoop

/// The owner of a client's thread and `ClientActor`. Each value that belongs to a client holds a
/// reference to this owner. The client's thread ends when the last such value is released, on any
/// thread.
final class ClientThread: Sendable {
    private let thread: LoopThread<ClientActor>

    init(_ configuration: SimperiumClient.Configuration) throws(SimperiumError) {
        do {
            thread = try LoopThread(
                { loop in
                    let client = ClientActor(configuration, on: loop)
                    try client.assumeIsolated { try $0.start() }
                    return client
                },
                beforeClose: { client in client.assumeIsolated { $0.shutDown() } })
        } catch let error as SimperiumError {
            throw error
        } catch let error as LibraryError {
            throw .noMeans(error.reason)
        } catch {
            throw .noMeans("\(error)")
        }
    }

    var client: ClientActor { thread.rootActor }

    func newStatusReader() -> BacklogReader<NewestValueBacklog<SyncStatus>> {
        let (client, loop) = (client, thread.loop)
        let reader = BacklogReader(of: NewestValueBacklog<SyncStatus>(), on: loop)
        loop.perform { client.assumeIsolated { $0.addReader(reader) } }
        return reader
    }
}
