import { Component, Element, Event, type EventEmitter, h, Host, Method, Prop, State, Watch } from '@stencil/core';
import { ComponentController } from '../../utils/element/component-controller';
import type { ComponentHost, InspectableElement, RenderDetail } from '../../utils/element/component-host';
import type { FetchList, JsonData, Loading, RevisionName } from '../../utils/element/property-types';
import { INHERITED, inheritedChanged } from '../../utils/element/inherit';
import { registerPageModules } from '../../utils/modules';

/**
 * Shows a content component: fetches its template and its library's stylesheet, binds data by path, and keeps it fresh.
 * Its content is in the light DOM, so that the page's styles apply and search engines find it.
 *
 * @slot - The content. Before it loads, the server's content.
 * @part loader - The overlay while the component loads.
 * @part content - Holds the content of an isolated component.
 * @cssprop --feaas-loader-opacity - Opacity of the loading overlay, 1 by default.
 * @cssprop --feaas-fade - Duration of the overlay's fade, 0.3s by default.
 */
@Component({ tag: 'feaas-component', styleUrl: 'feaas-component.css', shadow: true })
export class FeaasComponent implements ComponentHost {
  /** Whether the overlay is rendered; it stays so that it can fade. */
  private hasOverlay = false;
  /** Container of the content after the last render; null while the component is not isolated. */
  private lastContainer?: HTMLElement | null;

  @Element() element!: HTMLElement;

  private readonly controller = new ComponentController(this.element, this);

  /** Whether it has been loading for a moment. */
  @State() isLoading = false;

  /** Source string: `[cdn/components/]library/component[/version[/revision]]`. */
  @Prop() src?: string;
  /** Content-delivery host. By default that of the nearest ancestor, of `src`, or the kit's default. */
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
  /** Data to bind. The attribute is JSON text, the property the object itself. Can contain data settings. */
  @Prop() data?: JsonData;
  /** Resources to fetch: a list of `data`, `template`, `stylesheet`. All by default, none if empty or `false`. */
  @Prop() fetch?: FetchList;
  /** Lets an editor customize this component in place. */
  @Prop({ reflect: true }) editable = false;
  /** Prevents loading and rendering until you remove it. */
  @Prop() suspended = false;
  /** Renders the content into the shadow root. */
  @Prop() isolate = false;
  /** Shows the source in the page's `feaasSrc` query parameter. */
  @Prop() preview = false;
  /** Date of the server-rendered content. The element checks it, and fetches only newer content. */
  @Prop() lastModified?: string;
  /** `lazy` delays loading until the component is near the viewport. */
  @Prop() loading?: Loading;

  /** The element starts. */
  @Event() feaasMount!: EventEmitter<void>;
  /** The template is available. */
  @Event() feaasLoad!: EventEmitter<void>;
  /** The content appears. The detail has phase, source, revision, milliseconds, stale and error. */
  @Event() feaasRender!: EventEmitter<RenderDetail>;
  /** The element has nothing to show. preventDefault() keeps it mounted. */
  @Event() feaasError!: EventEmitter<Error>;
  /** The element has stopped. */
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
  propertyChanged(value: unknown, _before: unknown, name: string): void {
    this.controller.changed();
    // Inheriting elements observe attributes themselves.
    if (INHERITED.includes(name) && this.element.getAttribute(name) !== value) inheritedChanged();
  }

  connectedCallback(): void {
    registerPageModules();
    // The container of an isolated component exists after its first render.
    if (!this.isolate || this.container) this.controller.connect();
  }

  componentDidLoad(): void {
    if (this.isolate && this.element.isConnected) this.controller.connect();
  }

  /** Moves content into the container once it exists; `isolate` may be set at any time (E2). */
  componentDidRender(): void {
    const { container } = this;
    // Other renders do not change the content. An update after each would load a failed component again.
    if (container && container !== this.lastContainer) this.controller.changed();
    this.lastContainer = container;
  }

  disconnectedCallback(): void {
    this.controller.disconnect();
  }

  /** Resolves when the template is available; rejects if loading fails. */
  @Method()
  async whenLoaded(): Promise<void> {
    // Process pending changes first.
    await undefined;
    return this.controller.loaded.promise;
  }

  /** Resolves after rendering; rejects if rendering fails. */
  @Method()
  async whenRendered(): Promise<void> {
    await undefined;
    return this.controller.rendered.promise;
  }

  /** @internal Root of the content; null until an isolated component is rendered. */
  get content(): HTMLElement | null {
    return this.isolate ? this.container : this.element;
  }

  private get container(): HTMLElement | null {
    return this.element.shadowRoot!.querySelector('[part=content]');
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

  render(): unknown {
    this.hasOverlay ||= this.isLoading;
    return (
      <Host>
        {/* The engine manages the content of both elements. */}
        {this.isolate ? <div part="content" class="-feaas"></div> : <slot />}
        {this.hasOverlay && <div part="loader" class={{ busy: this.isLoading }}></div>}
      </Host>
    );
  }
}
