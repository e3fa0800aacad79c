/// A page of the manual, as mandoc reads it.
package struct Manual: Hashable, Sendable {
    package let text: String

    package init(_ page: ManualPage) {
        text = ""
    }
}
