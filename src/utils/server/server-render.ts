/**
 * One render on a server, which fetches each resource once and prints components together with their nested components
 * (E10, D18).
 */
import { NESTING_LIMIT } from '../../global/defaults';
import { MissingSourceError } from '../../global/errors';
import { frameworkSignalOf } from '../../global/framework-signal';
import { logError } from '../../global/logger';
import { hasDataSettings, isDataSettings } from '../data/is-settings';
import { PRUNED_ATTRIBUTE } from '../data/pruned-attribute';
import { fetchData } from '../data/settings';
import { prunedKey } from '../data/ssr-data';
import { chooseTemplate } from '../delivery/fetch-template';
import { fetchResource, globalFetch, type Fetch } from '../delivery/fetch-resource';
import type { CachedResource } from '../delivery/resource';
import { templateRequests, type ResourceRequest } from '../delivery/resource-request';
import {
  hasComponent,
  parseFetchAttribute,
  resolveSource,
  type ElementSource,
  type SourceProps,
} from '../element/component-source';
import { parseData, withoutSettings } from '../element/parse-data';
import { stylesheetURL, type ComponentSource } from '../source/urls';
import { EMPTY_CONTEXT, themeOf, type InheritedContext } from '../template/inherited-context';
import { countMovable, countFallbacksInItems, renderTemplateToString, renderHostToString } from './engine';
import { parsesBack, showSame, templateOf } from './parses-back';
import { Placeholders, renderElementToString, type Piece } from './placeholders';
import { DataReads, shortHash } from './used-data';

/** Options of a render on a server. */
export interface RenderOptions {
  /**
   * Sends all requests of this render, to the content-delivery host and to data sources; by default the global `fetch`.
   */
  readonly fetch?: Fetch | undefined;
  /** URL of the page, against which relative URLs resolve. */
  readonly base?: string | undefined;
  /** Language of the page for dates (D9), as in `lang`. */
  readonly language?: string | undefined;
  /** Time zone of dates that are instants (D9), such as `Europe/Berlin`; that of the server by default. */
  readonly timeZone?: string | undefined;
  /** Cancels all requests. */
  readonly signal?: AbortSignal | undefined;
}

/** Results that several components share, by URL and by settings as JSON. */
export class Answers {
  readonly templates = new Map<string, Promise<CachedResource>>();
  readonly data = new Map<string, Promise<unknown>>();

  /**
   * @param shared settings that several components of a page use. Their results are not pruned, as each component reads
   *   other parts.
   */
  constructor(readonly shared: ReadonlySet<string> = new Set()) {}
}

/** The printed output of a host. */
interface HostRendering {
  readonly attributes: Readonly<Record<string, string>>;
  readonly content: string;
}

const isSameRendering = (one: HostRendering, other: HostRendering): boolean =>
  one.content === other.content && JSON.stringify(one.attributes) === JSON.stringify(other.attributes);

const memberOf = (data: unknown, id: string): unknown => (data as Record<string, unknown>)[id];

/** The printed output of a component. */
export interface RenderedComponent {
  readonly attributes: Record<string, string>;
  readonly content: string;
}

/** Maximum number of nested components in one render; the page renders the others. */
const MAX_NESTED = 1000;

const CLASS = '-feaas';

/**
 * Minimum number of characters that pruning must save: the attribute on the element costs some, and repeated names
 * compress well.
 */
const MIN_SAVED = 200;

/** Matches content with elements of the kit, which may read other parts of the data than the template. */
const HAS_OWN_ELEMENTS = /<feaas-/i;

/** The settings in data, with the ids of their sources; undefined ids for settings as a whole. */
export const settingsIn = (data: unknown): [id: string | undefined, key: string][] =>
  isDataSettings(data)
    ? [[undefined, JSON.stringify(data)]]
    : hasDataSettings(data)
      ? Object.entries(data as object).flatMap(([id, value]: [string, unknown]): [string, string][] =>
          isDataSettings(value) ? [[id, JSON.stringify(value)]] : [],
        )
      : [];

