"""Rebuild the PDFs of the sample corpus, byte for byte, and verify its questions.

    python data/build.py            # rebuild every PDF in data/documents
    python data/build.py --check    # rebuild into a temporary folder and compare; exit 1 names what differs
    python data/build.py --verify   # check metadata and questions against the documents (needs pymupdf)
    python data/build.py --pictures # redraw the raster pictures first (needs matplotlib; only when a figure changes)

The bytes depend on the compiler: `pip install typst==0.15.2`. Fonts of the system are never used.
"""

import argparse, ast, csv, html, json, re, runpy, sys, tempfile
from pathlib import Path

TYPST = "0.15.2"
STAMP = 1735689600  # 2025-01-01T00:00:00Z, so that no clock gets into a PDF
HERE = Path(__file__).resolve().parent
SRC, DOCS = HERE / "sources", HERE / "documents"
# Sources that are drawn as pictures of their pages before the document that shows them is built.
PICTURES = {"scanned_page.typ": "img/scanned_page.png"}
NOT_DOCUMENTS = {"template.typ", *PICTURES}


def compiler():
    "The `typst` module, in the version whose bytes are committed."
    try:
        import typst
    except ImportError:
        sys.exit(f"typst is missing: pip install typst=={TYPST}")
    if (v := typst.__version__) != TYPST:
        sys.exit(
            f"typst {v} is installed, but the PDFs are built with {TYPST}: pip install typst=={TYPST}"
        )
    return typst


def pictures():
    "Redraw the raster pictures (needs matplotlib); their PNGs are committed, and a rebuild of the PDFs uses those."
    typst = compiler()
    for src, png in PICTURES.items():
        typst.compile(
            str(SRC / src),
            output=str(SRC / png),
            format="png",
            ppi=110,
            root=str(SRC),
            ignore_system_fonts=True,
            timestamp=STAMP,
        )
    runpy.run_path(str(SRC / "draw_pictures.py"), run_name="__main__")


def build(out):
    "Compile every source into folder `out`; returns the names built."
    typst = compiler()
    opts = dict(root=str(SRC), ignore_system_fonts=True, timestamp=STAMP)
    names = []
    for name in sorted(p.name for p in SRC.glob("*.typ")):
        if name in NOT_DOCUMENTS:
            continue
        typst.compile(str(SRC / name), output=str(out / f"{name[:-4]}.pdf"), pdf_tags=False, **opts)
        names.append(f"{name[:-4]}.pdf")
    return names


def main():
    ap = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    ap.add_argument("--check", action="store_true", help="rebuild elsewhere and compare")
    ap.add_argument(
        "--verify", action="store_true", help="check questions and metadata against the documents"
    )
    ap.add_argument(
        "--pictures", action="store_true", help="redraw the raster pictures before building"
    )
    args = ap.parse_args()
    if args.verify:
        return verify()
    if args.check:
        return check()
    if args.pictures:
        pictures()
    DOCS.mkdir(exist_ok=True)
    print("\n".join(build(DOCS)))
    return 0


def check():
    "Rebuild into a temporary folder; 1 if any PDF differs from the committed one."
    with tempfile.TemporaryDirectory() as tmp:
        names = build(Path(tmp))
        bad = [
            n
            for n in names
            if not (DOCS / n).exists() or (DOCS / n).read_bytes() != (Path(tmp) / n).read_bytes()
        ]
    bad += sorted(p.name for p in DOCS.glob("*.pdf") if p.name not in names)
    print(
        "\n".join(f"differs: {n}" for n in bad) or f"{len(names)} PDFs, all byte for byte the same"
    )
    return 1 if bad else 0


# ---------------------------------------------------------------- verify

COLS = "id,question,answer,answer_value,answer_unit,ref_id,ref_url,supporting_materials,explanation".split(
    ","
)
BLANK = "is_blank"


def rows(name):
    return list(csv.DictReader((HERE / name).open(encoding="utf-8", newline="")))


def squash(s):
    return re.sub(
        r"[^0-9a-z]+", "", s.lower()
    )  # letters and digits only: hyphens at line ends vanish


def quotes(s):
    return re.findall(r'"([^"]+)"', s)


def texts(path):
    "The text of each page of a document (one page for a file without pages)."
    if path.suffix == ".pdf":
        try:
            import pymupdf
        except ImportError:
            sys.exit("pymupdf is missing: pip install pymupdf")
        with pymupdf.open(path) as doc:
            return [page.get_text() for page in doc]
    s = path.read_text(encoding="utf-8")
    return [html.unescape(re.sub(r"<[^>]+>", " ", s)) if path.suffix == ".html" else s]


