import SimperiumClock
import SimperiumWire

/// What becomes of works while an engine that other hubs share has no room for them.
extension Bucket {
    /// Puts aside the work that asked.
    mutating func waitForRoom(_ question: QuestionID, _ turn: inout HubTurn) {
        let work: Work
        if let (_, writing) = mailbox.endWriting(question) {
            turn.endWriting(handle, to: id.log)
            work = writing
        } else if let asking = mailbox.takeAsking(question) {
            work = asking
        } else {
            return
        }
        mailbox.facts.removeAll()
        let time = mailbox.shelf.putBack(work, at: turn.now)
        turn.alarms.set(.room(handle), at: time)
        run(&turn)
    }

    /// Tries again, or gives up: whoever has waited that long comes again, and says it once more.
    mutating func lookForRoom(_ turn: inout HubTurn) {
        for work in mailbox.shelf.wake(at: turn.now) {
            release(work, &turn)
            guard let author = work.author else {
                mailbox.append(work)
                continue
            }
            if let request = author.request { turn.effects.append(.answer(request, .unavailable)) }
            if case .member(let id) = author, let connection = connection(of: id) {
                turn.numbers.logs?.displaced.append(connection)
            }
        }
        run(&turn)
    }
}

extension Work {
    /// Whether it is nothing that an engine without room does.
    var needsRoom: Bool {
        switch self {
        case .change(let change, _, _): change.operation.makesObjects
        // What follows comes in its order, whether it needs room or not.
        case .correct, .follow, .level: true
        case .open, .findOwners, .reload, .join, .leave, .listen, .refuse, .index, .entity,
            .version, .catchUp, .share, .sharers, .view, .introduce, .cancel, .remove, .graceOver,
            .recall, .tend, .retake, .vacate, .forfeit, .show, .deliver, .compare,
            .turnOut:
            false
        }
    }
}

extension Change.Operation {
    var makesObjects: Bool {
        switch self {
        case .modify, .replace: true
        case .remove, .empty, .drop: false
        }
    }
}
