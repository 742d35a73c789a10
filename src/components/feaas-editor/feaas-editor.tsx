import { Component, Element, Event, type EventEmitter, Method, Prop } from '@stencil/core';
import { attachShadowContent } from '../../utils/element/shadow';
import type { EditorTarget, PickDetail } from '../../utils/frontend/types';
import { followPosition } from '../../utils/frontend/follow-position';
import { EditorController, type EditorHost } from '../../utils/frontend/editor';
import type { State } from '../../utils/frontend/interface-controller';
import css from './feaas-editor.css';

/**
 * The in-page editor: opens on a component, a version and not being hidden, or on a click on an editable component of
 * its context. What it shows comes from the frontend host.
 *
 * @part place - Where the editor's interface stands.
 * @part loader - The overlay while it loads.
 */
@Component({ tag: 'feaas-editor', shadow: true })
export class FeaasEditor implements EditorHost {
  private controller?: EditorController;
  private loader!: HTMLElement;
  /** @internal */
  container!: HTMLElement;

  @Element() element!: HTMLElement;

  /** Id of the component that is edited. */
  @Prop() component?: string;
  /** Its version. */
  @Prop() version?: string;
  /** Its revision. */
  @Prop() revision?: string;
  /** Id of the place's fork. */
  @Prop() instance?: string;
  /** The component is a fork; told by the editor. */
  @Prop() forked = false;
  /** There are changes that are not saved; told by the editor. */
  @Prop() changed = false;
  /** `idle`, `loading` or `ready`; told by the editor. */
  @Prop() state: State = 'idle';

  /** The editor can not be had; opening it again tries again. */
  @Event() feaasError!: EventEmitter<Error>;

  /** Something was picked in the editor, as a `feaas-picker` tells it; what the page prevents is not. */
  @Event() feaasPick!: EventEmitter<PickDetail>;

  connectedCallback(): void {
    if (!this.controller) {
      const { element } = this;
      [this.container] = attachShadowContent(element, css, 'div place') as [HTMLElement];
      this.loader = document.createElement('feaas-loader');
      this.loader.setAttribute('part', 'loader');
      this.loader.popover = 'manual';
      this.loader.setAttribute('opacity', '0.6');
      element.shadowRoot!.append(this.loader);
      this.controller = new EditorController(this);
      this.show('idle');
    }
    this.controller.connect();
  }

  disconnectedCallback(): void {
    this.controller?.disconnect();
  }

  /** Any property; the controller looks at all of them at once. The runtime has nothing to update. */
  componentShouldUpdate(): boolean {
    this.controller?.changed();
    return false;
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
    this.element.setAttribute('state', state);
    this.element.setAttribute('aria-busy', String(state === 'loading'));
    this.loader.hidden = state !== 'loading';
    // In the top layer no box of the page holds it, or grows by it.
    if (this.loader.isConnected) this.loader.togglePopover?.(state === 'loading');
  }

  /** @internal */
  cover(content: HTMLElement): void {
    followPosition(this.loader, content, () => !this.loader.hidden);
  }
}
