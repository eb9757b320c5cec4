"""The card game as arrays, for training and measurements."""

from whistlestop.games.encoding import Encoding

from .encode import addable, tensor
from .layout import factors, target

ENCODING = Encoding(tensor=tensor, addable=addable, factors=factors, target=target)
