/**
 * The life of a `feaas-component`: when it loads, renders and reports (E5-E8, E11-E14, D17). What it knows stands in objects of their
 * own, and where it is in its status; this class passes events between them. It knows nothing of Stencil.
 */
import { DEFAULT_VERSION } from '../../global/defaults';
import { logError } from '../../global/logger';
import { stylesheetRequest } from '../delivery/resource-request';
import { startPersistenceWhenIdle } from '../delivery/resource-store';
import { lazyModules, loadModule, loadModuleWhenIdle, type LazyModules } from '../scheduling/lazy-modules';
import { Deferred } from '../scheduling/deferred';
import { currentTask, renderQueue, updateQueue, type RenderTarget } from '../scheduling/scheduler';
import { revisionAsked } from '../source/urls';
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
  renderContent,
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

/** Does something for the element that the page's fragment names, where there is a fragment (E13). */
function useFragment(use: (module: LazyModules['deferred']) => void): void {
  if (location.hash) loadModule('deferred').then(use, () => {});
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
  /** Something changed that is not shown yet. */
  #isOutdated = true;
  /** The render that waits for modules; another one in its place ends that. */
  #pendingRender?: object;
  /** Waits for an element that is not seen yet (E8). */
  #visibility?: InstanceType<LazyModules['deferred']['Visibility']>;
  /** The task in which the element was attached. */
  #attachedIn?: object;

  constructor(
    readonly element: HTMLElement,
    host: ComponentHost,
  ) {
    this.#host = host;
    // A page may have hundreds of components: what each of them holds is shared where it can be.
    const onChange = (): void => this.onChange();
    this.#template = new TemplateSource(element, this);
    this.#data = new DataSource(element, onChange);
    this.#stylesheet = new StylesheetDependency(onChange);
    this.#gate = new RenderGate(element, onChange);
    this.#content = new ContentObserver(
      element,
      () => this.#gate.hasRendered && this.isAttached && !this.#host.suspended && !this.#template.isOfChildren,
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

  /** The element left the page, or is about to stand elsewhere in it (E8). */
  disconnect(): void {
    queueMicrotask(() => {
      if (this.element.isConnected) return;
      unobserveInheritance(this);
      this.#detach();
      this.#template.cancel();
    });
  }

  /** Something that drives the element has changed, or may have. */
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
    // The first data of a place is what the server has rendered its content with.
    const isFirstData = this.#data.isAwaited && element.hasAttribute('data-checked-at');
    const isOtherData = this.#data.update(host.data ?? undefined, { shouldFetch: shouldFetch('data'), hasRendered });
    // What has not changed is not rendered again (E6).
    const isOther = this.#isOutdated || isOtherTemplate || isOtherData || this.#isMoving;
    if (isOther && hasRendered && !isFirstData) this.#template.replaceServerContent();
    this.#updateStylesheet(shouldFetch('stylesheet'));
    if (isOther) this.onChange();
  }

  #updateStylesheet(isWanted: boolean): void {
    const { source } = this.#template;
    const { isolate, template } = this.#host;
    if (!isWanted || !source || !(hasComponent(source) || template != null)) return;
    this.#stylesheet.update(stylesheetRequest(source), isolate ? this.element.shadowRoot : null);
  }

  /** Whether the element may load; if not, it is observed until it may (E8). */
  #isVisible(): boolean {
    const isLazy = this.#host.loading === 'lazy';
    if (!isLazy && !this.#visibility && !this.element.hasAttribute('hidden')) return true;
    const { deferred } = lazyModules;
    if (!deferred) this.onModuleNeeded();
    else this.#visibility ??= new deferred.Visibility(this.element, () => this.changed());
    return !!this.#visibility?.check(isLazy);
  }

  onModuleNeeded(): void {
    loadModule('deferred').then(
      ({ whenParsed }) => whenParsed(this.element, () => this.changed()),
      (error: Error) => this.isAttached && this.#fail(error),
    );
    // Content that is there already needs this one, too.
    if (this.element.firstChild) loadModule('updates').catch(() => {});
  }

  /** Has what there is to show rendered, as soon as it may be. */
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
    // Content that is shown keeps its style; where it moves, it needs one.
    const hasStylesheet = this.#stylesheet.isReady || (hasRendered && !this.#isMoving);
    if (!this.#gate.allows({ hasData, hasStylesheet })) return;
    setLoadingState(this.element, this.#host, false);
    // What is complete when it comes into the page shows with it, without a frame in which it is empty (E14).
    if (!hasRendered && this.#attachedIn === currentTask()) renderQueue.addUrgent(this);
    else renderQueue.add(this);
  }

  render(): void {
    // What another element's render gave it counts: it never shows first what was there before.
    if (updateQueue.delete(this)) {
      this.update();
      if (!renderQueue.delete(this)) return;
    }
    if (this.#gate.isOverBudget()) renderQueue.add(this);
    else if (this.#gate.isOutOfOrder()) return;
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
    // What the parser adds later would stand behind the content.
    if (isFirst && this.element.firstChild && mayBeParsed(this.element)) return this.onModuleNeeded();
    this.#isOutdated = false;
    renderQueue.delete(this);
    // Children that were given no data are as the server made them.
    const isOfServer = isFirst && this.#template.isShownAsIs && !this.#data.isGiven;
    if (isOfServer && this.#isIncomplete()) {
      addContentClass(this.element);
      return;
    }
    // Those of an isolated component do not show where they are (E2).
    const isShownAsIs = isOfServer && content === this.element;
    if (!isShownAsIs) {
      this.#moveTo(content);
      releaseContent(this.element);
      const missing = renderContent(this.element, template, this.#data.value, content);
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

  /** Moves what is shown where content goes now, once: this render may have to wait for modules and come again (E2). */
  #moveTo(content: Element): void {
    if (!this.#isMoving) return;
    moveContent(this.#content.root!, content);
    this.#content.release();
  }

  /** Renders again once modules are loaded, unless something newer was rendered meanwhile. */
  #renderAfter(modules: Promise<unknown>): void {
    const pending = (this.#pendingRender = {});
    modules.then(
      () => this.#pendingRender === pending && renderQueue.add(this),
      (error: Error) => this.#pendingRender === pending && this.#fail(error),
    );
  }

  /** The element names a component of a library that is not known yet: it waits (E11). */
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
    // Without a library nothing is delivered, and nothing is kept.
    if (this.#template.source) startPersistenceWhenIdle();
    this.#gate.reset();
    if (!this.#template.isLoading) {
      this.#stylesheet.onShown();
      this.loaded.settle(this.#template.sourceError);
    }
    this.rendered.settle();
    this.#emitRender(performance.now() - start);
  }

  #emitRender(milliseconds: number): void {
    const { source, fetched, error } = this.#template;
    const named = hasComponent(source) ? source : undefined;
    const revision = named && revisionAsked(named);
    this.#host.emitRender({
      phase: fetched?.phase ?? 'initial',
      source: named && [named.library, named.component, named.version ?? DEFAULT_VERSION, revision].join('/'),
      revision,
      milliseconds,
      stale: !!fetched?.error,
      error,
    });
  }

  /**
   * Nothing can be shown: removes what was rendered before, which is of something else, such as another component or other data; says so,
   * rejects the promises, and gives up unless a listener objects (E7, §8).
   */
  #fail(error: Error): void {
    this.#dispatch('fail');
    this.#template.invalidate();
    startPersistenceWhenIdle();
    setLoadingState(this.element, this.#host, false);
    this.#gate.reset();
    this.loaded.settle(error);
    this.rendered.settle(error);
    // Before a listener hears of it: what that shows instead stays.
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

  /** Ends the work: the element has left the page, or gives up. */
  #detach(): void {
    if (!this.isAttached) return;
    this.#dispatch('detach');
    this.#visibility?.stop();
    this.#stylesheet.release();
    // One that gives up stays in the page, and hears when the host has what it wants.
    if (this.#template.isLoading) this.#template.cancel();
    this.#data.reset();
    this.#gate.reset();
    renderQueue.delete(this);
    this.#pendingRender = undefined;
    setLoadingState(this.element, this.#host, false);
    this.#host.emit('Unmount');
  }

  #dispatch(event: ComponentEvent): void {
    this.#status = transition(this.#status, event);
  }

  /** Where content goes (E2). */
  get #contentRoot(): Element {
    return this.#host.content ?? this.element;
  }

  /** Content goes elsewhere than where it is shown: `isolate` has changed. */
  get #isMoving(): boolean {
    const { root } = this.#content;
    return !!root && root !== this.#contentRoot;
  }
}
