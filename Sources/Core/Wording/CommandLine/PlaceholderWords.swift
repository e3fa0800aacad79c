/// The words in capitals that stand for what a person types there.
package enum PlaceholderWords {
    package static let address = "[ADDR:]PORT"
    package static let binding = "PURPOSE=KEY"
    package static let code = "CODE"
    package static let command = "COMMAND"
    package static let file = "FILE"
    package static let host = "HOST"
    package static let level = "LEVEL"
    package static let name = "NAME"
    package static let nameOrMatch = "NAME|MATCH"
    package static let number = "N"
    package static let option = "OPTION"
    package static let page = "PAGE"
    package static let port = "PORT"
    package static let shell = "SHELL"
    package static let theme = "THEME"
    package static let url = "URL"
}
