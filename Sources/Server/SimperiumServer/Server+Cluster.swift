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
        connectionSet.isHeldUp = true
        for service in services.values { service.holdOutcomes() }
    }

    func resumeServicesAfterHold() {
        connectionSet.isHeldUp = false
        for service in services.values { service.resumeAfterHold() }
    }

    /// Starts the service of a shard. Clients wait until the service's host has read the players in
    /// the halls.
    func startService(_ shard: Shard, under term: ClusterSequenceNumber) {
        guard let node, let redis = node.store else { return }
        var settings = node.settings.host
        settings.shards = HallSharding(count: Shard.count, own: shard.number)
        let service = ShardService(
            Host(settings, epoch: term.rawValue, since: startTime), of: shard, under: term,
            with: ServerStore(redis, of: shard, under: term, in: node.shards), on: self)
        if node.isHeld { service.holdOutcomes() }
        add(service)
        service.startHost()
        if shard == .home { node.pollHallsAndReportClients() }
    }

    /// Forgets the ended services without clients.
    func forgetEmptyEndedServices() {
        endingServices.removeAll(where: \.isEmpty)
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
        if node?.isLeaving == false, stepDownLines.chargeIfAllowed(at: loop.now) {
            onLog(ServerLogEntry(trouble: SharedRedisWords.steppedDown))
        }
        endService(service)
    }

    private func endService(_ service: ShardService) {
        service.stopAndDropClients()
        if !service.isEmpty { endingServices.append(service) }
    }

    /// Closes the connections of all clients of a shard that will be passed to another server.
    /// Reports the shard as closed once the shard's last batch has been performed.
    func closeForTransfer(_ shard: Shard) {
        guard let node, let service = services.removeValue(forKey: shard) else { return }
        endService(service)
        service.store?.finishLastRedisBatch { node.recordClosedShard(shard) }
    }
}
