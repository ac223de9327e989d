"""The server of pages: access, refusals, and serving only files of its folders."""

import http.client
import importlib.util
import json
import socket
import threading

import pytest
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

from sgpkit.errors import UserError
from sgpkit.reports.webapp import access, application
from sgpkit.reports.webapp import server as web

TOKEN = "a-token-of-tests"


def echo(request):
    return JSONResponse({"body": dict(request.body), "query": dict(request.query), "cookies": dict(request.cookies)})


def refuses(request):
    raise HTTPException(409, "not now")


def mistaken(request):
    raise UserError("give a number")


def broken(request):
    raise KeyError("our own mistake")


def full(request):
    raise OSError(28, "No space left on device")


ROUTES = {
    ("GET", "/api/echo"): echo,
    ("POST", "/api/echo"): echo,
    ("GET", "/api/refuses"): refuses,
    ("GET", "/api/mistaken"): mistaken,
    ("GET", "/api/broken"): broken,
    ("POST", "/api/full"): full,
}


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    path = tmp_path_factory.mktemp("served")
    for name, text in {
        "page/index.html": "the page",
        "page/main.js": "let page;",
        "page/.hidden.html": "hidden",
        "page/notes.txt": "notes",
        "pictures/deep/one.png": "a picture",
        "secret.html": "secret",
    }.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_text(text)
    (path / "page" / "out.html").symlink_to(path / "secret.html")
    return {"/": path / "page", "/pictures/": path / "pictures"}


def started(folders, token=None):
    server = web.serve(ROUTES, folders, token=token)
    threading.Thread(target=server.run, daemon=True).start()
    return server


@pytest.fixture(scope="module")
def server(folders):
    server = started(folders)
    yield server
    server.close()


@pytest.fixture(scope="module")
def guarded(folders):
    server = started(folders, TOKEN)
    yield server
    server.close()


