import { Component, Element, Event, type EventEmitter, Method, Prop } from '@stencil/core';
import { attachShadowContent } from '../../utils/element/shadow';
import type { AuthRequest, ContextController } from '../../utils/frontend/context';
import type { Auth } from '../../utils/gateway';
import type { Gateway } from '../../utils/gateway/page';
import css from './feaas-context.css';

/**
 * Gives what stands in it its library, hosts and environment, and editors their connection to the backend. Until one of
 * them needs it, nothing is loaded for it.
 *
 * @slot - The part of the page that it is for.
 * @part ui - Where the kit's own interface stands, apart from the page's styles.
 */
@Component({ tag: 'feaas-context' })
export class FeaasContext {
  private controller?: Promise<ContextController>;

  @Element() host!: HTMLElement;

  /** Id of the library. */
  @Prop() library?: string;
  /** An opaque name, handed to the scripts and the backend. */
  @Prop() environment?: string;
  /** Host of `/context.js`, `/editor.js` and `/picker.js`; the kit's own by default. */
  @Prop() frontend?: string;
  /** URL of the backend, which has `/graphql`; the frontend's `/api` by default. */
  @Prop() backend?: string;
  /** Content-delivery host. */
  @Prop() cdn?: string;
  /** Other origins that previews may show and whose messages count, separated by spaces. */
  @Prop() origins?: string;
  /** The interface stands in a shadow root; `false` when the element is made makes none. */
  @Prop() isolate = true;
  /** Who edits: a bearer token, or an object with a `token`; null for nobody. */
  @Prop() auth: Auth | null = null;

  /** The connection is there; its `client` asks the backend. */
  @Event() feaasReady!: EventEmitter<Gateway>;
  /** There is no `auth`, or the backend refuses it; asked once: answer by `detail.respondWith(auth)`, or set `auth`. */
  @Event() feaasAuth!: EventEmitter<AuthRequest>;
  /** The connection can not be had; the next use tries again. */
  @Event() feaasError!: EventEmitter<Error>;

  connectedCallback(): void {
    const { host } = this;
    if (this.isolate && !host.shadowRoot) {
      host.attachShadow({ mode: 'open' });
      attachShadowContent(host, css, 'slot', 'div ui');
    }
    // What stands in it inherits attributes; frameworks set properties.
    for (const name of ['library', 'frontend', 'backend', 'cdn', 'origins'] as const) this.reflect(name, this[name]);
    this.tell((controller) => controller.changed());
  }

  disconnectedCallback(): void {
    this.tell((controller) => controller.disconnect());
  }

  /** Any property. The runtime has nothing to update. */
  componentShouldUpdate(value: unknown, _before: unknown, name: string): boolean {
    if (name === 'auth') this.tell((controller) => controller.authChanged());
    else {
      if (name !== 'isolate' && name !== 'environment') this.reflect(name, value as string);
      this.tell((controller) => controller.changed());
    }
    return false;
  }

  /** The connection to the backend: resolves once there is a library, rejects when it can not be had. */
  @Method()
  async connect(): Promise<Gateway> {
    this.controller ??= import('../../utils/frontend/context').then(
      ({ ContextController }) => new ContextController(this.host, this),
      (error) => {
        this.controller = undefined;
        throw error;
      },
    );
    // The same, without the types of its client's package.
    return (await this.controller).connect() as Promise<unknown> as Promise<Gateway>;
  }

  private tell(what: (controller: ContextController) => void): void {
    this.controller?.then(what, () => {});
  }

  private reflect(name: string, value: string | null | undefined): void {
    if (value == null) this.host.removeAttribute(name);
    else if (this.host.getAttribute(name) !== value) this.host.setAttribute(name, value);
  }
}
