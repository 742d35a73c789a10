/** A panel that stands at the edge of the viewport. */
import type { RefObject } from 'react';
import { setPosition, useEditor, usePosition, useSurface } from './context';
import { areaOf } from './surfaces';

/** Pixels between it, the bar and the viewport's edge. */
const GAP = 12;

/** Keeps it clear of the bar: on that side of it where there is more room, as high as that is. */
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