def ask(server, method, path, body=None, **headers):
    """Return status, text and headers of the reply to a request with exactly these headers, apart from Host."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    try:
        connection.putrequest(method, path, skip_host="Host" in headers, skip_accept_encoding=True)
        sent = body.encode() if isinstance(body, str) else body
        if sent is not None and "Content-Length" not in headers and "Transfer-Encoding" not in headers:
            headers["Content-Length"] = str(len(sent))
        for name, value in headers.items():
            connection.putheader(name, value)
        connection.endheaders()
        if sent is not None:
            connection.send(sent)
        reply = connection.getresponse()
        return reply.status, reply.read().decode(), reply.headers
    finally:
        connection.close()


def post(server, body, **headers):
    wanted = {"Content-Type": "application/json", **headers}
    try:
        return ask(server, "POST", "/api/echo", body, **wanted)
    except ConnectionResetError:  # it replied to the headers and closed; the body came later, and reset the connection
        return ask(server, "POST", "/api/echo", body, **wanted)


def test_json_goes_in_and_out(server):
    status, text, headers = post(server, '{"name": "Žofie", "list": [1, null]}', Cookie="a=1; b=; =c; d=x=y")
    assert status == 200
    assert json.loads(text) == {
        "body": {"name": "Žofie", "list": [1, None]},
        "query": {},
        "cookies": {"a": "1", "b": "", "": "c", "d": "x=y"},
    }
    assert headers["Cache-Control"] == "no-store"
    status, text, _ = ask(server, "GET", "/api/echo?name=%C5%BD&empty=&name=last")
    assert json.loads(text)["query"] == {"name": "last", "empty": ""}


def test_every_reply_forbids_foreign_scripts_frames_and_guessing(server):
    for path in ("/", "/api/echo", "/nowhere"):
        headers = ask(server, "GET", path)[2]
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff"


def test_files_come_by_their_plain_names_only(server):
    assert ask(server, "GET", "/")[1] == "the page"
    assert ask(server, "GET", "/main.js")[2]["Content-Type"].startswith("text/javascript")
    status, text, headers = ask(server, "GET", "/pictures/deep/one.png")
    assert (status, text, headers["Content-Type"]) == (200, "a picture", "image/png")
    assert headers.get_all("Cache-Control") == ["private, max-age=600"]
    status, text, headers = ask(server, "HEAD", "/main.js")
    assert (status, text, headers["Content-Length"]) == (200, "", "9")


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.html",
        "/%2e%2e/secret.html",
        "/..%2fsecret.html",
        "/pictures/..%2f..%2fsecret.html",
        "/pictures/../secret.html",
        "/pictures/%2e%2e/%2e%2e/secret.html",
        "//secret.html",
        "/./index.html",
        "/.hidden.html",
        "/out.html",
        "/notes.txt",
        "/main.js%00.png",
        "/..\\secret.html",
        "/pictures/",
        "/pictures/deep",
        "/pictures/deep/",
        "/main.js/",
        "/%ff.html",
        "/" + "a" * 5000 + ".html",
    ],
)
def test_no_path_leads_out_or_to_what_is_hidden(server, path):
    status, text, _ = ask(server, "GET", path)
    assert status in (400, 404)
    assert "secret" not in json.loads(text).get("error", "").replace("secret.html", "")


@pytest.mark.parametrize(
    ("status", "body", "headers"),
    [
        (400, '{"a": 1', {}),
        (400, "", {}),
        (400, "[1]", {}),
        (400, '{"a": NaN}', {}),
        (400, '{"a": "\\ud800"}', {}),
        (400, b'{"a": "\xff"}', {}),
        (400, "[" * 100_000, {}),
        (415, "{}", {"Content-Type": "text/plain"}),
        (415, "{}", {"Content-Type": "application/x-www-form-urlencoded"}),
        (413, "{}", {"Content-Length": str(application.MAX_BODY + 1)}),
        (400, "{}", {"Content-Length": "9" * 4000}),
        (400, "{}", {"Content-Length": "-1"}),
        (400, "{}", {"Content-Length": "1e1"}),
        (400, "2\r\n[]\r\n0\r\n\r\n", {"Transfer-Encoding": "chunked"}),
        (
            413,
            f"{application.MAX_BODY + 1:x}\r\n{' ' * (application.MAX_BODY + 1)}\r\n0\r\n\r\n",
            {"Transfer-Encoding": "chunked"},
        ),
    ],
)
def test_a_body_that_is_no_small_json_object_is_refused(server, status, body, headers):
    assert post(server, body, **headers)[0] == status


def test_a_body_that_is_too_long_is_refused_in_words_that_the_page_reads(server):
    status, text, _ = post(server, "{}", **{"Content-Length": str(application.MAX_BODY + 1)})
    assert (status, json.loads(text)["error"]) == (413, "too long: at most 262,144 bytes")


def test_the_largest_body_is_taken(server):
    body = json.dumps({"text": "x" * (application.MAX_BODY - 13)})
    assert len(body) <= application.MAX_BODY
    assert post(server, body)[0] == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "", "10.0.0.1", "a b", "[::1"]
)
def test_a_name_that_was_bound_to_this_machine_from_outside_gets_nothing(server, host):
    assert ask(server, "GET", "/", Host=host)[0] == 403


@pytest.mark.parametrize(
    "host", ["127.0.0.1:{port}", "localhost:{port}", "LOCALHOST:9999", "[::1]:{port}", "127.0.0.2"]
)
def test_names_of_this_machine_are_known_also_behind_a_tunnel(server, host):
    assert ask(server, "GET", "/", Host=host.format(port=server.port))[0] == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "http://127.0.0.1:{port}"}, 200),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({}, 200),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "http://127.0.0.1:1"}, 403),
        ({"Origin": "http://localhost:{port}"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://["}, 403),
        ({"origin": "http://evil.example"}, 403),
        ({"Origin": "file://127.0.0.1:{port}"}, 403),
        ({"Origin": ""}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
    ],
)
def test_only_the_page_itself_changes_anything(server, headers, status):
    headers = {name: value.format(port=server.port) for name, value in headers.items()}
    assert post(server, "{}", **headers)[0] == status


def test_a_token_is_needed_where_there_is_one(guarded):
    for path in ("/", "/api/echo", "/main.js", "/?token=", "/?token=a-token-of-test", "/?token=%C5%BD"):
        status, text, _ = ask(guarded, "GET", path)
        assert status == 403, path
        assert TOKEN not in text
    assert post(guarded, "{}")[0] == 403
    assert ask(guarded, "POST", f"/api/echo?token={TOKEN}", "{}", **{"Content-Type": "application/json"})[0] == 403


def test_the_address_lets_in_once_and_a_cookie_from_then_on(guarded):
    assert guarded.address == f"http://127.0.0.1:{guarded.port}/?token={TOKEN}"
    status, _, headers = ask(guarded, "GET", f"//evil.example/?token={TOKEN}&item=7")
    assert (status, headers["Location"]) == (303, "/evil.example/?item=7"), "to this server, and without the token"
    status, _, headers = ask(guarded, "GET", f"/?token={TOKEN}")
    assert (status, headers["Location"]) == (303, "/")
    given = headers["Set-Cookie"]
    assert "HttpOnly" in given
    assert "samesite=lax" in given.lower()
    cookie = given.split(";")[0]
    assert ask(guarded, "GET", "/", Cookie=cookie)[1] == "the page"
    assert post(guarded, "{}", Cookie=cookie)[0] == 200
    assert post(guarded, "{}", Cookie=cookie, Origin="http://evil.example")[0] == 403
    assert ask(guarded, "GET", "/", Cookie=cookie[:-1])[0] == 403
    assert ask(guarded, "GET", "/", Cookie=cookie, Host="node7.cluster:80")[0] == 200, (
        "others know this machine by names"
    )


def test_what_a_handler_raises_is_told_in_words(server, capfd):
    assert ask(server, "GET", "/api/refuses")[:2] == (409, '{"error":"not now"}')
    assert ask(server, "GET", "/api/mistaken")[:2] == (400, '{"error":"give a number"}')
    status, text, _ = ask(server, "POST", "/api/full", "{}", **{"Content-Type": "application/json"})
    assert status == 507
    assert "No space left" in text
    status, text, _ = ask(server, "GET", "/api/broken")
    assert status == 500
    assert "our own mistake" not in text
    assert "our own mistake" in capfd.readouterr().err


def test_other_methods_and_other_ways_are_refused(server):
    assert ask(server, "POST", "/api/refuses", "{}", **{"Content-Type": "application/json"})[0] == 405
    for method in ("PUT", "DELETE", "OPTIONS", "TRACE"):
        status, _, headers = ask(server, method, "/")
        assert status == 405
        assert "Content-Security-Policy" in headers


@pytest.mark.parametrize(
    "line", [b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x00\x01\r\n\r\n", b"GET /" + b"a" * 70_000]
)
def test_what_is_no_http_harms_nobody(server, line):
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection:
        connection.sendall(line)
        assert b"Traceback" not in connection.recv(4096)
    assert ask(server, "GET", "/")[0] == 200


def test_a_connection_is_kept_for_the_next_request(server):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    for _ in range(2):
        connection.request("POST", "/api/echo", '{"a": 1}', {"Content-Type": "application/json"})
        assert json.loads(connection.getresponse().read())["body"] == {"a": 1}
        socket_of = connection.sock
        assert socket_of is not None
    connection.close()


def test_where_others_can_reach_it_there_must_be_a_token(folders):
    with pytest.raises(ValueError, match="needs a token"):
        web.serve(ROUTES, folders, host="0.0.0.0")
    server = web.serve(ROUTES, folders, host="0.0.0.0", token=TOKEN)
    assert TOKEN in server.address
    server.close()


def test_a_place_that_cannot_be_had_is_told(folders, server):
    with pytest.raises(UserError, match="use --port 0 for a free port"):
        web.serve(ROUTES, folders, port=server.port)
    with pytest.raises(UserError, match="no such address"):
        web.serve(ROUTES, folders, host="no-such-host.invalid", token=TOKEN)


def test_a_random_token_outlives_the_server_and_is_its_owners(tmp_path):
    path = tmp_path / "reviews" / ".token"
    token = access.stored_token(path)
    assert len(token) >= 20
    assert access.stored_token(path) == token
    assert path.stat().st_mode & 0o077 == 0
    assert access.stored_token(tmp_path / "other") != token


@pytest.mark.parametrize("token", ["short", "has spaces in it", "with/slashes/and", "příliš-žluťoučký", ""])
def test_a_token_that_is_easy_to_guess_or_breaks_an_address_is_refused(token):
    with pytest.raises(UserError, match="--token"):
        access.checked_token(token)


def test_without_its_libraries_one_line_says_what_to_install(tmp_path, monkeypatch, capsys):
    from sgpkit.cli.main import main

    find = importlib.util.find_spec
    missing = ("starlette", "uvicorn")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *rest: None if name in missing else find(name, *rest))
    assert main(["author", "review", str(tmp_path)]) == 2
    assert capsys.readouterr().err.splitlines() == [
        "sgpkit: a page needs Starlette and uvicorn: pip install 'sgpkit[web]'"
    ]
