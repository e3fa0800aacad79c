/// Why an object of an account makes no sense. Every case is something that a program may have
/// written.
package enum RecordFlaw: Error, Hashable, Sendable {
    /// Objects of this bucket have other keys.
    case key
    case missing(member: String)
    case wrongType(member: String)
    /// Of the right type, but nothing that can be.
    case senseless(member: String)
    /// Each member makes sense, but not with another.
    case contradiction
}
