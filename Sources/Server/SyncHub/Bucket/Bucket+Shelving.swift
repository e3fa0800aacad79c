import SimperiumClock
import SimperiumWire

/// Work items that a shared store has no room for.
extension Bucket {
    /// Moves the work item that asked the question to the shelf, and sets the alarm of the next
    /// try.
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

    /// Retries the work items on the shelf. One that has waited for too long is given up: a request
    /// is answered with `unavailable`, and a client is disconnected, so that it sends its changes
    /// again.
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
    /// True if the work item may need room in the store.
    var needsRoom: Bool {
        switch self {
        case .change(let change, _, _): change.operation.makesObjects
        // These keep their order with the work items that need room.
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
