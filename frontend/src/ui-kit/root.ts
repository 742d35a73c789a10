/** A React tree in an element's shadow root. */
import { createElement, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';

const sheets = new Map<string, CSSStyleSheet>();

let size = 0;

/** A rem in pixels: the size of text that whoever reads has set, whatever a page makes of it (`html { font-size: 62.5% }`). */
export function rem(): number {
  if (size) return size;
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.cssText = 'position: absolute; font: medium serif !important';
  size = parseFloat(getComputedStyle(probe).fontSize) || 16;
  probe.remove();
  return size;
}

/** Adopts a style where it is needed: a policy may forbid inline ones. */
export function adoptStyle(place: HTMLElement, css: string): void {
  const root = place.getRootNode();
  if (!(root instanceof ShadowRoot)) return;
  let sheet = sheets.get(css);
  if (!sheet) {
    sheets.set(css, (sheet = new CSSStyleSheet()));
    sheet.replaceSync(css.replace(/(?<![\w.])(\d*\.?\d+)rem\b/g, (_, count: string) => `${Number(count) * rem()}px`));
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}

/** A drawn interface. */
export interface RenderedRoot<Props> {
  update(props: Props): void;
  /** Puts it into another place, as it is, with what it has adopted. */
  move(place: HTMLElement): void;
  unmount(): void;
}

/** Draws a component into a place; resolves once it is there, rejects with what it throws before that. */
export function renderRoot<Props extends object>(
  place: HTMLElement,
  Component: ComponentType<Props>,
  props: Props,
  css: string,
): Promise<RenderedRoot<Props>> {
  adoptStyle(place, css);
  const holder = document.createElement('div');
  place.append(holder);
  return new Promise((resolve, reject) => {
    const root = createRoot(holder, {
      onUncaughtError(error) {
        reportError(error);
        reject(error as Error);
      },
    });
    const render = (props: Props): void =>
      root.render(
        // React draws when it likes; the ref is called when it has.
        createElement(
          'div',
          { ref: (there: Element | null) => there && resolve(drawn) },
          createElement(Component, props),
        ),
      );
    const drawn: RenderedRoot<Props> = {
      update: render,
      move(place) {
        const root = holder.getRootNode() as ShadowRoot;
        for (const [css, sheet] of sheets) if (root.adoptedStyleSheets.includes(sheet)) adoptStyle(place, css);
        place.append(holder);
      },
      unmount: () => {
        root.unmount();
        holder.remove();
      },
    };
    render(props);
  });
}
