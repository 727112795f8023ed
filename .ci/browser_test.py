"""Two widgets in a real browser: opens JupyterLab, runs a notebook, moves controls, looks at what changed.

Needs Debian's chromium and chromium-driver (or Chrome with its driver) and the extra `browser`; where one is missing,
it says which and ends with code 77, which the gate counts as skipped and never as passed.
Usage: python .ci/browser_test.py [FOLDER]   (screenshots go to FOLDER)
"""

import json, shutil, socket, subprocess, sys, tempfile, time
from pathlib import Path

CELLS = [
    """from kohakurag.core import *
from kohakurag.store.indexing import index_paths
from kohakurag.beyond.widgets import Explorer
from kohakurag.ensemble_voting import vote_explorer
import tempfile, pathlib
gold = {r["id"]: r for r in read_rows(data_dir() / "train_QA.csv")}
db = pathlib.Path(tempfile.mkdtemp()) / "two.db"
settings = Settings.paper(planner="offline")
index_paths([data_dir() / "documents" / f"{n}.pdf" for n in ("training_carbon", "water_footprint")], db, settings);""",
    """Explorer(db, data_dir() / "documents", [(gold[k]["question"], gold[k]["answer_unit"]) for k in ("t001", "t002", "t003")], settings)""",
    """row = lambda value, refs: {**gold["t001"], "answer_value": value, "ref_id": refs}
runs = {"t001": [row("700000", "['water_footprint']"), row("700000", "['water_footprint']"), row("5400000", "['water_footprint']")],
        "t003": [{**gold["t003"], "answer_value": v, "ref_id": r} for v, r in (("is_blank", "is_blank"), ("is_blank", "is_blank"), ("700000", "['water_footprint']"))]}
vote_explorer(runs, gold)""",
]


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def notebook(path):
    cells = [
        {
            "cell_type": "code",
            "id": f"c{i}",
            "metadata": {},
            "execution_count": None,
            "outputs": [],
            "source": c,
        }
        for i, c in enumerate(CELLS)
    ]
    kernel = {"display_name": "python3", "language": "python", "name": "python3"}
    path.write_text(
        json.dumps(
            {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
        )
    )


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def wait(what, until, seconds=90):
    end = time.time() + seconds
    while time.time() < end:
        try:
            if value := until():
                return value
        except Exception:
            pass  # the page is still being drawn
        time.sleep(0.5)
    raise SystemExit(f"failed: {what} did not happen in {seconds} s")


def drive(browser, url, shots):
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys

    def find(css):
        return browser.find_element(By.CSS_SELECTOR, css)

    def find_all(css):
        return browser.find_elements(By.CSS_SELECTOR, css)

    def shot(name):
        browser.save_screenshot(str(shots / f"{name}.png"))

    def html():
        return [e.text for e in find_all(".jp-OutputArea .widget-html-content")]

    browser.get(url)
    wait("the notebook", lambda: len(find_all(".jp-Notebook .jp-Cell")) >= len(CELLS))
    wait("a kernel", lambda: find(".jp-Notebook-ExecutionIndicator[data-status='idle']"))
    find(".jp-Notebook .jp-Cell .cm-content").click()
    for _ in CELLS:
        browser.switch_to.active_element.send_keys(Keys.SHIFT, Keys.ENTER)
        time.sleep(0.5)
    wait("the explorer", lambda: any("ranking" in t for t in html()))
    wait("the vote explorer", lambda: any("answer_priority" in t for t in html()))
    browser.execute_script("document.querySelector('.widget-hslider').scrollIntoView()")
    shot("explorer_before")
    old = next(t for t in html() if "ranking" in t)
    box = find("input.widget-readout, .widget-hslider .widget-readout")
    browser.execute_script(
        "const r = arguments[0]; r.focus(); document.getSelection().selectAllChildren(r)", box
    )
    box.send_keys("4", Keys.ENTER)
    new = wait(
        "another ranking after k = 4",
        lambda: next((t for t in html() if "ranking" in t and t != old), None),
    )
    assert any(f"ranking: {n} hits" in new for n in (4, 8, 12, 16)), new[:200]
    shot("explorer_after")
    print(
        "explorer: k = 4 changed",
        old.split("\n")[0:3],
        "ranking line:",
        next(l for l in new.split("\n") if "ranking" in l),
    )
    choose = next(e for e in find_all(".widget-dropdown select") if "t003" in e.text)
    browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", choose)
    old = next(t for t in html() if "answer_priority" in t)
    from selenium.webdriver.support.ui import Select

    Select(choose).select_by_visible_text("t003")
    new = wait(
        "another vote",
        lambda: next((t for t in html() if "answer_priority" in t and t != old), None),
    )
    assert "GPT-5" in new, new[:200]
    shot("votes_after")
    print("vote explorer: another question, another vote")


def main():
    chromium, driver = (
        shutil.which("chromium") or shutil.which("google-chrome"),
        shutil.which("chromedriver"),
    )
    if not (chromium and driver):
        skip("no chromium and chromedriver (apt-get install chromium chromium-driver)")
    try:
        from selenium import webdriver
    except ImportError:
        skip("no selenium (pip install -e '.[browser]')")
    shots = Path(sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp())
    shots.mkdir(parents=True, exist_ok=True)
    folder = tempfile.TemporaryDirectory()
    book, port = Path(folder.name) / "browser_test.ipynb", free_port()
    notebook(book)
    lab = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "jupyter",
            "lab",
            "--no-browser",
            "--allow-root",
            f"--port={port}",
            "--IdentityProvider.token=",
            "--ServerApp.password=",
            f"--ServerApp.root_dir={folder.name}",
            "--LabApp.news_url=",
            "--expose-app-in-browser",
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for flag in (
        "--headless=new",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--window-size=1300,1500",
    ):
        options.add_argument(flag)
    browser = None
    try:
        wait("JupyterLab", lambda: socket.create_connection(("127.0.0.1", port), 1).close() or True)
        browser = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
        drive(browser, f"http://127.0.0.1:{port}/lab/tree/{book.name}", shots)
        print("2 passed, 0 failed")
    except BaseException:
        if browser:
            browser.save_screenshot(str(shots / "failed.png"))
        raise
    finally:
        if browser:
            browser.quit()
        lab.terminate()
        lab.wait(20)
        folder.cleanup()


if __name__ == "__main__":
    main()
