internal import SimperiumLoop

/// The owner of a client's thread and `ClientLife`. Each value that belongs to a client holds it.
/// The thread ends with the last of them, which may be released on any thread.
final class Home: Sendable {
    private let thread: LoopThread<ClientLife>

    init(_ configuration: SimperiumClient.Configuration) throws(SimperiumError) {
        do {
            thread = try LoopThread(
                { loop in
                    let life = ClientLife(configuration, on: loop)
                    try life.assumeIsolated { try $0.begin() }
                    return life
                },
                moveOut: { life in life.assumeIsolated { $0.end() } })
        } catch let error as SimperiumError {
            throw error
        } catch let error as LibraryError {
            throw .noMeans(error.reason)
        } catch {
            throw .noMeans("\(error)")
        }
    }

    var life: ClientLife { thread.dweller }

    func newStatusReader() -> Reader<NewestBacklog<SyncStatus>> {
        let (life, loop) = (life, thread.loop)
        let reader = Reader(of: NewestBacklog<SyncStatus>(), on: loop)
        loop.perform { life.assumeIsolated { $0.add(reader) } }
        return reader
    }
}
