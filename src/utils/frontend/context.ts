/** The life of a `feaas-context`: one gateway for all that stand in it, made when it is first needed (§5, §6, E4). */
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

/** The properties that a context is driven by. */
export interface ContextProps {
  environment?: string;
  auth: Auth | null;
}

/** What a gateway is made for; another one needs another gateway. */
interface Settings {
  readonly library: string;
  readonly environment: string | undefined;
  readonly frontend: string;
  readonly backend: string;
}

/** What may be offered to somebody whose auth value was refused. */
const OFFERS: Readonly<Record<AuthTrigger, SignInOffer>> = {
  button: 'dialog',
  operation: 'after-click',
  background: 'none',
};

const same = (one: Settings, other: Settings | undefined): boolean => JSON.stringify(one) === JSON.stringify(other);

export class ContextController implements InheritanceObserver {
  #gateway: { readonly made: Gateway; readonly settings: Settings } | undefined;
  #connecting: Promise<Gateway> | undefined;
  /** Who waits until the element has a library and stands in the page. */
  #waiting: (() => void)[] = [];

  constructor(
    private readonly element: AuthContext,
    private readonly props: ContextProps,
  ) {}

  /**
   * The gateway, once the element stands in the page and has a library (§5).
   * @throws ScriptError, ScriptVersionError; the next call tries anew.
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

  /** An attribute, its own or an inherited one, or the place in the document may have changed. */
  changed(): void {
    if (!this.element.isConnected) unobserveInheritance(this);
    else if (this.#connecting) observeInheritance(this, this.element);
    const settings = this.#settings();
    if (settings) this.#waiting.splice(0).forEach((go) => go());
    const now = this.#gateway;
    if (!now || (settings && same(settings, now.settings))) return;
    this.#close();
    // Who listens for `feaasReady` has the old client: it hears of the new one.
    if (settings) this.connect().catch(() => {});
  }

  /** Somebody else edits from now on, or the same with another token. */
  authChanged(): void {
    this.#gateway?.made.setAuth(this.props.auth);
    if (offersSignIn(this.element))
      loadSignIn().then(
        ({ signInAuthChanged }) => signInAuthChanged(this.element),
        () => {},
      );
  }

  /** Asks who edits, as a click on an editable component does. */
  async requestAuth(): Promise<Auth | null> {
    return this.props.auth ?? this.#requestAuth(new MissingAuthError(), 'window');
  }

  /** The element left the document, or is about to stand elsewhere in it. */
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
        await new Promise<void>((go) => this.#waiting.push(go));
        continue;
      }
      const script = await loadScript<ContextScript>('context', settings.frontend);
      // What changed meanwhile counts.
      if (!same(settings, this.#settings())) continue;
      // Who signs in only when it is needed does so now. Without an auth value drafts are just not there.
      const auth = this.props.auth ?? (await this.#requestAuth(new MissingAuthError(), 'none').catch(() => null));
      const made = await script.mount(
        {
          ...settings,
          auth,
          requestAuth: (reason, trigger) => this.#requestAuth(reason, OFFERS[trigger]),
        },
        scriptDependencies(),
      );
      if (!same(settings, this.#settings())) {
        made.close();
        continue;
      }
      // It may have been given while the script was loading its parts.
      made.setAuth(this.props.auth);
      this.#gateway = { made, settings };
      send(this.element, 'feaasReady', made);
      return made;
    }
  }

  async #requestAuth(reason: Error, offer: SignInOffer): Promise<Auth | null> {
    return (await requestAuth(this.element, reason, offer)) ?? null;
  }
}
