/** The action cards, line drawings on 48 by 48. */
export const ACTIONS: Record<string, string> = {
  jackpot: '<g fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"><rect x="6" y="14" width="36" height="20" rx="4"/><path d="M18 14v20M30 14v20M10.5 21h3.4l-2.2 7M22.3 21h3.4l-2.2 7M34.3 21h3.4l-2.2 7M12 39h24"/></g>',
  boost: '<g fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"><path d="M10 40V30h8v10M20 40V22h8v18M30 40V12h8v28M6 40h36M12 22 24 10M16.5 9.6H24.4V17.5"/></g>',
  bunk: '<g fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"><path d="M10 40V12h8v28M20 40V22h8v18M30 40V30h8v10M6 40h36M24 9l12 12M36.4 13.1V21h-7.9"/></g>',
  clock: '<g fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"><circle cx="24" cy="24" r="16"/><path d="M24 15v9l-6 5M36 8l4 4M12 8 8 12"/></g>',
  skull: '<g fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"><path d="M24 7c9.4 0 16 6.2 16 14.4 0 5.4-2.8 8.6-6 10.8V40H14v-7.8c-3.2-2.2-6-5.4-6-10.8C8 13.2 14.6 7 24 7Z"/><circle cx="17.5" cy="22.5" r="3.6" fill="currentColor" stroke="none"/><circle cx="30.5" cy="22.5" r="3.6" fill="currentColor" stroke="none"/><path d="M24 28.6v2.6M20 40v-4.4M28 40v-4.4"/></g>',
  trade: '<g fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"><rect x="7" y="10" width="15" height="21" rx="3"/><rect x="26" y="17" width="15" height="21" rx="3"/><path d="M28 8.5h8.5V13M33 6l3.4 2.5L33 11M20 39.5h-8.5V35M15 42l-3.4-2.5L15 37"/></g>',
}
