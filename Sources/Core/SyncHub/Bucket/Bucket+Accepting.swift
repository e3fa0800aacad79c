import SimperiumWire

extension Bucket {
    /// Takes a change in, refuses it, or asks the guard.
    mutating func accept(
        _ change: Change, by author: Author, _ turn: inout Turn
    ) throws(Gap) {
        guard let voice = voice(of: author) else { return }
        if case .member(let id) = author { try listen(id, &turn) }
        let effort = effort(for: change)
        do throws(Obstacle) {
            let intent = try intent(change, by: author, voice, turn.limits)
            turn.charge(voice.connection, bytes: effort)
            guard isWatched else { return carryOut(intent, &turn) }
            let question = turn.question(from: handle)
            turn.effects.append(.judge(question, proposal(intent, by: voice)))
            activity = .judging(question, intent)
        } catch {
            switch error {
            case .gap(let gap): throw gap
            case .refused(let error):
                turn.charge(voice.connection, bytes: effort)
                refuse(change, error, by: author, &turn)
            }
        }
    }

    private mutating func intent(
        _ change: Change, by author: Author, _ voice: Voice, _ limits: HubLimits
    ) throws(Obstacle) -> Intent {
        switch change.operation {
        case .modify, .replace, .remove:
            return .modify(try draft(change, by: voice, limits), for: change, by: author)
        case .empty, .drop:
            guard change.key.text == id.name.text else { throw .refused(.invalid) }
            guard !state.emptyings.contains(change.id) else { throw .refused(.alreadyApplied) }
            guard change.operation == .empty || voice.identity.rights.contains(.administrator)
            else { throw .refused(.forbidden) }
            return .removeAll(change, by: author, voice.clientID)
        }
    }

    private mutating func carryOut(_ intent: Intent, _ turn: inout Turn) {
        switch intent {
        case .modify(let draft, _, let author): commit(draft, by: author, &turn)
        case .removeAll(let change, let author, let clientID):
            start(.remove(Removal(.all(change, by: author, clientID))))
        }
    }

    /// Takes the guard's verdict and goes on.
    mutating func judge(_ verdict: Verdict, on question: QuestionID, _ turn: inout Turn) {
        guard case .judging(question, let intent) = activity else { return }
        activity = .idle
        switch verdict {
        case .allowed: carryOut(intent, &turn)
        case .notYours(let reason): refuse(intent, .forbidden, because: reason, &turn)
        case .notLegal(let reason): refuse(intent, .invalid, because: reason, &turn)
        }
        run(&turn)
    }

    private func refuse(
        _ intent: Intent, _ error: ChangeError, because reason: String, _ turn: inout Turn
    ) {
        switch intent {
        case .modify(_, let change, let author), .removeAll(let change, let author, _):
            refuse(change, error, because: reason, by: author, &turn)
        }
    }

    func refuse(
        _ change: Change, _ error: ChangeError, because reason: String? = nil,
        by author: Author, _ turn: inout Turn
    ) {
        guard let voice = voice(of: author) else { return }
        tell(RefusedChange(error, to: change, by: voice.clientID), to: author, reason, &turn)
    }

    func refuse(_ change: MalformedChange, by author: Author, _ turn: inout Turn) {
        guard let voice = voice(of: author) else { return }
        tell(RefusedChange(change, by: voice.clientID), to: author, nil, &turn)
    }

    private func tell(
        _ refusal: RefusedChange, to author: Author, _ reason: String?, _ turn: inout Turn
    ) {
        turn.effects.append(.note(.refused(id, refusal.error, reason: reason)))
        switch author {
        case .member(let id):
            guard let member = members[id], member.hearing != .gone else { return }
            turn.send(.changes([.refused(refusal)]), on: member.channel, to: member.connection)
        case .caller(let request, _):
            turn.effects.append(.answer(request, .refused(refusal.error)))
        }
    }

    private func proposal(_ intent: Intent, by voice: Voice) -> Proposal {
        let lease = voice.lease.flatMap { leases[$0] }
        let author = Proposal.Author(
            identity: voice.identity, clientID: voice.clientID, connection: voice.connection)
        let (key, operation): (ObjectKey, Proposal.Operation) =
            switch intent {
            case .modify(let draft, let change, _): (change.key, draft.operation)
            case .removeAll(let change, _, _): (change.key, .removeAll)
            }
        return Proposal(
            bucket: id, key: key, operation: operation, author: author,
            owned: lease?.keys.all ?? [])
    }
}
