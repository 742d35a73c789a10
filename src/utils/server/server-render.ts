/**
 * One rendering on a server: what is fetched once for all of it, and components that are printed with those that stand
 * in them (E10, D18).
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

/** Choices of a rendering on a server. */
export interface RenderOptions {
  /** Does every request of this rendering, to the delivery host and to data sources; the global `fetch` by default. */
  readonly fetch?: Fetch | undefined;
  /** URL of the page: relative addresses are asked for there. */
  readonly base?: string | undefined;
  /** Language of the page, for dates (D9), as in `lang`. */
  readonly language?: string | undefined;
  /** Time zone of dates that are moments (D9), such as `Europe/Berlin`; that of the server by default. */
  readonly timeZone?: string | undefined;
  /** Cancels every request. */
  readonly signal?: AbortSignal | undefined;
}

/** What is fetched once for several components, by URL and by settings as JSON. */
export class Answers {
  readonly templates = new Map<string, Promise<CachedResource>>();
  readonly data = new Map<string, Promise<unknown>>();

  /** @param shared settings that several components of a page have: their answers stay whole, as each reads something else of them. */
  constructor(readonly shared: ReadonlySet<string> = new Set()) {}
}

/** What a host prints. */
interface HostRendering {
  readonly attributes: Readonly<Record<string, string>>;
  readonly content: string;
}

const isSameRendering = (one: HostRendering, other: HostRendering): boolean =>
  one.content === other.content && JSON.stringify(one.attributes) === JSON.stringify(other.attributes);

const memberOf = (data: unknown, id: string): unknown => (data as Record<string, unknown>)[id];

/** What came of a component. */
export interface RenderedComponent {
  readonly attributes: Record<string, string>;
  readonly content: string;
}

/** Components that one rendering prints inside of others; the page goes on with those beyond. */
const MOST_NESTED = 1000;

const CLASS = '-feaas';

/** Characters that leaving data out has to save: the mark on the element takes some, and repeated names compress well. */
const LEAST_SAVED = 200;

/** A content whose data other code than its template's may read: that of nested components, and of the page's own. */
const HAS_OWN_ELEMENTS = /<feaas-/i;

/** The settings that data holds, by the ids of their sources; those of data as a whole have none. */
export const settingsIn = (data: unknown): [id: string | undefined, key: string][] =>
  isDataSettings(data)
    ? [[undefined, JSON.stringify(data)]]
    : hasDataSettings(data)
      ? Object.entries(data as object).flatMap(([id, value]: [string, unknown]): [string, string][] =>
          isDataSettings(value) ? [[id, JSON.stringify(value)]] : [],
        )
      : [];

/** Attributes of an element that the page itself shows. */
const OF_PAGE = ['hidden', 'isolate', 'suspended', 'preview'] as const;
const isOfPage = (attributes: Readonly<Record<string, string>>): boolean => OF_PAGE.some((name) => name in attributes);

/** Attributes that stand above an element, as the page's rules for inheriting read them. */
const below = (around: InheritedContext): Element =>
  ({
    parentElement: {
      localName: '',
      getAttribute: (name: string) => (around as Record<string, unknown>)[name] ?? null,
      parentElement: null,
      parentNode: null,
    },
  }) as unknown as Element;

export class ServerRender {
  /** URLs of the stylesheets that apply. */
  readonly styles = new Set<string>();
  /** How many components have asked for each data source, by its settings as JSON. */
  readonly #asked = new Map<string, number>();
  /** Answers without what the template does not read, and the mark of the element that has it. */
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
    let delivered = templates.get(url);
    if (!delivered) {
      delivered = fetchResource(url, type, this.options.signal, undefined, this.#fetch);
      templates.set(url, delivered);
    }
    return delivered;
  }

  /** A template; a valid fork wins over its original (S4). */
  #template(source: ComponentSource): Promise<CachedResource> {
    const [first, second] = templateRequests(source);
    const template = this.#get(first!);
    return second ? chooseTemplate(template, this.#get(second), second.url) : template;
  }

