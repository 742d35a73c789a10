/**
 * Lifecycle of a `feaas-component`: when it loads, renders and reports (E5-E8, E11-E14, D17). Its state is in separate
 * objects and in its status; this class passes events between them. It is independent of Stencil.
 */
import { DEFAULT_VERSION } from '../../global/defaults';
import { logError } from '../../global/logger';
import { stylesheetRequest } from '../delivery/resource-request';
import { startPersistenceWhenIdle } from '../delivery/resource-store';
import { lazyModules, loadModule, loadModuleWhenIdle, type LazyModules } from '../scheduling/lazy-modules';
import { Deferred } from '../scheduling/deferred';
import { currentTask, renderQueue, updateQueue, type RenderTarget } from '../scheduling/scheduler';
import { requestedRevision } from '../source/urls';
import { hasComponent, parseFetchAttribute } from './component-source';
import type { ComponentHost } from './component-host';
import { isAttached, transition, type ComponentEvent, type ComponentStatus } from './component-status';
import { addContentClass } from './content-class';
import { ContentObserver } from './content-observer';
import {
  loadMissing,
  moveContent,
  precompileTemplate,
  preloadModules,
  removeContent,
  renderTemplate,
  warmUp,
} from './content-renderer';
import { DataSource } from './data-source';
import { isAwaitingHydration, releaseContent } from './framework-content';
import { observeInheritance, unobserveInheritance, type InheritanceObserver } from './inherit';
import { setLoadingState } from './loading-state';
import { checkNesting } from './nesting';
import { mayBeParsed } from './parsing';
import { RenderGate } from './render-gate';
import { StylesheetDependency } from './stylesheet-dependency';
import { TemplateSource, type TemplateSourceEvents } from './template-source';

/** Runs code for the element that the page's fragment refers to, if there is a fragment (E13). */
function useFragment(callback: (module: LazyModules['deferred']) => void): void {
  if (location.hash) loadModule('deferred').then(callback, () => {});
}

export class ComponentController implements InheritanceObserver, RenderTarget, TemplateSourceEvents {
  readonly loaded = new Deferred();
  readonly rendered = new Deferred();
  readonly #host: ComponentHost;
  readonly #template: TemplateSource;
  readonly #data: DataSource;
  readonly #stylesheet: StylesheetDependency;
  readonly #gate: RenderGate;
  readonly #content: ContentObserver;
  #status: ComponentStatus = 'detached';
  /** Whether there is a change that is not rendered yet. */
  #isOutdated = true;
  /** The render that waits for modules; a newer one replaces it. */
  #pendingRender?: object;
  /** Observes an element that is not visible yet (E8). */
  #visibility?: InstanceType<LazyModules['deferred']['Visibility']>;
  /** Task in which the element was attached. */
  #attachedIn?: object;

