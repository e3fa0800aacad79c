package import SharedLog
package import SimperiumClock
package import SimperiumWire
internal import SyncHub

extension ModelEngine {
    /// Sets the option `presence` of an app's buckets, as an administrator would.
    package mutating func setPresence(
        of buckets: [BucketName], grace: Duration, in app: AppID, at stamp: Stamp
    ) {
        let home = BucketID.options(of: app)
        let log = SharedLogID(of: home)
        let begin = NodeDeed.begin(seen: 0, life: .seconds(1))
        guard case .incarnation(let me) = perform(.node(begin), at: stamp).answer,
            case .opened(let state) = perform(
                .log(.open(me, epoch: 0, grace: .zero), log), at: stamp
            ).answer
        else { preconditionFailure("options are set") }
        let object = #"{"presence":"client","presenceGrace":\#(grace.components.seconds)}"#
        let changes = buckets.enumerated().map { number, bucket in
            EngineChange(
                named(bucket.text), in: home.name, version: .first, previous: nil,
                by: named("options-\(number)"), entry: [], object: Array(object.utf8))
        }
        let writer = EngineWriter(me, on: state.head, at: Ordinal(epoch: state.epoch, count: 1))
        let deed = LogDeed.append(changes, writer, wantsTurn: false)
        guard case .written = perform(.log(deed, log), at: stamp).answer else {
            preconditionFailure("options are set")
        }
        _ = perform(.node(.retire(me)), at: stamp)
        _ = perform(.node(.buried(nil, me)), at: stamp)
    }
}
