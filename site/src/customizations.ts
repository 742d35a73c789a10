/** `/customizations.html`: the customizations of a library of this host, for who may see and reset them. */
import { developmentToken } from './editing/development-session';
import { keepLanguage, loadPageMessages, offerLanguages, translatePage } from './page-messages';

/** What the page uses of the elements' own contract. */
interface Context extends HTMLElement {
  auth: string | null;
  connect(): Promise<object>;
}

const find = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
const list = find('list');
const library = find<HTMLSelectElement>('library');
const language = find<HTMLSelectElement>('language');
const token = find<HTMLInputElement>('token');
const status = find('status');

const parameters = new URLSearchParams(location.search);
let messages = await loadPageMessages(parameters.get('lang'), ...navigator.languages);
let signedIn: string | undefined;
let leave = (): void => {};
let turn = 0;

function dress(): void {
  translatePage(messages, 'forks.title');
  keepLanguage(messages.language);
  language.value = messages.language;
}

/** Ids of the host's libraries, which are no secret. */
async function libraries(): Promise<readonly string[]> {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ libraries { id } }' }),
  });
  const { data } = (await response.json()) as { data: { libraries: { id: string }[] } };
  return data.libraries.map(({ id }) => id);
}

/** The list of the chosen library, in a shadow root: the page's styles are not about it. */
async function show(): Promise<void> {
  const mine = ++turn;
  leave();
  leave = () => {};
  list.replaceChildren();
  if (!library.value) return void (status.textContent = messages.t('forks.none'));
  status.textContent = '';
  const context = document.createElement('feaas-context') as Context;
  context.setAttribute('library', library.value);
  context.addEventListener('feaasAuth', (event) =>
    (event as CustomEvent<{ respondWith(auth: string | null): void }>).detail.respondWith(signedIn ?? null),
  );
  list.append(context);
  const home = document.createElement('div');
  home.style.blockSize = '100%';
  const root = home.attachShadow({ mode: 'open' });
  const place = document.createElement('div');
  place.style.blockSize = '100%';
  root.append(place);
  try {
    await customElements.whenDefined('feaas-context');
    const [gateway, { mount }] = await Promise.all([context.connect(), import('/customizations.js')]);
    if (mine !== turn) return;
    list.append(home);
    const unmount = await mount(place, { gateway, library: library.value, language: messages.language });
    if (mine === turn) leave = unmount;
    else unmount();
  } catch (error) {
    if (mine === turn) status.textContent = messages.t('forks.failed', { reason: (error as Error).message });
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
  dress();
  void show();
});
token.addEventListener('change', () => ((signedIn = token.value.trim() || undefined), void show()));

async function start(): Promise<void> {
  offerLanguages(language);
  dress();
  const [own, ids] = await Promise.all([
    developmentToken().catch(() => undefined),
    libraries().catch((): readonly string[] => []),
  ]);
  signedIn = own;
  // Who is signed in already has nothing to type.
  find('token-field').hidden = signedIn !== undefined;
  library.replaceChildren(...ids.map((id) => new Option(id, id)));
  const wanted = parameters.get('library');
  if (wanted !== null && ids.includes(wanted)) library.value = wanted;
  await show();
}
void start();
