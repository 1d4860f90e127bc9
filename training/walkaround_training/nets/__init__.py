"""The networks, as they are trained and as they are exported."""
