/**
 * The life of a `feaas-component`: what it loads, when it renders, what it tells (E5-E8, E11, E12, D17).
 * Knows nothing of Stencil: the element hands in itself and hears what happened.
 */
import { DEFAULT_VERSION, FIRST_RENDER_TIMEOUT } from '../../global/defaults';
import { logError } from '../../global/logger';
import { hasDataSettings } from '../data/is-settings';
import { componentURLs, fetchTemplate } from '../delivery/component-template';
import type { CachedResource } from '../delivery/resource';
import { Subscription } from '../delivery/resource-store';
import { isStylesheetLoaded } from '../delivery/page-stylesheet';
import {
  ModuleNotLoadedError,
  loadModule,
  loadModuleWhenIdle,
  requireModule,
  lazyModules,
  onModuleLoaded,
} from '../scheduling/lazy-modules';
import { importWithRetry } from '../scheduling/retry-import';
import { revisionAsked, stylesheetURL } from '../source/urls';
import type { ComponentHost } from './component-host';
import { parseData } from './data-text';
import { empty, isBefore, isTooEarly } from './first-paint';
import { isWhole, resolveSource, wanted, type ElementSource } from './component-source';
import { loadStyle } from './component-style';
import { markContent } from './content-class';
import { isAwaitingHydration, releaseContent } from './framework-content';
import { looks, paints, type Shown } from './turns';
import { Waiter } from './waiter';
import { unwatch, watch, type Watcher } from './watch';

/** Stands for "not looked at yet": undefined is a value of `data`. */
const NOTHING = {};

export class ComponentController implements Watcher, Shown {
  readonly #element: HTMLElement;
  readonly #host: ComponentHost;
  readonly loaded = new Waiter();
  readonly rendered = new Waiter();
  #connected = false;
  mounted = false;
  #painted = false;
  /** Something changed that is not shown yet. */
  #outdated = true;
  /** A part of the kit is loaded that painting needs. */
  #waits = false;
  /** Stops waiting until the element is shown. */
  #stopWaiting?: () => void;

  #loading?: Subscription;
  #sourceKey?: string;
  #source?: ElementSource;
  /** Where the template comes from, once it was wanted. */
  #urls?: readonly string[];
  /** Template fetched for the source. */
  #fetched?: CachedResource;
  /** The element came near to what is seen. */
  #near = false;
  #ownTemplate?: string;
  /** The own template came last, so it is what shows (E6). */
  #ownWins = false;
  /** The children as a template (E6). */
  #children?: string;

  #dataInput: unknown = NOTHING;
  #data: unknown;
  /** False while the data is being fetched; undefined when it is settings which are not to be fetched (E5). */
  #dataReady: boolean | undefined = false;
  #styleURL?: string;
  #styleReady = true;
  /** While its content waits for data and stylesheet; 0 when that took too long (D17). */
  #patience?: ReturnType<typeof setTimeout> | 0;
  /** Since when it could show something. */
  #readyAt = 0;
  /** Why the host does not have what is to be painted. */
  #paintError?: Error;

  constructor(element: HTMLElement, host: ComponentHost) {
    this.#element = element;
    this.#host = host;
  }

