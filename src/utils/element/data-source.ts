/** The data of a component: its attribute or property, with data settings replaced by fetched data (D14, E5). */
import { hasDataSettings } from '../data/is-settings';
import { PRUNED_ATTRIBUTE } from '../data/pruned-attribute';
import { importWithRetry } from '../scheduling/retry-import';
import { parseData, withoutSettings } from './parse-data';

/** Marks input that was not read yet, because undefined is a valid `data`. */
const UNSET = {};

/**
 * - `pending`: data settings are being fetched.
 * - `unfetched`: there are data settings that may not be fetched (E5).
 * - `ready`: the value is complete.
 */
export type DataStatus = 'pending' | 'unfetched' | 'ready';

export interface DataUpdate {
  /** Whether data settings may be fetched. */
  shouldFetch: boolean;
  /** Whether the component has rendered; its content then stays until the response arrives. */
  hasRendered: boolean;
}

/** Fetches data settings. Loads the module on first use. */
const fetchSettings = (data: unknown, element: Element): Promise<unknown> =>
  importWithRetry(() => import('../data/settings')).then(({ fetchElementData }) => fetchElementData(data, element));

export class DataSource {
  #input: unknown = UNSET;
  #status: DataStatus = 'pending';
  #value: unknown;

  /**
   * @param element element for log messages
   * @param onChange called when fetched data has arrived
   * @param fetchData can be replaced in tests
   */
  constructor(
    private readonly element: Element,
    private readonly onChange: () => void,
    private readonly fetchData = fetchSettings,
  ) {}

  get status(): DataStatus {
    return this.#status;
  }

  /** The data to render. */
  get value(): unknown {
    return this.#value;
  }

  /** Whether the element has data. */
  get isGiven(): boolean {
    return this.#input !== UNSET && this.#input !== undefined;
  }

  /** Whether the element was read and had no data yet. */
  get isAwaited(): boolean {
    return this.#input === undefined;
  }

  /** Reads the element's data. Returns whether it differs from the previous data. */
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

  /** Fetches all data: a template other than the server's may read members that the server omitted. */
  complete(): void {
    const { element } = this;
    if (!element.hasAttribute(PRUNED_ATTRIBUTE)) return;
    element.removeAttribute(PRUNED_ATTRIBUTE);
    this.#fetch(parseData(this.#input));
  }

  /** Discards data that is still being fetched, so that the element fetches it again when it is attached. */
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
    // A first render after the timeout shows the data that is available, without the settings themselves.
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
