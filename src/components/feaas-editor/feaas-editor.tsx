import { Component, Element, Event, type EventEmitter, h, Host, Method, Prop, Watch } from '@stencil/core';
import type { EditorTarget, PickDetail } from '../../utils/frontend/types';
import { followPosition } from '../../utils/frontend/follow-position';
import { EditorController, type EditorHost } from '../../utils/frontend/editor';
import type { State } from '../../utils/frontend/interface-controller';

/**
 * The in-page editor: opens on a component, a version and not being hidden, or on a click on an editable component of
 * its context. What it shows comes from the frontend host.
 *
 * @part place - Where the editor's interface stands.
 * @part loader - The overlay while it loads.
 */
@Component({ tag: 'feaas-editor', styleUrl: 'feaas-editor.css', shadow: true })
export class FeaasEditor implements EditorHost {
  private controller?: EditorController;
  private loader?: HTMLElement;
  /** It has loaded once: an element that an element renders is waited for, so the overlay is rendered when it is needed. */
  private hasLoader = false;
  /** @internal */
  container!: HTMLElement;

  @Element() element!: HTMLElement;

  /** Id of the component that is edited. */
  @Prop({ mutable: true, reflect: true }) component?: string;
  /** Its version. */
  @Prop({ mutable: true, reflect: true }) version?: string;
  /** Its revision. */
  @Prop({ mutable: true, reflect: true }) revision?: string;
  /** Id of the place's fork. */
  @Prop({ mutable: true, reflect: true }) instance?: string;
  /** The component is a fork; set by the editor. */
  @Prop({ mutable: true, reflect: true }) forked = false;
  /** There are changes that are not saved; set by the editor. */
  @Prop({ mutable: true, reflect: true }) changed = false;
  /** `idle`, `loading` or `ready`; set by the editor. */
  @Prop({ mutable: true, reflect: true }) state: State = 'idle';

  @Watch('component')
  @Watch('version')
  @Watch('revision')
  @Watch('instance')
  targetChanged(): void {
    this.controller?.changed();
  }

  /** The editor can not be had; opening it again tries again. */
  @Event() feaasError!: EventEmitter<Error>;

  /** Something was picked in the editor, as a `feaas-picker` emits it; what the page prevents is not. */
  @Event() feaasPick!: EventEmitter<PickDetail>;

  connectedCallback(): void {
    // When it connects for the first time, its interface has no place yet.
    this.controller?.connect();
  }

  componentDidLoad(): void {
    this.controller = new EditorController(this);
    this.controller.connect();
  }

  componentDidRender(): void {
    // In the top layer no box of the page holds it, or grows by it.
    if (this.loader?.isConnected) this.loader.togglePopover?.(this.state === 'loading');
  }

  disconnectedCallback(): void {
    this.controller?.disconnect();
  }

  /** Opens on a component, by default on what the attributes name. Resolves with whether it is ready. */
  @Method()
  async open(target?: EditorTarget): Promise<boolean> {
    return this.controller!.open(target);
  }

  /** Saves. Resolves with whether it was ready to. */
  @Method()
  async save(): Promise<boolean> {
    return this.controller!.act('save');
  }

  /** Resets the fork to its original. Resolves with whether it was ready to. */
  @Method()
  async unfork(): Promise<boolean> {
    return this.controller!.act('unfork');
  }

  /** Takes back what is not saved. Resolves with whether it was ready to. */
  @Method()
  async discard(): Promise<boolean> {
    return this.controller!.act('discard');
  }

  /** Closes: hides the editor and clears what it is opened on. Resolves with whether it did. */
  @Method()
  async close(): Promise<boolean> {
    return this.controller!.close();
  }

  /** @internal */
  show(state: State): void {
    this.hasLoader ||= state === 'loading';
    this.state = state;
  }

  /** @internal */
  emitError(error: Error): void {
    this.feaasError.emit(error);
  }

  /** @internal */
  cover(content: HTMLElement): void {
    if (this.loader) followPosition(this.loader, content, () => this.state === 'loading');
  }

  render(): unknown {
    const isLoading = this.state === 'loading';
    return (
      <Host aria-busy={String(isLoading)}>
        <div part="place" ref={(element) => (this.container = element!)}></div>
        {this.hasLoader && (
          <feaas-loader
            part="loader"
            popover="manual"
            opacity={0.6}
            hidden={!isLoading}
            ref={(element) => (this.loader = element)}
          ></feaas-loader>
        )}
      </Host>
    );
  }
}
