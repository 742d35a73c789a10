/** How a theme looks: a sample in a shadow root of its own, where nothing but the library's stylesheet holds. */
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { usePicker } from '../context';

/** The library's stylesheet, once for all that is drawn with it. @param url where it stands, for what it refers to */
export function sheetOf(css: string, url: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet({ baseURL: url });
  sheet.replaceSync(css);
  return sheet;
}

/** A root that is drawn into; it lives as long as its element. */
export const rootOf = (element: HTMLElement): ShadowRoot =>
  element.shadowRoot ?? element.attachShadow({ mode: 'open' });

/** An element of a sample: a tag, perhaps with text. */
function sampled(tag: string, text = '', ...children: Node[]): HTMLElement {
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
  const place = useRef<HTMLDivElement>(null);
  const { t } = usePicker().messages;
  useLayoutEffect(() => {
    const root = rootOf(place.current!);
    root.adoptedStyleSheets = [sheet];
    const link = sampled('a', t('theme.link'));
    const text = sampled('p', `${t('theme.text')} `, link);
    const view = sampled('section', '', sampled('h3', t('theme.heading')), text);
    const host = sampled('div', '', view);
    // As a component stands on a page: the theme on its host (E3).
    host.className = `-feaas component feaas ${className}`;
    host.style.setProperty('block-size', '100%');
    host.style.setProperty('box-sizing', 'border-box');
    host.style.setProperty('padding', '12px 14px');
    root.replaceChildren(host);
  }, [sheet, className, t]);
  // A picture of a theme: its name says what it is.
  return <div ref={place} className="swatch" aria-hidden="true" inert />;
}
