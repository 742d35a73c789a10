/** What pages of the host share that show what a token may read: their messages, the language and the token. */
import { developmentToken } from './editing/development-session';
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
  /** Signs in as a developer where the host allows it, and loads. */
  start(): Promise<void>;
}

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
    async start() {
      token = await developmentToken().catch(() => undefined);
      // A visitor who is signed in already needs no token.
      findElement('token-field').hidden = token !== undefined;
      await load();
    },
  };
}
