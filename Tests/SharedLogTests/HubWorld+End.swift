import SharedLog
import SimperiumJSON
import SimperiumWire
import Simulation
import SyncHub

/// What is so in the end.
extension HubWorld {
    func objects(in bucket: BucketName, of log: SharedLogID) -> [ObjectKey: JSONObject] {
        var engine = engine
        let slice = IndexSlice(
            .newestFirst, hasObjects: true, atMost: Portion(entries: 1_000))
        guard
            case .fact(.stored(.index(let entities, _)), _) = engine.perform(
                .read(.index(slice, of: bucket), log), at: stamp
            ).answer
        else { preconditionFailure("an index is answered") }
        return entities.reduce(into: [:]) { all, entity in
            let bytes = entity.object ?? []
            all[entity.key] = (try? JSON(parsing: bytes.span, limits: .standard))?.object
        }
    }

    func checkEnd() throws {
        for client in clients {
            let found = objects(in: client.bucket, of: client.log)
            guard client.heard.objects.mapValues(\.object) == found else {
                throw Failure(description: "\(client.name): \(client.heard.objects), not \(found)")
            }
        }
        try checkChanges()
        for (index, place) in places.enumerated() {
            for log in Self.logs {
                guard let few = place.node.hub.guard(of: LogID(log)) as? FewObjects else {
                    continue
                }
                guard few.faults.isEmpty, few.objects == objects(in: Self.guarded, of: log) else {
                    throw Failure(description: "guard \(index): \(few.faults) \(few.objects)")
                }
            }
        }
    }

    private func checkChanges() throws {
        var seen: [ChangeID: [EngineEntry]] = [:]
        for entry in truths.values.flatMap(\.entries.values) {
            switch entry.act {
            case .change(let record): seen[record.changeID, default: []].append(entry)
            case .history(_, let change): seen[change, default: []].append(entry)
            default: break
            }
        }
        for (id, entries) in seen where entries.count > 1 {
            guard entries.contains(where: \.isEmptying) || entries.allSatisfy(\.isRemoval) else {
                throw Failure(description: "\(id) is there twice")
            }
        }
        for client in clients {
            for id in client.accepted where seen[id] == nil {
                throw Failure(description: "\(id) was accepted and is not there")
            }
        }
    }
}

extension EngineEntry {
    fileprivate var isEmptying: Bool { if case .history = act { true } else { false } }

    fileprivate var isRemoval: Bool {
        if case .change(let record) = act { record.isRemoved } else { false }
    }
}

extension ScriptedClient {
    fileprivate var log: SharedLogID { SharedLogID(app: HubWorld.logs[0].app, user: user) }
}