def lists(cell):
    return [] if cell == BLANK else ast.literal_eval(cell)


def check_row(r, docs, urls):
    "The faults of one row of `train_QA.csv`, as sentences."
    ids = lists(r["ref_id"])
    if r["answer_value"] == BLANK:
        return [f"{c} is not {BLANK}" for c in COLS[5:] if r[c] != BLANK]
    bad = [f"unknown document {i}" for i in ids if i not in docs] or []
    if bad:
        return bad
    if lists(r["ref_url"]) != [urls[i] for i in ids]:
        bad.append("ref_url is not the url of the metadata")
    pages = [p for i in ids for p in docs[i]]
    whole = squash(" ".join(pages))
    bad += [
        f"not in the document: {q}"
        for q in quotes(r["supporting_materials"])
        if squash(q) not in whole
    ]
    for kind, n, page in re.findall(r"(Figure|Table) (\d+), page (\d+)", r["supporting_materials"]):
        if not any(
            len(docs[i]) >= int(page) and re.search(rf"{kind}\s+{n}:", docs[i][int(page) - 1])
            for i in ids
        ):
            bad.append(f"no caption of {kind} {n} on page {page}")
    kind = re.match(r"Quote|Table|Figure|Math", r["explanation"])
    if not kind:
        bad.append("the explanation does not begin with its kind")
    elif kind[0] == "Figure" and r["answer_unit"] not in (BLANK, "year", "hour"):
        # a value that stands only in a figure is read once in a vector chart and never in a raster picture
        raster = re.search("raster|no text layer", r["explanation"], re.I) is not None
        for v in re.findall(r"[\d.]+", r["answer_value"]):
            pat, body = rf"(?<![\d.,]){re.escape(v)}(?![\d]|[.,]\d)", body_text(ids[0], docs)
            if (n := len(re.findall(pat, body))) > (0 if raster else 1):
                bad.append(f"{v} stands {n} times in the text")
    return bad


def body_text(doc, docs):
    "The text of a document without its list of references, the numbers that cite it, and the number in the running head."
    s = " ".join(docs[doc])
    s = (
        re.sub(r"(?i)\breferences\s*\n.*?(?=\Z)", "", s, flags=re.S)
        if doc != "embodied_carbon"
        else s
    )
    return re.sub(r"\[\d+\]|\bno\. \d+", "", s)


def verify():
    "Check metadata, questions and vocabulary gaps against the documents; returns 1 and says what is wrong if anything is."
    meta = {r["id"]: r for r in rows("metadata.csv")}
    files = {p.stem: p for p in sorted(DOCS.iterdir())}
    docs, urls = {k: texts(p) for k, p in files.items()}, {k: r["url"] for k, r in meta.items()}
    bad = [f"metadata.csv: {i} has no file" for i in meta if i not in files]
    bad += [f"metadata.csv: {i} is missing" for i in files if i not in meta]
    bad += [f"metadata.csv: {i} has no {c}" for i, r in meta.items() for c in r if not r[c]]
    train, test, gap = rows("train_QA.csv"), rows("test_Q.csv"), rows("sources/vocab_gap.csv")
    for name, rs in (("train_QA.csv", train), ("test_Q.csv", test), ("sources/vocab_gap.csv", gap)):
        if len({r["id"] for r in rs}) < len(rs):
            bad.append(f"{name}: an id occurs twice")
        if len({r["question"] for r in rs}) < len(rs):
            bad.append(f"{name}: a question occurs twice")
        if name != "sources/vocab_gap.csv" and list(rs[0]) != COLS:
            bad.append(f"{name}: wrong columns")
        if b"\r" in (HERE / name).read_bytes():
            bad.append(f"{name}: line ends are not LF")
    bad += [f"train_QA.csv {r['id']}: {b}" for r in train for b in check_row(r, docs, urls)]
    bad += [
        f"test_Q.csv {r['id']}: {c} is not empty"
        for r in test
        for c in COLS[2:]
        if c != "answer_unit" and r[c]
    ]
    for r in gap:
        if len(json.loads(r["expansions"])) != 3:
            bad.append(f"vocab_gap.csv {r['id']}: three expansions are wanted")
        if squash(r["evidence"]) not in squash(" ".join(docs.get(r["ref_id"], []))):
            bad.append(f"vocab_gap.csv {r['id']}: evidence not found")
    print(
        "\n".join(bad)
        or f"{len(meta)} documents, {len(train)} labelled questions, {len(test)} unlabelled, {len(gap)} vocabulary gaps: all consistent"
    )
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
