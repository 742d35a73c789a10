/**
 * The template of a component (E5, E6, S4): from its source, its `template` attribute, or its children. That of a
 * source comes from the content-delivery host or from server-rendered content.
 */
import { subscribeToTemplate, type TemplateListener } from '../delivery/component-template';
import type { CachedResource } from '../delivery/resource';
import { templateRequests, type ResourceRequest } from '../delivery/resource-request';
import { lazyModules } from '../scheduling/lazy-modules';
import { TEMPLATE_ATTRIBUTE } from '../template/mounted';
import { nestedHosts } from '../template/nested-components';
import {
  hasComponent,
  isSourceDeferred,
  resolveSource,
  type ElementSource,
  type SourceProps,
} from './component-source';
import { mayBeParsed } from './parsing';

export interface TemplateProps extends SourceProps {
  template?: string;
  lastModified?: string;
}

export interface TemplateUpdate {
  /** Whether the template may be fetched (E5). */
  shouldFetch: boolean;
  /** Whether content of this component is visible. */
  hasRendered: boolean;
}

export interface TemplateSourceEvents {
  /** The template of another source is requested; there is no response yet. */
  onRequest(): void;
  /** There is no request any more. */
  onIdle(): void;
  /** The template of the source has arrived. */
  onLoad(): void;
  /** The template may have changed. */
  onChange(): void;
  /** The source failed to load; `isFatal` unless the element has a template of its own. */
  onError(error: Error, isFatal: boolean): void;
  /** A source that failed is available now; call `update` again. */
  onRecover(): void;
  /** The module `deferred`, or more children, are needed first; call `update` again when they are available. */
  onModuleNeeded(): undefined;
}

/** Subscribes to the template of the first request that succeeds; can be replaced in tests. */
export type SubscribeToTemplate = (requests: readonly ResourceRequest[], listener: TemplateListener) => () => void;

export class TemplateSource {
  #source?: ElementSource;
  /** URLs of the source; undefined if the source must be read again. */
  #key?: string;
  /** The requests for its template, once it may be fetched. */
  #requests?: readonly ResourceRequest[] | undefined;
  #unsubscribe?: (() => void) | undefined;
  #isLoading = false;
  #fetched?: CachedResource;
  #attribute?: string;
  /** Whether the attribute has precedence because it changed last (E6). */
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

  /** The response for the source, or server-rendered content. */
  get fetched(): CachedResource | undefined {
    return this.#fetched;
  }

  /** The error of the current source or of its last check. */
  get error(): Error | undefined {
    return this.#error ?? this.#fetched?.error;
  }

  /** The reason why the source failed although the element shows content. */
  get sourceError(): Error | undefined {
    return this.#error;
  }

