import { Component, Element, Event, type EventEmitter, h, Host, Method, Prop, Watch } from '@stencil/core';
import { importWithRetry } from '../../utils/scheduling/retry-import';
import type { AuthRequest, ContextController, ContextHost } from '../../utils/frontend/context';
import type { Auth, Gateway as FullGateway } from '../../utils/gateway';
import type { Gateway } from '../../utils/gateway/page';

/** Stencil adopts the style of an element whose shadow root it makes; this one is made here. */
const STYLE = ':host { display: contents } :host([hidden]) { display: none }';

/** Shared by the shadow roots of all contexts; made when the first one connects. */
let sheet: CSSStyleSheet | undefined;

/** A gateway without the types of its client's package, which sites do not have. */
const withoutTypes = (gateway: FullGateway): Gateway => gateway as unknown as Gateway;

/**
 * Gives what stands in it its library, hosts and environment, and editors their connection to the backend. Until one of
 * them needs it, nothing is loaded for it.
 *
 * @slot - The part of the page that it is for.
 * @part ui - Where the kit's own interface stands, apart from the page's styles.
 */
@Component({ tag: 'feaas-context' })
export class FeaasContext implements ContextHost {
  private controller?: Promise<ContextController>;

  @Element() element!: HTMLElement;

  /** Id of the library. */
  @Prop({ reflect: true }) library?: string;
  /** An opaque name, handed to the scripts and the backend. */
  @Prop() environment?: string;
  /** Host of `/context.js`, `/editor.js` and `/picker.js`; the kit's own by default. */
  @Prop({ reflect: true }) frontend?: string;
  /** URL of the backend, which has `/graphql`; the frontend's `/api` by default. */
  @Prop({ reflect: true }) backend?: string;
  /** Content-delivery host. */
  @Prop({ reflect: true }) cdn?: string;
  /** Other origins that previews may show and whose messages count, separated by spaces. */
  @Prop({ reflect: true }) origins?: string;
  /** The interface stands in a shadow root; `false` when the element is made makes none. */
  @Prop() isolate = true;
  /** Who edits: a bearer token, or an object with a `token`; null for nobody. */
  @Prop({ mutable: true }) auth: Auth | null = null;

  @Watch('library')
  @Watch('environment')
  @Watch('frontend')
  @Watch('backend')
  @Watch('cdn')
  settingsChanged(): void {
    // After the attributes, which what stands in it inherits.
    queueMicrotask(() => this.notify((controller) => controller.changed()));
  }

  @Watch('auth')
  authChanged(): void {
    this.notify((controller) => controller.authChanged());
  }

  /** The connection is there; its `client` asks the backend. */
  @Event() feaasReady!: EventEmitter<Gateway>;
  /** There is no `auth`, or the backend refuses it; asked once: answer by `detail.respondWith(auth)`, or set `auth`. */
  @Event() feaasAuth!: EventEmitter<AuthRequest>;
  /** The connection can not be had; the next use tries again. */
  @Event() feaasError!: EventEmitter<Error>;

  connectedCallback(): void {
    if (this.isolate && !this.element.shadowRoot) this.addShadowRoot();
    this.settingsChanged();
  }

  disconnectedCallback(): void {
    this.notify((controller) => controller.disconnect());
  }

  /** The connection to the backend: resolves once there is a library, rejects when it can not be had. */
  @Method()
  async connect(): Promise<Gateway> {
    this.controller ??= importWithRetry(() => import('../../utils/frontend/context')).then(
      ({ ContextController }) => new ContextController(this.element, this),
      (error) => {
        this.controller = undefined;
        throw error;
      },
    );
    return withoutTypes(await (await this.controller).connect());
  }

  /** @internal */
  emitReady(gateway: FullGateway): void {
    this.feaasReady.emit(withoutTypes(gateway));
  }

  /** @internal */
  emitAuth(request: AuthRequest): void {
    this.feaasAuth.emit(request);
  }

  /** @internal */
  emitError(error: Error): void {
    this.feaasError.emit(error);
  }

  /** Stencil decides for all elements of a tag whether they have a shadow root; here an attribute decides. */
  private addShadowRoot(): void {
    if (!sheet) (sheet = new CSSStyleSheet()).replaceSync(STYLE);
    const root = this.element.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets.push(sheet);
    const [, ui] = ['slot', 'div'].map((tag) => root.appendChild(document.createElement(tag)));
    ui!.setAttribute('part', 'ui');
  }

  /** Tells the controller, if there is one. */
  private notify(use: (controller: ContextController) => void): void {
    this.controller?.then(use, () => {});
  }

  render(): unknown {
    return <Host></Host>;
  }
}
