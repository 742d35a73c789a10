/** The stylesheet of a component's library: which one, where it applies, and whether it is loaded (D17, S2, E2). */
import { logError } from '../../global/logger';
import {
  isStylesheetLoaded,
  subscribeToStylesheet,
  type StopStylesheet,
  type StylesheetRoot,
} from '../delivery/page-stylesheet';
import type { ResourceRequest } from '../delivery/resource-request';
import { loadModule } from '../scheduling/lazy-modules';

/** Loads stylesheets into the page, a shadow root or another document. */
export interface StylesheetLoader {
  /** Whether it applies to the page. */
  isLoaded(url: string): boolean;
  /** Calls `listener` once it applies, or with an error, until the returned function is called. */
  subscribe(
    request: ResourceRequest,
    root: StylesheetRoot | null,
    listener: (error: Error | undefined) => void,
  ): StopStylesheet;
}

const LOADER: StylesheetLoader = {
  isLoaded: isStylesheetLoaded,
  subscribe(request, root, listener) {
    if (!root) return subscribeToStylesheet(request, listener);
    let isOpen = true;
    let stop: StopStylesheet = () => void (isOpen = false);
    loadModule('deferred').then(({ subscribeRoot }) => {
      if (isOpen) stop = subscribeRoot(request, root, listener);
    }, listener);
    return (isReplaced) => stop(isReplaced);
  },
};

export class StylesheetDependency {
  #url?: string | undefined;
  #root: StylesheetRoot | null = null;
  /** Document of the shadow root: a shadow root that is moved to another document loses its constructed sheets. */
  #page: Document | null | undefined;
  #isReady = true;
  /** Whether it applies; false for one that failed. */
  #applies = false;
  #stop?: StopStylesheet | undefined;
  /** Ends the subscription of the previous stylesheet, which visible content still needs. */
  #stopBefore?: StopStylesheet | undefined;

  /**
   * @param onReady called when the awaited stylesheet applies or has failed
   * @param loader can be replaced in tests
   */
  constructor(
    private readonly onReady: () => void,
    private readonly loader = LOADER,
  ) {}

  /** Whether it applies or has failed, or none is needed. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Requests a stylesheet for a root, or else for the page. */
  update(request: ResourceRequest, root: StylesheetRoot | null): void {
    const { url } = request;
    const page = root?.ownerDocument;
    if (url === this.#url && root === this.#root && page === this.#page) return;
    const before = this.#stop;
    const isKept = this.#applies && !this.#stopBefore;
    this.#url = url;
    this.#root = root;
    this.#page = page;
    this.#isReady = this.#applies = !root && this.loader.isLoaded(url);
    this.#stop = this.loader.subscribe(request, root, (error) => {
      if (url !== this.#url || root !== this.#root) return;
      this.#applies ||= !error;
      // Later updates change only the rules, not whether content may be shown.
      if (this.#isReady) return this.onShown();
      if (error)
        logError(`<feaas-component>: stylesheet ${url} did not load (${error.message}); content shows without it.`);
      this.#isReady = true;
      this.onReady();
    });
    if (isKept) this.#stopBefore = before;
    else before?.(true);
  }

  /**
   * Called when the content that needs the stylesheet is visible; if the stylesheet applies, it replaces the previous
   * one.
   */
  onShown(): void {
    if (this.#applies) this.#endBefore(true);
  }

  #endBefore(isReplaced?: boolean): void {
    this.#stopBefore?.(isReplaced);
    this.#stopBefore = undefined;
  }

  /** Ends the subscription; an applied stylesheet stays. */
  release(): void {
    this.#stop?.();
    this.#endBefore();
    this.#stop = this.#url = undefined;
    this.#applies = false;
  }
}
