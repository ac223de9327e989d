"""Results repositories on the Hub and the pull requests that add submissions to them."""
