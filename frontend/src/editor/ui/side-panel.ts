/** Positions a panel at the edge of the viewport. */
import type { RefObject } from 'react';
import { setPosition, useEditor, usePosition, useSurface } from './context';
import { areaOf } from './surfaces';

/** Pixels between the panel, the main toolbar and the viewport's edge. */
const GAP = 12;

/** Keeps the panel clear of the main toolbar, on the side with more room, at the full height of that side. */
export function useSidePanel(panel: RefObject<HTMLElement | null>): void {
  const { surfaces } = useEditor();
  useSurface('side', panel);
  usePosition(panel, (element) => {
    const bar = areaOf(surfaces, 'bar');
    if (!bar) return;
    const { left, right } = element.getBoundingClientRect();
    const { top: above, bottom } = bar;
    const isBeside = bar.right <= left || bar.left >= right;
    const isUnder = !isBeside && innerHeight - bottom >= above;
    const top = isUnder ? bottom + GAP : GAP;
    const end = isBeside || isUnder ? innerHeight - GAP : above - GAP;
    setPosition(element, { 'inset-block-start': top, 'max-block-size': end - top });
  });
}
