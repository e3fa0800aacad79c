internal import CSSH
internal import Glibc
internal import SimperiumLoop

/// A self-test of libssh with a local guest, before the door opens. The test checks that libssh has
/// the memory layout that `ttt_remote_packet_limit` was written for.
///
/// Both ends are in this process, so the expected limits are known.
@safe struct SSHSelfTest: ~Copyable {
    private static let mostRounds = 1_000

    private let client: ssh_session
    private let socket: CInt
    private var channel: ssh_channel?
    private var isConnected = false
    private var isAdmitted = false

    static func perform(at door: SSHServer, on loop: Loop) throws(SSHServerFault) {
        var ends: [CInt] = [-1, -1]
        let kind = CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw .library(SSHServer.libsshRefusal(of: "socketpair"))
        }
        defer { close(ends[0]) }
        var test = try SSHSelfTest(on: ends[1])
        let connection = try startSession(on: Descriptor(rawValue: ends[0]), at: door)
        for _ in 0..<mostRounds {
            connection.processAndReportEvents()
            if test.advanceClientToOpenChannel(),
                let channel = unsafe connection.protocolState.checkedChannel
            {
                return try unsafe test.comparePacketLimits(with: channel)
            }
        }
        throw .cannotConnectToItself
    }

    private static func startSession(
        on socket: Descriptor, at door: SSHServer
    ) throws(SSHServerFault) -> GuestConnection {
        do throws(LibraryError) { return try door.startSession(on: socket) { _ in } } catch {
            throw .library(error)
        }
    }

    private init(on socket: CInt) throws(SSHServerFault) {
        guard let client = unsafe ssh_new() else {
            throw .library(SSHServer.libsshRefusal(of: "ssh_new"))
        }
        unsafe self.client = unsafe client
        self.socket = socket
        var (socket, readsFiles) = (socket, false)
        unsafe ssh_options_set(client, SSH_OPTIONS_PROCESS_CONFIG, &readsFiles)
        unsafe ssh_options_set(client, SSH_OPTIONS_FD, &socket)
        let nowhere = [SSH_OPTIONS_SSH_DIR, SSH_OPTIONS_KNOWNHOSTS, SSH_OPTIONS_GLOBAL_KNOWNHOSTS]
        for option in nowhere { unsafe ssh_options_set(client, option, "/nonexistent") }
        unsafe ssh_options_set(client, SSH_OPTIONS_HOST, "localhost")
        unsafe ssh_options_set(client, SSH_OPTIONS_USER, "self-test")
        unsafe ssh_set_blocking(client, 0)
    }

    deinit {
        unsafe ssh_free(client)
    }

    /// Advances the guest's end by one step. Returns true once the channel at that end is open.
    private mutating func advanceClientToOpenChannel() -> Bool {
        if !isConnected {
            isConnected = unsafe ssh_connect(client) == SSH_OK
        } else if !isAdmitted {
            let answer = unsafe ssh_userauth_kbdint(client, nil, nil)
            isAdmitted = answer == SSH_AUTH_SUCCESS.rawValue
        } else {
            if unsafe channel == nil { unsafe channel = unsafe ssh_channel_new(client) }
            return unsafe ssh_channel_open_session(channel) == SSH_OK
        }
        return false
    }

    private func comparePacketLimits(with other: ssh_channel) throws(SSHServerFault) {
        guard let channel = unsafe channel else { return }
        let mine = unsafe ttt_local_packet_limit(channel)
        let seenThere = unsafe ttt_remote_packet_limit(other, SSHSessionCallbacks.localPacketLimit)
        let seenHere = unsafe ttt_remote_packet_limit(channel, mine)
        guard seenThere == Int64(mine), seenHere == Int64(SSHSessionCallbacks.localPacketLimit)
        else {
            throw .unknownLayout
        }
    }
}
