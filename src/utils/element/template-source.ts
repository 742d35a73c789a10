/**
 * Where the template of a component comes from (E5, E6, S4): its source, by way of the delivery host or of what a server rendered; its
 * `template` attribute; or its children.
 */
import { subscribeToTemplate, type TemplateListener } from '../delivery/component-template';
import type { CachedResource } from '../delivery/resource';
import { templateRequests, type ResourceRequest } from '../delivery/resource-request';
import { lazyModules } from '../scheduling/lazy-modules';
import { nestedHosts } from '../template/nested-components';
import {
  hasComponent,
  isSourceDeferred,
  resolveSource,
  type ElementSource,
  type SourceProps,
} from './component-source';
import { mayBeParsed } from './parsing';

/**
 * Attribute of an element whose children are what was rendered, and no longer its template: it holds that template. Caches of pages
 * (Turbo, htmx) bring such elements back as copies, with the values of somebody else's visit.
 */
export const TEMPLATE_ATTRIBUTE = 'data-feaas-template';

export interface TemplateProps extends SourceProps {
  template?: string;
  lastModified?: string;
}

export interface TemplateUpdate {
  /** The template is to be fetched (E5). */
  shouldFetch: boolean;
  /** Content of this component is shown. */
  hasRendered: boolean;
}

export interface TemplateSourceEvents {
  /** The template of another source is requested; nothing of that source is there yet. */
  onRequest(): void;
  /** Nothing is requested any more. */
  onIdle(): void;
  /** The template of the source has arrived. */
  onLoad(): void;
  /** There may be another template to show. */
  onChange(): void;
  /** The source can not be had; `isFatal` unless there is a template of the element's own. */
  onError(error: Error, isFatal: boolean): void;
  /** What could not be had is there now: update again. */
  onRecover(): void;
  /** The module `deferred` is needed first, or the rest of the children: update again when they are there. */
  onModuleNeeded(): void;
}

/** Subscribes to the template that the first of some requests finds; replaceable. */
export type SubscribeToTemplate = (requests: readonly ResourceRequest[], listener: TemplateListener) => () => void;

/** The template of a nested component as the template around it has it, without its data; undefined for others. */
const nestedTemplate = (element: Element): string | undefined => nestedHosts.get(element)?.template;

export class TemplateSource {
  #source?: ElementSource;
  /** URLs of the source; undefined when it is to be looked at again. */
  #key?: string;
  /** What its template takes, once it was to be fetched. */
  #requests?: readonly ResourceRequest[] | undefined;
  #unsubscribe?: (() => void) | undefined;
  #isLoading = false;
  #fetched?: CachedResource;
  #attribute?: string;
  /** The attribute changed last, so it is what shows (E6). */
  #prefersAttribute = false;
  #children?: string;
  #isChildrenOutput = false;
  #error?: Error;

  constructor(
    private readonly element: Element,
    private readonly events: TemplateSourceEvents,
    private readonly subscribe: SubscribeToTemplate = subscribeToTemplate,
  ) {}

  get source(): ElementSource | undefined {
    return this.#source;
  }

  get isLoading(): boolean {
    return this.#isLoading;
  }

  /** What was fetched for the source, or rendered by a server. */
  get fetched(): CachedResource | undefined {
    return this.#fetched;
  }

  /** Why the host does not have what is to be shown. */
  get error(): Error | undefined {
    return this.#error ?? this.#fetched?.error;
  }

  /** Why nothing of the source is there, though the element shows something. */
  get sourceError(): Error | undefined {
    return this.#error;
  }

