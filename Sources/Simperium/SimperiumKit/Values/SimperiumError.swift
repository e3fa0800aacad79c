/// The reason that a call failed. Its description is a sentence for a user, with the server's
/// reason if there is one.
@nonexhaustive
public enum SimperiumError: Error, Hashable, Sendable {
    /// The text can't be the name of an app or a bucket.
    case invalidName(String)
    /// The address is invalid, or has a scheme other than `ws`, `wss`, `http` and `https`.
    case invalidAddress(String)
    /// The file of trusted certificates can't be read.
    case invalidCertificates(file: String)
    /// The value for an object is encoded as JSON of another kind, such as an array.
    case notAnObject
    case noSuchObject(ObjectKey)
    /// The object would have more than 512 KiB as compact JSON, which no server accepts.
    case tooLarge(ObjectKey)
    /// The object would be nested more than 64 deep.
    case tooDeep(ObjectKey)
    /// The file can't be read or written. Later edits and waits throw the same error, and sequences
    /// end.
    case storage(StorageFailure, file: String)
    /// No user has this name and password, or the API key is not the app's.
    case wrongPassword
    case nameTaken
    /// The objects in this client belong to this other user. Sign in with
    /// ``OtherUsersObjects/remove`` or ``OtherUsersObjects/take``.
    case otherUsersObjects(of: String)
    /// The API key is missing, or is not the app's.
    case badKey
    case notReachable(ConnectionFailure)
    /// The server refused the request with this HTTP status and reason, and may accept another try
    /// after `retryAfter`.
    case refused(status: Int, reason: String, retryAfter: Duration?)
    /// The server refused an edit of this object, with the code of a ``Refusal``. Edit it again or
    /// revert it.
    case editRefused(ObjectKey, code: Int)
    /// The server does not accept the token, or the objects in this client belong to another user.
    case unauthorized(reason: String)
    /// The call needs a signed-in user.
    case notSignedIn
    /// The server does not serve this bucket, or this app, to the user.
    case denied(BucketName, reason: String)
    /// The machine lacks a resource, such as threads.
    case noMeans(String)
    case timedOut
    /// The calling task was cancelled.
    case cancelled
    case closed
}