  async #data(given: unknown, wants: boolean): Promise<unknown> {
    if (!hasDataSettings(given)) return given;
    if (!wants) return withoutSettings(given);
    const { base, fetch, signal } = this.options;
    const { data } = this.answers;
    return fetchData(given, {
      fetch: base || fetch ? this.#fetch : undefined,
      signal,
      fetched: {
        get: (key) => {
          this.#asked.set(key, (this.#asked.get(key) ?? 0) + 1);
          return data.get(key);
        },
        set: (key, answer) => data.set(key, answer),
        delete: (key) => data.delete(key),
      },
    });
  }

  /**
   * What data sources answered, by their settings as JSON; those that failed are for the page to ask. Where something is left out, the
   * element's mark stands before the settings, so that nobody else takes it for the whole.
   */
  async fetched(): Promise<Record<string, unknown>> {
    const keys = [...this.#asked.keys()].filter((key) => this.answers.data.has(key));
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
   * Leaves out of the answers what a content does not read. Returns the mark for its element; undefined where all of the data stays.
   * @param render renders the content again, with the data given.
   */
  #prune(
    given: unknown,
    data: unknown,
    identity: string,
    rendered: HostRendering,
    render: (data: unknown) => HostRendering,
  ): string | undefined {
    if (HAS_OWN_ELEMENTS.test(rendered.content)) return undefined;
    const sources = settingsIn(given).filter(
      // What nested components ask for, too, they read in their own way.
      ([, key]) => this.#asked.get(key) === 1 && !this.answers.shared.has(key) && this.answers.data.has(key),
    );
    if (!sources.length) return undefined;
    const reads = new DataReads();
    const isWhole = sources[0]![0] === undefined;
    const tracked = isWhole
      ? reads.track(data)
      : { ...(data as object), ...Object.fromEntries(sources.map(([id]) => [id!, reads.track(memberOf(data, id!))])) };
    // What can not be followed, such as a path that a library reads in a way of its own, shows: then everything stays.
    if (!isSameRendering(render(tracked), rendered)) return undefined;
    const mark = shortHash(identity);
    for (const [id, key] of sources) {
      const answer = id === undefined ? data : memberOf(data, id);
      const used = reads.pick(answer);
      if (JSON.stringify(used).length + LEAST_SAVED < JSON.stringify(answer).length)
        this.#pruned.set(key, { mark, answer: used });
    }
    return this.#pruned.size ? mark : undefined;
  }

  /** URL of the stylesheet that an element wants; known before anything is fetched. */
  stylesheetOf(
    attributes: Readonly<Record<string, string>>,
    around: InheritedContext = EMPTY_CONTEXT,
  ): string | undefined {
    if (isOfPage(attributes)) return undefined;
    const source = resolveSource(below(around), attributes as SourceProps);
    const wants =
      parseFetchAttribute(attributes['fetch'])('stylesheet') && (hasComponent(source) || 'template' in attributes);
    return wants && source ? stylesheetURL(source) : undefined;
  }

  /**
   * Prints a component by the attributes of its element.
   * @param given data that stands in no attribute.
   * @returns undefined where the page itself shows it: hidden, suspended, isolated, or nothing to fetch.
   * @throws the errors of the specification's catalogue.
   */
  async component(
    attributes: Readonly<Record<string, string>>,
    given: unknown,
    around: InheritedContext = { lang: this.options.language },
    depth = 0,
  ): Promise<RenderedComponent | undefined> {
    if (isOfPage(attributes)) return undefined;
    const want = parseFetchAttribute(attributes['fetch']);
    const { template } = attributes;
    const source: ElementSource | undefined = resolveSource(below(around), attributes as SourceProps);
    if (template === undefined) {
      if (!hasComponent(source)) throw new MissingSourceError();
      if (!want('template')) return undefined;
    }
    const sheet = this.stylesheetOf(attributes, around);
    const startedAt = performance.now();
    const [delivered, data] = await Promise.all([
      template === undefined && hasComponent(source) ? this.#template(source) : undefined,
      this.#data(given, want('data')),
    ]);
    // The time when the requests began. Next.js refuses a clock before anything was fetched in what it prerenders.
    const checkedAt = (): string => String(Math.floor(Date.now() - (performance.now() - startedAt)));
    if (sheet) this.styles.add(sheet);
    const marks = new Placeholders();
    const { lang: language = around.lang, class: classes = '' } = attributes;
    const surroundings = {
      language,
      timeZone: this.options.timeZone,
      nested: depth < NESTING_LIMIT ? marks.mark : undefined,
    };
    const text = template ?? delivered!.text;
    const movable = countMovable();
    const fallbacksInItems = countFallbacksInItems();
    // What is bound on a nested component was printed with what is around it.
    const host = depth ? undefined : renderHostToString(attributes, text, data ?? {}, !!around.themed, surroundings);
    const html =
      host?.content ?? renderTemplateToString(text, data ?? {}, { classes, around: around.themed }, surroundings);
    const pieces = marks.split(html);
    const mayMove = countMovable() !== movable || pieces.length > 1;
    const mayLackTemplate = countFallbacksInItems() !== fallbacksInItems;
    /** Whether the template that a page reads out of the content makes something else. */
    const isTemplateLost = (): boolean => {
      // With the content of nested components as the template has it: what they have shown is their business.
      const plain = { ...surroundings, nested: undefined };
      const print = (template: string): string =>
        host
          ? renderHostToString(attributes, template, data ?? {}, !!around.themed, plain).content
          : renderTemplateToString(template, data ?? {}, { classes, around: around.themed }, plain);
      const shown = pieces.length > 1 ? print(text) : html;
      return !showSame(print(templateOf(shown)), shown);
    };
    const own = host?.attributes ?? attributes;
    const { class: names = '', lang = around.lang } = own;
    const inside: InheritedContext = {
      ...around,
      ...inherited(attributes),
      lang,
      themed: themeOf(names) ?? around.themed,
    };
    const content = await this.#join(pieces, inside, depth + 1);
    // Out of what the page's parser makes of other HTML no template can be read: the page fetches that one, and repaints (D18). Nor can it
    // where an item shows what the template has, and the first one a value.
    const isTemplateInContent = (!mayMove || parsesBack(content)) && !(mayLackTemplate && isTemplateLost());
    const lastModified = isTemplateInContent ? delivered?.headers.get('last-modified') : null;
    // Without a server's template nothing says in the page whether what shows there is what was rendered here.
    const mayPrune = host && lastModified && template === undefined && !('editable' in attributes);
    const mark =
      mayPrune && hasDataSettings(given) && want('data')
        ? this.#prune(given, data, JSON.stringify([text, attributes]), host, (tracked) =>
            renderHostToString(attributes, text, tracked, !!around.themed, { ...surroundings, nested: undefined }),
          )
        : undefined;
    return {
      attributes: {
        ...marked(own),
        ...(lastModified && { 'last-modified': lastModified }),
        ...(mark && { [PRUNED_ATTRIBUTE]: mark }),
        // With its own template it is marked too where it waits for the data of its place.
        ...((lastModified || (depth && !('data' in attributes) && template !== undefined)) && {
          'data-checked-at': checkedAt(),
        }),
      },
      content,
    };
  }

  async #join(pieces: readonly Piece[], outer: InheritedContext, depth: number): Promise<string> {
    const parts = pieces.map((piece) => (typeof piece === 'string' ? piece : this.#piece(piece, outer, depth)));
    return (await Promise.all(parts)).join('');
  }

  /** A nested component; one that can not be had is left for the page, which tells why. */
  async #piece(nested: Exclude<Piece, string>, outer: InheritedContext, depth: number): Promise<string> {
    const { attributes, children } = nested;
    const around = { ...outer, ...nested.around };
    if (nested.isBound) {
      // It waits for the data of its place, as one with its own template does.
      const waits = 'template' in attributes && !('data' in attributes) && { 'data-checked-at': String(Date.now()) };
      return renderElementToString({ ...marked(attributes), ...waits }, await this.#join(children, around, depth));
    }
    try {
      const data = parseData(attributes['data']) ?? nested.data;
      const rendered = this.#nested++ < MOST_NESTED && (await this.component(attributes, data, around, depth));
      if (rendered) return renderElementToString(rendered.attributes, rendered.content);
    } catch (error) {
      if (frameworkSignalOf(error)) throw error;
      if (!(error instanceof MissingSourceError))
        logError(`the page has to load a nested component: ${(error as Error).message}`, error);
    }
    return renderElementToString(attributes, await this.#join(children, around, depth));
  }
}

/** Attributes with the class of a component (E3). */
function marked(attributes: Readonly<Record<string, string>>): Record<string, string> {
  const { class: names = '' } = attributes;
  return { ...attributes, class: names.split(/\s+/).includes(CLASS) ? names : `${names} ${CLASS}`.trim() };
}

/** What an element gives to those in it (E4). */
function inherited(attributes: Readonly<Record<string, string>>): InheritedContext {
  const own: Record<string, string> = {};
  const { cdn = attributes['hostname'], library } = attributes;
  if (cdn !== undefined) own.cdn = cdn;
  if (library !== undefined) own.library = library;
  return own;
}
