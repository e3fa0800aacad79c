import SimperiumWire

extension Bucket {
    /// Takes a change in, or refuses it.
    mutating func accept(
        _ change: Change, by author: Author, _ turn: inout Turn
    ) throws(Gap) {
        guard let voice = voice(of: author) else { return }
        if isGuarded, turn.logs[id.log]?.isSeen != true { throw .unseen }
        if case .member(let id) = author { try listen(id, &turn) }
        let effort = effort(for: change)
        do throws(Obstacle) {
            let intent = try intent(change, by: author, voice, turn.limits)
            turn.charge(voice.connection, bytes: effort)
            switch verdict(on: intent, by: voice, &turn) {
            case .allowed: carryOut(intent, &turn)
            case .notYours(let reason):
                refuse(change, .forbidden, because: reason, by: author, &turn)
            case .notLegal(let reason): refuse(change, .invalid, because: reason, by: author, &turn)
            }
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
}
