"""stub"""
def heading(view): return ""
def notation(view, seat, event): return str(event)