  connect(): void {
    this.#connected = true;
    watch(this, this.#element);
    this.changed();
  }

  hear(url: string): void {
    if (!this.#urls?.includes(url)) return;
    if (this.#sourceKey) this.#load(this.#urls);
    else this.changed();
  }

  /** The element left the document, or is about to stand elsewhere in it (E8). */
  disconnect(): void {
    this.#connected = false;
    queueMicrotask(() => {
      if (this.#connected) return;
      unwatch(this);
      this.#unmount();
    });
  }

  #mount(): void {
    const element = this.#element;
    if (element.parentElement?.closest(element.localName)) requireModule('deferred').checkNesting(element);
    this.mounted = true;
    this.#host.emit('Mount');
  }

  #unmount(): void {
    if (!this.mounted) return;
    this.mounted = false;
    this.#stopWaiting?.();
    this.#cancel();
    paints.delete(this);
    if (!this.#dataReady) this.#dataInput = NOTHING;
    this.#host.setLoading(false);
    this.#host.emit('Unmount');
  }

  #cancel(): void {
    this.#loading?.unsubscribe();
    this.#loading = undefined;
    empty.delete(this.#element);
    clearTimeout(this.#patience);
    this.#patience = undefined;
    // What was fetched is looked at again when the element is back: there may be news.
    if (this.#urls) this.#sourceKey = undefined;
  }

  /** Something that the element is driven by changed, or may have. */
  changed(): void {
    looks.add(this);
  }

  look(): void {
    try {
      this.#look();
    } catch (error) {
      this.#mend(error, () => this.look());
    }
  }

  /** A part of the kit that a step needs first is loaded, and then it is done again. */
  #mend(error: unknown, again: () => void): void {
    if (error instanceof ModuleNotLoadedError)
      loadModule(error.module).then(again, (failure: Error) => this.#fail(failure));
    else this.#fail(error as Error);
  }

  #look(): void {
    const element = this.#element;
    const props = this.#host;
    if (!this.#connected || props.suspended || isAwaitingHydration(element)) return;
    if (!this.mounted) this.#mount();
    if (!this.#painted && (element.hasAttribute('hidden') || (props.loading === 'lazy' && !this.#near))) {
      this.#stopWaiting?.();
      this.#stopWaiting = requireModule('deferred').whenShown(element, props.loading === 'lazy', () => {
        this.#near = true;
        this.changed();
      });
      return;
    }
    const want = wanted(props.fetch);
    const before = this.#sourceKey;
    this.#lookAtSource(want('template'));
    // An attribute that is removed leaves null.
    const template = props.template ?? undefined;
    const data = props.data ?? undefined;
    // What did not change is not rendered again (E6).
    const same =
      !this.#outdated && this.#sourceKey === before && data === this.#dataInput && template === this.#ownTemplate;
    // Rendering anew takes the template itself, not what the server made of it (D16). The first data of a place is that
    // which the server made it of.
    const first = this.#dataInput === undefined && element.hasAttribute('data-checked-at');
    if (!same && this.#painted && this.#fetched?.fromServer && !first && !this.#loading) this.#load(this.#urls!);
    if (data !== this.#dataInput || (this.#dataReady === undefined && want('data')))
      this.#lookAtData(data, want('data'));
    if (template !== this.#ownTemplate) {
      this.#ownTemplate = template;
      this.#ownWins = this.#painted || !this.#loading;
      // A server made its content, out of data that the place it stands in is about to give it.
      if (element.hasAttribute('data-checked-at')) this.#children ??= template;
    }
    if (!this.#painted && !this.#loading && this.#template() === undefined && element.firstChild)
      this.#children = requireModule('deferred').innerTemplate(element);
    const source = this.#source;
    if (source && want('stylesheet') && (isWhole(source) || template !== undefined)) this.#lookAtStylesheet(source);
    if (!same) this.#schedule();
  }

  #lookAtSource(wantsTemplate: boolean): void {
    const source = resolveSource(this.#element, this.#host);
    const urls = isWhole(source) ? componentURLs(source) : undefined;
    const key = urls?.join();
    const wanted = urls && (isWhole(this.#source) || wantsTemplate);
    this.#source = source;
    if (key === this.#sourceKey && (!urls || this.#urls || !wantsTemplate)) return;
    const element = this.#element;
    const { lastModified } = this.#host;
    // What the server rendered is a copy: it is checked, and fetched only when it is old (E12).
    const isRendered = wanted && lastModified && !this.#painted && element.firstChild;
    const rendered = isRendered ? requireModule('deferred').serverRendered(element, urls, lastModified) : undefined;
    this.#cancel();
    this.#paintError = undefined;
    this.#sourceKey = key;
    this.#urls = wanted ? urls : undefined;
    this.#fetched = rendered;
    if (rendered) this.#children = rendered.text;
    else if (wanted) this.#load(urls);
    else this.#host.setLoading(false);
  }

  #load(urls: readonly string[]): void {
    const before = this.#loading;
    /** Nothing of this source is shown yet. */
    const first = !this.#fetched;
    if (first) {
      this.loaded.renew();
      this.rendered.renew();
      this.#host.setLoading(true);
      if (!this.#painted) empty.add(this.#element);
      onModuleLoaded('renderer', ({ warmUp }) => warmUp());
    }
    const loading = (this.#loading = new Subscription());
    const settle = (): boolean => {
      if (this.#loading !== loading) return false;
      this.#loading = undefined;
      return true;
    };
    fetchTemplate(urls, loading).then(
      (delivered) => {
        if (!settle()) return;
        // What another URL had is news here.
        this.#fetched = first || delivered.phase ? delivered : { ...delivered, phase: 'updated' };
        if (first) this.#ownWins = false;
        this.loaded.done();
        this.#host.emit('Load');
        this.#schedule();
        if (!this.#painted) lazyModules.renderer?.precompileTemplate(this.#element, delivered.text);
      },
      (error: Error) => {
        if (!settle()) return;
        if (!first) {
          // What is shown stays.
          this.#fetched = { ...this.#fetched!, error };
          this.#schedule();
          return;
        }
        this.#sourceKey = undefined;
        if (this.#ownTemplate === undefined) this.#fail(error);
        else {
          // An own template is better than nothing.
          this.#ownWins = true;
          this.#paintError = error;
          this.loaded.done(error);
          this.#schedule();
        }
      },
    );
    before?.unsubscribe();
  }

  #lookAtData(input: unknown, wantsData: boolean): void {
    const value = parseData(input, this.#element);
    const use = (data: unknown): void => {
      this.#data = data;
      this.#dataReady = true;
    };
    if (!hasDataSettings(value)) use(value);
    else if (this.#dataInput === NOTHING && !wantsData) {
      this.#data = requireModule('deferred').withoutSettings(value);
      this.#dataReady = undefined;
    } else {
      this.#dataReady = false;
      // What is shown stays until the answer is there.
      if (!this.#painted) this.#data = value;
      importWithRetry(() => import('../data/settings'))
        .then(({ fetchData }) => fetchData(value))
        .catch(() => ({}))
        .then((data) => {
          if (input !== this.#dataInput) return;
          use(data);
          this.#schedule();
        });
    }
    this.#dataInput = input;
  }

  #lookAtStylesheet(source: ElementSource): void {
    const url = stylesheetURL(source);
    if (url === this.#styleURL) return;
    this.#styleURL = url;
    const { isolate } = this.#host;
    this.#styleReady = !isolate && isStylesheetLoaded(url);
    if (this.#styleReady) return;
    const ready = (): void => {
      if (this.#styleURL !== url) return;
      this.#styleReady = true;
      this.#schedule();
    };
    loadStyle(url, isolate ? this.#element.shadowRoot : null).then(ready, ready);
  }

  /** The template to show now; undefined while there is none. */
  #template(): string | undefined {
    if (this.#ownWins && this.#ownTemplate !== undefined) return this.#ownTemplate;
    if (this.#fetched || this.#loading) return this.#fetched?.text;
    return this.#ownTemplate ?? this.#children;
  }

  #schedule(): void {
    this.#outdated = true;
    if (this.#template() === undefined) return;
    this.rendered.renew();
    if (paints.has(this)) return;
    if (this.#patience !== 0 && (this.#dataReady === false || !(this.#styleReady || this.#painted))) {
      // Content does not wait forever.
      this.#patience ??= setTimeout(() => {
        this.#patience = 0;
        this.#schedule();
      }, FIRST_RENDER_TIMEOUT);
      return;
    }
    this.#readyAt ||= performance.now();
    empty.delete(this.#element);
    paints.add(this);
  }

  compare(other: ComponentController): number {
    return isBefore(other.#element, this.#element) ? 1 : -1;
  }

  paint(): void {
    // What the paint of another one gave it counts: it never shows first what was before.
    if (looks.delete(this)) {
      this.look();
      if (!paints.delete(this)) return;
    }
    if (!this.#painted && isTooEarly(this.#element, this.#readyAt)) paints.add(this);
    else if (this.#connected && this.mounted && !this.#host.suspended)
      try {
        this.#paint();
      } catch (error) {
        // Unless what is wanted by then was painted meanwhile.
        this.#mend(error, () => this.#waits && paints.add(this));
      }
  }

  #paint(): void {
    const template = this.#template();
    if (template === undefined) return;
    const element = this.#element;
    const start = performance.now();
    this.#outdated = false;
    paints.delete(this);
    // Children that nobody gave data are as the server made them.
    if (this.#painted || template !== this.#children || (this.#dataReady && this.#dataInput !== undefined)) {
      this.#waits = true;
      // What is plain shows while the rest is asked for; what is fetched how is nobody's data.
      if (this.#dataReady === false && !this.#painted)
        this.#data = requireModule('deferred').withoutSettings(this.#data);
      const { renderTemplate } = requireModule('renderer');
      releaseContent(element);
      const { missing } = renderTemplate(element, template, this.#data, {
        root: this.#host.content,
      });
      for (const module of missing) throw new ModuleNotLoadedError(module);
      this.#waits = false;
    } else if (!isWhole(this.#source)) {
      markContent(element);
      return;
    }
    this.#finish(start);
  }

  #finish(start: number): void {
    const source = isWhole(this.#source) ? this.#source : undefined;
    const revision = source && revisionAsked(source);
    loadModuleWhenIdle('deferred');
    // Without a library nothing is delivered, and nothing is kept.
    if (this.#source) loadModuleWhenIdle('persistence');
    this.#painted = true;
    markContent(this.#element);
    clearTimeout(this.#patience);
    this.#patience = undefined;
    this.#host.setLoading(false);
    if (!this.#loading) this.loaded.done(this.#paintError);
    this.rendered.done();
    this.#host.emitRender({
      phase: this.#fetched?.phase ?? 'initial',
      source: source && [source.library, source.component, source.version ?? DEFAULT_VERSION, revision].join('/'),
      revision,
      milliseconds: performance.now() - start,
      stale: !!this.#fetched?.error,
      error: this.#paintError ?? this.#fetched?.error,
    });
  }

  /** Nothing can be shown: tells so, rejects who waits, and unmounts unless a listener objects (E7, §8). */
  #fail(error: Error): void {
    empty.delete(this.#element);
    // When something changes the same source is looked at again.
    if (this.#urls) this.#sourceKey = undefined;
    loadModuleWhenIdle('persistence');
    this.#host.setLoading(false);
    this.loaded.done(error);
    this.rendered.done(error);
    if (!this.#host.emitError(error)) {
      logError(`<feaas-component>: ${error.message}; nothing shows.`, this.#element, error);
      this.#unmount();
    }
  }
}
