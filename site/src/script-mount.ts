/** A script of the frontend that shows one library, inside a page of the host. */
import type { AuthRequest } from './editing/auth-request';

/** What the page uses of the element's public methods. */
interface Context extends HTMLElement {
  connect(): Promise<object>;
}

type Unmount = () => void;

/** Renders into an element; the function that it resolves with removes what it rendered. */
export type Mount = (
  container: HTMLElement,
  options: { readonly gateway: object; readonly library: string; readonly language: string },
) => Promise<Unmount>;

interface ScriptMountOptions {
  readonly library: string;
  readonly language: string;
  readonly token: string | undefined;
  /** Another token, after the host refused the first; null for none. */
  renewToken(): Promise<string | null>;
  /** Loads the script. */
  load(): Promise<{ readonly mount: Mount }>;
}

export interface ScriptMount {
  /** Replaces what is shown. Resolves to nothing once a later call replaces it. @throws Error if it can not be shown */
  show(options: ScriptMountOptions): Promise<void>;
  clear(): void;
}

/** Scripts as an element's content, one at a time, in a shadow root: the page's styles do not apply to them. */
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
      // As high as the host element, where the page gives it a height.
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
        // What a later call replaced is of no interest.
        if (current === context) throw error;
      }
    },
  };
}
