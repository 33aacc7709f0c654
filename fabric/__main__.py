"""`python -m fabric`."""

from fabric.main import main

if __name__ == "__main__":
    main()
