/** How many dice are in the air now, on the whole page: what they show is told once they lie. */
let flying = 0

/** A die takes off; the function returned is called once it lies, or is gone. */
export function takeOff(): () => void {
  flying += 1
  let isUp = true
  return () => {
    if (isUp) flying -= 1
    isUp = false
  }
}

export function isAnyInAir(): boolean {
  return flying > 0
}
