"""The faces: they translate between the outside and the services, and do nothing else."""
