/// Where below a folder the accounts of a person lie: for each server a folder with a file that
/// says who is signed in, and for each user a folder with the copies of what the account keeps.
package struct AccountPlaces: Hashable, Sendable {
    /// So many programs of one person may each have a copy at once.
    package static let copies = (1...8).map { "\($0).db" }

    private let folder: String

    package init(in folder: String, at server: String) {
        self.folder = "\(folder)/\(Self.word(server))"
    }

    package var accountFolder: String { folder }
    package var accountFile: String { folder + "/account" }

    package func copyFolder(of user: String) -> String { "\(folder)/user-\(Self.word(user))" }

    /// What a server or a user is called may hold anything; a file's name must lead nowhere else.
    /// Letters and digits stand for themselves, all else in hexadecimal behind an underscore.
    private static func word(_ text: String) -> String {
        var word = ""
        for byte in text.utf8.prefix(longest) {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "-"):
                word.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16)
                word += "_" + (digits.utf8.count == 1 ? "0" : "") + digits
            }
        }
        return word
    }

    /// So that a name written in hexadecimal is one that file systems take.
    private static let longest = 80
}
