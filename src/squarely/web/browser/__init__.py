"""What runs in the browser: pages, scripts and styles, served as they are."""
