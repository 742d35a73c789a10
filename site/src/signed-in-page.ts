/** What pages of the host share that show what a token may read: their messages, the language, the token and who is signed in. */
import { developmentToken } from './editing/development-session';
import { type HostSession, readSignIn, requestSession, signInAddress } from './editing/host-session';
import {
  keepLanguage,
  loadPageMessages,
  offerLanguages,
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
  /** Keeps the language that was chosen in the address. */
  changeLanguage(language: string): void;
  /** Reads and shows what the token may see. */
  load(): Promise<void>;
  /** Shows in another language what was read. */
  show(): Promise<void>;
}

export interface SignedInPage {
  readonly messages: PageMessages;
  readonly token: string | undefined;
  /** Another token, after the host refused this one; null for none. */
  renewToken(): Promise<string | null>;
  /** Signs in as a developer or by the identity provider, where the host allows it, and loads. */
  start(): Promise<void>;
}

/** Seconds before the end of a token at which the page requests the next one. */
const RENEW_BEFORE = 60;

/** Translates the page, and listens to the fields for the language and the token. */
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
  /** Whoever the identity provider has signed in. */
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

  /** Who is signed in, and the button to sign out; or the link to sign in. */
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
    keepLanguage(messages.language);
    language.value = messages.language;
  }
  offerLanguages(language);
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
      // A visitor who is signed in already needs no token.
      findElement('token-field').hidden = token !== undefined;
      await load();
    },
  };
}
