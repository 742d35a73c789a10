/** Controls a `feaas-context`: one gateway for all elements in it, created on demand (§5, §6, E4). */
import { logError } from '../../global/logger';
import { send } from '../element/send';
import { observeInheritance, unobserveInheritance, type InheritanceObserver } from '../element/inherit';
import type { Auth, AuthTrigger, Gateway } from '../gateway';
import { backendOf, frontendOf } from './addresses';
import { type AuthContext, offersSignIn, type SignInOffer } from './auth-context';
import type { ContextScript } from './types';
import { scriptDependencies } from './engine';
import { ownOrInherited } from './library';
import { loadScript } from './load';
import { MissingAuthError } from './errors';
import { loadSignIn, requestAuth } from './request-auth';

export type { AuthRequest } from './request-auth';

/** The properties of a context. */
export interface ContextProps {
  environment?: string;
  auth: Auth | null;
}

/** The settings of a gateway; other settings require another gateway. */
interface Settings {
  readonly library: string;
  readonly environment: string | undefined;
  readonly frontend: string;
  readonly backend: string;
}

/** How to offer signing in after an auth value was rejected. */
const OFFERS: Readonly<Record<AuthTrigger, SignInOffer>> = {
  button: 'dialog',
  operation: 'after-click',
  background: 'none',
};

const isSame = (one: Settings, other: Settings | undefined): boolean => JSON.stringify(one) === JSON.stringify(other);

export class ContextController implements InheritanceObserver {
  #gateway: { readonly made: Gateway; readonly settings: Settings } | undefined;
  #connecting: Promise<Gateway> | undefined;
  /** Callbacks that wait until the element has a library and is in the document. */
  #waiting: (() => void)[] = [];

  constructor(
    private readonly element: AuthContext,
    private readonly props: ContextProps,
  ) {}

  /**
   * Returns the gateway, once the element is in the document and has a library (§5).
   * @throws ScriptError, ScriptVersionError; the next call tries again
   */
  connect(): Promise<Gateway> {
    observeInheritance(this, this.element);
    return (this.#connecting ??= this.#connect().catch((error: Error) => {
      this.#connecting = undefined;
      logError(`<feaas-context>: ${error.message}`, error);
      send(this.element, 'feaasError', error);
      throw error;
    }));
  }

  /** An attribute, its own or an inherited one, or the position in the document may have changed. */
  changed(): void {
    if (!this.element.isConnected) unobserveInheritance(this);
    else if (this.#connecting) observeInheritance(this, this.element);
    const settings = this.#settings();
    if (settings) this.#waiting.splice(0).forEach((resolve) => resolve());
    const current = this.#gateway;
    if (!current || (settings && isSame(settings, current.settings))) return;
    this.#close();
    // Listeners of `feaasReady` have the old client, and receive the new one.
    if (settings) this.connect().catch(() => {});
  }

  /** Another user edits from now on, or the same one with another token. */
  authChanged(): void {
    this.#gateway?.made.setAuth(this.props.auth);
    if (offersSignIn(this.element))
      loadSignIn().then(
        ({ signInAuthChanged }) => signInAuthChanged(this.element),
        () => {},
      );
  }

  /** Asks the user to sign in, as a click on an editable component does. */
  async requestAuth(): Promise<Auth | null> {
    return this.props.auth ?? this.#requestAuth(new MissingAuthError(), 'window');
  }

  /** The element left the document, or is being moved within it. */
  disconnect(): void {
    queueMicrotask(() => {
      if (!this.element.isConnected) this.changed();
    });
  }

  #close(): void {
    this.#gateway?.made.close();
    this.#gateway = this.#connecting = undefined;
  }

  #settings(): Settings | undefined {
    const { element } = this;
    const library = ownOrInherited(element, 'library');
    if (!library || !element.isConnected) return undefined;
    return {
      library,
      environment: this.props.environment || undefined,
      frontend: frontendOf(element),
      backend: backendOf(element),
    };
  }

  async #connect(): Promise<Gateway> {
    for (;;) {
      const settings = this.#settings();
      if (!settings) {
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
        continue;
      }
      const script = await loadScript<ContextScript>('context', settings.frontend);
      // The settings may have changed meanwhile.
      if (!isSame(settings, this.#settings())) continue;
      // A page that signs in on demand does so now. Without an auth value, drafts are only missing.
      const auth = this.props.auth ?? (await this.#requestAuth(new MissingAuthError(), 'none').catch(() => null));
      const gateway = await script.mount(
        {
          ...settings,
          auth,
          requestAuth: (reason, trigger) => this.#requestAuth(reason, OFFERS[trigger]),
        },
        scriptDependencies(),
      );
      if (!isSame(settings, this.#settings())) {
        gateway.close();
        continue;
      }
      // The auth value may have been set while the script was loading its modules.
      gateway.setAuth(this.props.auth);
      this.#gateway = { made: gateway, settings };
      send(this.element, 'feaasReady', gateway);
      return gateway;
    }
  }

  async #requestAuth(reason: Error, offer: SignInOffer): Promise<Auth | null> {
    return (await requestAuth(this.element, reason, offer)) ?? null;
  }
}
