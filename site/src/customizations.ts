/** `/customizations.html`: the customizations of a library of this host, for who may see and reset them. */
import { developmentToken } from './editing/development-session';
import { readLibraries } from './graphql';
import { createLibraryScreen } from './library-screen';
import { keepLanguage, loadPageMessages, offerLanguages, translatePage } from './page-messages';

const find = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
const screen = createLibraryScreen(find('list'));
const library = find<HTMLSelectElement>('library');
const language = find<HTMLSelectElement>('language');
const token = find<HTMLInputElement>('token');
const status = find('status');

const parameters = new URLSearchParams(location.search);
let messages = await loadPageMessages(parameters.get('lang'), ...navigator.languages);
let signedIn: string | undefined;
let turn = 0;

function translate(): void {
  translatePage(messages, 'forks.title');
  keepLanguage(messages.language);
  language.value = messages.language;
}

/** The list of the chosen library. */
async function show(): Promise<void> {
  status.textContent = library.value ? '' : messages.t('forks.none');
  if (!library.value) return screen.clear();
  const load = (): Promise<typeof import('/customizations.js')> => import('/customizations.js');
  await screen
    .show({ library: library.value, language: messages.language, token: signedIn, load })
    .catch((error: Error) => (status.textContent = messages.t('forks.failed', { reason: error.message })));
}

/** Asks for the libraries again: another caller may see others. */
async function reload(): Promise<void> {
  const mine = ++turn;
  try {
    const ids = (await readLibraries(signedIn)).map(({ id }) => id);
    if (mine !== turn) return;
    const wanted = library.value || parameters.get('library');
    library.replaceChildren(...ids.map((id) => new Option(id, id)));
    if (wanted && ids.includes(wanted)) library.value = wanted;
    await show();
  } catch (error) {
    if (mine !== turn) return;
    screen.clear();
    library.replaceChildren();
    status.textContent = messages.t('forks.failed', { reason: (error as Error).message });
  }
}

/** Keeps what is chosen in the address, for whoever is given it. */
function choose(name: string, value: string): void {
  parameters.set(name, value);
  history.replaceState(null, '', `${location.pathname}?${parameters}`);
}

library.addEventListener('change', () => (choose('library', library.value), void show()));
language.addEventListener('change', async () => {
  choose('lang', language.value);
  messages = await loadPageMessages(language.value);
  translate();
  void show();
});
token.addEventListener('change', () => ((signedIn = token.value.trim() || undefined), void reload()));

async function start(): Promise<void> {
  offerLanguages(language);
  translate();
  signedIn = await developmentToken().catch(() => undefined);
  // A visitor who is signed in already needs no token.
  find('token-field').hidden = signedIn !== undefined;
  await reload();
}
void start();
