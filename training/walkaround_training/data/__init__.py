"""Label files, images and packs: everything that training and evaluation read."""
