/** A sample of a theme in its own shadow root, where only the library's stylesheet applies. */
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { usePicker } from '../context';

/** The library's stylesheet, shared by all samples. @param url its address, as the base of relative URLs */
export function sheetOf(css: string, url: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet({ baseURL: url });
  sheet.replaceSync(css);
  return sheet;
}

/** The shadow root of an element, created once. */
export const rootOf = (element: HTMLElement): ShadowRoot =>
  element.shadowRoot ?? element.attachShadow({ mode: 'open' });

/** Creates an element of a sample. */
function createElement(tag: string, text = '', ...children: Node[]): HTMLElement {
  const element = document.createElement(tag);
  element.append(text, ...children);
  return element;
}

interface SwatchProps {
  readonly sheet: CSSStyleSheet;
  /** Class of the theme; empty for none. */
  readonly className: string;
}

export function Swatch({ sheet, className }: SwatchProps): ReactNode {
  const container = useRef<HTMLDivElement>(null);
  const { t } = usePicker().messages;
  useLayoutEffect(() => {
    const root = rootOf(container.current!);
    root.adoptedStyleSheets = [sheet];
    const link = createElement('a', t('theme.link'));
    const text = createElement('p', `${t('theme.text')} `, link);
    const section = createElement('section', '', createElement('h3', t('theme.heading')), text);
    const host = createElement('div', '', section);
    // The theme is on the host, as for a component on a page (E3).
    host.className = `-feaas component feaas ${className}`;
    host.style.setProperty('block-size', '100%');
    host.style.setProperty('box-sizing', 'border-box');
    host.style.setProperty('padding', '12px 14px');
    root.replaceChildren(host);
  }, [sheet, className, t]);
  // Hidden from screen readers, since the theme's name is next to it.
  return <div ref={container} className="swatch" aria-hidden="true" inert />;
}
