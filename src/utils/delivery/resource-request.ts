/**
 * What is requested of the content-delivery host for a source, and with which options (S4, S5). Elements, the script `preload` and
 * servers request by what is declared here.
 */
import { componentURLs, stylesheetURL, type ComponentSource, type StylesheetSource } from '../source/urls';

/** What is requested: the media type accepted, the metadata of a deleted one (S5), and whether it is a fork (S4). */
export interface ResourceType {
  readonly accept: string;
  readonly deletedAt: string;
  readonly isFork?: boolean;
}

export const TEMPLATE: ResourceType = { accept: 'text/html', deletedAt: 'versiondeletedat' };
export const FORK: ResourceType = { ...TEMPLATE, isFork: true };
export const STYLESHEET: ResourceType = { accept: 'text/css', deletedAt: 'deletedat' };

/** Whether a type is that of stylesheets, whatever options it has. */
export const isStylesheet = ({ accept }: ResourceType): boolean => accept === STYLESHEET.accept;

/** One request. Whoever requests the same URL later shares the first one's. */
export interface ResourceRequest {
  readonly url: string;
  readonly type: ResourceType;
}

/**
 * The requests for a component's template: its fork's first, where there is an instance; the first that there is wins (S4).
 * @throws SourceParseError for a name that would lead elsewhere.
 */
export const templateRequests = (source: ComponentSource): ResourceRequest[] =>
  componentURLs(source).map((url, at, { length }) => ({ url, type: at < length - 1 ? FORK : TEMPLATE }));

/**
 * The request for a library's stylesheet (S2).
 * @throws SourceParseError for a name that would lead elsewhere.
 */
export const stylesheetRequest = (source: StylesheetSource): ResourceRequest => ({
  url: stylesheetURL(source),
  type: STYLESHEET,
});

/** The options of a request. Specification §2: credentials are omitted. */
export const requestInit = ({ accept }: ResourceType): RequestInit => ({ headers: { accept }, credentials: 'omit' });
