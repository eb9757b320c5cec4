"""Settings for all tests."""

from hypothesis import settings

# A first example may have to wait for a function to be compiled, so no deadline. The suite tries the same examples
# every time; `--hypothesis-profile=explore` tries others.
settings.register_profile("suite", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile("suite")
