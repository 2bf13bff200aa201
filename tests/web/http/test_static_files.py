"""Files over HTTP: kept for ever at the address of their content, zipped for whoever can unzip."""

import gzip
import re

import httpx

FOREVER = "public, max-age=31536000, immutable"


def addresses(base: str, path: str) -> list[str]:
    return re.findall(r'(?:href|src)="(/static/[^"]+)"', httpx.get(base + path).text)


def test_a_file_is_kept_for_ever_at_the_address_of_its_content(base: str) -> None:
    found = addresses(base, "/")
    assert {each.rpartition(".")[2] for each in found} == {"css", "js", "svg", "png", "woff2"}
    for address in found:
        got = httpx.get(base + address)
        assert got.status_code == 200
        assert got.headers["Cache-Control"] == FOREVER
        assert got.headers["X-Content-Type-Options"] == "nosniff"
        head = httpx.head(base + address)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["Content-Length"] == httpx.head(base + address).headers["Content-Length"] != "0"
        again = httpx.get(base + address, headers={"If-None-Match": got.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["Cache-Control"] == FOREVER


def test_files_of_another_version_are_not_here_and_that_is_not_kept(base: str) -> None:
    for old in ("/static/0123456789ab/home/home.js", "/static/0123456789ab/site/squarely.css"):
        gone = httpx.get(base + old)
        assert gone.status_code == 404
        assert gone.headers["Cache-Control"] == "no-store"
    bare = httpx.get(f"{base}/static/home/home.js")
    assert bare.headers["Cache-Control"] == "no-cache"
    again = httpx.get(f"{base}/static/home/home.js", headers={"If-None-Match": bare.headers["ETag"]})
    assert again.status_code == 304


def test_it_is_zipped_for_whoever_can_unzip(base: str) -> None:
    script = next(each for each in addresses(base, "/") if each.endswith("home/home.js"))
    whole = httpx.get(base + script, headers={"Accept-Encoding": "identity"})
    assert "Content-Encoding" not in whole.headers
    for asked, zipped in (("gzip", True), ("br, gzip;q=0.5", True), ("br", False), ("", False)):
        with httpx.stream("GET", base + script, headers={"Accept-Encoding": asked}) as got:
            raw = b"".join(got.iter_raw())
        assert got.headers["Vary"] == "Accept-Encoding"
        assert ("Content-Encoding" in got.headers) == zipped
        assert (gzip.decompress(raw) if zipped else raw) == whole.content


def test_a_module_is_also_there_as_it_is_written(base: str) -> None:
    got = httpx.get(f"{base}/static/site/results.js")
    assert '} from "./' in got.text
    assert got.headers["Cache-Control"] == "no-cache"
    assert got.headers["Content-Type"] == "text/javascript; charset=utf-8"
    for gone in ("site/gone.js", "../serve.py", "site/matches.py", "protocol/messages.d.ts", "pages/site/shell.html"):
        assert httpx.get(f"{base}/static/{gone}").status_code == 404


def test_the_manifest_and_its_icons(base: str) -> None:
    manifest = httpx.get(f"{base}/manifest.webmanifest")
    assert manifest.headers["Content-Type"] == "application/manifest+json"
    told = manifest.json()
    assert (told["start_url"], told["display"], told["name"]) == ("/", "standalone", "Squarely")
    sizes = {(each["sizes"], each.get("purpose", "any")) for each in told["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("192x192", "maskable"), ("512x512", "maskable")} <= sizes
    for each in told["icons"]:
        icon = httpx.get(base + each["src"])
        assert icon.headers["Content-Type"] == each["type"]
        assert icon.headers["Cache-Control"] == FOREVER


def test_the_worker_keeps_what_pages_are_made_of_and_no_match(base: str) -> None:
    worker = httpx.get(f"{base}/service-worker.js")
    assert worker.headers["Content-Type"].startswith("text/javascript")
    assert not {"{{version}}", "{{files}}"} & set(re.findall(r"{{\w+}}", worker.text))
    kept = re.findall(r'"(/static/[^"]+)"', worker.text)
    assert set(addresses(base, "/offline")) <= {
        *kept,
        *(each for each in addresses(base, "/offline") if ".png" in each),
    }
    assert all(httpx.get(base + each).headers["Cache-Control"] == FOREVER for each in kept)
