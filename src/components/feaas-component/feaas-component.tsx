import { Component, Element, Event, type EventEmitter, h, Host, Method, Prop, State, Watch } from '@stencil/core';
import { ComponentController } from '../../utils/element/component-controller';
import type { ComponentHost, InspectableElement, RenderDetail } from '../../utils/element/component-host';
import type { FetchList, JsonData, Loading, RevisionName } from '../../utils/element/property-types';
import { registerPageModules } from '../../utils/modules';

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
export class FeaasComponent implements ComponentHost {
  private container?: HTMLElement;
  /** An overlay that has been there stays, so that it can fade. */
  private hasOverlay = false;

  @Element() element!: HTMLElement;

  private readonly controller = new ComponentController(this.element, this);

  /** It has been loading for a moment. */
  @State() isLoading = false;

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
  @Prop() revision?: RevisionName;
  /** Id of this place's fork. */
  @Prop() instance?: string;
  /** Template to show instead of a fetched one. */
  @Prop() template?: string;
  /** Data to bind: as an attribute JSON text, as a property the object itself. May hold data settings. */
  @Prop() data?: JsonData;
  /** What to fetch: a list of `data`, `template`, `stylesheet`; all by default, nothing when empty or `false`. */
  @Prop() fetch?: FetchList;
  /** Lets an editor customize this component in place. */
  @Prop({ reflect: true }) editable = false;
  /** Neither loads nor repaints until removed. */
  @Prop() suspended = false;
  /** Draws the content inside of the shadow root. */
  @Prop() isolate = false;
  /** Shows the source in the page's `feaasSrc` query parameter. */
  @Prop() preview = false;
  /** When the server-rendered content was last modified: it is then checked, and fetched only when it is old. */
  @Prop() lastModified?: string;
  /** `lazy` waits with loading until the component is about to be seen. */
  @Prop() loading?: Loading;

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
  @Watch('isolate')
  @Watch('preview')
  @Watch('loading')
  propertyChanged(): void {
    this.controller.changed();
  }

  connectedCallback(): void {
    registerPageModules();
    // The container of an isolated component is there after its first render.
    if (!this.isolate || this.container) this.controller.connect();
  }

  componentDidLoad(): void {
    if (this.isolate && this.element.isConnected) this.controller.connect();
  }

  disconnectedCallback(): void {
    this.controller.disconnect();
  }

  /** Resolves when the template is there; rejects when it can not be had. */
  @Method()
  async whenLoaded(): Promise<void> {
    // What changed just now is looked at first.
    await undefined;
    return this.controller.loaded.promise;
  }

  /** Resolves when the content is rendered; rejects when it can not be. */
  @Method()
  async whenRendered(): Promise<void> {
    await undefined;
    return this.controller.rendered.promise;
  }

  /** @internal Where content goes; undefined until an isolated component is rendered. */
  get content(): HTMLElement | undefined {
    return this.isolate ? this.container : this.element;
  }

  /** @internal */
  setLoading(isLoading: boolean): void {
    this.isLoading = isLoading;
  }

  /** @internal */
  emit(type: 'Mount' | 'Load' | 'Unmount'): void {
    this[`feaas${type}`].emit();
  }

  /** @internal */
  emitRender(detail: RenderDetail): void {
    // The inspector may be opened later.
    (this.element as InspectableElement).lastRender = detail;
    this.feaasRender.emit(detail);
  }

  /** @internal */
  emitError(error: Error): boolean {
    return this.feaasError.emit(error).defaultPrevented;
  }

  /** Content moves into the container once it is there: `isolate` may be set at any time (E2). */
  private readonly setContainer = (element?: HTMLElement): void => {
    this.container = element;
    if (element) this.controller.changed();
  };

  render(): unknown {
    this.hasOverlay ||= this.isLoading;
    return (
      <Host>
        {/* What is in either is the engine's business, not this render's. */}
        {this.isolate ? <div part="content" class="-feaas" ref={this.setContainer}></div> : <slot />}
        {this.hasOverlay && <div part="loader" class={{ busy: this.isLoading }}></div>}
      </Host>
    );
  }
}
