"""What every connection passes before a table hears of it, and how pages and certificates reach a browser."""
