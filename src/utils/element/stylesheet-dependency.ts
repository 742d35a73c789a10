/** The stylesheet of a component's library: which one, where it applies, and whether it is there (D17, S2, E2). */
import { logError } from '../../global/logger';
import { isStylesheetLoaded, loadPageStylesheet } from '../delivery/page-stylesheet';
import { loadModule } from '../scheduling/lazy-modules';

/** How stylesheets get into the page or a shadow root. */
export interface StylesheetLoader {
  /** Whether the page has it. */
  isLoaded(url: string): boolean;
  load(url: string, root: ShadowRoot | null): Promise<unknown>;
}

const LOADER: StylesheetLoader = {
  isLoaded: isStylesheetLoaded,
  load: (url, root) =>
    root
      ? loadModule('deferred').then(({ adoptStylesheet }): Promise<unknown> => adoptStylesheet(url, root))
      : loadPageStylesheet(url),
};

export class StylesheetDependency {
  #url?: string;
  #root: ShadowRoot | null = null;
  #isReady = true;

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

  /** Loads a stylesheet into a shadow root, else into the page. */
  update(url: string, root: ShadowRoot | null): void {
    if (url === this.#url && root === this.#root) return;
    this.#url = url;
    this.#root = root;
    this.#isReady = !root && this.loader.isLoaded(url);
    if (this.#isReady) return;
    const settle = (): void => {
      if (this.#url !== url || this.#root !== root) return;
      this.#isReady = true;
      this.onReady();
    };
    this.loader.load(url, root).then(settle, ({ message }: Error) => {
      logError(`<feaas-component>: stylesheet ${url} did not load (${message}); content shows without it.`);
      settle();
    });
  }
}
