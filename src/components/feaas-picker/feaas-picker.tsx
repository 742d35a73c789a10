import {
  AttachInternals,
  Component,
  Element,
  Event,
  type EventEmitter,
  h,
  Host,
  Method,
  Prop,
  State,
  Watch,
} from '@stencil/core';
import type { PickDetail, PickerMode, PickerOptions } from '../../utils/frontend/types';
import type { State as InterfaceState } from '../../utils/frontend/interface-controller';
import { PickerController, type PickerHost } from '../../utils/frontend/picker';
import { PickerForm, type FormHost } from '../../utils/frontend/picker-form';

const MODE = 'theme';
const PLACEHOLDER = 'No theme';

/**
 * Lets people choose something of a library. In a form, it submits its value under its `name`. Its interface comes from the
 * frontend host, once there is a library.
 *
 * @part place - The container of the picker's interface.
 * @part loader - The overlay while it loads.
 * @part trigger - The button that opens the dialog.
 * @part dialog - The dialog.
 */
@Component({
  tag: 'feaas-picker',
  styleUrl: 'feaas-picker.css',
  shadow: { delegatesFocus: true },
  formAssociated: true,
})
export class FeaasPicker implements PickerHost, FormHost {
  private controller?: PickerController;
  /** Not named `form`, which is a member of all form controls, including this one. */
  private control!: PickerForm;
  private trigger?: HTMLButtonElement;
  private modal!: HTMLDialogElement;
  private isUpdating = false;
  /** Whether it has ever loaded. The overlay is rendered only then, because Stencil waits for nested elements. */
  private hasLoader = false;
  /** @internal */
  container!: HTMLElement;

  @Element() element!: HTMLElement;
  /** @internal */
  @AttachInternals() internals!: ElementInternals;

  /** @internal The label of the value, once the interface has reported it. */
  @State() label?: string;
  /** Whether the element itself, or a fieldset around it, is disabled. */
  @State() isDisabled = false;
  @State() state: InterfaceState = 'idle';

  /** Kind of the choice: `theme`, `component`, `data`, `media` or `revision`. */
  @Prop() mode: PickerMode = MODE;
  /** Opens in a modal dialog, from a button. Otherwise the picker is in the page. */
  @Prop({ reflect: true }) dialog = false;
  /** Amount of detail: `full` (the default) or `compact`. */
  @Prop() variant?: 'full' | 'compact';
  /** Text without a choice. */
  @Prop() placeholder = PLACEHOLDER;
  /** The choice, and the value that a form submits. A reset restores the attribute. */
  @Prop({ mutable: true }) value = '';
  /** Name of the value in a form. */
  @Prop({ reflect: true }) name?: string;
  /** Prevents a form from submitting without a choice. */
  @Prop() required = false;
  /** Disables choosing and submitting. */
  @Prop({ reflect: true }) disabled = false;
  /** Component of the revisions. */
  @Prop() component?: string;
  /** Version of the revisions, `responsive` by default. */
  @Prop() version?: string;
  /** Data of the paths, as for a component: an object or JSON. The library's data sources by default. */
  @Prop() data?: object | string;
  /** Purpose of a path: `text` (the default), `attribute` or `repeat`. */
  @Prop() binding?: 'text' | 'attribute' | 'repeat';
  /** Path of the innermost repeat around the bound element. */
  @Prop() scope?: string;

  @Watch('value')
  valueChanged(): void {
    // The interface reports the label of another value.
    this.label = undefined;
    this.optionChanged();
  }

  @Watch('dialog')
  dialogChanged(): void {
    // The interface is mounted again at its new position, inside or outside of the dialog.
    queueMicrotask(() => this.controller?.reopen());
  }

  @Watch('mode')
  @Watch('variant')
  @Watch('placeholder')
  @Watch('name')
  @Watch('required')
  @Watch('disabled')
  @Watch('component')
  @Watch('version')
  @Watch('data')
  @Watch('binding')
  @Watch('scope')
  optionChanged(): void {
    // Batch changes of several properties, but update the form value at once, in case it is submitted now.
    this.control?.update();
    if (this.isUpdating) return;
    this.isUpdating = true;
    queueMicrotask(() => {
      this.isUpdating = false;
      this.update();
    });
  }

