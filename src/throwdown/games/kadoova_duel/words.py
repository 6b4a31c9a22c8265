def heading(view): return "x"
def notation(view, seat, event): return str(event)
