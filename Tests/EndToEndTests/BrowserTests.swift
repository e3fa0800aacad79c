import Glibc
import TestKit
import TestSupport
import Testing

/// The program as a server for a page in a real browser. The page has another origin.
@Suite("Browsers", .waits)
struct BrowserTests {
    /// From Debian, by `make test-deps`.
    private static let browser = "/usr/bin/chromium-headless-shell"

    @Test("A page signs in, writes and reads an object by fetch, and receives it over a WebSocket")
    func page() throws {
        try #require(
            Files.isExecutable(Self.browser),
            "make test-deps installs it")
        let server = try ServedProgram(["--app", "demo"])
        let key = try server.keys(of: "demo").api
        let text = try server.python(
            Self.program, [Self.browser, key, server.folder.path("browser")])
        #expect(text == "kim@example.org 1 {\"done\":false} item 1\n")
    }

    /// Serves the page, opens it in the browser, and prints the page's report.
    private static let program = """
        import http.server, os, queue, signal, subprocess, threading
        told = queue.Queue()
        PAGE = '''\(page)'''.replace("PORT", str(PORT)).replace("API-KEY", sys.argv[3]).encode()

        class Site(http.server.BaseHTTPRequestHandler):
            def log_message(self, *words): pass
            def answer(self, body):
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            def do_GET(self): self.answer(PAGE if self.path == "/" else b"")
            def do_POST(self):
                told.put(self.rfile.read(int(self.headers["Content-Length"])).decode())
                self.answer(b"")

        # A browser that is killed leaves requests open.
        http.server.ThreadingHTTPServer.handle_error = lambda *_: None
        site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
        threading.Thread(target=site.serve_forever, daemon=True).start()
        browser = subprocess.Popen(
            [sys.argv[2], "--no-sandbox", "--disable-gpu", "--user-data-dir=" + sys.argv[4],
             "--remote-debugging-port=0", f"http://127.0.0.1:{site.server_port}/"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True)
        try: print(told.get(timeout=60))
        finally:
            os.killpg(browser.pid, signal.SIGKILL)  # and what it has started
            browser.wait()
        """

    private static let page = """
        <!doctype html><title>A page</title><script>
        const server = "127.0.0.1:PORT", app = "/1/demo/"
        async function use() {
            const name = "kim@example.org"
            const account = await fetch("http://" + server + app + "create/", {
                method: "POST", headers: {"X-Simperium-API-Key": "API-KEY"},
                body: JSON.stringify({username: name, password: "correct horse"})})
            const token = (await account.json()).access_token
            const socket = new WebSocket("ws://" + server + "/sock/1/demo/websocket")
            const frames = [], waiting = []
            socket.onmessage = event => {
                const next = waiting.shift()
                next ? next(event.data) : frames.push(event.data)
            }
            const frame = () => frames.length
                ? frames.shift() : new Promise(resolve => waiting.push(resolve))
            await new Promise((resolve, reject) => {
                socket.onopen = resolve
                socket.onerror = reject
            })
            socket.send("0:init:" + JSON.stringify({
                clientid: "page", api: "1.1", token: token, app_id: "demo", name: "todo",
                cmd: "i::::1"}))
            const user = (await frame()).slice("0:auth:".length)
            await frame()
            const headers = {"X-Simperium-Token": token, "Content-Type": "application/json"}
            const item = "http://" + server + app + "todo/i/item"
            const written = await fetch(item, {
                method: "PUT", headers: headers, body: JSON.stringify({done: false})})
            if (!written.ok) throw "not written: " + written.status
            const read = await fetch(item, {headers: headers})
            const change = JSON.parse((await frame()).slice("0:c:".length))[0]
            return [user, read.headers.get("X-Simperium-Version"), await read.text(), change.id,
                change.ev].join(" ")
        }
        use().then(text => text, error => "failed: " + error)
            .then(text => fetch("/told", {method: "POST", body: text}))
        </script>
        """
}
