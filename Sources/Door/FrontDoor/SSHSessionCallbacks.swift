internal import CSSH
internal import Drawing

/// The state of one ssh session, and the callbacks that libssh calls for it.
///
/// Callbacks only record events and return results. They never write to the channel, and never free
/// libssh's objects.
@safe struct SSHSessionCallbacks {
    /// The maximum number of attempts to authenticate. A guest with more attempts is assumed to
    /// guess keys.
    private static let mostAttempts = 20
    /// The packet size in bytes that libssh chooses for its own end of a channel. See
    /// `ttt_remote_packet_limit`.
    static let localPacketLimit: UInt32 = 35_000
    /// The smallest accepted packet size in bytes. Smaller packets would block all other guests.
    /// OpenSSH asks for 32,768 bytes. No common client asks for less than 1,024.
    private static let leastPacketLimit: Int64 = 1_024

    let session: ssh_session
    private let server: UnsafeMutablePointer<ssh_server_callbacks_struct>
    private let callbacks: UnsafeMutablePointer<ssh_channel_callbacks_struct>
    var login = SSHLogin()
    var pendingEvents: [GuestConnection.Event] = []
    /// True if the connection must end, because of too many login attempts, an unacceptable packet
    /// size, or an unknown memory layout of libssh.
    private(set) var hasFault = false
    private(set) var isAdmitted = false
    private var attempts = 0
    private var hasSentEmptyPrompt = false
    private var hasStartedSession = false
    private(set) var channel: ssh_channel?
    private var isChecked = false

    init(_ session: ssh_session) {
        unsafe self.session = unsafe session
        unsafe server = .allocate(capacity: 1)
        unsafe server.initialize(to: ssh_server_callbacks_struct())
        unsafe callbacks = .allocate(capacity: 1)
        unsafe callbacks.initialize(to: ssh_channel_callbacks_struct())
    }

    func freeCallbacks() {
        unsafe server.deallocate()
        unsafe callbacks.deallocate()
    }

    /// The channel, once its packet size has been checked; nil without a channel, or after a fault.
    /// An unacceptable packet size, or an unknown memory layout of libssh, sets `hasFault`.
    var checkedChannel: ssh_channel? {
        mutating get {
            guard let channel = unsafe channel, !hasFault else { return nil }
            guard !isChecked else { return unsafe channel }
            let limit = unsafe ttt_remote_packet_limit(channel, Self.localPacketLimit)
            guard limit >= Self.leastPacketLimit else {
                hasFault = true
                return nil
            }
            isChecked = true
            return unsafe channel
        }
    }

    mutating func acceptPublicKey(_ user: String, _ key: ssh_key?, hasSigned: Bool) -> Bool {
        countLoginAttempt()
        guard !hasFault, let fingerprint = unsafe HostKey.fingerprint(of: key) else {
            return false
        }
        if hasSigned { admit(user, fingerprint) }
        return true
    }

    /// Records that a guest was sent a keyboard-interactive request without prompts. The guest's
    /// client answers the request in another message.
    mutating func recordSentEmptyPrompt(to user: String) {
        countLoginAttempt()
        hasSentEmptyPrompt = true
        login.user = user
    }

    /// Admits a guest after the answer to a keyboard-interactive request without prompts. Returns
    /// false if no answer was expected, or after a fault. The user name is that of the request,
    /// because the answer contains none.
    mutating func admitAfterEmptyAnswer() -> Bool {
        guard hasSentEmptyPrompt, !hasFault else { return false }
        admit(login.user, nil)
        return true
    }

    private mutating func admit(_ user: String, _ fingerprint: String?) {
        guard !isAdmitted else { return }
        isAdmitted = true
        login.user = user
        login.fingerprint = fingerprint
        pendingEvents.append(.admitted)
    }

    mutating func countLoginAttempt() {
        attempts += 1
        if attempts > Self.mostAttempts { hasFault = true }
    }

    /// Opens a guest's only channel. Returns nil if the guest is not admitted, if the guest has a
    /// channel already, or if libssh fails.
    mutating func openChannel() -> ssh_channel? {
        guard isAdmitted, unsafe channel == nil, let opened = unsafe ssh_channel_new(session) else {
            return nil
        }
        unsafe ssh_set_channel_callbacks(opened, callbacks)
        unsafe channel = unsafe opened
        return unsafe opened
    }

    mutating func recordSessionRequest(_ command: String?) -> Bool {
        guard !hasStartedSession else { return false }
        hasStartedSession = true
        login.command = command
        pendingEvents.append(.came(login))
        return true
    }

    mutating func recordInput(_ bytes: [UInt8]) {
        guard hasStartedSession, !bytes.isEmpty else { return }
        if case .typed(let before)? = pendingEvents.last {
            pendingEvents[pendingEvents.count - 1] = .typed(before + bytes)
        } else {
            pendingEvents.append(.typed(bytes))
        }
    }

    mutating func recordEndOfInput() {
        pendingEvents.append(.closedInput)
    }

    mutating func recordSize(_ size: Size) {
        login.terminal?.size = size
        guard hasStartedSession else { return }
        if case .resized? = pendingEvents.last { pendingEvents.removeLast() }
        pendingEvents.append(.resized(size))
    }

