/** `/libraries.html`: the libraries of this host and their components. Without a token it shows what is published. */
import { developmentToken } from './editing/development-session';
import { readLibraries, type Library } from './graphql';
import { createLibraryScreen } from './library-screen';
import { keepLanguage, loadPageMessages, offerLanguages, translatePage } from './page-messages';

const find = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
const screen = createLibraryScreen(find('list'));
const names = find('libraries');
const about = find('about');
const language = find<HTMLSelectElement>('language');
const token = find<HTMLInputElement>('token');
const status = find('status');

const parameters = new URLSearchParams(location.search);
let messages = await loadPageMessages(parameters.get('lang'), ...navigator.languages);
let signedIn: string | undefined;
let libraries: readonly Library[] = [];
let turn = 0;

function translate(): void {
  translatePage(messages, 'libraries.title');
  keepLanguage(messages.language);
  language.value = messages.language;
}

/** The library in the address, else the first one. */
const chosen = (): Library | undefined => libraries.find(({ id }) => id === parameters.get('library')) ?? libraries[0];

/** Links to the libraries: each has an address of its own. */
function showNames(current: Library | undefined): void {
  const items = libraries.map(({ id, name }) => {
    const link = document.createElement('a');
    const search = new URLSearchParams({ library: id, lang: messages.language });
    link.href = `/libraries.html?${search}`;
    link.dataset['library'] = id;
    link.dir = 'auto';
    link.textContent = name;
    if (id === current?.id) link.setAttribute('aria-current', 'true');
    const item = document.createElement('li');
    item.append(link);
    return item;
  });
  const all = document.createElement('ul');
  all.className = 'libraries__names';
  all.append(...items);
  names.replaceChildren(...(items.length ? [all] : []));
  about.textContent = current?.description ?? '';
}

/** The components of the chosen library. */
async function show(): Promise<void> {
  const library = chosen();
  showNames(library);
  status.textContent = library ? '' : messages.t('libraries.none');
  if (!library) return screen.clear();
  const load = (): Promise<typeof import('/libraries.js')> => import('/libraries.js');
  await screen
    .show({ library: library.id, language: messages.language, token: signedIn, load })
    .catch((error: Error) => (status.textContent = messages.t('libraries.failed', { reason: error.message })));
}

/** Asks for the libraries again: another caller may see others. */
async function reload(): Promise<void> {
  const mine = ++turn;
  try {
    const found = await readLibraries(signedIn);
    if (mine !== turn) return;
    libraries = found;
    await show();
  } catch (error) {
    if (mine !== turn) return;
    screen.clear();
    libraries = [];
    showNames(undefined);
    status.textContent = messages.t('libraries.failed', { reason: (error as Error).message });
  }
}

/** Keeps the choice in the address, so that a link leads to the same. */
function choose(name: string, value: string, isStep: boolean): void {
  parameters.set(name, value);
  const address = `${location.pathname}?${parameters}`;
  if (isStep) history.pushState(null, '', address);
  else history.replaceState(null, '', address);
}

names.addEventListener('click', (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-library]');
  // A click with a key opens another tab.
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  choose('library', link.dataset['library']!, true);
  void show();
  names.querySelector<HTMLElement>('a[aria-current]')?.focus();
});
addEventListener('popstate', () => {
  const library = new URLSearchParams(location.search).get('library');
  if (library === null) parameters.delete('library');
  else parameters.set('library', library);
  void show();
});
language.addEventListener('change', async () => {
  choose('lang', language.value, false);
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
