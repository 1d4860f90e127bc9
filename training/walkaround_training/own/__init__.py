"""The damage model taught on with an operator's own photos: data, fit, figures, and the folder of the candidate."""
