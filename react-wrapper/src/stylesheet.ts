/** A library's stylesheet, on servers and in pages. */
import { getStylesheetURL, type Revision } from 'feaas-kit';
import { createElement, type ReactElement } from 'react';

export interface StylesheetProps {
  /** Source string: `[cdn/styles/]library[/revision]`; a component's names its library. */
  readonly src?: string;
  readonly cdn?: string;
  readonly library?: string;
  /** `published` (the default), `staged` or `saved`. */
  readonly revision?: Revision;
}

/** A link to a stylesheet. React 19 puts it into the head, once, and shows what needs it when it is there. */
export const stylesheetLink = (href: string): ReactElement =>
  createElement('link', { key: href, rel: 'stylesheet', href, precedence: 'feaas' });

/**
 * The stylesheet of a library: a link, which elements use instead of asking for it.
 * @throws SourceParseError, MissingSourceError.
 */
export const Stylesheet = ({ src, library = '', ...rest }: StylesheetProps): ReactElement =>
  stylesheetLink(getStylesheetURL(src === undefined ? { library, ...rest } : { src }));
