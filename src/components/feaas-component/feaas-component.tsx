import { Component, Element, Event, type EventEmitter, Method, Prop, Watch } from '@stencil/core';
import { ComponentController, type RenderDetail } from '../../utils/element/component';
import '../../utils/lazy';

/**
 * Shows a content component: fetches its template and its library's stylesheet, binds data by path, and keeps it fresh.
 * Its content stands in the light DOM, so that the page's styles apply and search engines see it.
 *
 * @slot - The content; before it is loaded, what the server rendered.
 * @part loader - The overlay while the component loads.
 * @part content - Holds the content of an isolated component.
 * @cssprop --feaas-loader-opacity - Opacity of the loading overlay, 1 by default.
 * @cssprop --feaas-fade - Duration of the overlay's fade, 0.3s by default.
 */
@Component({ tag: 'feaas-component', styleUrl: 'feaas-component.css', shadow: true })
export class FeaasComponent {
  private controller!: ComponentController;

  @Element() host!: HTMLElement;

  /** Source string: `[cdn/components/]library/component[/version[/revision]]`. */
  @Prop() src?: string;
  /** Content-delivery host; else the nearest ancestor's, else that of `src`, else the default. */
  @Prop() cdn?: string;
  /** Deprecated alias of `cdn`. */
  @Prop() hostname?: string;
  /** Id of the library. */
  @Prop() library?: string;
  /** Id of the component. */
  @Prop() component?: string;
  /** Version of the component, `responsive` by default. */
  @Prop() version?: string;
  /** `published` (the default), `staged`, `saved`, or a number. */
  @Prop() revision?: string;
  /** Id of this place's fork. */
  @Prop() instance?: string;
  /** Template to show instead of a fetched one. */
  @Prop() template?: string;
  /** Data to bind: as an attribute JSON text, as a property the object itself. May hold data settings. */
  @Prop() data?: unknown;
  /** What to fetch: a list of `data`, `template`, `stylesheet`; all by default, nothing when empty or `false`. */
  @Prop() fetch?: string;
  /** Lets an editor customise this component in place. */
  @Prop() editable = false;
  /** Neither loads nor repaints until removed. */
  @Prop() suspended = false;
  /** Draws the content inside of the shadow root. */
  @Prop() isolate = false;
  /** Shows the source in the page's `feaasSrc` query parameter. */
  @Prop() preview = false;
  /** When the server-rendered content was last modified. */
  @Prop() lastModified?: string;

  /** The element took up its work. */
  @Event() feaasMount!: EventEmitter<void>;
  /** The template arrived. */
  @Event() feaasLoad!: EventEmitter<void>;
  /** The content was rendered; tells phase, source, revision, milliseconds, stale and error. */
  @Event() feaasRender!: EventEmitter<RenderDetail>;
  /** Nothing can be shown; preventDefault() keeps the element mounted. */
  @Event() feaasError!: EventEmitter<Error>;
  /** The element gave up its work. */
  @Event() feaasUnmount!: EventEmitter<void>;

  @Watch('src')
  @Watch('cdn')
  @Watch('hostname')
  @Watch('library')
  @Watch('component')
  @Watch('version')
  @Watch('revision')
  @Watch('instance')
  @Watch('template')
  @Watch('data')
  @Watch('fetch')
  @Watch('suspended')
  @Watch('preview')
  protected propChanged(): void {
    this.controller.changed();
  }

  connectedCallback(): void {
    this.controller ??= this.control();
    this.controller.connect();
  }

  disconnectedCallback(): void {
    this.controller.disconnect();
  }

  /** Resolves when the template is there; rejects when it can not be had. */
  @Method()
  async whenLoaded(): Promise<void> {
    return this.controller.loaded.promise;
  }

  /** Resolves when the content is rendered; rejects when it can not be. */
  @Method()
  async whenRendered(): Promise<void> {
    return this.controller.rendered.promise;
  }

  /** The kit's own interface is three elements: no templating is worth its bytes here. */
  private control(): ComponentController {
    const { host } = this;
    const root = host.shadowRoot!;
    const add = (tag: string, part?: string): HTMLElement => {
      const element = document.createElement(tag);
      if (part) element.setAttribute('part', part);
      root.append(element);
      return element;
    };
    const content = this.isolate ? add('div', 'content') : add('slot');
    content.className = '-feaas';
    const loader = add('div', 'loader');
    return new ComponentController({
      element: host,
      props: this,
      shadowContent: () => content,
      busy: (busy) => (loader.className = busy ? 'busy' : ''),
      emit: (type) => this[`feaas${type}`].emit(),
      emitRender: (detail) => this.feaasRender.emit(detail),
      emitError: (error) => this.feaasError.emit(error).defaultPrevented,
    });
  }
}