/** Attributes of an element that only the page renders. */
const OF_PAGE = ['hidden', 'isolate', 'suspended', 'preview'] as const;
const isOfPage = (attributes: Readonly<Record<string, string>>): boolean => OF_PAGE.some((name) => name in attributes);

/** A substitute for an element with inherited attributes, for the inheritance code of pages. */
const inheritingElement = (context: InheritedContext): Element =>
  ({
    parentElement: {
      localName: '',
      getAttribute: (name: string) => (context as Record<string, unknown>)[name] ?? null,
      parentElement: null,
      parentNode: null,
    },
  }) as unknown as Element;

export class ServerRender {
  /** URLs of the required stylesheets. */
  readonly styles = new Set<string>();
  /** Number of components that have requested each data source, by its settings as JSON. */
  readonly #requestCounts = new Map<string, number>();
  /** Pruned results, with the mark of their element. */
  readonly #pruned = new Map<string, { readonly mark: string; readonly answer: unknown }>();
  readonly #fetch: Fetch;
  #nested = 0;

  constructor(
    private readonly options: RenderOptions,
    private readonly answers: Answers,
  ) {
    const { fetch = globalFetch, base } = options;
    this.#fetch = base ? (url, init) => fetch(new URL(url, base).href, init) : fetch;
  }

  #get({ url, type }: ResourceRequest): Promise<CachedResource> {
    const { templates } = this.answers;
    let request = templates.get(url);
    if (!request) {
      request = fetchResource(url, type, this.options.signal, undefined, this.#fetch);
      templates.set(url, request);
    }
    return request;
  }

  /** Fetches a template; a valid fork is preferred over its original (S4). */
  #template(source: ComponentSource): Promise<CachedResource> {
    const [first, second] = templateRequests(source);
    const template = this.#get(first!);
    return second ? chooseTemplate(template, this.#get(second), second.url) : template;
  }

