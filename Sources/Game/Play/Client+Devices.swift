internal import Drawing
internal import Game
internal import Records
internal import SimperiumClock
internal import Wording

/// The devices and keys that the person's account is linked with.
extension Client {
    /// For so long a new one is pointed at: whoever let it in knows of it, and if nobody did, the
    /// person is to see it.
    private static let newness = Duration.seconds(7 * 86_400)

    private var linked: [LinkState.Device] { desk.pages.linked ?? [] }

    mutating func openAccount() {
        display.screen = .account
        if isSignedIn { askSignedIn { .showLinks($0) } }
    }

    mutating func openDevices() {
        display.screen = .devices
        askSignedIn { .showLinks($0) }
    }

    mutating func performInDevices(_ intent: Intent) {
        let ids = linked.map(\.id)
        if desk.pages.devices.move(by: intent, in: ids) { return }
        switch intent {
        case .confirm:
            guard let index = desk.pages.devices.index(in: ids) else { return }
            let device = linked[index]
            display.overlay = .question(Question(.unlink(id: device.id, name: device.shownName)))
        case .back: display.screen = .account
        default: break
        }
    }

    /// How long ago a device was let in; nil if the server does not say.
    private func age(of device: LinkState.Device) -> Duration? {
        device.since.map { today - Stamp(milliseconds: Int64(clamping: $0) &* 1_000) }
    }

    private func isNew(_ device: LinkState.Device) -> Bool {
        age(of: device).map { $0 < Self.newness } ?? false
    }

    var devicesView: PageView {
        let devices = linked
        var view = PageView(heading: DeviceWords.heading, remark: "\(devices.count)")
        view.rows = devices.map { device in
            LobbyView.Row(
                name: device.shownName, remark: isNew(device) ? DeviceWords.new : "",
                figure: age(of: device).map { DeviceWords.linked($0.age) } ?? "",
                style: isNew(device) ? .warning : .faint, nameColumns: 40)
        }
        view.titles = .init(
            name: DeviceWords.device, figure: DeviceWords.since, nameColumns: 40)
        view.chosen = desk.pages.devices.index(in: devices.map(\.id))
        view.empty = desk.pages.linked == nil ? AccountPageWords.asking : DeviceWords.none
        return view
    }

    /// The device that came in last, as long as it is new.
    var newDeviceLine: PageView.Line? {
        let newest = linked.filter(isNew).max { ($0.since ?? 0) < ($1.since ?? 0) }
        guard let newest, let age = age(of: newest) else { return nil }
        return .init(
            text: AccountPageWords.newDevice(newest.shownName, since: age.age), style: .warning)
    }
}

extension LinkState.Device {
    /// A name that another machine made up, without what would act on a terminal.
    fileprivate var shownName: String { name.asForeignText }
}
