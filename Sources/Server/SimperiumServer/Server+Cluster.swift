import Cluster
import Host
import SimperiumClock
import SimperiumLoop
package import SimperiumNetwork
import SimperiumWebWire
import SimperiumWire

/// A server that shares a Redis with others. It has a service for each shard that it owns, and
/// passes clients of the other shards to their owners.
extension Server {
    /// True once the server has joined its cluster; always true for a server without a cluster.
    package var hasBegun: Bool { node?.hasBegun ?? true }

    package var innerAddress: SocketAddress? { node?.inner.address }

    /// True while the services must not handle events.
    var isHeld: Bool { node?.isHeld == true }

    /// Passes a connection to the service that the request is for. Returns false if that is this
    /// server's service of `shard`, if the server has no cluster, or if an earlier request has no
    /// answer yet.
    func relayToOwner(_ request: HTTPRequest, from peer: IncomingWebClient, at shard: Shard) -> Bool
    {
        guard let node else { return false }
        let isWebSocket = request.target.segments.first == "sock"
        let hall = isWebSocket ? request.target.query["hall"] : nil
        let other = hall.map { node.shards.shard(ofHall: $0) } ?? .home
        guard other != shard || services[shard] == nil, let connection = peer.releaseConnection()
        else {
            return false
        }
        node.relay.relay(
            connection, connection.isDoor ? .door : .client, request.encoded(), to: other)
        return true
    }

    /// Passes the reports of all servers' plug-ins to the services. `reports` is nil if there are
    /// none.
    func passReportsToServices(_ reports: CrossShardReports?) {
        for service in services.values { service.passReportsMarkingHallsKnown(reports) }
    }

    /// Notifies the services of all shards except the first, which stores the options, that the
    /// options of the plug-in's buckets have changed.
    func notifyOtherShardsOfChangedOptions() {
        for service in services.values where service.shard != .home {
            service.handle(.changedOptions)
        }
    }

    /// Ends the connections to the accounts' service, except those under `term`, the present term
    /// of the first shard. `term` is nil if that shard has no known owner.
    func endUpstreams(besides term: ClusterSequenceNumber?) {
        for service in services.values { service.endUpstreams(besides: term) }
    }

    /// Stops all services from handling events until `resumeServicesAfterHold`.
    func holdServices() {
        onLog(ServerLogEntry(trouble: SharedRedisWords.held))
        node?.recordRedisOutage()
        node?.isHeld = true
        connectionSet.isHeldUp = true
        for service in services.values { service.holdOutcomes() }
    }

    func resumeServicesAfterHold() {
        node?.isHeld = false
        connectionSet.isHeldUp = false
        for service in services.values { service.resumeAfterHold() }
    }

    func finishLeaving() { node?.onLeft.take()?() }

    /// Marks the keys as shared and calls `onBegun`, the first time that the server owns the first
    /// shard or knows that shard's owner.
    func reportStartOnceMarkingKeys() {
        guard let node, !node.hasBegun else { return }
        node.hasBegun = true
        do throws(ServerFailure) { try node.settings.markKeysShared() } catch {
            onLog(ServerLogEntry(trouble: SharedRedisWords.keysNotMarked, "\(error)"))
        }
        onBegun()
    }

    /// Starts the service of a shard. Clients wait until the service's host has read the players in
    /// the halls.
    func startService(_ shard: Shard, under term: ClusterSequenceNumber) {
        guard let node, let redis = node.store else { return }
        var settings = node.settings.host
        settings.shards = HallSharding(count: Shard.count, own: shard.number)
        let service = ShardService(
            Host(settings, epoch: term.rawValue, since: startTime), of: shard, under: term,
            with: ServerStore(redis, of: shard, under: term, in: node.shards, on: loop), on: self)
        if node.isHeld { service.holdOutcomes() }
        add(service)
        service.startHost()
        if shard == .home { node.pollHallsAndReportClients() }
    }

    /// Forgets the ended services without clients.
    func forgetEmptyEndedServices() {
        node?.endingServices.removeAll(where: \.isEmpty)
    }

    /// Opens each service that has read its initial data, and adds the clients that wait for it.
    func openReadyServices() {
        guard let node else { return }
        for service in services.values {
            guard let term = service.openToClientsOnceReady() else { continue }
            let waiting = node.openShardRecordingWait(
                service.shard, under: term, after: loop.now - service.began)
            for (connection, _, bytes) in waiting { service.addClient(connection, bytes) }
        }
    }

    func stepDown(_ shard: Shard) {
        guard let service = services.removeValue(forKey: shard) else { return }
        if let node, !node.isLeaving, node.stepDownLines.chargeIfAllowed(at: loop.now) {
            onLog(ServerLogEntry(trouble: SharedRedisWords.steppedDown))
        }
        endService(service)
    }

    private func endService(_ service: ShardService) {
        service.stopAndDropClients()
        if !service.isEmpty { node?.endingServices.append(service) }
    }

    /// Closes the connections of all clients of a shard that will be passed to another server.
    /// Reports the shard as closed once the shard's last batch has been performed.
    func closeForTransfer(_ shard: Shard) {
        guard let node, let service = services.removeValue(forKey: shard) else { return }
        node.inner.terms[shard] = nil
        endService(service)
        service.store?.finishLastRedisBatch { node.recordClosedShard(shard) }
    }

    /// Logs that an address of Redis could not be reached. At the start, counts the address
    /// instead, and reports a refusal once all addresses have been tried.
    func logUnreachableRedisOrRefuseStart(_ sentence: String) {
        guard let node, !node.hasBegun else {
            self.node?.recordRedisOutage()
            return onLog(ServerLogEntry(trouble: SharedRedisWords.notReached, sentence))
        }
        node.unreachableAddresses += 1
        if node.unreachableAddresses == node.addressCount { onRefused(sentence) }
    }

    /// Makes the stores perform their last batches, leaves the cluster, and then calls `then`.
    /// Calls `then` at once without a cluster, and after `leaveTimeout` if Redis does not respond.
    /// Later calls have no effect, because a stopping server calls this in each tick without
    /// clients.
    func leaveCluster(then: @escaping () -> Void) {
        guard let node else { return then() }
        guard !node.isLeaving else { return }
        node.isLeaving = true
        node.onLeft = then
        node.leaveTimer = Timer(on: loop) { [unowned self] in finishLeaving() }
        node.leaveTimer?.arm(after: ClusterNode.leaveTimeout)
        let stores = services.values.compactMap(\.store)
        var open = stores.count
        guard open > 0 else { return node.leave() }
        for store in stores {
            store.finishLastRedisBatch {
                open -= 1
                if open == 0 { node.leave() }
            }
        }
    }
}
