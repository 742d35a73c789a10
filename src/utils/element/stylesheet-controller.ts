/** Lifecycle of a `feaas-stylesheet` (S2, E4, E8). */
import { SourceParseError } from '../../global/errors';
import { logError } from '../../global/logger';
import { preloadAttributes } from '../delivery/preload-links';
import { subscribeToStylesheet, type StopStylesheet } from '../delivery/page-stylesheet';
import { stylesheetRequest } from '../delivery/resource-request';
import { startPersistenceWhenIdle } from '../delivery/resource-store';
import { matchStylesheetSource } from '../source/source';
import type { Revision } from '../source/urls';
import { inheritedAttribute, observeInheritance, unobserveInheritance, type InheritanceObserver } from './inherit';
import { Deferred } from '../scheduling/deferred';
import type { RevisionName } from './property-types';

export interface StylesheetProps {
  src?: string;
  cdn?: string;
  hostname?: string;
  library?: string;
  revision?: RevisionName;
  preload?: boolean;
}

/** The element of a controller. */
export interface StylesheetHost extends StylesheetProps {
  readonly element: HTMLElement;
  emit(type: 'Mount' | 'Load' | 'Unmount'): void;
  emitError(error: Error): boolean;
}

export class StylesheetController implements InheritanceObserver {
  readonly loaded = new Deferred();
  private connected = false;
  private mounted = false;
  private queued = false;
  private failed = false;
  /** The last action: applying or preloading a URL. */
  private task?: string;
  private applies = false;
  private stop?: StopStylesheet | undefined;
  /** Ends the subscription of the applied stylesheet once another one applies. */
  private stopBefore?: StopStylesheet | undefined;

  constructor(private readonly host: StylesheetHost) {}

  connect(): void {
    if (this.connected) return;
    this.connected = true;
    observeInheritance(this, this.host.element);
    this.changed();
  }

  disconnect(): void {
    this.connected = false;
    queueMicrotask(() => {
      if (this.connected || this.host.element.isConnected) return;
      unobserveInheritance(this);
      this.leave();
      this.stopBefore?.();
      this.stopBefore = undefined;
      this.unmount();
    });
  }

  private unmount(): void {
    if (!this.mounted) return;
    this.mounted = false;
    this.task = undefined;
    this.host.emit('Unmount');
  }

  /** Queues an update after a possible change of a property or an inherited attribute. */
  changed(): void {
    if (this.queued || !this.connected) return;
    this.failed = false;
    this.queued = true;
    queueMicrotask(() => {
      this.queued = false;
      if (!this.connected) return;
      if (!this.mounted) {
        this.mounted = true;
        this.host.emit('Mount');
      }
      try {
        this.load();
      } catch (error) {
        this.fail(error as Error);
      }
    });
  }

  private load(): void {
    const { element } = this.host;
    const { src, cdn, hostname, library, revision } = this.host;
    const named = src ? matchStylesheetSource(src) : undefined;
    if (src && !named) throw new SourceParseError(src);
    const name = library || (named ? undefined : inheritedAttribute(element, 'library')) || named?.library;
    if (!name) return;
    const host = cdn ?? hostname ?? inheritedAttribute(element, 'cdn', 'hostname');
    const request = stylesheetRequest({
      cdn: host ?? named?.cdn,
      // The query belongs to the URL in `src`, so it is used only with that host.
      ...(host == null && named?.query && { query: named.query }),
      library: name,
      revision: (revision as Revision | undefined) || named?.revision,
    });
    const { url } = request;
    const task = `${String(!!this.host.preload)} ${url}`;
    if (task === this.task) return;
    this.task = task;
    this.loaded.reset();
    this.leave();
    if (this.host.preload) {
      this.announce(url);
      this.onLoad();
      return;
    }
    let isLoaded = false;
    this.stop = subscribeToStylesheet(request, (error) => {
      if (isLoaded) return;
      isLoaded = !error;
      // After a failure, the stylesheet is available now.
      if (this.failed) return error ? undefined : this.changed();
      if (error) return this.fail(error);
      this.applies = true;
      this.stopBefore?.(true);
      this.stopBefore = undefined;
      this.onLoad();
    });
  }

  /** Leaves the current stylesheet. If it applies, it stays until the next one applies. */
  private leave(): void {
    if (this.applies) this.stopBefore = this.stop;
    else this.stop?.();
    this.stop = undefined;
    this.applies = false;
  }

  private onLoad(): void {
    this.loaded.settle();
    this.host.emit('Load');
    startPersistenceWhenIdle();
  }

  /** Adds a preload link; the stylesheet applies when an element requests it. */
  private announce(url: string): void {
    if (document.querySelector(`link[href="${CSS.escape(url)}"],style[data-href="${CSS.escape(url)}"]`)) return;
    const link = document.createElement('link');
    for (const [name, value] of Object.entries(preloadAttributes(url))) link.setAttribute(name, value);
    document.head.append(link);
  }

  private fail(error: Error): void {
    startPersistenceWhenIdle();
    this.task = undefined;
    this.failed = true;
    this.loaded.settle(error);
    logError(`<feaas-stylesheet>: ${error.message}. Check src, cdn and library.`, error);
    if (!this.host.emitError(error)) this.unmount();
  }
}
