/// The origin of a setting that comes from neither a variable nor a file.
package enum OriginWords {
    package static let commandLine = "command line"
    package static let standard = "default"
}
