package import Game
internal import Recording
package import Visit

extension LobbyReport: RecordedMachine {
    /// What a report is made of.
    package struct Beginning: Hashable, Codable, Sendable {
        package let subject: Subject
        package let format: Format
        package let follows: Bool
        package let isServerNamed: Bool
        package let numbering: Numbering
        package let visit: LobbyClient.Beginning

        package init(
            _ subject: Subject, _ format: Format, follows: Bool, isServerNamed: Bool,
            numbering: Numbering = .page, visit: LobbyClient.Beginning
        ) {
            self.subject = subject
            self.format = format
            self.follows = follows
            self.isServerNamed = isServerNamed
            self.numbering = numbering
            self.visit = visit
        }
    }

    package static let name = "report"

    package init(_ beginning: Beginning) {
        self.init(
            beginning.subject, beginning.format, follows: beginning.follows,
            isServerNamed: beginning.isServerNamed, numbering: beginning.numbering,
            visit: LobbyClient(beginning.visit))
    }
}
