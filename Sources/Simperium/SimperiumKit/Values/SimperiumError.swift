/// Why something could not be done.
@nonexhaustive
public enum SimperiumError: Error, Hashable, Sendable {
    /// No app or bucket can be called so.
    case invalidName(String)
    /// No server can be there: the address is not one of `ws`, `wss`, `http` or `https`.
    case invalidAddress(String)
    /// The file of certificates to trust can't be read.
    case invalidCertificates(file: String)
    /// A value that was to be an object of a bucket is another kind of JSON.
    case notAnObject
    case noSuchObject(ObjectKey)
    /// The object would be larger than any server takes: 512 KiB as compact JSON.
    case tooLarge(ObjectKey)
    /// Its objects and lists would nest more than 64 deep.
    case tooDeep(ObjectKey)
    /// What is stored can't be read or written. Every later call throws the same, and whoever reads
    /// a sequence comes to its end.
    case storage(StorageFailure)
    /// No such user has that password; or the key is not the app's.
    case wrongPassword
    case nameTaken
    /// The objects in this client belong to another user, this one. Sign in with
    /// ``OtherUsersObjects/remove`` or ``OtherUsersObjects/take``.
    case otherUsersObjects(of: String)
    /// There is no key, or it does not open the app.
    case badKey
    case notReachable(ConnectionFailure)
    /// The server answered over HTTP, with this status, that it won't.
    case refused(status: Int)
    /// The server won't have what was edited of this object. It is edited again, or reverted.
    case editRefused(ObjectKey)
    /// The machine has not enough of something, such as threads.
    case noMeans(String)
    case timedOut
    /// The task that asked was cancelled.
    case cancelled
    /// The client was closed.
    case closed
}
