"""Speed and memory, printed by `make bench` as ratios against a floor measured in the same run."""
