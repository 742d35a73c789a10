/** Fetches a component by any kind of reference, in pages and on servers. */
import { toComponentSource, type ComponentReference, type ComponentSource } from '../source/source';
import { fetchTemplate } from './fetch-template';
import type { CachedResource } from './resource';
import { templateRequests, type ResourceRequest } from './resource-request';

/** A fetched component: its source, its template, and the time of its last change on the host. */
export interface FetchedComponent extends ComponentSource {
  readonly template: string;
  readonly lastModified: string | null;
  readonly url: string;
}

/** Sends the requests for a component's template. */
export type FetchTemplate = (requests: readonly ResourceRequest[]) => Promise<CachedResource>;

/**
 * Fetches a component by its source string or parts.
 * @throws the errors of the specification's catalog.
 */
export async function fetchComponent(
  reference: ComponentReference,
  fetch: FetchTemplate = fetchTemplate,
): Promise<FetchedComponent> {
  const source = toComponentSource(reference);
  const { text, headers, url } = await fetch(templateRequests(source));
  return { ...source, template: text, lastModified: headers.get('last-modified'), url };
}

/** A template, or a source to fetch it from. */
export interface TemplateProps extends Partial<ComponentSource> {
  src?: string;
  template?: string;
}

/**
 * The source that props specify.
 * @throws SourceParseError, MissingSourceError.
 */
export const sourceOf = (props: TemplateProps): ComponentSource =>
  toComponentSource(props.src ? { src: props.src, instance: props.instance } : (props as ComponentSource));

async function templateOf(props: TemplateProps, fetch?: FetchTemplate): Promise<string> {
  return props.template ?? (await fetchComponent(sourceOf(props), fetch)).template;
}

/**
 * The template that props contain or refer to, and their data.
 * @param fetchData replaces data settings with fetched data
 * @throws the errors of the specification's catalog.
 */
export function fetchContent(
  props: (TemplateProps & { data?: unknown }) | undefined,
  fetchData: (data: unknown) => Promise<unknown>,
  fetch?: FetchTemplate,
): Promise<[string, unknown]> {
  // Read before anything is requested, so that an error leaves no request behind.
  const { data, ...source } = props ?? {};
  return Promise.all([templateOf(source, fetch), fetchData(data)]);
}
