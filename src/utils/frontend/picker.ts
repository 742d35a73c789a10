/** Controls a `feaas-picker`: it needs a library before it loads (§5); in a dialog it loads when it is opened. */
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
  /** Label of the value. */
  label?: string | undefined;
  /** Emits `feaasPick`. @returns false if a listener prevents it */
  emitPick(pick: PickDetail): boolean;
}

export class PickerController implements InheritanceObserver {
  readonly #interface: InterfaceController<MountedPicker>;
  #connected = false;
  /** Whether it was asked to open, and not closed since. */
  #isRequested = false;
  /** Whether loading was attempted, which prevents endless attempts. */
  #hasTried = false;
  #opened: Promise<boolean> | undefined;

  constructor(private readonly host: PickerHost) {
    this.#interface = new InterfaceController(host);
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
      this.#connected = this.#isRequested = this.#hasTried = false;
      unobserveInheritance(this);
      this.#interface.close();
    });
  }

  /** An option, or an attribute that it inherits, changed. */
  changed(): void {
    if (!this.#connected) return;
    this.#interface.ready?.update(this.host.options);
    if (this.#hasTried || !(this.#isRequested || !this.host.options.dialog)) return;
    this.#open();
  }

  get state(): State {
    return this.#interface.state;
  }

  /** Opens. Resolves with whether it is open: false without a library, or on failure. */
  async open(): Promise<boolean> {
    this.#isRequested = true;
    if (this.#interface.state === 'idle') this.#hasTried = false;
    if (!libraryOf(this.host.element)) return this.#fail(new MissingLibraryError(this.host.element.localName));
    if (!this.#hasTried) this.#open();
    return (await this.#opened) ?? false;
  }

  /** Closes. Resolves with whether it closed. */
  async close(): Promise<boolean> {
    const picker = this.#interface.ready;
    if (!picker) {
      logError('<feaas-picker>: the picker is not open. Call open() first.', this.host.element);
      return false;
    }
    if ((await picker.close?.()) === false) return false;
    this.dismiss();
    return true;
  }

  /** Mounts the interface again, after its container has changed. */
  reopen(): void {
    this.#interface.close();
    this.#hasTried = false;
    this.changed();
  }

  /** Closes without asking, even while it loads. */
  dismiss(): void {
    this.#isRequested = false;
    this.#interface.close();
  }

  /** Returns the `cdn` of the element, its own or inherited, or else its context's (E4). */
  #cdn(): string | undefined {
    const { element } = this.host;
    const context = contextOf(element);
    const find = (node: Element): string | undefined => ownOrInherited(node, 'cdn') ?? ownOrInherited(node, 'hostname');
    return find(element) ?? (context && find(context));
  }

  /** Handles a pick of the user. @returns false if the page prevents it */
  #pick(pick: PickDetail): boolean {
    const { options } = this.host;
    if (options.disabled) return false;
    const before = this.host.value;
    // Listeners of the event read the new value.
    this.host.value = pick.value;
    const isAccepted = this.host.emitPick(pick);
    if (!isAccepted && this.host.value === pick.value) this.host.value = before;
    if (isAccepted && options.dialog && !pick.restore) this.dismiss();
    return isAccepted;
  }

  #fail(error: Error): false {
    const { element } = this.host;
    logError(`<${element.localName}>: ${error.message}`, error);
    this.host.emitError(error);
    return false;
  }

  #open(): void {
    const { element, container } = this.host;
    if (!libraryOf(element)) return;
    this.#hasTried = true;
    this.#opened = this.#interface.open(async (isCurrent) => {
      const { openScript } = await importWithRetry(() => import('./open-script'));
      return openScript<PickerShell, Awaited<ReturnType<PickerScript['mount']>>>(
        'picker',
        { element, container, close: () => void this.close() },
        (shell) => ({
          ...shell,
          options: this.host.options,
          cdn: this.#cdn(),
          pick: (pick) => this.#pick(pick),
          setLabel: (label) => void (this.host.label = label),
        }),
        isCurrent,
      );
    });
    // Apply options that changed while it was loading.
    void this.#opened.then(() => this.#interface.ready?.update(this.host.options));
  }
}