  /** The template to show; undefined if there is none. */
  get current(): string | undefined {
    if (this.#prefersAttribute && this.#attribute !== undefined) return this.#attribute;
    if (this.#fetched || this.#isLoading) return this.#fetched?.text;
    return this.#attribute ?? this.#childrenTemplate;
  }

  /** Whether the children are the template and can be shown unchanged if there is no data. */
  get isShownAsIs(): boolean {
    return !this.#isChildrenOutput && this.current !== undefined && this.current === this.#childrenTemplate;
  }

  /** Whether the template comes from the element's children. */
  get isOfChildren(): boolean {
    return this.#fetched === undefined && this.#attribute === undefined && this.#children !== undefined;
  }

  /**
   * Reads the element's properties. Returns whether the source or template has changed; undefined if a module or more
   * children are needed first.
   * @throws SourceParseError
   */
  update(props: TemplateProps, update: TemplateUpdate): boolean | undefined {
    const before = this.#key;
    if (isSourceDeferred(props) || !this.#updateSource(props, update)) return this.events.onModuleNeeded();
    // A removed attribute has the value null.
    const template = props.template ?? undefined;
    const isOtherTemplate = template !== this.#attribute;
    if (isOtherTemplate) {
      this.#attribute = template;
      this.#prefersAttribute = update.hasRendered || !this.#isLoading;
      // A server rendered its content with data that the outer template is about to provide.
      if (this.element.hasAttribute('data-checked-at')) this.#children ??= template;
    }
    if (!update.hasRendered && !this.#isLoading && this.current === undefined) {
      const mayBeMore = mayBeParsed(this.element);
      if (mayBeMore || this.element.firstChild) {
        if (mayBeMore || !lazyModules.deferred) return this.events.onModuleNeeded();
        lazyModules.deferred.readChildren(
          this.element,
          (template, isOutput) => {
            this.#children = template;
            this.#isChildrenOutput = isOutput;
          },
          () => this.events.onChange(),
        );
      }
    }
    return isOtherTemplate || this.#key !== before;
  }

  /**
   * Replaces server-rendered content by its template, because other data has to be rendered from the template (D16).
   */
  replaceServerContent(): void {
    if (this.isOfChildren) lazyModules.deferred?.replaceContentAround(this.element);
    else if (this.#fetched?.fromServer && !this.#isLoading) this.#load();
  }

  /** Forces the next update to read the source again, after a failure or when the element left the page. */
  invalidate(): void {
    if (this.#requests) this.#key = undefined;
  }

  /** Ends the subscription and a running request. */
  cancel(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    this.#isLoading = false;
    this.invalidate();
  }

  /** Marks the element's children as output, so that a copy of the element does not use them as its template. */
  markOutput(): void {
    const { element, isOfChildren } = this;
    const host = nestedHosts.get(element);
    if (host && isOfChildren) host.onTemplate ??= () => this.events.onChange();
    const template =
      isOfChildren && !host?.template ? this.#children! : element.hasAttribute('last-modified') ? '' : null;
    if (template !== null && element.getAttribute(TEMPLATE_ATTRIBUTE) !== template)
      element.setAttribute(TEMPLATE_ATTRIBUTE, template);
  }

  get #childrenTemplate(): string | undefined {
    // The template around a nested component has its template, without its data.
    return this.#children === undefined ? undefined : (nestedHosts.get(this.element)?.template ?? this.#children);
  }

  /** Returns false if a module or more children are needed first. */
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
    // Server-rendered content is a copy of the component: it is checked, and fetched only if it is outdated (E12).
    const mayBeMore = mayBeParsed(element);
    const isServerContent =
      isFetched &&
      lastModified &&
      !hasRendered &&
      (mayBeMore || element.firstChild) &&
      !element.hasAttribute(TEMPLATE_ATTRIBUTE);
    if (isServerContent && (mayBeMore || !lazyModules.deferred)) return false;
    this.cancel();
    this.#source = source;
    this.#error = undefined;
    this.#key = key;
    this.#requests = isFetched ? requests : undefined;
    this.#fetched = undefined;
    if (isServerContent) {
      const onOutdated = (): void => this.replaceServerContent();
      const content = lazyModules.deferred!.readServerContent(element, requests, lastModified, onOutdated);
      this.#unsubscribe = content.stop;
      this.#fetched = content.resource;
      this.#children = content.resource.text;
    } else if (isFetched) this.#load();
    else this.events.onIdle();
    return true;
  }

  #load(): void {
    const before = this.#unsubscribe;
    /** Whether there is no response for this source yet. */
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
    // For this element, a template from another URL is an update.
    this.#fetched = isFirst || template.phase ? template : { ...template, phase: 'updated' };
    if (isFirst) this.#prefersAttribute = false;
    this.events.onLoad();
    this.events.onChange();
  }

  #onFailed(error: Error, isFirst: boolean): void {
    if (!isFirst) {
      // Visible content stays.
      this.#fetched = { ...this.#fetched!, error };
      this.events.onChange();
      return;
    }
    this.invalidate();
    const isFatal = this.#attribute === undefined;
    if (!isFatal) {
      // Show the element's own template instead.
      this.#prefersAttribute = true;
      this.#error = error;
    }
    this.events.onError(error, isFatal);
    if (!isFatal) this.events.onChange();
  }
}
