/// What a log's lines call that which happened. In JSON it is the member `event`.
package enum LogWords {
    package static let authorized = "authorized"
    package static let bansRead = "bans read"
    package static let client = "client"
    package static let closed = "closed"
    package static let crowd = "most come from one address"
    package static let again = "the same again"
    package static let delayed = "delayed"
    package static let denied = "denied"
    package static let doorEnded = "door ended"
    package static let ignored = "ignored"
    package static let keptOut = "kept out"
    package static let left = "left"
    package static let leftOut = "left out"
    package static let linesLost = "lines of the log were lost"
    package static let refused = "refused"
    package static let shortGrace = "who loses their line has little time to return"
    package static let state = "state"
    package static let storeFailed = "store failed"
    package static let takenOver = "seat taken over"
    package static let turnedAway = "too many connections"
    package static let unreadable = "unreadable"
}

/// What is wrong on this machine.
extension LogWords {
    package static let bansNotRead = "bans not read again"
    package static let checkpointFailed = "log not brought home"
    package static let damaged = "the store is damaged"
    package static let door = "door"
    package static let doorNotStarted = "door does not start"
    package static let noRoom = "no room"
    package static let noRoomForGuest = "no room for a guest"
    package static let notReloaded = "not reloaded"
    package static let notWritten = "not written"
}

/// Why, behind it.
extension LogWords {
    package static let hangs = "hangs, and is killed"
    package static let noSuchBucket = "the lobby has no such bucket"
    package static let serversResult = "results between people are the server's"
    package static let serversGame = "games over days are begun by the server"
    package static let finalResult = "results stay as they are"
    package static let tooManyObjects = "too many objects"
    package static let tooLargeObject = "too large"
    package static let notOnAChannel = "not on a channel"
    package static let perhapsProxy = "if it is a proxy, name it by --trusted-proxy"
    package static let otherWriter = "somebody else writes here"
}
