import { Component, Element, Event, type EventEmitter, h, Host, Prop, State, Watch } from '@stencil/core';
import type { JsonData } from '../../utils/element/property-types';
import { ExternalController, type ExternalHost } from '../../utils/external/controller';

/**
 * Shows a component that the page has registered with `registerComponent`. Its attributes are the component's properties, typed
 * by their JSON Schemas. Until the registration, and after an error, its own content appears.
 *
 * @slot - The fallback, before the registration and after an error.
 * @slot feaas-mounted - The component.
 */
@Component({ tag: 'feaas-external', styleUrl: 'feaas-external.css', shadow: true })
export class FeaasExternal implements ExternalHost {
  @Element() element!: HTMLElement;

  private readonly controller = new ExternalController(this);

  /** Name of the visible slot: that of the fallback content, or that of the component. */
  @State() slotName = '';

  /** Id of the registered component. */
  @Prop() dataExternalId?: string;
  /** Values by data source. The attribute is JSON text, the property the object itself. */
  @Prop() datasources?: JsonData;
  /** Properties of the component by value. They override attributes. */
  @Prop() componentProps?: Readonly<Record<string, unknown>>;

  @Watch('dataExternalId')
  @Watch('datasources')
  @Watch('componentProps')
  propertyChanged(): void {
    this.controller.changed();
  }

  /** The component has mounted. */
  @Event() feaasMount!: EventEmitter<void>;
  /** The component failed. preventDefault() keeps it mounted. */
  @Event() feaasError!: EventEmitter<Error>;
  /** The component has unmounted. */
  @Event() feaasUnmount!: EventEmitter<void>;

  connectedCallback(): void {
    this.controller.connect();
  }

  disconnectedCallback(): void {
    this.controller.disconnect();
  }

  /** @internal */
  showSlot(name: string): void {
    this.slotName = name;
  }

  /** @internal */
  emit(type: 'Mount' | 'Unmount'): void {
    this[`feaas${type}`].emit();
  }

  /** @internal */
  emitError(error: Error): boolean {
    return this.feaasError.emit(error).defaultPrevented;
  }

  render(): unknown {
    return (
      <Host>
        <slot name={this.slotName || undefined} />
      </Host>
    );
  }
}