    /// Registers the callbacks, which report events to the connection in `userdata`.
    func registerCallbacks(userdata: UnsafeMutableRawPointer) {
        unsafe server.pointee.size = MemoryLayout<ssh_server_callbacks_struct>.size
        unsafe server.pointee.userdata = unsafe userdata
        unsafe callbacks.pointee.size = MemoryLayout<ssh_channel_callbacks_struct>.size
        unsafe callbacks.pointee.userdata = unsafe userdata
        registerLoginCallbacks()
        registerRequestCallbacks()
        registerDataCallbacks()
        unsafe ssh_set_server_callbacks(session, server)
        unsafe ssh_set_message_callback(
            session, { unsafe answerKeyboardInteractive($1, $2) }, userdata)
        let methods = SSH_AUTH_METHOD_PUBLICKEY | SSH_AUTH_METHOD_INTERACTIVE
        unsafe ssh_set_auth_methods(session, CInt(methods))
    }

    private func registerLoginCallbacks() {
        // A login without authentication is refused, so that the guest's client offers its keys,
        // and then a keyboard-interactive login without prompts.
        unsafe server.pointee.auth_none_function = { _, _, userdata in
            unsafe GuestConnection.from(userdata).protocolState.countLoginAttempt()
            return SSH_AUTH_DENIED.rawValue
        }
        unsafe server.pointee.auth_pubkey_function = { _, user, key, state, userdata in
            let hasSigned = state == CChar(SSH_PUBLICKEY_STATE_VALID.rawValue)
            guard hasSigned || state == CChar(SSH_PUBLICKEY_STATE_NONE.rawValue) else {
                return SSH_AUTH_DENIED.rawValue
            }
            let isWelcome = unsafe GuestConnection.from(userdata).protocolState.acceptPublicKey(
                SSHLogin.limitedText(user), key, hasSigned: hasSigned)
            return isWelcome ? SSH_AUTH_SUCCESS.rawValue : SSH_AUTH_DENIED.rawValue
        }
        unsafe server.pointee.channel_open_request_session_function = { _, userdata in
            unsafe GuestConnection.from(userdata).protocolState.openChannel()
        }
    }

    private func registerRequestCallbacks() {
        unsafe callbacks.pointee.channel_pty_request_function = {
            _, _, name, columns, rows, _, _, userdata in
            let size = Size(claimedRows: Int(rows), columns: Int(columns))
            unsafe GuestConnection.from(userdata).protocolState.login.terminal = RemoteTerminal(
                name: unsafe SSHLogin.limitedText(name), size: size)
            return 0
        }
        unsafe callbacks.pointee.channel_env_request_function = { _, _, name, value, userdata in
            unsafe GuestConnection.from(userdata).protocolState.login.storeEnvironmentVariable(
                SSHLogin.limitedText(name), to: SSHLogin.limitedText(value))
            return 0
        }
        unsafe callbacks.pointee.channel_shell_request_function = { _, _, userdata in
            unsafe GuestConnection.from(userdata).protocolState.recordSessionRequest(nil) ? 0 : 1
        }
        unsafe callbacks.pointee.channel_exec_request_function = { _, _, command, userdata in
            unsafe GuestConnection.from(userdata).protocolState.recordSessionRequest(
                SSHLogin.limitedText(command))
                ? 0 : 1
        }
        // The server has no files and no proxies.
        unsafe callbacks.pointee.channel_subsystem_request_function = { _, _, _, _ in 1 }
    }

    private func registerDataCallbacks() {
        unsafe callbacks.pointee.channel_data_function = { _, _, data, count, isError, userdata in
            // libssh stores bytes that the callback does not consume.
            guard let data = unsafe data, isError == 0 else { return CInt(count) }
            let bytes = unsafe Array(UnsafeRawBufferPointer(start: data, count: Int(count)))
            unsafe GuestConnection.from(userdata).protocolState.recordInput(bytes)
            return CInt(count)
        }
        unsafe callbacks.pointee.channel_pty_window_change_function = {
            _, _, columns, rows, _, _, userdata in
            unsafe GuestConnection.from(userdata).protocolState.recordSize(
                Size(claimedRows: Int(rows), columns: Int(columns)))
            return 0
        }
        unsafe callbacks.pointee.channel_eof_function = { _, _, userdata in
            unsafe GuestConnection.from(userdata).protocolState.recordEndOfInput()
        }
        unsafe callbacks.pointee.channel_close_function = { _, _, userdata in
            unsafe GuestConnection.from(userdata).protocolState.recordEndOfInput()
        }
    }
}

/// Handles a message that has no callback. Returns 0 after answering a keyboard-interactive login
/// message. Otherwise returns 1; libssh then accepts a service request, and refuses other messages.
private func answerKeyboardInteractive(
    _ message: ssh_message?, _ userdata: UnsafeMutableRawPointer?
) -> CInt {
    guard let message = unsafe message,
        unsafe ssh_message_type(message) == SSH_REQUEST_AUTH.rawValue,
        unsafe ssh_message_subtype(message) == SSH_AUTH_METHOD_INTERACTIVE
    else { return 1 }
    let connection = unsafe GuestConnection.from(userdata)
    guard unsafe ssh_message_auth_kbdint_is_response(message) != 0 else {
        connection.protocolState.recordSentEmptyPrompt(
            to: unsafe SSHLogin.limitedText(ssh_message_auth_user(message)))
        return unsafe ssh_message_auth_interactive_request(message, "", "", 0, nil, nil) == SSH_OK
            ? 0 : 1
    }
    guard connection.protocolState.admitAfterEmptyAnswer() else { return 1 }
    unsafe ssh_message_auth_reply_success(message, 0)
    return 0
}

extension GuestConnection {
    /// Returns the connection that `registerCallbacks` passed to libssh.
    fileprivate static func from(_ userdata: UnsafeMutableRawPointer?) -> GuestConnection {
        guard let userdata = unsafe userdata else { preconditionFailure("no guest's connection") }
        return unsafe Unmanaged<GuestConnection>.fromOpaque(userdata).takeUnretainedValue()
    }
}
