/** `/libraries.html`: the libraries of this host and their components. Without a token, only published ones. */
import type { Library } from './graphql';
import { openLibraryPage } from './library-page';
import { findElement } from './signed-in-page';

const names = findElement('libraries');
const about = findElement('about');

/** Renders links to the libraries. Each has its own address. */
function showNames(libraries: readonly Library[], current: Library | undefined, language: string): void {
  const items = libraries.map(({ id, name }) => {
    const link = document.createElement('a');
    const search = new URLSearchParams({ library: id, lang: language });
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

const { parameters, setParameter, show } = await openLibraryPage({
  ...{ title: 'libraries.title', none: 'libraries.none', failed: 'libraries.failed' },
  choose(libraries, parameters, language) {
    // The library in the address, else the first one.
    const current = libraries.find(({ id }) => id === parameters.get('library')) ?? libraries[0];
    showNames(libraries, current, language);
    return current;
  },
  importScript: () => import('/libraries.js'),
});

names.addEventListener('click', (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-library]');
  // Clicks with a modifier key open another tab or window.
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  // The current library adds no history entry.
  if (link.hasAttribute('aria-current')) return;
  setParameter('library', link.dataset['library']!, true);
  void show();
  names.querySelector<HTMLElement>('a[aria-current]')?.focus();
});
addEventListener('popstate', () => {
  const library = new URLSearchParams(location.search).get('library');
  if (library === null) parameters.delete('library');
  else parameters.set('library', library);
  void show();
});
