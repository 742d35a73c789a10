/** Search of the documentation. The prebuilt index loads with the first search. */
import { isCompositionKey } from '../../../frontend/src/ui-kit/composition';
import type { ExcerptPart } from './excerpt';
import type { Result, Search } from './load-search';

let loading: Promise<Search> | undefined;

/** Loads the search once. A failed load is tried again by the next call. */
const searchIn = (url: string): Promise<Search> =>
  (loading ??= import('./load-search')
    .then(({ loadSearch }) => loadSearch(url))
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));

function part(name: 'b' | 'span', className: string, pieces: readonly ExcerptPart[]): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  for (const { text, isMarked } of pieces) {
    const mark = isMarked ? document.createElement('mark') : undefined;
    if (mark) mark.textContent = text;
    element.append(mark ?? text);
  }
  return element;
}

function entry({ url, page, title, excerpt }: Result, at: number): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = url;
  link.append(part('b', 'docs__title', title));
  if (page) link.append(' ', part('span', 'docs__page', [{ text: page, isMarked: false }]));
  const lines = part('span', 'docs__excerpt', excerpt);
  if (excerpt.length) {
    link.append(' ', lines);
    // The excerpt is the description of the link instead of a part of its name.
    lines.id = `excerpt-${at}`;
    lines.setAttribute('aria-hidden', 'true');
    link.setAttribute('aria-describedby', lines.id);
  }
  item.append(link);
  return item;
}

export function setUpSearch(): void {
  const box = document.querySelector<HTMLElement>('.docs__search')!;
  const input = box.querySelector('input')!;
  const found = document.getElementById('found')!;
  const list = found.querySelector('ol')!;
  const status = found.querySelector('p')!;
  const index = box.dataset['index']!;
  box.hidden = false;

  const close = (): void => {
    found.hidden = true;
  };
  async function search(): Promise<void> {
    const words = input.value.trim();
    if (!words) {
      list.replaceChildren();
      return close();
    }
    found.hidden = false;
    let results: Result[] = [];
    try {
      const find = await searchIn(index);
      if (words !== input.value.trim()) return;
      results = find(words);
      status.textContent = results.length
        ? `${results.length} ${results.length === 1 ? 'result' : 'results'} for “${words}”`
        : `No results for “${words}”. Try fewer or other words.`;
    } catch {
      status.textContent = 'The search did not load. Check your connection and type again.';
    }
    list.replaceChildren(...results.map(entry));
    found.scrollTop = 0;
  }

  let last: Promise<void> = Promise.resolve();
  /** The input and the links, in the order of arrow key navigation. */
  const stops = (): HTMLElement[] => [input, ...list.querySelectorAll('a')];
  input.addEventListener('input', () => (last = search()));
  input.addEventListener('focus', () => {
    void searchIn(index).catch(() => {});
    found.hidden = !input.value.trim();
  });
  box.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (isCompositionKey(event)) return;
    if (event.key === 'Escape') {
      input.value = '';
      input.focus();
      last = search();
    } else if (event.key === 'Enter' && event.target === input) {
      // The index may still be loading.
      void last.then(() => list.querySelector('a')?.click());
    } else if (step) {
      const all = stops();
      all[(all.indexOf(event.target as HTMLElement) + step + all.length) % all.length]!.focus();
      event.preventDefault();
    }
  });
  // A result may be on the current page.
  list.addEventListener('click', close);
  document.addEventListener('pointerdown', (event) => {
    if (!box.contains(event.target as Node)) close();
  });
  box.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget && !box.contains(relatedTarget as Node)) close();
  });
  addEventListener('keydown', (event) => {
    const typed = (event.target as HTMLElement).closest('input, textarea, select, [contenteditable]');
    if (event.key !== '/' || typed || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}
