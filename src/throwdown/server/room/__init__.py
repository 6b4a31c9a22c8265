"""A table being served: one mailbox, and the parts that act on its match."""
