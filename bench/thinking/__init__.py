"""Whether bots that think hurt the play at other tables."""
