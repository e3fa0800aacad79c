/// The descriptions of the errors, in words for people.
extension SimperiumError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .invalidName(let name): "“\(name)” can't be the name of an app or a bucket"
        case .invalidAddress(let address): "“\(address)” is not an address of a server"
        case .invalidCertificates(let file): "can't read certificates from \(file)"
        case .notAnObject: "the value is not a JSON object"
        case .noSuchObject(let key): "there is no object \(key)"
        case .tooLarge(let key): "the object \(key) would be larger than 512 KiB"
        case .tooDeep(let key): "the object \(key) would be nested more than 64 deep"
        case .storage(let failure, let file): "can't use \(file): \(failure)"
        case .wrongPassword: "wrong username or password"
        case .nameTaken: "this username is already taken"
        case .otherUsersObjects(let name): "the objects on this device belong to \(name)"
        case .badKey: "the API key is missing, or not the app's"
        case .notReachable(let failure): "can't reach the server: \(failure)"
        case .refused(let status, let reason, let wait):
            "the server refused: \(reason.isEmpty ? "HTTP \(status)" : reason)"
                + (wait.map { " (try again in \($0.components.seconds) s)" } ?? "")
        case .editRefused(let key, let code):
            "the server refused an edit of \(key): \(Refusal.reason(of: code))"
        case .unauthorized(let reason): "the sign-in is no longer valid: \(reason)"
        case .notSignedIn: "no user is signed in"
        case .denied(let bucket, let reason): "no access to \(bucket): \(reason)"
        case .noMeans(let reason): "the machine lacks resources: \(reason)"
        case .timedOut: "no answer in time"
        case .cancelled: "cancelled"
        case .closed: "the client is closed"
        }
    }

    /// The description, under the name that Foundation's `LocalizedError` requires.
    public var errorDescription: String? { description }
}

extension StorageFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .inUse: "another program has it open"
        case .full: "the disk is full"
        case .readOnly: "it is read-only, or its folder does not exist"
        case .damaged(let reason): "it is damaged (\(reason))"
        case .foreign: "it belongs to another program"
        case .newer: "a newer version of this program wrote it"
        case .other(let reason): reason
        }
    }
}

extension ConnectionFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .nameUnknown: "its name is unknown"
        case .unreachable: "there is no network route to it"
        case .refused: "no program listens there"
        case .certificateExpired: "its certificate has expired"
        case .certificateNotYetValid: "its certificate is not valid yet"
        case .certificateOfAnother: "its certificate is for another name"
        case .certificateUntrusted: "its certificate is signed by no trusted authority"
        case .certificateRejected: "its certificate was rejected"
        case .unencrypted: "it offers no safe encryption"
        case .notSimperium: "it is not a Simperium server"
        case .otherVersion: "it has a version that is too different"
        case .forbidden: "it refuses this client, or a proxy asks for credentials"
        case .full: "it accepts no more clients at present"
        case .closedByServer: "it closed the connection"
        case .takenOver: "another program has taken the session over"
        case .lost: "the connection was lost"
        case .timedOut: "it did not answer in time"
        case .silent: "it fell silent"
        case .unanswered: "it did not answer a request"
        case .outpaced: "changes arrive faster than they can be applied"
        case .garbled: "it sent something unreadable"
        }
    }
}

extension Refusal {
    /// The meaning of the code, in words for a user.
    public var reason: String { Self.reason(of: code) }

    static func reason(of code: Int) -> String {
        switch code {
        case 400: "it does not accept such an object"
        case 401, 403: "it does not permit this user to do that"
        case 409: "it has that change already"
        case 413: "the object is too large, or there are too many"
        default: "code \(code)"
        }
    }
}

extension LogEntry {
    /// The message. It is the same for all entries of a kind.
    public var message: String {
        switch self {
        case .status: "status"
        case .unreadable: "unreadable message"
        case .denied: "bucket denied"
        case .postponed: "edit postponed"
        case .stuck: "object stuck"
        case .endlessIndex: "index without an end"
        case .storage: "file failed"
        }
    }
}
