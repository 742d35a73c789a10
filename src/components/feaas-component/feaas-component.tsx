import { Component, Element, Event, type EventEmitter, Method, Prop } from '@stencil/core';
import { contentRootOf } from '../../utils/element/content-root';
import { attachShadowContent, showLoadingOverlay } from '../../utils/element/shadow';
import { ComponentController } from '../../utils/element/component-controller';
import type { ComponentHost, RenderDetail, InspectableElement } from '../../utils/element/component-host';
import { send } from '../../utils/element/send';
import { registerPageModules } from '../../utils/modules';
import css from './feaas-component.css';

/**
 * An element that nobody sees: engines forget the forms of objects when the last one is gone, and all that was compiled for
 * them. A page that leaves a view would begin anew with the next one.
 */
let unseen: HTMLElement | undefined;

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
@Component({ tag: 'feaas-component', shadow: true })
export class FeaasComponent implements ComponentHost {
  @Element() host!: HTMLElement;

  private readonly controller = new ComponentController(this.host, this);
  private isPrepared = false;

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
  // The compiler knows no attribute for a property of type `unknown`, and its documents would say that there is none.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  @Prop() data?: any;
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
  /** When the server-rendered content was last modified: it is then checked, and fetched only when it is old. */
  @Prop() lastModified?: string;
  /** `lazy` waits with loading until the component is about to be seen. */
  @Prop() loading?: string;

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

  connectedCallback(): void {
    if (!this.isPrepared) this.prepare();
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

  private prepare(): void {
    this.isPrepared = true;
    registerPageModules();
    attachShadowContent(this.host, css, ...(this.isolate ? [] : ['slot']));
  }

  /** @internal */
  get content(): HTMLElement | undefined {
    return this.isPrepared ? contentRootOf(this.host, this.isolate) : undefined;
  }

  /** @internal */
  setLoading(isLoading: boolean): void {
    showLoadingOverlay(this.host, isLoading);
  }

  /** @internal */
  emit(type: 'Mount' | 'Load' | 'Unmount'): void {
    send(this.host, `feaas${type}`);
  }

  /** @internal */
  emitRender(detail: RenderDetail): void {
    // The inspector reads what was emitted before it was opened.
    send(this.host, 'feaasRender', ((this.host as InspectableElement).feaasRender = detail));
    unseen ??= document.createElement(this.host.localName);
  }

  /** @internal */
  emitError(error: Error): boolean {
    return send(this.host, 'feaasError', error).defaultPrevented;
  }
}
