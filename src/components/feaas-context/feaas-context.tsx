import { Component, Element, Event, type EventEmitter, h, Host, Method, Prop, Watch } from '@stencil/core';
import { importWithRetry } from '../../utils/scheduling/retry-import';
import type { AuthRequest, ContextController, ContextProps } from '../../utils/frontend/context';
import type { Auth } from '../../utils/gateway';
import type { Gateway } from '../../utils/gateway/page';

/** Stencil adopts the style only for shadow roots that it creates; this element creates its own. */
const STYLE = ':host { display: contents } :host([hidden]) { display: none }';

/** Shared by the shadow roots of all contexts; created when the first one connects. */
let sheet: CSSStyleSheet | undefined;

/**
 * Passes library, hosts and environment to the elements in it, and connects editors to the backend. It loads nothing
 * until an editor needs the connection.
 *
 * @slot - The part of the page with these settings.
 * @part ui - The container of the kit's own interface, apart from the page's styles.
 */
@Component({ tag: 'feaas-context' })
export class FeaasContext implements ContextProps {
  private controller?: Promise<ContextController>;

  @Element() element!: HTMLFeaasContextElement;

  /** Id of the library. */
  @Prop({ reflect: true }) library?: string;
  /** An opaque name for the scripts and the backend. */
  @Prop() environment?: string;
  /** Host of `/context.js`, `/editor.js` and `/picker.js`. The origin of the kit's script by default. */
  @Prop({ reflect: true }) frontend?: string;
  /** URL of the backend with `/graphql`. The frontend's `/api` by default. */
  @Prop({ reflect: true }) backend?: string;
  /** Content-delivery host. */
  @Prop({ reflect: true }) cdn?: string;
  /** Other allowed origins of previews and messages, separated by spaces. */
  @Prop({ reflect: true }) origins?: string;
  /** Renders the interface in a shadow root. `false` at the creation of the element disables it. */
  @Prop() isolate = true;
  /** Editors sign in by a window of the host. The origin of the host; without a value, that of the backend. */
  @Prop() signIn?: boolean | string;
  /** The editor's sign-in: a bearer token, or an object with a `token` and maybe a `name`; null for none. */
  @Prop({ mutable: true }) auth: Auth | null = null;

  @Watch('library')
  @Watch('environment')
  @Watch('frontend')
  @Watch('backend')
  @Watch('cdn')
  settingsChanged(): void {
    // After the attributes are set, which elements inside inherit.
    queueMicrotask(() => this.notify((controller) => controller.changed()));
  }

  @Watch('auth')
  authChanged(): void {
    this.notify((controller) => controller.authChanged());
  }

  /** The connection is ready. Its `client` queries the backend. */
  @Event() feaasReady!: EventEmitter<Gateway>;
  /** `auth` is missing, or the backend rejects it. Call `detail.respondWith(auth)`, or set `auth`. */
  @Event() feaasAuth!: EventEmitter<AuthRequest>;
  /** The connection failed. The next use tries again. */
  @Event() feaasError!: EventEmitter<Error>;

  connectedCallback(): void {
    if (this.isolate && !this.element.shadowRoot) this.addShadowRoot();
    this.settingsChanged();
  }

  disconnectedCallback(): void {
    this.notify((controller) => controller.disconnect());
  }

  /** Connects to the backend. Resolves once there is a library; rejects if the connection fails. */
  @Method()
  async connect(): Promise<Gateway> {
    const gateway = await (await this.load()).connect();
    // Without the types of the client's package, which sites do not install.
    return gateway as unknown as Gateway;
  }

  /** Signs in, like a click on an editable component. Resolves with `auth`, or with null if nobody signs in. */
  @Method()
  async requestAuth(): Promise<Auth | null> {
    return (await this.load()).requestAuth();
  }

  private load(): Promise<ContextController> {
    return (this.controller ??= importWithRetry(() => import('../../utils/frontend/context')).then(
      ({ ContextController }) => new ContextController(this.element, this),
      (error) => {
        this.controller = undefined;
        throw error;
      },
    ));
  }

  /** Attaches a shadow root. Stencil can only decide that per tag, but here an attribute decides. */
  private addShadowRoot(): void {
    if (!sheet) (sheet = new CSSStyleSheet()).replaceSync(STYLE);
    const root = this.element.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets.push(sheet);
    const [, ui] = ['slot', 'div'].map((tag) => root.appendChild(document.createElement(tag)));
    ui!.setAttribute('part', 'ui');
  }

  /** Notifies the controller if it is loaded. */
  private notify(callback: (controller: ContextController) => void): void {
    this.controller?.then(callback, () => {});
  }

  render(): unknown {
    return <Host></Host>;
  }
}
