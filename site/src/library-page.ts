/** A page about one library of the host. The token determines which libraries are available. */
import { readLibraries, type Library } from './graphql';
import type { TextKey } from './page-messages';
import { createScriptMount, type Mount } from './script-mount';
import { createSignedInPage, findElement } from './signed-in-page';

interface LibraryPageOptions {
  /** Key of the page's title. */
  readonly title: TextKey;
  /** Key of the message that there is no library. */
  readonly none: TextKey;
  /** Key of the message with the reason of a failure. */
  readonly failed: 'libraries.failed' | 'forks.failed';
  /** Called with the libraries that the token may read, or an empty list after an error. */
  onLoad?(libraries: readonly Library[], parameters: URLSearchParams): void;
  /** Selects one of the libraries. */
  choose(libraries: readonly Library[], parameters: URLSearchParams, language: string): Library | undefined;
  /** Imports the script that renders a library. */
  importScript(): Promise<{ readonly mount: Mount }>;
}

export interface LibraryPage {
  /** The parameters of the address. */
  readonly parameters: URLSearchParams;
  /** Stores a choice in the address. @param isStep adds a history entry for the back button */
  setParameter(name: string, value: string, isStep?: boolean): void;
  /** Renders the selected library, or the reason why there is none. */
  show(): Promise<void>;
}

export async function openLibraryPage({
  title,
  none,
  failed,
  onLoad,
  choose,
  importScript,
}: LibraryPageOptions): Promise<LibraryPage> {
  const script = createScriptMount(findElement('list'));
  const status = findElement('status');
  const parameters = new URLSearchParams(location.search);
  /** Undefined until the first response. */
  let libraries: readonly Library[] | undefined;
  let failure: Error | undefined;
  let turn = 0;
  const statusOf = (error: Error): string => page.messages.t(failed, { reason: error.message });

  function setParameter(name: string, value: string, isStep = false): void {
    parameters.set(name, value);
    const address = `${location.pathname}?${parameters}`;
    if (isStep) history.pushState(null, '', address);
    else history.replaceState(null, '', address);
  }

  async function show(): Promise<void> {
    if (!libraries) return;
    const { messages, token } = page;
    const library = choose(libraries, parameters, messages.language);
    status.textContent = failure ? statusOf(failure) : library ? '' : messages.t(none);
    if (!library) return script.clear();
    await script
      .show({
        ...{ library: library.id, language: messages.language, token, load: importScript },
        renewToken: () => page.renewToken(),
      })
      .catch((error: Error) => (status.textContent = statusOf(error)));
  }

  /** Loads the libraries again, since another caller may read others. */
  async function load(): Promise<void> {
    const mine = ++turn;
    const [found, error] = await readLibraries(page.token).then(
      (found) => [found, undefined] as const,
      (error: unknown) => [[], error as Error] as const,
    );
    if (mine !== turn) return;
    libraries = found;
    failure = error;
    onLoad?.(libraries, parameters);
    await show();
  }

  const page = await createSignedInPage({
    ...{ title, load, show, language: parameters.get('lang') },
    changeLanguage: (language) => setParameter('lang', language),
  });
  void page.start();
  return { parameters, setParameter, show };
}