  /** A pick. preventDefault() vetoes it. */
  @Event() feaasPick!: EventEmitter<PickDetail>;

  /** The picker failed to load. Opening it again tries again. */
  @Event() feaasError!: EventEmitter<Error>;

  connectedCallback(): void {
    // On the first connection, the container of the interface does not exist yet.
    this.controller?.connect();
  }

  componentWillLoad(): void {
    this.control = new PickerForm(this);
  }

  componentDidLoad(): void {
    this.controller = new PickerController(this);
    this.update();
    this.controller.connect();
  }

  disconnectedCallback(): void {
    this.controller?.disconnect();
  }

  formResetCallback(): void {
    this.control.reset();
  }

  formDisabledCallback(): void {
    this.optionChanged();
  }

  formStateRestoreCallback(state: unknown): void {
    this.control.restore(state);
  }

  /** Opens. Resolves with false without a library, or if opening fails. */
  @Method()
  async open(): Promise<boolean> {
    return this.controller!.open();
  }

  /** Closes. Resolves with false if the picker stays open. */
  @Method()
  async close(): Promise<boolean> {
    return this.controller!.close();
  }

  /** @internal */
  get options(): PickerOptions {
    const { mode, variant, dialog, value, component, version, data, binding, scope } = this;
    const { hint: placeholder, control } = this;
    return {
      ...{ mode: mode || MODE, variant: variant || undefined, placeholder, dialog, value, disabled: control.disabled },
      ...{ component: component || undefined, version: version || undefined },
      ...{ data, binding: binding || undefined, scope: scope || undefined },
    };
  }

  /** Text without a choice. A removed or empty attribute selects the default text. */
  private get hint(): string {
    return this.placeholder || PLACEHOLDER;
  }

  /** @internal */
  anchor(): HTMLElement | undefined {
    return this.dialog ? this.trigger : this.container;
  }

  /** @internal */
  show(state: InterfaceState): void {
    this.hasLoader ||= state === 'loading';
    this.state = state;
    if (!this.dialog) return;
    if (state === 'idle') this.modal.close();
    else if (!this.modal.open) this.modal.showModal();
  }

  /** @internal */
  emitError(error: Error): void {
    this.feaasError.emit(error);
  }

  /** @internal */
  emitPick(pick: PickDetail): boolean {
    return !this.feaasPick.emit(pick).defaultPrevented;
  }

  private update(): void {
    if (!this.controller) return;
    this.isDisabled = this.control.disabled;
    this.control.update();
    this.controller.changed();
  }

  private readonly onTriggerClick = (): void => void this.controller!.open();

  private readonly onCancel = (event: Event): void => {
    event.preventDefault();
    // A ready picker may ask for confirmation; loading is aborted.
    if (this.controller!.state === 'ready') void this.controller!.close();
    else this.controller!.dismiss();
  };

  private readonly setContainer = (element?: HTMLElement): void => {
    // The last call has no element: it is for the removed one.
    if (element) this.container = element;
  };

  render(): unknown {
    const isLoading = this.state === 'loading';
    const content = [
      <div part="place" inert={this.isDisabled} ref={this.setContainer}></div>,
      this.hasLoader && <feaas-loader part="loader" opacity={0.6} hidden={!isLoading}></feaas-loader>,
    ];
    return (
      <Host aria-busy={String(isLoading)}>
        <button
          part="trigger"
          type="button"
          aria-haspopup="dialog"
          hidden={!this.dialog}
          disabled={this.isDisabled}
          onClick={this.onTriggerClick}
          ref={(element) => (this.trigger = element)}
        >
          {/* The value itself is shown until the interface reports its label. */}
          {this.value ? (this.label ?? this.value) : this.hint}
        </button>
        <dialog
          part="dialog"
          aria-label={this.hint}
          onCancel={this.onCancel}
          ref={(element) => (this.modal = element as HTMLDialogElement)}
        >
          {this.dialog ? content : null}
        </dialog>
        {this.dialog ? null : content}
      </Host>
    );
  }
}
