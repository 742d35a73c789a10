/** The data of a component: its attribute or property, with data settings replaced by what they fetch (D14, E5). */
import { hasDataSettings } from '../data/is-settings';
import { PRUNED_ATTRIBUTE } from '../data/pruned-attribute';
import { importWithRetry } from '../scheduling/retry-import';
import { parseData, withoutSettings } from './parse-data';

/** Stands for input that was not looked at yet: undefined is a value of `data`. */
const UNSET = {};

/**
 * - `pending`: data settings are being fetched.
 * - `unfetched`: there are data settings, which are not to be fetched (E5).
 * - `ready`: the value is complete.
 */
export type DataStatus = 'pending' | 'unfetched' | 'ready';

export interface DataUpdate {
  /** Data settings are to be fetched. */
  shouldFetch: boolean;
  /** Content of this component is shown: it stays until the answer is there. */
  hasRendered: boolean;
}

/** Fetches what data settings name. The module is loaded with the first of them. */
const fetchSettings = (data: unknown, element: Element): Promise<unknown> =>
  importWithRetry(() => import('../data/settings')).then(({ fetchElementData }) => fetchElementData(data, element));

export class DataSource {
  #input: unknown = UNSET;
  #status: DataStatus = 'pending';
  #value: unknown;

  /**
   * @param element named in messages.
   * @param onChange called when fetched data has arrived.
   * @param fetchData replaceable.
   */
  constructor(
    private readonly element: Element,
    private readonly onChange: () => void,
    private readonly fetchData = fetchSettings,
  ) {}

  get status(): DataStatus {
    return this.#status;
  }

  /** What to render with. */
  get value(): unknown {
    return this.#value;
  }

  /** The element was given data. */
  get isGiven(): boolean {
    return this.#input !== UNSET && this.#input !== undefined;
  }

  /** The element was looked at, and had no data yet. */
  get isAwaited(): boolean {
    return this.#input === undefined;
  }

  /** Takes over the element's data. Returns whether it is other data than before. */
  update(input: unknown, { shouldFetch, hasRendered }: DataUpdate): boolean {
    const isChanged = input !== this.#input;
    if (!isChanged && !(this.#status === 'unfetched' && shouldFetch)) return false;
    const isFirst = this.#input === UNSET;
    this.#input = input;
    const value = parseData(input, this.element);
    if (!hasDataSettings(value)) this.#set(value);
    else if (isFirst && !shouldFetch) this.#set(withoutSettings(value), 'unfetched');
    else this.#fetch(value, hasRendered);
    return isChanged;
  }

  /** Fetches all of the data: another template than the server's may read what that has left out. */
  complete(): void {
    const { element } = this;
    if (!element.hasAttribute(PRUNED_ATTRIBUTE)) return;
    element.removeAttribute(PRUNED_ATTRIBUTE);
    this.#fetch(parseData(this.#input));
  }

  /** Forgets data whose fetch has not ended: the element that is back asks again. */
  reset(): void {
    if (this.#status === 'ready') return;
    this.#input = UNSET;
    this.#status = 'pending';
  }

  #set(value: unknown, status: DataStatus = 'ready'): void {
    this.#value = value;
    this.#status = status;
  }

  #fetch(settings: unknown, hasRendered?: boolean): void {
    const input = this.#input;
    this.#status = 'pending';
    // A first render that does not wait any longer shows what is there; how the rest is fetched is not data.
    if (!hasRendered) this.#value = withoutSettings(settings);
    this.fetchData(settings, this.element)
      .catch(() => ({}))
      .then((data) => {
        if (input !== this.#input || this.#status !== 'pending') return;
        this.#set(data);
        this.onChange();
      });
  }
}
