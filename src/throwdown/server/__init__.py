"""Matches over HTTP and WebSocket: store, identity, fair dice, one mailbox a table. Knows no rule."""
