/** The stylesheet of a component's library: which one, where it applies, and whether it is there (D17, S2, E2). */
import { logError } from '../../global/logger';
import { isStylesheetLoaded, subscribeToStylesheet, type StopStylesheet } from '../delivery/page-stylesheet';
import type { ResourceRequest } from '../delivery/resource-request';
import { loadModule } from '../scheduling/lazy-modules';

/** How stylesheets get into the page or a shadow root. */
export interface StylesheetLoader {
  /** Whether the page has it. */
  isLoaded(url: string): boolean;
  /** Calls once it applies, or with why it does not; until what is returned is called. */
  subscribe(
    request: ResourceRequest,
    root: ShadowRoot | null,
    listener: (error: Error | undefined) => void,
  ): StopStylesheet;
}

const LOADER: StylesheetLoader = {
  isLoaded: isStylesheetLoaded,
  subscribe(request, root, listener) {
    if (!root) return subscribeToStylesheet(request, listener);
    let isOpen = true;
    let stop: StopStylesheet = () => void (isOpen = false);
    loadModule('deferred').then(({ subscribeShadowRoot }) => {
      if (isOpen) stop = subscribeShadowRoot(request, root, listener);
    }, listener);
    return (isReplaced) => stop(isReplaced);
  },
};

export class StylesheetDependency {
  #url?: string | undefined;
  #root: ShadowRoot | null = null;
  #isReady = true;
  /** It is there; false also for one that can not be had. */
  #applies = false;
  #stop?: StopStylesheet | undefined;
  /** Ends the one that applied before, which what is shown still needs. */
  #stopBefore?: StopStylesheet | undefined;

  /**
   * @param onReady called when a stylesheet that was awaited applies, or can not be had.
   * @param loader replaceable.
   */
  constructor(
    private readonly onReady: () => void,
    private readonly loader = LOADER,
  ) {}

  /** It applies, can not be had, or none is wanted. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Wants a stylesheet in a shadow root, else in the page. */
  update(request: ResourceRequest, root: ShadowRoot | null): void {
    const { url } = request;
    if (url === this.#url && root === this.#root) return;
    const before = this.#stop;
    const isKept = this.#applies && !this.#stopBefore;
    this.#url = url;
    this.#root = root;
    this.#isReady = this.#applies = !root && this.loader.isLoaded(url);
    this.#stop = this.loader.subscribe(request, root, (error) => {
      if (url !== this.#url || root !== this.#root) return;
      this.#applies ||= !error;
      // What comes later changes the rules, not whether content may show.
      if (this.#isReady) return this.onShown();
      if (error)
        logError(`<feaas-component>: stylesheet ${url} did not load (${error.message}); content shows without it.`);
      this.#isReady = true;
      this.onReady();
    });
    if (isKept) this.#stopBefore = before;
    else before?.(true);
  }

  /** What it is for is shown, which is rendered again when it is ready: it takes the place of the one before, once it applies. */
  onShown(): void {
    if (this.#applies) this.#endBefore(true);
  }

  #endBefore(isReplaced?: boolean): void {
    this.#stopBefore?.(isReplaced);
    this.#stopBefore = undefined;
  }

  /** Wants none any more; what applies stays. */
  release(): void {
    this.#stop?.();
    this.#endBefore();
    this.#stop = this.#url = undefined;
    this.#applies = false;
  }
}
