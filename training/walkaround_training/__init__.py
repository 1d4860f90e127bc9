"""Prepare, train, evaluate and export the models of the service. The modules beside the folders are the commands."""
