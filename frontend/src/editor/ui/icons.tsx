/** The editor's icons: strokes in a 20 by 20 view box, in the current text color. */
import type { ReactNode } from 'react';

const PATHS = Object.freeze({
  undo: 'M8 5 4 9l4 4M4 9h7a5 5 0 0 1 0 10H9',
  redo: 'm12 5 4 4-4 4m4-4H9a5 5 0 0 0 0 10h2',
  bold: 'M6 4h5a3 3 0 0 1 0 6H6zm0 6h6a3 3 0 0 1 0 6H6z',
  italic: 'M8 4h7M5 16h7M11.5 4l-3 12',
  underline: 'M6 4v6a4 4 0 0 0 8 0V4M5 17h10',
  strike: 'M4 10h12M14 6.5C13.5 4.5 6.5 3.5 6.5 7c0 1.5 1.5 2.5 3.5 3m3 1.5c2 2.5-.5 5-3.5 4.5-2 0-3.5-1-3.5-3',
  link: 'M8 12l4-4M9 6l2-2a3.5 3.5 0 0 1 5 5l-2 2m-3 3-2 2a3.5 3.5 0 0 1-5-5l2-2',
  theme:
    'M10 3a7 7 0 1 0 0 14c1.5 0 1.5-1.5 1-2.5s0-2 1.5-2H15c1.5 0 2-1 2-2.5A7 7 0 0 0 10 3zM7 8h.01M10 6.5h.01M13 8h.01',
  data: 'M4 5.5C4 4 16 4 16 5.5S4 7 4 5.5zm0 0v9c0 1.5 12 1.5 12 0v-9M4 10c0 1.5 12 1.5 12 0',
  checks: 'm4 6 1.5 1.5L8 5M4 13l1.5 1.5L8 12m3-5.5h5m-5 7h5',
  width: 'M3 5h9v10H3zm12 3h2.5v7H15zM6 17h6',
  more: 'M5 10h.01M10 10h.01M15 10h.01',
  close: 'm5 5 10 10M15 5 5 15',
  grip: 'M8 5h.01M12 5h.01M8 10h.01M12 10h.01M8 15h.01M12 15h.01',
  plus: 'M10 4v12M4 10h12',
  down: 'm6 8 4 4 4-4',
  image: 'M3 4h14v12H3zm0 9 4-4 4 4 2-2 4 4M13 8h.01',
  warning: 'M10 3 2.5 16.5h15zM10 8v4m0 2.5h.01',
});

export type IconName = keyof typeof PATHS;

/** Hidden from screen readers, since the parent has a label. */
export const Icon = ({ name }: { readonly name: IconName }): ReactNode => (
  <svg className={`icon icon--${name}`} viewBox="0 0 20 20" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);
