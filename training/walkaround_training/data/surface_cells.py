"""The grid on which a pack says where the vehicle is."""

CELLS = 80  # along each side of the letterboxed square
NOWHERE, BODY, GLASS = 0, 1, 2
