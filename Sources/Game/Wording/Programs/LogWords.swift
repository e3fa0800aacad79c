/// The names of events in a log. In JSON they are the member `event`.
package enum LogWords {
    package static let authorized = "authorized"
    package static let bansRead = "ban list read"
    package static let client = "client"
    package static let closed = "closed"
    package static let crowd = "most connections come from one address"
    package static let again = "repeated"
    package static let delayed = "delayed"
    package static let denied = "denied"
    package static let doorEnded = "door ended"
    package static let ignored = "ignored"
    package static let keptOut = "banned"
    package static let left = "left"
    package static let leftOut = "omitted"
    package static let linesLost = "log lines lost"
    package static let refused = "refused"
    package static let shortGrace = "short time to reconnect"
    package static let state = "state"
    package static let storeFailed = "store failed"
    package static let takenOver = "session taken over"
    package static let turnedAway = "too many connections"
    package static let unreadable = "unreadable"
}

/// Problems of this machine.
extension LogWords {
    package static let bansNotRead = "ban list not updated"
    package static let checkpointFailed = "checkpoint failed"
    package static let damaged = "the store is damaged"
    package static let door = "door"
    package static let doorNotStarted = "door not started"
    package static let noRoom = "connection not accepted"
    package static let noRoomForGuest = "guest not accepted"
    package static let notReloaded = "certificate not reloaded"
    package static let notWritten = "not written"
}

/// Reasons, behind an event.
extension LogWords {
    package static let hangs = "it stopped responding and was killed"
    package static let noSuchBucket = "the lobby has no such bucket"
    package static let serversResult = "only the server writes results between players"
    package static let serversGame = "only the server starts correspondence games"
    package static let finalResult = "results can't be changed"
    package static let tooManyObjects = "too many objects"
    package static let tooLargeObject = "too large"
    package static let notOnAChannel = "not on a channel"
    package static let perhapsProxy = "if it is a proxy, name it with --trusted-proxy"
    package static let otherWriter = "another program is writing to it"
}
