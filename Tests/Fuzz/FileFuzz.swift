import Commands
import Drawing
import Guests
import Host
import SimperiumJSON
import SyncHub

/// Reads the file of an app's keys. A valid one must be the same after it is written and read
/// again.
func fuzzKeyRing(_ bytes: [UInt8]) {
    guard let ring = try? AppKeyRing(bytes) else { return }
    precondition((try? AppKeyRing(ring.bytes)) == ring)
}

extension String {
    /// True if no character controls a terminal or ends the line.
    var isOneLine: Bool { unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F } }
}

func fuzzTheme(_ bytes: [UInt8]) {
    do throws(UsageError) { _ = try Theme(path: "mine", bytes) } catch {
        precondition("\(error)".isOneLine)
    }
}

/// Reads an administrator's options in the first half, and applies them to an object in the second.
func fuzzOptions(_ bytes: [UInt8]) {
    let half = bytes.count / 2
    guard let own = (try? JSON(parsing: Array(bytes[..<half])))?.object else { return }
    let options = BucketOptions(own: own, defaults: [:])
    precondition(options.presenceGrace >= .zero && options.capacity ?? 1 > 0)
    guard let object = (try? JSON(parsing: Array(bytes[half...])))?.object else { return }
    _ = options.schema?.allows(object)
    _ = options.removalSchema?.allows(object)
}

/// Reads an SSH guest's user name, command, terminal and environment.
func fuzzArrival(_ bytes: [UInt8]) {
    let words = bytes.split(separator: 0, maxSplits: 3).map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 4 else { return }
    var arrival = GuestSSHLogin(user: words[0], command: words[1])
    arrival.terminal = RemoteTerminal(name: words[2], size: Size(rows: 24, columns: 80))
    arrival.environment = ["COLORTERM": words[3], "NO_COLOR": words[3], "LANG": words[3]]
    _ = arrival.guestCommand
    _ = Capabilities.ofKnownTerminal(
        term: words[2], environment: arrival.environment, localeIsUnicode: true)
}

/// Reads a ban list. Each sentence about a ban must be safe to show on a terminal.
func fuzzBans(_ bytes: [UInt8]) {
    guard let bans = try? BanList(bytes), let today = CalendarDay("2026-11-20") else { return }
    let found = [
        bans.ban(onAddress: Array(bytes.prefix(4)), at: today),
        bans.ban(onAddress: Array(bytes.prefix(16)), at: today),
    ]
    for ban in found.compactMap(\.self) {
        precondition(ban.sentence.filter { $0 != "\t" }.isOneLine)
    }
}
