import { Component, Element, Event, type EventEmitter, h, Host, Method, Prop, Watch } from '@stencil/core';
import type { RevisionName } from '../../utils/element/property-types';
import { StylesheetController, type StylesheetHost } from '../../utils/element/stylesheet-controller';
import { registerPageModules } from '../../utils/modules';

/**
 * Loads a library's stylesheet into the page, once per URL.
 */
@Component({ tag: 'feaas-stylesheet', styleUrl: 'feaas-stylesheet.css', shadow: true })
export class FeaasStylesheet implements StylesheetHost {
  @Element() element!: HTMLElement;

  private readonly controller = new StylesheetController(this);

  /** Source string: `[cdn/styles/]library[/revision]`, or a component's source. */
  @Prop() src?: string;
  /** Content-delivery host. By default that of the nearest ancestor, of `src`, or the kit's default. */
  @Prop() cdn?: string;
  /** Deprecated alias of `cdn`. */
  @Prop() hostname?: string;
  /** Id of the library. That of the nearest ancestor by default. */
  @Prop() library?: string;
  /** `published` (the default), `staged` or `saved`; a number means published. */
  @Prop() revision?: RevisionName;
  /** Only preloads the stylesheet (`<link rel=preload>`). It applies once a component needs it. */
  @Prop() preload = false;

  @Watch('src')
  @Watch('cdn')
  @Watch('hostname')
  @Watch('library')
  @Watch('revision')
  @Watch('preload')
  propertyChanged(): void {
    this.controller.changed();
  }

  /** The element starts. */
  @Event() feaasMount!: EventEmitter<void>;
  /** The stylesheet applies. */
  @Event() feaasLoad!: EventEmitter<void>;
  /** The stylesheet failed to load. preventDefault() keeps the element mounted. */
  @Event() feaasError!: EventEmitter<Error>;
  /** The element has stopped. */
  @Event() feaasUnmount!: EventEmitter<void>;

  connectedCallback(): void {
    registerPageModules();
    this.controller.connect();
  }

  disconnectedCallback(): void {
    this.controller.disconnect();
  }

  /** Resolves when the stylesheet applies; rejects if loading fails. */
  @Method()
  async whenLoaded(): Promise<void> {
    // Process pending changes first.
    await undefined;
    return this.controller.loaded.promise;
  }

  /** @internal */
  emit(type: 'Mount' | 'Load' | 'Unmount'): void {
    this[`feaas${type}`].emit();
  }

  /** @internal */
  emitError(error: Error): boolean {
    return this.feaasError.emit(error).defaultPrevented;
  }

  render(): unknown {
    return <Host></Host>;
  }
}
