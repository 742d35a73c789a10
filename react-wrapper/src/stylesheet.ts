/** A library's stylesheet, on servers and in pages. */
import { getStylesheetURL, type Revision } from 'feaas-kit';
import { createElement, type ReactElement } from 'react';

export interface StylesheetProps {
  /** Source string: `[cdn/styles/]library[/revision]`, or a component's source. */
  readonly src?: string;
  readonly cdn?: string;
  readonly library?: string;
  /** `published` (the default), `staged` or `saved`. */
  readonly revision?: Revision;
}

/** A link to a stylesheet. React 19 moves it into the head once, and delays sibling content until it has loaded. */
export const stylesheetLink = (href: string): ReactElement =>
  createElement('link', { key: href, rel: 'stylesheet', href, precedence: 'feaas' });

/**
 * A link to the stylesheet of a library. Elements use it and do not request the stylesheet again.
 * @throws SourceParseError, MissingSourceError.
 */
export const Stylesheet = ({ src, library = '', ...rest }: StylesheetProps): ReactElement =>
  stylesheetLink(getStylesheetURL(src === undefined ? { library, ...rest } : { src }));
