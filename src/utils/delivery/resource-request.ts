/**
 * Requests to the content-delivery host for a source, with their options (S4, S5). Elements, the script `preload` and
 * servers share them.
 */
import { componentURLs, stylesheetURL, type ComponentSource, type StylesheetSource } from '../source/urls';

/** The accepted media type, the metadata name that marks a deleted resource (S5), and whether it is a fork (S4). */
export interface ResourceType {
  readonly accept: string;
  readonly deletedAt: string;
  readonly isFork?: boolean;
}

export const TEMPLATE: ResourceType = { accept: 'text/html', deletedAt: 'versiondeletedat' };
export const FORK: ResourceType = { ...TEMPLATE, isFork: true };
export const STYLESHEET: ResourceType = { accept: 'text/css', deletedAt: 'deletedat' };

/** Whether a type is that of stylesheets, with any options. */
export const isStylesheet = ({ accept }: ResourceType): boolean => accept === STYLESHEET.accept;

/** One request. Later requests for the same URL share it. */
export interface ResourceRequest {
  readonly url: string;
  readonly type: ResourceType;
}

/**
 * The requests for a component's template. With an instance, the fork is first; the first that exists is used (S4).
 * @throws SourceParseError for a name that would change the URL's path.
 */
export const templateRequests = (source: ComponentSource): ResourceRequest[] =>
  componentURLs(source).map((url, index, { length }) => ({ url, type: index < length - 1 ? FORK : TEMPLATE }));

/**
 * The request for a library's stylesheet (S2).
 * @throws SourceParseError for a name that would change the URL's path.
 */
export const stylesheetRequest = (source: StylesheetSource): ResourceRequest => ({
  url: stylesheetURL(source),
  type: STYLESHEET,
});

/** Options of a request. Specification §2: credentials are omitted. */
export const requestInit = ({ accept }: ResourceType): RequestInit => ({ headers: { accept }, credentials: 'omit' });
