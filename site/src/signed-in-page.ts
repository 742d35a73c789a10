/** The common parts of host pages that depend on a token: messages, language, token and account. */
import { developmentToken } from './editing/development-session';
import { type HostSession, readSignIn, requestSession, signInAddress } from './editing/host-session';
import {
  keepLanguageInLinks,
  loadPageMessages,
  fillLanguageSelect,
  translatePage,
  type PageMessages,
  type TextKey,
} from './page-messages';

export const findElement = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;

interface SignedInPageOptions {
  /** Key of the page's title. */
  readonly title: TextKey;
  /** The language in the address. */
  readonly language: string | null;
  /** Stores the chosen language in the address. */
  changeLanguage(language: string): void;
  /** Loads and shows the content that the token may read. */
  load(): Promise<void>;
  /** Shows the loaded content in another language. */
  show(): Promise<void>;
}

export interface SignedInPage {
  readonly messages: PageMessages;
  readonly token: string | undefined;
  /** Requests a new token after the host rejected this one; null if there is none. */
  renewToken(): Promise<string | null>;
  /** Signs in as a developer or by the identity provider, if the host supports it, and loads the content. */
  start(): Promise<void>;
}

/** Seconds before the expiry of a token at which the next one is requested. */
const RENEW_BEFORE = 60;

/** Translates the page, and listens to the fields for language and token. */
export async function createSignedInPage({
  title,
  changeLanguage,
  load,
  show,
  ...options
}: SignedInPageOptions): Promise<SignedInPage> {
  const language = findElement<HTMLSelectElement>('language');
  const input = findElement<HTMLInputElement>('token');
  let messages = await loadPageMessages(options.language, ...navigator.languages);
  let token: string | undefined;
  /** The session of a user of the identity provider. */
  let session: HostSession | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function keepSession(found: HostSession): void {
    session = found;
    token = found.token;
    clearTimeout(timer);
    timer = setTimeout(() => void renewToken(), Math.max(1, found.expiresIn - RENEW_BEFORE) * 1000);
  }

  async function renewToken(): Promise<string | null> {
    if (!session) return null;
    const found = await requestSession();
    if (found) keepSession(found);
    return found?.token ?? null;
  }

  /** Shows the user with a button to sign out, or a link to sign in. */
  function showAccount(): void {
    const account = findElement('account');
    const button = document.createElement('button');
    button.dataset['message'] = 'page.signOut';
    const form = Object.assign(document.createElement('form'), { method: 'post', action: '/auth/logout' });
    form.append(button);
    const name = Object.assign(document.createElement('span'), { textContent: session?.name ?? '', dir: 'auto' });
    const link = Object.assign(document.createElement('a'), { href: signInAddress() });
    link.dataset['message'] = 'page.signIn';
    account.replaceChildren(...(session ? [name, form] : [link]));
    account.hidden = false;
    translate();
  }

  function translate(): void {
    translatePage(messages, title);
    keepLanguageInLinks(messages.language);
    language.value = messages.language;
  }
  fillLanguageSelect(language);
  translate();
  language.addEventListener('change', async () => {
    messages = await loadPageMessages(language.value);
    translate();
    changeLanguage(messages.language);
    void show();
  });
  input.addEventListener('change', () => {
    clearTimeout(timer);
    session = undefined;
    token = input.value.trim() || undefined;
    void load();
  });
  return {
    get messages() {
      return messages;
    },
    get token() {
      return token;
    },
    renewToken,
    async start() {
      token = await developmentToken().catch(() => undefined);
      const signIn = token === undefined ? await readSignIn() : 'none';
      if (typeof signIn === 'object') keepSession(signIn);
      if (signIn !== 'none') showAccount();
      // A signed-in user needs no token field.
      findElement('token-field').hidden = token !== undefined;
      await load();
    },
  };
}