  /** The template to show now; undefined while there is none. */
  get current(): string | undefined {
    if (this.#prefersAttribute && this.#attribute !== undefined) return this.#attribute;
    if (this.#fetched || this.#isLoading) return this.#fetched?.text;
    return this.#attribute ?? this.#childrenTemplate;
  }

  /** The children are the template, and what a page shows without data. */
  get isShownAsIs(): boolean {
    return !this.#isChildrenOutput && this.current !== undefined && this.current === this.#childrenTemplate;
  }

  /** The template is what the element's children were. */
  get isOfChildren(): boolean {
    return this.#fetched === undefined && this.#attribute === undefined && this.#children !== undefined;
  }

  /**
   * Takes over what the element names. Returns whether that is another source or template than before; undefined while a module has to
   * be loaded, or children have to arrive, first.
   * @throws SourceParseError
   */
  update(props: TemplateProps, update: TemplateUpdate): boolean | undefined {
    const before = this.#key;
    if (isSourceDeferred(props) || !this.#updateSource(props, update)) return this.#awaitModule();
    // A removed attribute leaves null.
    const template = props.template ?? undefined;
    const isOther = template !== this.#attribute;
    if (isOther) {
      this.#attribute = template;
      this.#prefersAttribute = update.hasRendered || !this.#isLoading;
      // A server made its content, out of data that the place it stands in is about to give it.
      if (this.element.hasAttribute('data-checked-at')) this.#children ??= template;
    }
    if (!update.hasRendered && !this.#isLoading && this.current === undefined) {
      const mayBeMore = mayBeParsed(this.element);
      if (mayBeMore || this.element.firstChild) {
        if (mayBeMore || !lazyModules.deferred) return this.#awaitModule();
        this.#readChildren();
      }
    }
    return isOther || this.#key !== before;
  }

  /** Fetches the template itself in the place of what a server made of it: other data renders from the template (D16). */
  replaceServerContent(): void {
    if (this.isOfChildren) lazyModules.deferred?.replaceContentAround(this.element);
    else if (this.#fetched?.fromServer && !this.#isLoading) this.#load();
  }

  /** Looks at the source again with the next update: it failed, or the element left the page. */
  invalidate(): void {
    if (this.#requests) this.#key = undefined;
  }

  /** Ends the subscription, and a request that is under way. */
  cancel(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    this.#isLoading = false;
    this.invalidate();
  }

  /** What is rendered into the element is not to be taken for its template where a copy of it is found. */
  markOutput(): void {
    const { element, isOfChildren } = this;
    const host = nestedHosts.get(element);
    if (host && isOfChildren) host.onTemplate ??= () => this.events.onChange();
    const template =
      isOfChildren && !host?.template ? this.#children! : element.hasAttribute('last-modified') ? '' : null;
    if (template !== null && element.getAttribute(TEMPLATE_ATTRIBUTE) !== template)
      element.setAttribute(TEMPLATE_ATTRIBUTE, template);
  }

  #awaitModule(): undefined {
    this.events.onModuleNeeded();
  }

  get #childrenTemplate(): string | undefined {
    return this.#children === undefined ? undefined : (nestedTemplate(this.element) ?? this.#children);
  }

  #readChildren(): void {
    const { element } = this;
    const before = element.getAttribute(TEMPLATE_ATTRIBUTE);
    this.#isChildrenOutput = before !== null;
    this.#children = before ?? lazyModules.deferred!.childrenTemplate(element);
  }

  /** Returns false while a module has to be loaded, or children have to arrive, first. */
  #updateSource(props: TemplateProps, { shouldFetch, hasRendered }: TemplateUpdate): boolean {
    const { element } = this;
    const source = resolveSource(element, props);
    const requests = hasComponent(source) ? templateRequests(source) : undefined;
    const key = requests?.map(({ url }) => url).join();
    const isFetched = requests && (hasComponent(this.#source) || shouldFetch);
    if (key === this.#key && (!requests || this.#requests || !shouldFetch)) {
      this.#source = source;
      return true;
    }
    const { lastModified } = props;
    // What a server rendered is a copy: it is checked, and fetched only when it is old (E12).
    const isServerContent =
      isFetched && lastModified && !hasRendered && element.firstChild && !element.hasAttribute(TEMPLATE_ATTRIBUTE);
    if (isServerContent && (!lazyModules.deferred || mayBeParsed(element))) return false;
    this.cancel();
    this.#source = source;
    this.#error = undefined;
    this.#key = key;
    this.#requests = isFetched ? requests : undefined;
    this.#fetched = undefined;
    if (isServerContent) this.#takeServerContent(requests, lastModified);
    else if (isFetched) this.#load();
    else this.events.onIdle();
    return true;
  }

  #takeServerContent(requests: readonly ResourceRequest[], lastModified: string): void {
    const { childrenTemplate, checkServerContent } = lazyModules.deferred!;
    this.#unsubscribe = checkServerContent(this.element, requests, lastModified, () => this.replaceServerContent());
    const text = (this.#children = childrenTemplate(this.element));
    const headers = new Headers({ 'last-modified': lastModified });
    this.#fetched = { url: requests.at(-1)!.url, text, headers, fromServer: true };
  }

  #load(): void {
    const before = this.#unsubscribe;
    /** Nothing of this source is there yet. */
    let isFirst = !this.#fetched;
    this.#isLoading = true;
    if (isFirst) this.events.onRequest();
    this.#unsubscribe = this.subscribe(this.#requests!, (template, error) => {
      this.#isLoading = false;
      if (!this.#key) {
        if (template) this.events.onRecover();
        return;
      }
      if (template) this.#onLoaded(template, isFirst);
      else this.#onFailed(error!, isFirst);
      isFirst = false;
    });
    before?.();
  }

  #onLoaded(template: CachedResource, isFirst: boolean): void {
    // What another URL had is an update here.
    this.#fetched = isFirst || template.phase ? template : { ...template, phase: 'updated' };
    if (isFirst) this.#prefersAttribute = false;
    this.events.onLoad();
    this.events.onChange();
  }

  #onFailed(error: Error, isFirst: boolean): void {
    if (!isFirst) {
      // What is shown stays.
      this.#fetched = { ...this.#fetched!, error };
      this.events.onChange();
      return;
    }
    this.invalidate();
    const isFatal = this.#attribute === undefined;
    if (!isFatal) {
      // An own template is better than nothing.
      this.#prefersAttribute = true;
      this.#error = error;
    }
    this.events.onError(error, isFatal);
    if (!isFatal) this.events.onChange();
  }
}
