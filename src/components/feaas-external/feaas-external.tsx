import { Component, Element, Event, type EventEmitter, Prop } from '@stencil/core';
import { attachShadowContent } from '../../utils/element/shadow';
import { ExternalController, type ExternalHost } from '../../utils/external/controller';
import css from './feaas-external.css';

/**
 * Shows a component that the page has registered with `registerComponent`. Its attributes are the component's properties, read
 * as their JSON Schemas say. Until it is registered, and when it fails, its own content shows.
 *
 * @slot - What shows while no component is registered, or when it failed.
 * @slot feaas-mounted - The component.
 */
@Component({ tag: 'feaas-external', shadow: true })
export class FeaasExternal implements ExternalHost {
  private controller?: ExternalController;
  /** @internal Not `slot`: that is a member of every element, this one too where no runtime stands between. */
  slotElement!: HTMLSlotElement;

  @Element() element!: HTMLElement;

  /** Id under which the component is registered. */
  @Prop() dataExternalId?: string;
  /** Values by data source: as an attribute JSON text, as a property the object itself. */
  // The compiler knows no attribute for a property of type `unknown`, and its documents would say that there is none.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  @Prop() datasources?: any;
  /** Properties of the component by value, whatever it is; they win over attributes. */
  @Prop() componentProps?: Readonly<Record<string, unknown>>;

  /** The component is mounted. */
  @Event() feaasMount!: EventEmitter<void>;
  /** The component failed; preventDefault() keeps it mounted. */
  @Event() feaasError!: EventEmitter<Error>;
  /** The component is no longer mounted. */
  @Event() feaasUnmount!: EventEmitter<void>;

  connectedCallback(): void {
    if (!this.controller) {
      [this.slotElement] = attachShadowContent(this.element, css, 'slot') as [HTMLSlotElement];
      this.controller = new ExternalController(this);
    }
    this.controller.connect();
  }

  disconnectedCallback(): void {
    this.controller!.disconnect();
  }

  /** Any property; the controller looks at all of them at once. The runtime has nothing to update. */
  componentShouldUpdate(): boolean {
    this.controller?.changed();
    return false;
  }
}
