import SimperiumWire

extension Bucket {
    /// Shows the guard what there is, a slice at a time, and from then on what happens.
    mutating func show(after ordinal: Ordinal, _ turn: inout HubTurn) throws(MissingFact) {
        let slice = IndexSlice(
            .oldestFirst, above: ordinal, hasObjects: true,
            atMost: Portion(entries: Removal.slice, bytes: turn.limits.history.missedBytes))
        let found = try index(slice)
        for entity in found.entities {
            guard let object = try entity.object.map(MissingFact.parsed) else { continue }
            turn.observe(
                .found(entity.key, object, of: entity.owner?.clientID, at: entity.stamp), in: id)
        }
        if let last = found.entities.last, found.hasMore {
            return rest(before: .show(after: last.changed), &turn)
        }
        isShown = true
        for lease in presence.leases.away {
            turn.observe(.away(lease.keys.all, since: turn.clock.stamp()), in: id)
        }
        let ready = turn.logs[id.log]?.finish(id.name, at: &turn.clock) ?? []
        for bucket in ready { turn.unfinished.append(bucket) }
    }

    /// What is a member's by presence.
    func keys(of member: MemberID) -> OrderedKeys<ObjectKey>? {
        members[member]?.lease.flatMap { presence.leases[$0]?.keys }
    }

    /// What the guard says of a change, or the bucket's rule.
    func verdict(
        on intent: Intent, by acting: ActingIdentity, _ turn: inout HubTurn
    ) throws(DraftFailure) -> Verdict {
        if let rule {
            let proposal = proposal(of: intent, by: acting, Belongings(), &turn)
            return rule.verdict(on: proposal, among: contents.state.count)
        }
        guard isGuarded, let log = turn.logs[id.log] else { return .allowed }
        let belongings = turn.belongings.take() ?? Belongings()
        var proposal = proposal(of: intent, by: acting, belongings, &turn)
        if let question = log.guard.question(about: proposal) {
            do throws(MissingFact) { proposal.answer = try fact(question) } catch {
                throw .missing(error)
            }
        }
        return log.guard.verdict(on: proposal, at: turn.now)
    }

    private func proposal(
        of intent: Intent, by acting: ActingIdentity, _ belongings: Belongings,
        _ turn: inout HubTurn
    ) -> Proposal {
        let author = Proposal.Author(
            identity: acting.identity, clientID: acting.clientID, connection: acting.connection,
            account: belongings.account)
        let (key, operation): (ObjectKey, Proposal.Operation) =
            switch intent {
            case .modify(let draft, let change, _): (change.key, draft.operation)
            case .removeAll(let change, _, _): (change.key, .removeAll)
            }
        return Proposal(
            bucket: id, key: key, operation: operation, author: author, belongings: belongings,
            stamp: turn.clock.stamp())
    }
}
