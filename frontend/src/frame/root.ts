/** A React tree in an element's shadow root. */
import { createElement, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';

const sheets = new Map<string, CSSStyleSheet>();

/** Adopts a style where it is needed: a policy may forbid inline ones. */
export function adoptStyle(place: HTMLElement, css: string): void {
  const root = place.getRootNode();
  if (!(root instanceof ShadowRoot)) return;
  let sheet = sheets.get(css);
  if (!sheet) {
    sheets.set(css, (sheet = new CSSStyleSheet()));
    sheet.replaceSync(css);
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}

/** A drawn interface. */
export interface Drawn<Props> {
  update(props: Props): void;
  unmount(): void;
}

/** Draws a component into a place; resolves once it is there. */
export function draw<Props extends object>(
  place: HTMLElement,
  Component: ComponentType<Props>,
  props: Props,
  css: string,
): Promise<Drawn<Props>> {
  adoptStyle(place, css);
  const holder = document.createElement('div');
  place.append(holder);
  const root = createRoot(holder);
  return new Promise((resolve) => {
    const render = (props: Props): void =>
      root.render(
        // React draws when it likes; the ref is called when it has.
        createElement(
          'div',
          { ref: (there: Element | null) => there && resolve(drawn) },
          createElement(Component, props),
        ),
      );
    const drawn: Drawn<Props> = {
      update: render,
      unmount: () => {
        root.unmount();
        holder.remove();
      },
    };
    render(props);
  });
}
