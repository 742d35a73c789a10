/** Mounts a script of the frontend, which shows one library, in a page of the host. */
import type { AuthRequest } from './editing/auth-request';

/** The public methods of `feaas-context` that the page uses. */
interface Context extends HTMLElement {
  connect(): Promise<object>;
}

type Unmount = () => void;

/** Renders into an element. Resolves with a function that removes the content. */
export type Mount = (
  container: HTMLElement,
  options: { readonly gateway: object; readonly library: string; readonly language: string },
) => Promise<Unmount>;

interface ScriptMountOptions {
  readonly library: string;
  readonly language: string;
  readonly token: string | undefined;
  /** Requests a new token after the host rejected the first; null if there is none. */
  renewToken(): Promise<string | null>;
  /** Imports the script. */
  load(): Promise<{ readonly mount: Mount }>;
}

export interface ScriptMount {
  /** Replaces the content. Resolves without effect if a later call replaces it. @throws Error if it cannot be shown */
  show(options: ScriptMountOptions): Promise<void>;
  clear(): void;
}

/** Mounts one script at a time in an element, in a shadow root without the page's styles. */
export function createScriptMount(parent: HTMLElement): ScriptMount {
  let unmount: Unmount = () => {};
  let current: object | undefined;
  const clear = (): void => {
    current = undefined;
    unmount();
    unmount = () => {};
    parent.replaceChildren();
  };
  return {
    clear,
    async show({ library, language, token, renewToken, load }) {
      clear();
      const context = document.createElement('feaas-context') as Context;
      current = context;
      context.setAttribute('library', library);
      context.addEventListener('feaasAuth', (event) => {
        const { reason, respondWith } = (event as CustomEvent<AuthRequest>).detail;
        respondWith(reason.name === 'MissingAuthError' ? (token ?? null) : renewToken());
      });
      const host = document.createElement('div');
      const container = document.createElement('div');
      // Uses the height of the host element, if the page sets one.
      container.style.blockSize = '100%';
      host.attachShadow({ mode: 'open' }).append(container);
      parent.append(context);
      try {
        await customElements.whenDefined('feaas-context');
        const [gateway, { mount }] = await Promise.all([context.connect(), load()]);
        if (current !== context) return;
        parent.append(host);
        const leave = await mount(container, { gateway, library, language });
        if (current === context) unmount = leave;
        else leave();
      } catch (error) {
        // Errors of a replaced call are ignored.
        if (current === context) throw error;
      }
    },
  };
}