  constructor(
    readonly element: HTMLElement,
    host: ComponentHost,
  ) {
    this.#host = host;
    // A page may have hundreds of components, so they share what they can.
    const onChange = (): void => this.onChange();
    this.#template = new TemplateSource(element, this);
    this.#data = new DataSource(element, onChange);
    this.#stylesheet = new StylesheetDependency(onChange);
    this.#gate = new RenderGate(element, onChange);
    this.#content = new ContentObserver(
      element,
      () => this.isAttached && !this.#host.suspended,
      () => this.#template.isOfChildren || !this.#gate.hasRendered,
    );
  }

  get status(): ComponentStatus {
    return this.#status;
  }

  get isAttached(): boolean {
    return isAttached(this.#status);
  }

  connect(): void {
    observeInheritance(this, this.element);
    useFragment(({ listenToScrolling }) => listenToScrolling());
    this.changed();
  }

  /** Handles that the element left the page or is being moved (E8). */
  disconnect(): void {
    queueMicrotask(() => {
      if (this.element.isConnected) return;
      unobserveInheritance(this);
      this.#detach();
      this.#template.cancel();
    });
  }

  /** Queues an update after a possible change of a property or an inherited attribute. */
  changed(): void {
    updateQueue.add(this);
  }

  update(): void {
    try {
      this.#update();
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  #update(): void {
    const element = this.element;
    const host = this.#host;
    if (!element.isConnected || isAwaitingHydration(element)) return;
    if (host.suspended) {
      this.#content.release();
      return;
    }
    if (!this.isAttached) this.#attach();
    const { hasRendered } = this.#gate;
    if (!hasRendered && !this.#isVisible()) {
      this.#dispatch('defer');
      return;
    }
    const shouldFetch = parseFetchAttribute(host.fetch);
    const isOtherTemplate = this.#template.update(host, { shouldFetch: shouldFetch('template'), hasRendered });
    if (isOtherTemplate === undefined) return;
    // The first data of the element is the data with which the server rendered its content.
    const isFirstData = this.#data.isAwaited && element.hasAttribute('data-checked-at');
    const isOtherData = this.#data.update(host.data ?? undefined, { shouldFetch: shouldFetch('data'), hasRendered });
    // Unchanged content is not rendered again (E6).
    const hasChanged = this.#isOutdated || isOtherTemplate || isOtherData || this.#isMoving;
    if (hasChanged && hasRendered && !isFirstData) this.#template.replaceServerContent();
    this.#updateStylesheet(shouldFetch('stylesheet'));
    if (hasChanged) this.onChange();
  }

  #updateStylesheet(shouldFetch: boolean): void {
    const { source } = this.#template;
    const { isolate, template } = this.#host;
    const { ownerDocument, shadowRoot } = this.element;
    if (!shouldFetch || !source || !(hasComponent(source) || template != null)) return;
    const root = isolate ? shadowRoot : ownerDocument;
    this.#stylesheet.update(stylesheetRequest(source), root === document ? null : root);
  }

  /** Whether the element may load; otherwise it is observed until it may (E8). */
  #isVisible(): boolean {
    const isLazy = this.#host.loading === 'lazy';
    if (!isLazy && !this.#visibility && !this.element.hasAttribute('hidden')) return true;
    const { deferred } = lazyModules;
    if (!deferred) this.onModuleNeeded();
    else this.#visibility ??= new deferred.Visibility(this);
    return !!this.#visibility?.check(isLazy);
  }

  onModuleNeeded(): undefined {
    loadModule('deferred').then(
      ({ whenParsed }) => whenParsed(this.element, () => this.changed()),
      (error: Error) => this.isAttached && this.#fail(error),
    );
    // Existing content needs this module, too.
    if (this.element.firstChild) loadModule('updates').catch(() => {});
  }

  /** Queues a render as soon as the content may be rendered. */
  onChange(): void {
    this.#isOutdated = true;
    if (!this.isAttached || this.#template.current === undefined) return;
    this.#dispatch('change');
    this.rendered.reset();
    const { fetched, current } = this.#template;
    if (!fetched?.fromServer || fetched.text !== current) this.#data.complete();
    if (renderQueue.has(this)) return;
    const { hasRendered } = this.#gate;
    const hasData = this.#data.status !== 'pending';
    // Visible content keeps its stylesheet; in another root it needs a new one.
    const hasStylesheet = this.#stylesheet.isReady || (hasRendered && !this.#isMoving);
    if (!this.#gate.allows({ hasData, hasStylesheet })) return;
    setLoadingState(this.element, this.#host, false);
    // Content that is complete when the element is attached renders without an empty frame (E14).
    if (!hasRendered && this.#attachedIn === currentTask()) renderQueue.addUrgent(this);
    else renderQueue.add(this);
  }

  /** @param isPrinted whether the page is printed without another frame: renders now, in any order */
  render(isPrinted?: boolean): void {
    // The rendering of an outer element may have updated this one, so its previous content is never shown first.
    if (updateQueue.delete(this)) {
      this.update();
      if (!renderQueue.delete(this)) return;
    }
    if (!isPrinted && this.#gate.isOverBudget()) renderQueue.add(this);
    else if (isPrinted ? !renderQueue.has(this) : this.#gate.isOutOfOrder()) return;
    else if (this.element.isConnected && this.isAttached && !this.#host.suspended)
      try {
        this.#render();
      } catch (error) {
        this.#fail(error as Error);
      }
  }

  #render(): void {
    const template = this.#template.current;
    if (template === undefined) return;
    const start = performance.now();
    const content = this.#contentRoot;
    const isFirst = !this.#gate.hasRendered;
    // Children that the parser adds later would come after the content.
    if (isFirst && mayBeParsed(this.element)) return this.onModuleNeeded();
    this.#isOutdated = false;
    renderQueue.delete(this);
    // Without data, children stay as the server rendered them.
    const isOfServer = isFirst && this.#template.isShownAsIs && !this.#data.isGiven;
    if (isOfServer && this.#isIncomplete()) {
      addContentClass(this.element);
      return;
    }
    // Children of an isolated component are not visible in their original position (E2).
    const isShownAsIs = isOfServer && content === this.element;
    if (!isShownAsIs) {
      // Only once, because this render may have to wait for modules and run again (E2).
      if (this.#isMoving) {
        moveContent(this.#content.root!, content);
        this.#content.release();
      }
      releaseContent(this.element);
      const { missing } = renderTemplate(this.element, template, this.#data.value, { root: content });
      if (missing) return this.#renderAfter(loadMissing(missing));
      this.#template.markOutput();
    }
    this.#pendingRender = undefined;
    if (!isShownAsIs || hasComponent(this.#template.source)) this.#gate.hasRendered = true;
    addContentClass(this.element);
    this.#content.remember(content);
    this.#onRendered(start);
    if (isFirst) useFragment(({ scrollToFragment }) => scrollToFragment(this.element));
  }

  /** Renders again once modules are loaded, unless newer content was rendered meanwhile. */
  #renderAfter(modules: Promise<unknown>): void {
    const pending = (this.#pendingRender = {});
    modules.then(
      () => this.#pendingRender === pending && renderQueue.add(this),
      (error: Error) => this.#pendingRender === pending && this.#fail(error),
    );
  }

  /** Whether the element refers to a component whose library is not known yet, so that it has to wait (E11). */
  #isIncomplete(): boolean {
    const { component, src, preview } = this.#host;
    return !hasComponent(this.#template.source) && !!(component || src || preview);
  }

  onRequest(): void {
    this.#dispatch('load');
    this.loaded.reset();
    this.rendered.reset();
    setLoadingState(this.element, this.#host, true);
    this.#gate.reset();
    this.#gate.expect();
    warmUp();
    preloadModules(this.element);
  }

  onIdle(): void {
    setLoadingState(this.element, this.#host, false);
    this.#gate.reset();
  }

  onRecover(): void {
    this.changed();
  }

  onError(error: Error, isFatal: boolean): void {
    if (isFatal) this.#fail(error);
    else this.loaded.settle(error);
  }

  onLoad(): void {
    this.loaded.settle();
    this.#host.emit('Load');
    if (!this.#gate.hasRendered) precompileTemplate(this.element, this.#template.fetched!.text);
  }

  #onRendered(start: number): void {
    this.#dispatch('render');
    loadModuleWhenIdle('updates');
    loadModuleWhenIdle('deferred', ({ startDevelopment }) => startDevelopment());
    // Without a library nothing is fetched or cached.
    if (this.#template.source) startPersistenceWhenIdle();
    this.#gate.reset();
    if (!this.#template.isLoading) {
      this.#stylesheet.onShown();
      this.loaded.settle(this.#template.sourceError);
    }
    this.rendered.settle();
    const { source, fetched, error } = this.#template;
    const named = hasComponent(source) ? source : undefined;
    const revision = named && requestedRevision(named);
    this.#host.emitRender({
      phase: fetched?.phase ?? 'initial',
      source: named && [named.library, named.component, named.version ?? DEFAULT_VERSION, revision].join('/'),
      revision,
      milliseconds: performance.now() - start,
      stale: !!fetched?.error,
      error,
    });
  }

  /**
   * Handles a fatal error: removes the content, because it belongs to another component or other data. Rejects the
   * promises, fires the error event, and detaches unless a listener prevents that (E7, §8).
   */
  #fail(error: Error): void {
    this.#dispatch('fail');
    this.#template.invalidate();
    startPersistenceWhenIdle();
    this.onIdle();
    this.loaded.settle(error);
    this.rendered.settle(error);
    // Before the event: content that a listener adds stays.
    removeContent(this.#content.root ?? this.#contentRoot);
    this.#content.release();
    if (this.#host.emitError(error)) return;
    logError(`<feaas-component>: ${error.message}; nothing shows.`, this.element, error);
    this.#detach();
  }

  #attach(): void {
    checkNesting(this.element);
    this.#attachedIn = currentTask();
    this.#dispatch('attach');
    this.#host.emit('Mount');
  }

  /** Ends the work: the element left the page, or gives up. */
  #detach(): void {
    if (!this.isAttached) return;
    this.#dispatch('detach');
    this.#visibility?.stop();
    this.#stylesheet.release();
    // An element that gives up stays in the page and recovers when the host has its component.
    if (this.#template.isLoading) this.#template.cancel();
    this.#data.reset();
    this.onIdle();
    renderQueue.delete(this);
    this.#pendingRender = undefined;
    this.#host.emit('Unmount');
  }

  #dispatch(event: ComponentEvent): void {
    this.#status = transition(this.#status, event);
  }

  /** Root of the content (E2). */
  get #contentRoot(): Element {
    return this.#host.content ?? this.element;
  }

  /** Whether the content has to move to another root, because `isolate` has changed. */
  get #isMoving(): boolean {
    const { root } = this.#content;
    return !!root && root !== this.#contentRoot;
  }
}
