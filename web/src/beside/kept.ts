/** Texts that this device keeps; where storage is forbidden they last as long as the page. */
const here = new Map<string, string>()

export function recallText(place: string): string {
  try {
    return localStorage.getItem(place) ?? here.get(place) ?? ''
  } catch {
    return here.get(place) ?? ''
  }
}

/** Whether the text is kept beyond this page. */
export function keepText(place: string, text: string): boolean {
  here.set(place, text)
  try {
    if (text === '') localStorage.removeItem(place)
    else localStorage.setItem(place, text)
    return true
  } catch {
    return false
  }
}
