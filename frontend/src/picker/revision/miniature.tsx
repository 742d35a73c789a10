/** A scaled-down render of a revision, in its own shadow root with the library's stylesheet and data. */
import { useEffect, useRef, type ReactNode } from 'react';
import { logError } from '../../../../src/global/logger';
import { usePicker } from '../context';
import { rootOf } from '../theme/swatch';

/** Layout width in pixels, the same as for thumbnails. */
const WIDTH = 800;

/** Stylesheet and data for rendering. */
export interface Setting {
  readonly sheet: CSSStyleSheet | undefined;
  readonly data: object;
}

interface MiniatureProps {
  readonly view: string;
  readonly setting: Setting;
  /** In CSS pixels. */
  readonly width: number;
  /** Called after the render, with the rendered element. */
  drawn?(element: HTMLElement): void;
}

export function Miniature({ view, setting, width, drawn }: MiniatureProps): ReactNode {
  const container = useRef<HTMLDivElement>(null);
  const { dependencies } = usePicker();
  useEffect(() => {
    let isWanted = true;
    const root = rootOf(container.current!);
    root.adoptedStyleSheets = setting.sheet ? [setting.sheet] : [];
    const host = document.createElement('div');
    host.className = '-feaas component feaas';
    const style = { 'inline-size': `${WIDTH}px`, scale: `${width / WIDTH}`, 'transform-origin': '0 0' };
    for (const [name, value] of Object.entries(style)) host.style.setProperty(name, value);
    root.replaceChildren(host);
    const draw = async (): Promise<void> => {
      await dependencies.engine.render(host, view, setting.data, {});
      if (isWanted) drawn?.(host);
    };
    draw().catch((error: unknown) => logError('Could not draw a revision', error));
    return () => void (isWanted = false);
  }, [view, setting, width, drawn, dependencies]);
  return <div ref={container} className="miniature" dir="ltr" aria-hidden="true" inert />;
}
