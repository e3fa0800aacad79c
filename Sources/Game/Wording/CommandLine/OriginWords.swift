/// Who set something, where that is no variable and no line of a file.
package enum OriginWords {
    package static let commandLine = "command line"
    package static let standard = "default"
}
