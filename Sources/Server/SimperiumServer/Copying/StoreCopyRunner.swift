import Cluster
import SimperiumClock
package import SimperiumLoop
import SimperiumNetwork
import SimperiumWire

/// A copy of all data of a server, or of several servers on one Redis, into another store. It runs
/// on a loop of its own.
package final class StoreCopyRunner {
    package enum StoreLocation: Hashable, Sendable {
        case file(String)
        /// A Redis, and its name in messages.
        case redis(RedisDeployment, String)
    }

    private let loop: Loop
    private let original: any StoreCopyOriginal
    private let copy: any StoreCopyTarget
    private var machine = StoreCopy()
    private var events = SerialEventQueue<StoreCopy.Event>()
    private var result: CopyResult<StoreCopy.CopiedCounts>?

    package init(
        from original: StoreLocation, to copy: StoreLocation, in shards: ShardMap, on loop: Loop
    ) throws(ServerFailure) {
        self.loop = loop
        let connectionSet = ConnectionSet(on: loop)
        self.original = try original.newEndpoint(in: shards, on: connectionSet)
        self.copy = try copy.newEndpoint(in: shards, on: connectionSet)
    }

    package func run() throws(StoreCopyFailure) -> StoreCopy.CopiedCounts {
        original.open { [unowned self] result in
            continueCopy(on: result) { epoch in
                copy.begin(above: epoch) { [unowned self] result in
                    continueCopy(on: result) { handle(.begin) }
                }
            }
        }
        // Files answer at once, so the copy may have ended already.
        if result == nil { loop.run() }
        guard let result else { throw StoreCopyFailure(sentence: StoreCopyWords.lost) }
        return try result.get()
    }

    private func continueCopy<Value>(on result: CopyResult<Value>, _ next: (Value) -> Void) {
        switch result {
        case .success(let value): next(value)
        case .failure(let failure): fail(failure)
        }
    }

    private func handle(_ event: StoreCopy.Event) {
        events.append(event)
        guard result == nil, events.beginHandling() else { return }
        while let event = events.next() {
            for effect in machine.handle(event) { perform(effect) }
        }
    }

    private func perform(_ effect: StoreCopy.Effect) {
        guard result == nil else { return }
        switch effect {
        case .ask(let query):
            original.read(query) { [unowned self] result in
                continueCopy(on: result) { handle(.answered($0)) }
            }
        case .keep(let part):
            copy.store(part) { [unowned self] result in continueCopy(on: result) { handle(.kept) } }
        case .contradicted: fail(StoreCopyFailure(sentence: StoreCopyWords.contradicted))
        case .done: completeBothStores()
        }
    }

    private func completeBothStores() {
        copy.complete { [unowned self] result in
            continueCopy(on: result) {
                original.close { [unowned self] in conclude(.success(machine.tally)) }
            }
        }
    }

    private func fail(_ failure: StoreCopyFailure) {
        guard result == nil else { return }
        result = .failure(failure)
        copy.abandon()
        original.close { [unowned self] in loop.stop() }
    }

    private func conclude(_ result: CopyResult<StoreCopy.CopiedCounts>) {
        self.result = result
        loop.stop()
    }
}

extension StoreCopyRunner.StoreLocation {
    fileprivate func newEndpoint(
        in shards: ShardMap, on connectionSet: ConnectionSet
    ) throws(ServerFailure) -> any StoreCopyEndpoint {
        switch self {
        case .file(let path): FileCopyEndpoint(path)
        case .redis(let place, let name):
            try RedisCopyEndpoint(place, name: name, in: shards, on: connectionSet)
        }
    }
}
