import { Component, Element, Event, type EventEmitter, Method, Prop } from '@stencil/core';
import { attachShadowContent } from '../../utils/element/shadow';
import type { PickDetail, PickerOptions } from '../../utils/frontend/types';
import type { State } from '../../utils/frontend/interface-controller';
import { PickerController, type PickerHost } from '../../utils/frontend/picker';
import { PickerForm, type FormHost } from '../../utils/frontend/picker-form';
import css from './feaas-picker.css';

const MODE = 'theme';
const PLACEHOLDER = 'No theme';

/**
 * Picks something of a library, alone or in a form: it submits its value under its `name`. What it shows comes from the
 * frontend host, once there is a library.
 *
 * @part place - Where the picker's interface stands.
 * @part loader - The overlay while it loads.
 * @part trigger - The button that opens the dialog.
 * @part dialog - The dialog.
 */
@Component({ tag: 'feaas-picker', shadow: { delegatesFocus: true }, formAssociated: true })
export class FeaasPicker implements PickerHost, FormHost {
  private controller?: PickerController;
  /** Not `form`: that is a member of every control, this one too where no runtime stands between. */
  private control?: PickerForm;
  private loader!: HTMLElement;
  private trigger!: HTMLButtonElement;
  private modal!: HTMLDialogElement;
  /** What the value is called, as far as the interface has said. */
  private called?: string;
  /** @internal */
  container!: HTMLElement;

  @Element() element!: HTMLElement;

  /** What is picked: `theme`, `component`, `data`, `media` or `revision`. */
  @Prop() mode = MODE;
  /** Opens in a modal dialog, from a button; else it stands in the page. */
  @Prop() dialog = false;
  /** How much it shows: `full`, the default, or `compact`. */
  @Prop() variant?: string;
  /** Shown while nothing is picked. */
  @Prop() placeholder = PLACEHOLDER;
  /** What is picked, and what a form submits; the attribute is what a reset goes back to. */
  @Prop({ mutable: true }) value = '';
  /** What a form submits the value as. */
  @Prop() name?: string;
  /** A form is not submitted while nothing is picked. */
  @Prop() required = false;
  /** Nothing can be picked, and nothing is submitted. */
  @Prop() disabled = false;
  /** Component whose revisions are picked. */
  @Prop() component?: string;
  /** Its version; `responsive` where nothing is said. */
  @Prop() version?: string;
  /** What paths are picked from, as of a component: an object, or JSON; the library's own data sources where nothing is said. */
  @Prop() data?: object | string;
  /** What a path is to set: `text`, the default, `attribute` or `repeat`. */
  @Prop() binding?: string;
  /** Path of the innermost repeat around what is bound. */
  @Prop() scope?: string;

  /** Something was picked; what the page prevents is not. */
  @Event() feaasPick!: EventEmitter<PickDetail>;

  /** The picker can not be had; opening it again tries again. */
  @Event() feaasError!: EventEmitter<Error>;

  connectedCallback(): void {
    if (!this.controller) {
      this.build();
      this.control = new PickerForm(this);
      this.controller = new PickerController(this);
    }
    this.arrange();
    this.controller.connect();
  }

  disconnectedCallback(): void {
    this.controller?.disconnect();
  }

  /** Any property. The runtime has nothing to update. */
  componentShouldUpdate(_now: unknown, _before: unknown, property: string): boolean {
    // What another value is called is said by the interface.
    if (property === 'value') this.called = undefined;
    // Several may change at once; but a form that is submitted now has what is picked now.
    this.control?.update();
    queueMicrotask(() => this.changed());
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
  @Method()
  async formResetCallback(): Promise<void> {
    this.control!.reset();
  }

  /** @internal */
  @Method()
  async formDisabledCallback(): Promise<void> {
    this.changed();
  }

  /** @internal */
  @Method()
  async formStateRestoreCallback(state: unknown): Promise<void> {
    this.control!.restore(state);
  }

  /** @internal */
  get options(): PickerOptions {
    const { mode, variant, dialog, value, component, version, data, binding, scope } = this;
    const { hint: placeholder, control } = this;
    return {
      ...{ mode: mode || MODE, variant: variant || undefined, placeholder, dialog, value, disabled: control!.disabled },
      ...{ component: component || undefined, version: version || undefined },
      ...{ data, binding: binding || undefined, scope: scope || undefined },
    };
  }

  /** What stands for nothing: an attribute that is gone, or empty, says nothing. */
  private get hint(): string {
    return this.placeholder || PLACEHOLDER;
  }

  /** @internal */
  get label(): string | undefined {
    return this.called;
  }

  set label(label: string | undefined) {
    this.called = label;
    this.arrange();
  }

  /** @internal */
  anchor(): HTMLElement | undefined {
    return this.dialog ? this.trigger : this.container;
  }

  /** @internal */
  show(state: State): void {
    this.element.setAttribute('aria-busy', String(state === 'loading'));
    this.loader.hidden = state !== 'loading';
    if (!this.dialog) return;
    if (state === 'idle') this.modal.close();
    else if (!this.modal.open) this.modal.showModal();
  }

  private changed(): void {
    if (!this.controller) return;
    this.arrange();
    this.controller.changed();
  }

  private build(): void {
    [this.trigger, this.modal] = attachShadowContent(this.element, css, 'button trigger', 'dialog dialog') as [
      HTMLButtonElement,
      HTMLDialogElement,
    ];
    this.container = document.createElement('div');
    this.container.setAttribute('part', 'place');
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
    const { dialog, modal, container: place, loader, trigger, control, element } = this;
    const holder: ParentNode = dialog ? modal : element.shadowRoot!;
    if (place.parentNode !== holder) holder.append(place, loader);
    // The browser looks at attributes.
    element.toggleAttribute('disabled', this.disabled);
    if (this.name) element.setAttribute('name', this.name);
    control!.update();
    trigger.hidden = !dialog;
    trigger.disabled = place.inert = control!.disabled;
    // Before anybody knows what it is called, it is called what it is.
    trigger.textContent = this.value ? (this.called ?? this.value) : this.hint;
    modal.setAttribute('aria-label', this.hint);
  }
}
