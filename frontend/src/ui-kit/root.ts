/** Renders a React tree within a shadow root. */
import { createElement, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';

const sheets = new Map<string, CSSStyleSheet>();

let cachedRem = 0;

/** A rem in pixels by the user's font size, whatever the page sets (`html { font-size: 62.5% }`). */
export function remInPixels(): number {
  if (cachedRem) return cachedRem;
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.cssText = 'position: absolute; font: medium serif !important';
  cachedRem = parseFloat(getComputedStyle(probe).fontSize) || 16;
  probe.remove();
  return cachedRem;
}

/** Adopts a style in an element's shadow root. A content security policy may forbid inline styles. */
export function adoptStyle(container: HTMLElement, css: string): void {
  const root = container.getRootNode();
  if (!(root instanceof ShadowRoot)) return;
  let sheet = sheets.get(css);
  if (!sheet) {
    sheets.set(css, (sheet = new CSSStyleSheet()));
    sheet.replaceSync(
      css.replace(/(?<![\w.])(\d*\.?\d+)rem\b/g, (_, count: string) => `${Number(count) * remInPixels()}px`),
    );
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}

/** A rendered React tree. */
export interface RenderedRoot<Props> {
  update(props: Props): void;
  /** Moves the tree to another container, with its state and styles. */
  move(container: HTMLElement): void;
  unmount(): void;
}

/** Renders a component into a container. Resolves once it is rendered, rejects with an error before that. */
export function renderRoot<Props extends object>(
  container: HTMLElement,
  Component: ComponentType<Props>,
  props: Props,
  css: string,
): Promise<RenderedRoot<Props>> {
  adoptStyle(container, css);
  const rootElement = document.createElement('div');
  container.append(rootElement);
  return new Promise((resolve, reject) => {
    const root = createRoot(rootElement, {
      onUncaughtError(error) {
        reportError(error);
        reject(error as Error);
      },
    });
    const render = (props: Props): void =>
      root.render(
        // React renders asynchronously. The ref is set after the first render.
        createElement(
          'div',
          { ref: (element: Element | null) => element && resolve(rendered) },
          createElement(Component, props),
        ),
      );
    const rendered: RenderedRoot<Props> = {
      update: render,
      move(container) {
        const root = rootElement.getRootNode() as ShadowRoot;
        for (const [css, sheet] of sheets) if (root.adoptedStyleSheets.includes(sheet)) adoptStyle(container, css);
        container.append(rootElement);
      },
      unmount: () => {
        root.unmount();
        rootElement.remove();
      },
    };
    render(props);
  });
}
