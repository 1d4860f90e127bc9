"""References that the tests of the service compare its results with."""
