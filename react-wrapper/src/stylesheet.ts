/** A library's stylesheet, on servers and in pages. */
import { getStylesheetURL, type Revision } from 'feaas-kit';
import { createElement, type ReactElement } from 'react';

export interface StylesheetProps {
  /** Source string: `[cdn/styles/]library[/revision]`; the source of a component works as well. */
  readonly src?: string;
  readonly cdn?: string;
  readonly library?: string;
  /** `published` (the default), `staged` or `saved`. */
  readonly revision?: Revision;
}

/** A link to a stylesheet. React 19 moves it into the head, once, and delays what is beside it until it has loaded. */
export const stylesheetLink = (href: string): ReactElement =>
  createElement('link', { key: href, rel: 'stylesheet', href, precedence: 'feaas' });

/**
 * The stylesheet of a library as a link; elements use it and do not request it again.
 * @throws SourceParseError, MissingSourceError.
 */
export const Stylesheet = ({ src, library = '', ...rest }: StylesheetProps): ReactElement =>
  stylesheetLink(getStylesheetURL(src === undefined ? { library, ...rest } : { src }));
