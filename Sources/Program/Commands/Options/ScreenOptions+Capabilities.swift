package import Drawing

extension ScreenOptions {
    /// What the terminal called `term` can do, less or more what a person wants of it. Nil if
    /// the name is not known here.
    package func capabilities(
        term: String, environment: [String: String]
    ) -> Capabilities? {
        var environment = environment
        if isColoured == true {
            environment["NO_COLOR"] = nil
            environment["LC_NO_COLOR"] = nil
        }
        guard var capabilities = Capabilities.from(term: term, environment: environment) else {
            return nil
        }
        if isColoured == false { capabilities.colourDepth = .none }
        if let isASCII { capabilities.isUnicode = !isASCII }
        if !hasMouse { capabilities.hasReports = false }
        return capabilities
    }
}
