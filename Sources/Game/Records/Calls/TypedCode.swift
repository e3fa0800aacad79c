/// A link's code as people type it, which the server compares: in small letters, with blanks and
/// dashes, or with whatever stood around it.
package enum TypedCode {
    /// Letters and digits of it; nil if there are none.
    package static func cleaned(_ typed: String) -> String? {
        let code = typed.uppercased().filter { $0.isLetter || $0.isNumber }
        return code.isEmpty ? nil : code
    }
}
