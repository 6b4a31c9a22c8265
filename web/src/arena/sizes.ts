/** What lies on a table, in metres: as the arena has it. */
export const EDGE = 0.016
export const CARD = [0.063, 0.088, 0.0006] as const
/** Of a mat. */
export const THICK = 0.002
