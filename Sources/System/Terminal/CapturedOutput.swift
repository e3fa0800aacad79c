internal import CCurses
internal import Glibc

/// What ncurses writes, in a file in memory, until it is taken.
@safe final class CapturedOutput {
    let descriptor: CInt

    init() throws(TerminalRefusal) {
        descriptor = unsafe ttt_memory_file("tictactoe-frame")
        guard descriptor >= 0 else { throw .tooManyFiles }
    }

    /// All that was written since it was taken last.
    func take() -> [UInt8] {
        let count = lseek(descriptor, 0, SEEK_CUR)
        guard count > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: count)
        let taken = unsafe pread(descriptor, &bytes, count, 0)
        lseek(descriptor, 0, SEEK_SET)
        return Array(bytes.prefix(max(0, taken)))
    }
}
