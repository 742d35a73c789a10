/** `/libraries.html`: the libraries of this host and their components. Without a token it shows what is published. */
import { developmentToken } from './editing/development-session';
import { keepLanguage, loadPageMessages, offerLanguages, translatePage } from './page-messages';

/** What the page uses of the element's public methods. */
interface Context extends HTMLElement {
  connect(): Promise<object>;
}

interface Library {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

const find = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
const list = find('list');
const names = find('libraries');
const about = find('about');
const language = find<HTMLSelectElement>('language');
const token = find<HTMLInputElement>('token');
const status = find('status');

/** The most that the host gives at once. */
const PAGE = 1000;
const QUERY = 'query ($first: Int!, $after: ID) { libraries(first: $first, after: $after) { id name description } }';

const parameters = new URLSearchParams(location.search);
let messages = await loadPageMessages(parameters.get('lang'), ...navigator.languages);
let signedIn: string | undefined;
let libraries: readonly Library[] = [];
let leave = (): void => {};
let turn = 0;

function translate(): void {
  translatePage(messages, 'libraries.title');
  keepLanguage(messages.language);
  language.value = messages.language;
}

async function page(after: string | null): Promise<readonly Library[]> {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(signedIn === undefined ? {} : { authorization: `Bearer ${signedIn}` }),
    },
    body: JSON.stringify({ query: QUERY, variables: { first: PAGE, after } }),
  });
  const answer = (await response.json().catch(() => ({}))) as {
    data?: { libraries: readonly Library[] } | null;
    errors?: readonly { readonly message: string }[];
  };
  if (answer.data) return answer.data.libraries;
  throw new Error(answer.errors?.[0]?.message ?? `${response.status} ${response.statusText}`.trim());
}

/** All libraries that the caller may see. */
async function readLibraries(): Promise<readonly Library[]> {
  const found: Library[] = [];
  for (;;) {
    const some = await page(found.at(-1)?.id ?? null);
    found.push(...some);
    if (some.length < PAGE) return found;
  }
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

/** The components of the chosen library, in a shadow root: the page's styles are not about them. */
async function show(): Promise<void> {
  const mine = ++turn;
  leave();
  leave = () => {};
  list.replaceChildren();
  const library = chosen();
  showNames(library);
  if (!library) return void (status.textContent = messages.t('libraries.none'));
  status.textContent = '';
  const context = document.createElement('feaas-context') as Context;
  context.setAttribute('library', library.id);
  context.addEventListener('feaasAuth', (event) =>
    (event as CustomEvent<{ respondWith(auth: string | null): void }>).detail.respondWith(signedIn ?? null),
  );
  const home = document.createElement('div');
  const place = document.createElement('div');
  home.attachShadow({ mode: 'open' }).append(place);
  list.append(context);
  try {
    await customElements.whenDefined('feaas-context');
    const [gateway, { mount }] = await Promise.all([context.connect(), import('/libraries.js')]);
    if (mine !== turn) return;
    list.append(home);
    const unmount = await mount(place, { gateway, library: library.id, language: messages.language });
    if (mine === turn) leave = unmount;
    else unmount();
  } catch (error) {
    if (mine === turn) status.textContent = messages.t('libraries.failed', { reason: (error as Error).message });
  }
}

/** Asks for the libraries again: another caller may see others. */
async function reload(): Promise<void> {
  const mine = ++turn;
  try {
    const found = await readLibraries();
    if (mine !== turn) return;
    libraries = found;
    await show();
  } catch (error) {
    if (mine !== turn) return;
    leave();
    leave = () => {};
    libraries = [];
    showNames(undefined);
    list.replaceChildren();
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
