import { Component, Element, Event, type EventEmitter, h, Host, Method, Prop, Watch } from '@stencil/core';
import type { EditorTarget, PickDetail } from '../../utils/frontend/types';
import { followPosition } from '../../utils/frontend/follow-position';
import { EditorController, type EditorHost } from '../../utils/frontend/editor';
import type { State } from '../../utils/frontend/interface-controller';

/**
 * The in-page editor. It opens if it has a component and a version and is visible, or after a click on an editable
 * component of its context. Its interface comes from the frontend host.
 *
 * @part place - The container of the editor's interface.
 * @part loader - The overlay while it loads.
 */
@Component({ tag: 'feaas-editor', styleUrl: 'feaas-editor.css', shadow: true })
export class FeaasEditor implements EditorHost {
  private controller?: EditorController;
  private loader?: HTMLElement;
  /** Whether it has ever loaded. The overlay is rendered only then, because Stencil waits for nested elements. */
  private hasLoader = false;
  /** @internal */
  container!: HTMLElement;

  @Element() element!: HTMLElement;

  /** Id of the component to edit. */
  @Prop({ mutable: true, reflect: true }) component?: string;
  /** Its version. */
  @Prop({ mutable: true, reflect: true }) version?: string;
  /** Its revision. */
  @Prop({ mutable: true, reflect: true }) revision?: string;
  /** Id of the place's fork. */
  @Prop({ mutable: true, reflect: true }) instance?: string;
  /** The component is a fork. The editor sets this. */
  @Prop({ mutable: true, reflect: true }) forked = false;
  /** The editor has unsaved changes. It sets this itself. */
  @Prop({ mutable: true, reflect: true }) changed = false;
  /** `idle`, `loading` or `ready`. The editor sets this. */
  @Prop({ mutable: true, reflect: true }) state: State = 'idle';

  @Watch('component')
  @Watch('version')
  @Watch('revision')
  @Watch('instance')
  targetChanged(): void {
    this.controller?.changed();
  }

  /** The editor failed to load. Opening it again tries again. */
  @Event() feaasError!: EventEmitter<Error>;

  /** A pick in the editor, with the detail of `feaas-picker`. preventDefault() vetoes it. */
  @Event() feaasPick!: EventEmitter<PickDetail>;

  connectedCallback(): void {
    // On the first connection, the container of the interface does not exist yet.
    this.controller?.connect();
  }

  componentDidLoad(): void {
    this.controller = new EditorController(this);
    this.controller.connect();
  }

  componentDidRender(): void {
    // In the top layer, no box of the page clips the overlay or grows with it.
    if (this.loader?.isConnected) this.loader.togglePopover?.(this.state === 'loading');
  }

  disconnectedCallback(): void {
    this.controller?.disconnect();
  }

  /** Opens a component, by default the one of the attributes. Resolves with whether the editor is ready. */
  @Method()
  async open(target?: EditorTarget): Promise<boolean> {
    return this.controller!.open(target);
  }

  /** Saves. Resolves with false if the editor was not ready. */
  @Method()
  async save(): Promise<boolean> {
    return this.controller!.act('save');
  }

  /** Resets the fork to its original. Resolves with false if the editor was not ready. */
  @Method()
  async unfork(): Promise<boolean> {
    return this.controller!.act('unfork');
  }

  /** Reverts unsaved changes. Resolves with false if the editor was not ready. */
  @Method()
  async discard(): Promise<boolean> {
    return this.controller!.act('discard');
  }

  /** Closes: hides the editor and clears its target. Resolves with false if the editor stays open. */
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
