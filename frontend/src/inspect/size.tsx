/** The size of the panel, changed by dragging its edge or by keys. */
import { useState, type CSSProperties, type ReactNode } from 'react';

type Dock = 'bottom' | 'side';

/** Sizes in CSS pixels. */
const MIN_SIZE = 200;
const STEP = 24;
const DEFAULT_SIZES: Readonly<Record<Dock, number>> = { bottom: 360, side: 460 };

export interface Size {
  readonly now: number;
  readonly most: number;
  readonly style: CSSProperties;
  set(pixels: number): void;
}

export function useSize(dock: Dock): Size {
  const [sizes, setSizes] = useState(DEFAULT_SIZES);
  const most = Math.round((dock === 'bottom' ? innerHeight : innerWidth) * 0.9);
  const now = Math.min(sizes[dock], most);
  return {
    now,
    most,
    style: { [dock === 'bottom' ? 'blockSize' : 'inlineSize']: now },
    set: (pixels) => setSizes({ ...sizes, [dock]: Math.max(MIN_SIZE, Math.min(pixels, most)) }),
  };
}

interface ResizerProps {
  readonly size: Size;
  readonly dock: Dock;
  readonly label: string;
}

export function Resizer({ size, dock, label }: ResizerProps): ReactNode {
  const isBottom = dock === 'bottom';
  return (
    <div
      className="resizer"
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={isBottom ? 'horizontal' : 'vertical'}
      aria-valuemin={MIN_SIZE}
      aria-valuemax={size.most}
      aria-valuenow={size.now}
      onKeyDown={(event) => {
        const isRTL = getComputedStyle(event.currentTarget).direction === 'rtl';
        const [growKey, shrinkKey] = isBottom
          ? ['ArrowUp', 'ArrowDown']
          : isRTL
            ? ['ArrowRight', 'ArrowLeft']
            : ['ArrowLeft', 'ArrowRight'];
        const delta = event.key === growKey ? STEP : event.key === shrinkKey ? -STEP : 0;
        if (!delta) return;
        event.preventDefault();
        size.set(size.now + delta);
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        event.preventDefault();
      }}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        const isRTL = getComputedStyle(event.currentTarget).direction === 'rtl';
        size.set(isBottom ? innerHeight - event.clientY : isRTL ? event.clientX : innerWidth - event.clientX);
      }}
    />
  );
}
