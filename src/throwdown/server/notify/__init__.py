"""Calls to people who are awaited and do not look: webhooks, mail, notices of browsers."""
