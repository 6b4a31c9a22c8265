/** The tables that this browser sat at lately, so that the lobby can lead back to them. */

const PLACE = 'tables'
const MOST = 8

export function recentTables(): string[] {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? '[]') as string[]
  } catch {
    return []
  }
}

export function rememberTable(id: string): void {
  store([id, ...recentTables().filter((one) => one !== id)].slice(0, MOST))
}

export function forgetTable(id: string): void {
  store(recentTables().filter((one) => one !== id))
}

function store(ids: readonly string[]): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(ids))
  } catch {
    // Where storage is forbidden the way back is the link.
  }
}
