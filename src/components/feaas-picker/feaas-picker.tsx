import { Component, Element, Event, type EventEmitter, Method, Prop } from '@stencil/core';
import { attachShadowContent } from '../../utils/element/shadow';
import type { PickerOptions } from '../../utils/frontend/contract';
import type { State } from '../../utils/frontend/opening';
import { PickerController, type PickerHost } from '../../utils/frontend/picker';
import css from './feaas-picker.css';

/**
 * Picks something of a library. What it shows comes from the frontend host, once there is a library.
 *
 * @part place - Where the picker's interface stands.
 * @part loader - The overlay while it loads.
 * @part trigger - The button that opens the dialog.
 * @part dialog - The dialog.
 */
@Component({ tag: 'feaas-picker', shadow: true })
export class FeaasPicker implements PickerHost {
  private controller?: PickerController;
  private loader!: HTMLElement;
  private trigger!: HTMLElement;
  private modal!: HTMLDialogElement;
  /** @internal */
  place!: HTMLElement;

  @Element() element!: HTMLElement;

  /** What is picked. */
  @Prop() mode = 'theme';
  /** Opens in a modal dialog, from a button; else it stands in the page. */
  @Prop() dialog = false;
  /** How much it shows: `full`, the default, or `compact`. */
  @Prop() variant?: string;
  /** Shown while nothing is picked. */
  @Prop() placeholder = 'No theme';

  /** The picker can not be had; opening it again tries again. */
  @Event() feaasError!: EventEmitter<Error>;

  connectedCallback(): void {
    if (!this.controller) {
      this.build();
      this.controller = new PickerController(this);
    }
    this.arrange();
    this.controller.connect();
  }

  disconnectedCallback(): void {
    this.controller?.disconnect();
  }

  /** Any property. The runtime has nothing to update. */
  componentShouldUpdate(): boolean {
    // Several may change at once.
    queueMicrotask(() => {
      if (!this.controller) return;
      this.arrange();
      this.controller.changed();
    });
    return false;
  }

  /** Opens. Resolves with whether it is open then: false without a library, or when it fails. */
  @Method()
  async open(): Promise<boolean> {
    return this.controller!.open();
  }

  /** Closes. Resolves with whether it did. */
  @Method()
  async close(): Promise<boolean> {
    return this.controller!.close();
  }

  /** @internal */
  get options(): PickerOptions {
    const { mode, variant, placeholder, dialog } = this;
    return { mode, variant: variant || undefined, placeholder, dialog };
  }

  /** @internal */
  show(state: State): void {
    this.element.setAttribute('aria-busy', String(state === 'loading'));
    this.loader.hidden = state !== 'loading';
    if (!this.dialog) return;
    if (state === 'idle') this.modal.close();
    else if (!this.modal.open) this.modal.showModal();
  }

  private build(): void {
    [this.trigger, this.modal] = attachShadowContent(this.element, css, 'button trigger', 'dialog dialog') as [
      HTMLElement,
      HTMLDialogElement,
    ];
    this.place = document.createElement('div');
    this.place.setAttribute('part', 'place');
    this.loader = document.createElement('feaas-loader');
    this.loader.setAttribute('part', 'loader');
    this.loader.setAttribute('opacity', '0.6');
    this.loader.hidden = true;
    this.trigger.setAttribute('type', 'button');
    this.trigger.setAttribute('aria-haspopup', 'dialog');
    this.trigger.addEventListener('click', () => void this.controller!.open());
    this.modal.addEventListener('cancel', (event) => {
      event.preventDefault();
      // The picker may ask first; what only loads is given up.
      if (this.controller!.state === 'ready') void this.controller!.close();
      else this.controller!.dismiss();
    });
  }

  /** Puts the interface into the dialog, or beside it. */
  private arrange(): void {
    const { dialog, modal, place, loader } = this;
    const holder: ParentNode = dialog ? modal : this.element.shadowRoot!;
    if (place.parentNode !== holder) holder.append(place, loader);
    this.trigger.hidden = !dialog;
    this.trigger.textContent = this.placeholder;
    modal.setAttribute('aria-label', this.placeholder);
  }
}
