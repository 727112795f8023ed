"""Draw the raster pictures of the corpus from `figures/*.csv` into `img/`.

The PNGs are committed and `build.py` only embeds them, so this runs when a figure changes and not for a rebuild
(the bytes of a PNG depend on the versions of matplotlib and FreeType): `python data/sources/draw_pictures.py`.
"""

import csv
from pathlib import Path
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

HERE = Path(__file__).resolve().parent


def rows(name):
    return list(csv.DictReader((HERE / "figures" / f"{name}.csv").open(encoding="utf-8")))


plt.rcParams.update(
    {
        "font.family": "DejaVu Sans",
        "font.size": 11,
        "axes.spines.top": False,
        "axes.spines.right": False,
    }
)


def save(fig, name):
    fig.tight_layout()
    fig.savefig(HERE / "img" / f"{name}.png", dpi=130, metadata={"Software": None})
    plt.close(fig)


def ireland():
    d = rows("ireland_share")
    fig, ax = plt.subplots(figsize=(7.4, 3.9))
    bars = ax.bar(
        [r["year"] for r in d], [float(r["share_percent"]) for r in d], color="#3b6ea5", width=0.6
    )
    ax.bar_label(bars, fmt="%d%%", padding=3)
    ax.set_ylabel("share of metered electricity (%)")
    ax.set_ylim(0, 25)
    save(fig, "ireland_share")


def conferences():
    d = rows("conference_papers")
    fig, ax = plt.subplots(figsize=(5, 3.3))
    for off, col, ink in (
        (-0.19, "accuracy_percent", "#3b6ea5"),
        (0.19, "efficiency_percent", "#c8553d"),
    ):
        pts = [(i + off, float(r[col])) for i, r in enumerate(d) if r[col]]
        bars = ax.bar(
            [p[0] for p in pts], [p[1] for p in pts], width=0.36, color=ink, label=col.split("_")[0]
        )
        ax.bar_label(bars, fmt="%d%%", padding=2)
    ax.set_xticks(range(len(d)), [r["venue"] for r in d])
    ax.set_ylabel("papers (%)")
    ax.set_ylim(0, 128)
    ax.set_yticks(range(0, 101, 20))
    ax.legend(frameon=False, loc="upper right", title="main claim", ncols=2)
    save(fig, "conference_papers")


def profile():
    d = rows("daily_profile")
    fig, ax = plt.subplots(figsize=(5.2, 3.2))
    h = [int(r["hour"]) for r in d]
    for col, ink, style in (("calm_day", "#c8553d", "--"), ("windy_day", "#3b6ea5", "-")):
        ax.plot(
            h,
            [float(r[col]) for r in d],
            color=ink,
            ls=style,
            marker=".",
            label=col.replace("_", " "),
        )
    ax.set_xticks(range(0, 24, 3))
    ax.grid(alpha=0.3)
    ax.set_xlabel("hour of the day")
    ax.set_ylabel("gCO2e per kWh")
    ax.set_ylim(0, 500)
    ax.legend(frameon=False, loc="lower left")
    save(fig, "daily_profile")


if __name__ == "__main__":
    ireland()
    conferences()
    profile()
