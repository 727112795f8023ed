__version__ = "0.1.0"

__all__ = ["KohakuRAG", "Settings"]


def __getattr__(name: str):
    "The two names that most users need, loaded when they are asked for: `import kohakurag` stays fast."
    if name == "KohakuRAG":
        from .facade import KohakuRAG

        return KohakuRAG
    if name == "Settings":
        from .core import Settings

        return Settings
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
