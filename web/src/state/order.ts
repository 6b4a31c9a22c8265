/** Orders of seats: each entry is a present seat, each place its new number. */

/** `order` with the entry at `from` put at `to`. */
export function moved(order: readonly number[], from: number, to: number): number[] {
  const rest = order.filter((_, at) => at !== from)
  return [...rest.slice(0, to), ...order.slice(from, from + 1), ...rest.slice(to)]
}

/** `order` shuffled, every order as likely as any other; `random` is from 0 up to 1. */
export function shuffled(order: readonly number[], random: () => number = Math.random): number[] {
  let mixed: number[] = []
  for (const seat of order) {
    const at = Math.floor(random() * (mixed.length + 1))
    mixed = [...mixed.slice(0, at), seat, ...mixed.slice(at)]
  }
  return mixed
}
