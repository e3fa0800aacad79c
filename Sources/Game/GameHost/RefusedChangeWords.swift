/// The reasons for refused changes, for the operator.
enum RefusedChangeWords {
    static let noSuchBucket = "the lobby has no such bucket"
    static let serversResult = "only the server writes results between players"
    static let serversGame = "only the server starts correspondence games"
    static let finalResult = "results can't be changed"
    static let tooManyObjects = "too many objects"
    static let tooLargeObject = "too large"
    static let notOnAChannel = "not on a channel"
}
