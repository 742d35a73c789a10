import { Component, Element, Event, type EventEmitter, h, Host, Method, Prop, Watch } from '@stencil/core';
import type { RevisionName } from '../../utils/element/property-types';
import { StylesheetController, type StylesheetHost } from '../../utils/element/stylesheet-controller';
import { registerPageModules } from '../../utils/modules';

/**
 * Loads a library's stylesheet into the page, once per URL, whoever else asks for it.
 */
@Component({ tag: 'feaas-stylesheet', styleUrl: 'feaas-stylesheet.css', shadow: true })
export class FeaasStylesheet implements StylesheetHost {
  @Element() element!: HTMLElement;

  private readonly controller = new StylesheetController(this);

  /** Source string: `[cdn/styles/]library[/revision]`, or a component's source. */
  @Prop() src?: string;
  /** Content-delivery host; else the nearest ancestor's, else that of `src`, else the default. */
  @Prop() cdn?: string;
  /** Deprecated alias of `cdn`. */
  @Prop() hostname?: string;
  /** Id of the library; else the nearest ancestor's. */
  @Prop() library?: string;
  /** `published` (the default), `staged` or `saved`; a number means published. */
  @Prop() revision?: RevisionName;
  /** Only tells the browser to fetch the stylesheet (`<link rel=preload>`); it applies when a component asks for it. */
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

  /** The element took up its work. */
  @Event() feaasMount!: EventEmitter<void>;
  /** The stylesheet applies. */
  @Event() feaasLoad!: EventEmitter<void>;
  /** The stylesheet can not be had; preventDefault() keeps the element mounted. */
  @Event() feaasError!: EventEmitter<Error>;
  /** The element gave up its work. */
  @Event() feaasUnmount!: EventEmitter<void>;

  connectedCallback(): void {
    registerPageModules();
    this.controller.connect();
  }

  disconnectedCallback(): void {
    this.controller.disconnect();
  }

  /** Resolves when the stylesheet applies; rejects when it can not be had. */
  @Method()
  async whenLoaded(): Promise<void> {
    // What changed just now is looked at first.
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
