"""Rebuild the PDFs of the sample corpus, byte for byte, and verify its questions.

    python data/build.py            # rebuild every PDF in data/documents
    python data/build.py --check    # rebuild into a temporary folder and compare; exit 1 names what differs
    python data/build.py --verify   # check metadata and questions against the documents (needs pymupdf)

The bytes depend on the compiler: `pip install typst==0.15.2`. Fonts of the system are never used.
"""
import argparse, ast, csv, re, sys, tempfile
from pathlib import Path

TYPST = '0.15.2'
STAMP = 1735689600  # 2025-01-01T00:00:00Z, so that no clock gets into a PDF
HERE = Path(__file__).resolve().parent
SRC, DOCS = HERE/'sources', HERE/'documents'
# Sources that are drawn as pictures of their pages before the document that shows them is built.
PICTURES = {'scanned_page.typ': 'img/scanned_page.png'}
NOT_DOCUMENTS = {'template.typ', *PICTURES}


def compiler():
    "The `typst` module, in the version whose bytes are committed."
    try: import typst
    except ImportError: sys.exit(f'typst is missing: pip install typst=={TYPST}')
    if (v := typst.__version__) != TYPST: sys.exit(f'typst {v} is installed, but the PDFs are built with {TYPST}: pip install typst=={TYPST}')
    return typst


def build(out):
    "Compile every source into folder `out`; returns the names built."
    typst = compiler()
    opts = dict(root=str(SRC), ignore_system_fonts=True, timestamp=STAMP)
    names = []
    for name in sorted(p.name for p in SRC.glob('*.typ')):
        if name in NOT_DOCUMENTS: continue
        typst.compile(str(SRC/name), output=str(out/f'{name[:-4]}.pdf'), pdf_tags=False, **opts)
        names.append(f'{name[:-4]}.pdf')
    return names


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('--check', action='store_true', help='rebuild elsewhere and compare')
    ap.add_argument('--verify', action='store_true', help='check questions and metadata against the documents')
    args = ap.parse_args()
    if args.verify: return verify()
    if args.check: return check()
    DOCS.mkdir(exist_ok=True)
    print('\n'.join(build(DOCS)))
    return 0


def check():
    "Rebuild into a temporary folder; 1 if any PDF differs from the committed one."
    with tempfile.TemporaryDirectory() as tmp:
        names = build(Path(tmp))
        bad = [n for n in names if not (DOCS/n).exists() or (DOCS/n).read_bytes() != (Path(tmp)/n).read_bytes()]
    bad += sorted(p.name for p in DOCS.glob('*.pdf') if p.name not in names)
    print('\n'.join(f'differs: {n}' for n in bad) or f'{len(names)} PDFs, all byte for byte the same')
    return 1 if bad else 0


if __name__ == '__main__': sys.exit(main())
