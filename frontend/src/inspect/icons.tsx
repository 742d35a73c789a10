/** The inspector's icons: strokes in a 20 by 20 view box, in the current text color. */
import type { ReactNode } from 'react';

const PATHS = Object.freeze({
  pick: 'M8.5 3H5a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h3.5M17 8.5V5a2 2 0 0 0-2-2h-3M9 9l8 3-3.5 1.5L12 17z',
  side: 'M3 4h14v12H3zm8.5 0v12',
  bottom: 'M3 4h14v12H3zm0 7h14',
  close: 'm5 5 10 10M15 5 5 15',
  back: 'M12 5l-5 5 5 5',
  scroll: 'M10 3v3m0 8v3M3 10h3m8 0h3m-7-3a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  refresh: 'M16 6v4h-4M4 14v-4h4M15.5 10A6 6 0 0 0 5 7M4.5 10A6 6 0 0 0 15 13',
  missing: 'M10 3 2.5 16.5h15zM10 8v4m0 2.5h.01',
  cleaned: 'M10 2.5 4 5v4.5c0 4 2.5 6.5 6 8 3.5-1.5 6-4 6-8V5zM7.5 10l2 2 3.5-4',
  open: 'm7 5 5 5-5 5',
  search: 'M9 4a5 5 0 1 0 0 10A5 5 0 0 0 9 4zm3.7 8.7L17 17',
  right: 'm4.5 10.5 3.5 3.5 7.5-8',
});

export type IconName = keyof typeof PATHS;

/** Hidden from screen readers, since the parent has a label. */
export const Icon = ({ name }: { readonly name: IconName }): ReactNode => (
  <svg className={`icon icon--${name}`} viewBox="0 0 20 20" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);
