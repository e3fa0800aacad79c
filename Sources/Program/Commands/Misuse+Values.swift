internal import Drawing
internal import Lobby
internal import SimperiumWebWire
internal import Wording

extension ValueFlaw {
    /// The error in `text` and a way to correct it.
    func sentence(about text: String) -> String {
        switch self {
        case .empty: ValueWords.empty
        case .notYesOrNo: ValueWords.notYesOrNo(text)
        case .notNumber(let range): ValueWords.notNumber(text, in: range)
        case .notAmong(let words):
            words.nearest(to: text).map {
                ValueWords.notAmong(text, advice: AdviceWords.meant($0))
            } ?? ValueWords.notAmong(text, but: words)
        case .name(let flaw): ValueWords.badName(text, flaw: flaw.sentence)
        case .server(let flaw): ValueWords.badServer(text, flaw: flaw.sentence)
        case .tooManyServers: ValueWords.tooManyServers(most: LobbyOptions.mostServers)
        case .badEndpoint: ValueWords.badEndpoint(text, example: "\(Endpoint.usual)")
        case .badAppName: ValueWords.badAppName(text)
        case .badAddresses: ValueWords.badAddresses(text)
        case .badOrigin: ValueWords.badOrigin(text)
        case .badEngine: ValueWords.badEngine(text)
        case .badBinding: ValueWords.badBinding(text)
        case .unknownPurpose(let name): Self.sentence(aboutPurpose: name)
        case .unknownKey(let key): ValueWords.unknownKey(key)
        case .keyTaken(let stroke, let other): ValueWords.keyTaken("\(stroke)", by: other)
        }
    }

    private static func sentence(aboutPurpose name: String) -> String {
        let purposes = KeyPurpose.allCases.map(\.rawValue)
        return ValueWords.unknownPurpose(
            name, advice: purposes.advice(for: name, otherwise: AdviceWords.purposes))
    }
}

extension NameFlaw {
    fileprivate var sentence: String {
        switch self {
        case .empty: ValueWords.Name.empty
        case .tooWide: ValueWords.Name.tooWide(most: PlayerName.widest)
        case .blanksAstray: ValueWords.Name.blanksAstray
        case .marksAstray: ValueWords.Name.marksAstray
        case .notAllowed(let scalar): ValueWords.Name.notAllowed(String(scalar))
        }
    }
}

extension WebAddress.Flaw {
    fileprivate var sentence: String {
        switch self {
        case .unknownScheme: ValueWords.Address.unknownScheme
        case .noHost: ValueWords.Address.noHost
        case .badHost: ValueWords.Address.badHost
        case .badPort: ValueWords.Address.badPort
        case .badPath: ValueWords.Address.badPath
        }
    }
}

extension ConfigFlaw {
    var sentence: String {
        switch self {
        case .notUTF8: ConfigWords.notUTF8
        case .noEqualsSign: ConfigWords.noEqualsSign
        case .unknownKey(let key):
            ConfigWords.unknownSetting(
                key,
                advice: Option.settings.map(\.name).advice(
                    for: key, otherwise: AdviceWords.settings))
        case .noSetting(let key): ConfigWords.noSetting(key)
        case .givenTwice(let key, let line): ConfigWords.givenTwice(key, firstLine: line)
        case .badValue(let flaw, let text): flaw.sentence(about: text)
        }
    }
}
