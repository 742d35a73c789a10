import { Component, Element, Event, type EventEmitter, Method, Prop } from '@stencil/core';
import { send } from '../../utils/element/send';
import { StylesheetController } from '../../utils/element/stylesheet-controller';
import { registerPageModules } from '../../utils/modules';

/**
 * Loads a library's stylesheet into the page, once per URL, whoever else asks for it.
 */
@Component({ tag: 'feaas-stylesheet', shadow: true })
export class FeaasStylesheet {
  private controller!: StylesheetController;

  @Element() host!: HTMLElement;

  /** Source string: `[cdn/styles/]library[/revision]`, or a component's source. */
  @Prop() src?: string;
  /** Content-delivery host; else the nearest ancestor's, else that of `src`, else the default. */
  @Prop() cdn?: string;
  /** Deprecated alias of `cdn`. */
  @Prop() hostname?: string;
  /** Id of the library; else the nearest ancestor's. */
  @Prop() library?: string;
  /** `published` (the default), `staged` or `saved`; a number means published. */
  @Prop() revision?: string;
  /** Only tells the browser to fetch the stylesheet (`<link rel=preload>`); it applies when a component asks for it. */
  @Prop() preload = false;

  /** The element took up its work. */
  @Event() feaasMount!: EventEmitter<void>;
  /** The stylesheet applies. */
  @Event() feaasLoad!: EventEmitter<void>;
  /** The stylesheet can not be had; preventDefault() keeps the element mounted. */
  @Event() feaasError!: EventEmitter<Error>;
  /** The element gave up its work. */
  @Event() feaasUnmount!: EventEmitter<void>;

  connectedCallback(): void {
    this.host.style.display = 'none';
    registerPageModules();
    this.controller ??= new StylesheetController({
      element: this.host,
      props: this,
      emit: (type) => send(this.host, `feaas${type}`),
      emitError: (error) => send(this.host, 'feaasError', error).defaultPrevented,
    });
    this.controller.connect();
  }

  disconnectedCallback(): void {
    this.controller.disconnect();
  }

  /** Any property; the controller looks at all of them at once. The runtime has nothing to update. */
  componentShouldUpdate(): boolean {
    this.controller.changed();
    return false;
  }

  /** Resolves when the stylesheet applies; rejects when it can not be had. */
  @Method()
  async whenLoaded(): Promise<void> {
    // What changed just now is looked at first.
    await undefined;
    return this.controller.loaded.promise;
  }
}
