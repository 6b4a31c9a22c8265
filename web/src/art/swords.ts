/** The command sword, drawn around 0 0, and how one to three of them stand on a die of 48. */
export const SWORD =
  'M0-17.4 2.9-12.6V4.2H7.2V7.4H1.9V12.4A2.9 2.9 0 1 1-1.9 12.4V7.4H-7.2V4.2H-2.9V-12.6Z'

export const SWORDS: Record<string, readonly string[]> = {
  '1': ['translate(24 22.6) scale(.98)'],
  '2': ['translate(16.4 22.6) scale(.88)', 'translate(31.6 22.6) scale(.88)'],
  '3': [
    'translate(10.6 24) rotate(-7) scale(.74)',
    'translate(24 21.2) scale(.82)',
    'translate(37.4 24) rotate(7) scale(.74)',
  ],
}