  async #data(input: unknown, shouldFetch: boolean): Promise<unknown> {
    if (!hasDataSettings(input)) return input;
    if (!shouldFetch) return withoutSettings(input);
    const { base, fetch, signal } = this.options;
    const { data } = this.answers;
    return fetchData(input, {
      fetch: base || fetch ? this.#fetch : undefined,
      signal,
      fetched: {
        get: (key) => {
          this.#requestCounts.set(key, (this.#requestCounts.get(key) ?? 0) + 1);
          return data.get(key);
        },
        set: (key, answer) => data.set(key, answer),
        delete: (key) => data.delete(key),
      },
    });
  }

  /**
   * Results of data sources, by their settings as JSON; the page requests failed ones. Keys of pruned results are
   * prefixed with the element's mark, so that no other element uses them.
   */
  async fetched(): Promise<Record<string, unknown>> {
    const keys = [...this.#requestCounts.keys()].filter((key) => this.answers.data.has(key));
    return Object.fromEntries(
      await Promise.all(
        keys.map(async (key) => {
          const pruned = this.#pruned.get(key);
          return pruned
            ? ([prunedKey(pruned.mark, key), pruned.answer] as const)
            : [key, await this.answers.data.get(key)];
        }),
      ),
    );
  }

  /**
   * Prunes results to what a content reads. Returns the mark for its element; undefined if nothing is pruned.
   * @param render renders the content again with the given data
   */
  #prune(
    input: unknown,
    data: unknown,
    identity: string,
    rendered: HostRendering,
    render: (data: unknown) => HostRendering,
  ): string | undefined {
    if (HAS_OWN_ELEMENTS.test(rendered.content)) return undefined;
    const sources = settingsIn(input).filter(
      // Nested components may read other parts of data sources that they also request.
      ([, key]) => this.#requestCounts.get(key) === 1 && !this.answers.shared.has(key) && this.answers.data.has(key),
    );
    if (!sources.length) return undefined;
    const reads = new DataReads();
    const isWhole = sources[0]![0] === undefined;
    const tracked = isWhole
      ? reads.track(data)
      : { ...(data as object), ...Object.fromEntries(sources.map(([id]) => [id!, reads.track(memberOf(data, id!))])) };
    // If tracking changes the output, as with a library that reads a path in another way, nothing is pruned.
    if (!isSameRendering(render(tracked), rendered)) return undefined;
    const mark = shortHash(identity);
    for (const [id, key] of sources) {
      const answer = id === undefined ? data : memberOf(data, id);
      const used = reads.pick(answer);
      if (JSON.stringify(used).length + MIN_SAVED < JSON.stringify(answer).length)
        this.#pruned.set(key, { mark, answer: used });
    }
    return this.#pruned.size ? mark : undefined;
  }

  /** URL of the stylesheet that an element needs; available before anything is fetched. */
  stylesheetOf(
    attributes: Readonly<Record<string, string>>,
    context: InheritedContext = EMPTY_CONTEXT,
  ): string | undefined {
    if (isOfPage(attributes)) return undefined;
    const source = resolveSource(inheritingElement(context), attributes as SourceProps);
    const isNeeded =
      parseFetchAttribute(attributes['fetch'])('stylesheet') && (hasComponent(source) || 'template' in attributes);
    return isNeeded && source ? stylesheetURL(source) : undefined;
  }

  /**
   * Prints a component by the attributes of its element.
   * @param input data that is not in an attribute
   * @returns undefined if the page renders it: hidden, suspended, isolated, or without anything to fetch.
   * @throws the errors of the specification's catalog.
   */
  async component(
    attributes: Readonly<Record<string, string>>,
    input: unknown,
    context: InheritedContext = { lang: this.options.language },
    depth = 0,
  ): Promise<RenderedComponent | undefined> {
    if (isOfPage(attributes)) return undefined;
    const shouldFetch = parseFetchAttribute(attributes['fetch']);
    const { template } = attributes;
    const source: ElementSource | undefined = resolveSource(inheritingElement(context), attributes as SourceProps);
    if (template === undefined) {
      if (!hasComponent(source)) throw new MissingSourceError();
      if (!shouldFetch('template')) return undefined;
    }
    const stylesheet = this.stylesheetOf(attributes, context);
    const startedAt = performance.now();
    const [resource, data] = await Promise.all([
      template === undefined && hasComponent(source) ? this.#template(source) : undefined,
      this.#data(input, shouldFetch('data')),
    ]);
    // Start of the requests. Next.js rejects `Date.now()` before the first fetch in prerendered pages.
    const checkedAt = (): string => String(Math.floor(Date.now() - (performance.now() - startedAt)));
    if (stylesheet) this.styles.add(stylesheet);
    const marks = new Placeholders();
    const { lang: language = context.lang, class: classes = '' } = attributes;
    const surroundings = {
      language,
      timeZone: this.options.timeZone,
      nested: depth < NESTING_LIMIT ? marks.mark : undefined,
    };
    const text = template ?? resource!.text;
    const movable = countMovable();
    const fallbacksInItems = countFallbacksInItems();
    // The outer template has printed the bindings on a nested component's element.
    const host = depth ? undefined : renderHostToString(attributes, text, data ?? {}, !!context.themed, surroundings);
    const html =
      host?.content ?? renderTemplateToString(text, data ?? {}, { classes, around: context.themed }, surroundings);
    const pieces = marks.split(html);
    const mayMove = countMovable() !== movable || pieces.length > 1;
    const mayLackTemplate = countFallbacksInItems() !== fallbacksInItems;
    /** Whether the template that a page reads from the content has another output. */
    const isTemplateLost = (): boolean => {
      // Nested components have their content in the template, because what they show does not matter here.
      const withoutNested = { ...surroundings, nested: undefined };
      const print = (template: string): string =>
        host
          ? renderHostToString(attributes, template, data ?? {}, !!context.themed, withoutNested).content
          : renderTemplateToString(template, data ?? {}, { classes, around: context.themed }, withoutNested);
      const output = pieces.length > 1 ? print(text) : html;
      return !showSame(print(templateOf(output)), output);
    };
    const ownAttributes = host?.attributes ?? attributes;
    const { class: names = '', lang = context.lang } = ownAttributes;
    const innerContext: InheritedContext = {
      ...context,
      ...inherited(attributes),
      lang,
      themed: themeOf(names) ?? context.themed,
    };
    const content = await this.#join(pieces, innerContext, depth + 1);
    // If the page's parser changes the HTML, no template can be read from it: the page fetches the template and renders
    // again (D18). The same applies if an item shows the template's own content, but the first item a value.
    const isTemplateInContent = (!mayMove || parsesBack(content)) && !(mayLackTemplate && isTemplateLost());
    const lastModified = isTemplateInContent ? resource?.headers.get('last-modified') : null;
    // Without a server's template, the page can not detect whether its content is the one rendered here.
    const mayPrune = host && lastModified && template === undefined && !('editable' in attributes);
    const mark =
      mayPrune && hasDataSettings(input) && shouldFetch('data')
        ? this.#prune(input, data, JSON.stringify([text, attributes]), host, (tracked) =>
            renderHostToString(attributes, text, tracked, !!context.themed, { ...surroundings, nested: undefined }),
          )
        : undefined;
    return {
      attributes: {
        ...withContentClass(ownAttributes),
        ...(lastModified && { 'last-modified': lastModified }),
        ...(mark && { [PRUNED_ATTRIBUTE]: mark }),
        // A component with its own template is also marked while it waits for inherited data.
        ...((lastModified || (depth && !('data' in attributes) && template !== undefined)) && {
          'data-checked-at': checkedAt(),
        }),
      },
      content,
    };
  }

  async #join(pieces: readonly Piece[], outer: InheritedContext, depth: number): Promise<string> {
    const parts = pieces.map((piece) => (typeof piece === 'string' ? piece : this.#renderNested(piece, outer, depth)));
    return (await Promise.all(parts)).join('');
  }

  /** Prints a nested component. If it can not be fetched, the page loads it and reports the error. */
  async #renderNested(nested: Exclude<Piece, string>, outer: InheritedContext, depth: number): Promise<string> {
    const { attributes, children } = nested;
    const context = { ...outer, ...nested.around };
    if (nested.isBound) {
      // It waits for inherited data, like a component with its own template.
      const checkedAttribute = 'template' in attributes &&
        !('data' in attributes) && { 'data-checked-at': String(Date.now()) };
      return renderElementToString(
        { ...withContentClass(attributes), ...checkedAttribute },
        await this.#join(children, context, depth),
      );
    }
    try {
      const data = parseData(attributes['data']) ?? nested.data;
      const rendered = this.#nested++ < MAX_NESTED && (await this.component(attributes, data, context, depth));
      if (rendered) return renderElementToString(rendered.attributes, rendered.content);
    } catch (error) {
      if (frameworkSignalOf(error)) throw error;
      if (!(error instanceof MissingSourceError))
        logError(`the page has to load a nested component: ${(error as Error).message}`, error);
    }
    return renderElementToString(attributes, await this.#join(children, context, depth));
  }
}

/** Attributes with the class of a component (E3). */
function withContentClass(attributes: Readonly<Record<string, string>>): Record<string, string> {
  const { class: names = '' } = attributes;
  return { ...attributes, class: names.split(/\s+/).includes(CLASS) ? names : `${names} ${CLASS}`.trim() };
}

/** The attributes that nested components inherit from an element (E4). */
function inherited(attributes: Readonly<Record<string, string>>): InheritedContext {
  const context: Record<string, string> = {};
  const { cdn = attributes['hostname'], library } = attributes;
  if (cdn !== undefined) context.cdn = cdn;
  if (library !== undefined) context.library = library;
  return context;
}
