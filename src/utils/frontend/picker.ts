/** The life of a `feaas-picker`: it needs a library before it loads (§5); in a dialog it loads when it is opened. */
import { logError } from '../../global/logger';
import { importWithRetry } from '../scheduling/retry-import';
import { observeInheritance, unobserveInheritance, type InheritanceObserver } from '../element/inherit';
import type { MountedPicker, PickDetail, PickerOptions, PickerScript, PickerShell } from './types';
import { MissingLibraryError } from './errors';
import { contextOf } from './find-context';
import { libraryOf, ownOrInherited } from './library';
import { InterfaceController, type InterfaceHost, type State } from './interface-controller';

/** The element of a picker. */
export interface PickerHost extends InterfaceHost {
  readonly container: HTMLElement;
  readonly options: PickerOptions;
  value: string;
  /** What the value is called. */
  label?: string | undefined;
  /** Emits `feaasPick`. @returns false where a listener prevents it. */
  emitPick(pick: PickDetail): boolean;
}

export class PickerController implements InheritanceObserver {
  readonly #opening: InterfaceController<MountedPicker>;
  #connected = false;
  /** Asked for, or standing in the page without a dialog. */
  #asked = false;
  /** Stops what is asked for from being tried again and again. */
  #tried = false;
  #opened: Promise<boolean> | undefined;

  constructor(private readonly host: PickerHost) {
    this.#opening = new InterfaceController(host);
  }

  connect(): void {
    if (this.#connected) return;
    this.#connected = true;
    observeInheritance(this, this.host.element);
    this.changed();
  }

  disconnect(): void {
    queueMicrotask(() => {
      if (this.host.element.isConnected) return;
      this.#connected = this.#asked = this.#tried = false;
      unobserveInheritance(this);
      this.#opening.close();
    });
  }

  /** An option, or an attribute that it inherits, changed. */
  changed(): void {
    if (!this.#connected) return;
    this.#opening.ready?.update(this.host.options);
    if (this.#tried || !(this.#asked || !this.host.options.dialog)) return;
    this.#open();
  }

  get state(): State {
    return this.#opening.state;
  }

  /** Opens. Resolves with whether it is open then: false without a library, and when it fails. */
  async open(): Promise<boolean> {
    this.#asked = true;
    if (this.#opening.state === 'idle') this.#tried = false;
    if (!libraryOf(this.host.element)) return this.#fail(new MissingLibraryError(this.host.element.localName));
    if (!this.#tried) this.#open();
    return (await this.#opened) ?? false;
  }

  /** Closes. Resolves with whether it did. */
  async close(): Promise<boolean> {
    const picker = this.#opening.ready;
    if (!picker) {
      logError('<feaas-picker>: the picker is not open. Call open() first.', this.host.element);
      return false;
    }
    if ((await picker.close?.()) === false) return false;
    this.dismiss();
    return true;
  }

  /** The interface is about to have another container: what was shown is mounted again there. */
  reopen(): void {
    this.#opening.close();
    this.#tried = false;
    this.changed();
  }

  /** Closes, even while it loads, and without asking. */
  dismiss(): void {
    this.#asked = false;
    this.#opening.close();
  }

  /** The element's own or inherited, else its context's (E4). */
  #cdn(): string | undefined {
    const { element } = this.host;
    const context = contextOf(element);
    const find = (at: Element): string | undefined => ownOrInherited(at, 'cdn') ?? ownOrInherited(at, 'hostname');
    return find(element) ?? (context && find(context));
  }

  /** Somebody picked. @returns false where the page prevents it. */
  #pick(pick: PickDetail): boolean {
    const { options } = this.host;
    if (options.disabled) return false;
    const before = this.host.value;
    // Who hears of it finds it picked.
    this.host.value = pick.value;
    const isWanted = this.host.emitPick(pick);
    if (!isWanted && this.host.value === pick.value) this.host.value = before;
    if (isWanted && options.dialog && !pick.restore) this.dismiss();
    return isWanted;
  }

  #fail(error: Error): false {
    const { element } = this.host;
    logError(`<${element.localName}>: ${error.message}`, error);
    this.host.emitError(error);
    return false;
  }

  #open(): void {
    const { element, container: place } = this.host;
    if (!libraryOf(element)) return;
    this.#tried = true;
    this.#opened = this.#opening.open(async (wanted) => {
      const { openScript } = await importWithRetry(() => import('./open-script'));
      return openScript<PickerShell, Awaited<ReturnType<PickerScript['mount']>>>(
        'picker',
        { element, container: place, close: () => void this.close() },
        (shell) => ({
          ...shell,
          options: this.host.options,
          cdn: this.#cdn(),
          pick: (pick) => this.#pick(pick),
          setLabel: (label) => void (this.host.label = label),
        }),
        wanted,
      );
    });
    // What was asked of it while it loaded is shown now.
    void this.#opened.then(() => this.#opening.ready?.update(this.host.options));
  }
}
