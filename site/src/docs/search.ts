/** Search of the documentation: an index that was made with the pages, asked for when somebody begins to search. */
import MiniSearch from 'minisearch';
import { SEARCH, type Section } from './index';

type Index = MiniSearch<Section>;
/** What the index keeps of a section. */
type Found = Pick<Section, 'url' | 'page' | 'title'>;

const MOST = 12;
let loading: Promise<Index> | undefined;

/** The index; the next search tries again where it can not be had. */
const indexOf = (): Promise<Index> =>
  (loading ??= fetch('/docs/search.json')
    .then((response) => response.text())
    .then((text) => MiniSearch.loadJSON<Section>(text, SEARCH))
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));

function entry({ url, page, title }: Found): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = url;
  const what = document.createElement('b');
  what.textContent = title;
  const where = document.createElement('span');
  where.textContent = page;
  link.append(what);
  if (title !== page) link.append(' ', where);
  item.append(link);
  return item;
}

export function setUpSearch(): void {
  const box = document.querySelector<HTMLElement>('.docs__search')!;
  const input = box.querySelector('input')!;
  const found = document.getElementById('found')!;
  const list = found.querySelector('ol')!;
  const status = found.querySelector('p')!;
  box.hidden = false;

  async function search(): Promise<void> {
    const words = input.value.trim();
    found.hidden = !words;
    if (!words) return;
    let sections: Found[] = [];
    try {
      const index = await indexOf();
      if (words !== input.value.trim()) return;
      sections = index.search(words).slice(0, MOST) as unknown as Found[];
      status.textContent = sections.length ? `${sections.length} found` : `Nothing was found for “${words}”.`;
    } catch {
      status.textContent = 'The search can not be loaded.';
    }
    list.replaceChildren(...sections.map(entry));
  }

  /** Links and the field, in the order in which arrow keys lead through them. */
  const stops = (): HTMLElement[] => [input, ...list.querySelectorAll('a')];
  input.addEventListener('input', () => void search());
  input.addEventListener('focus', () => void indexOf().catch(() => {}), { once: true });
  box.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') {
      input.value = '';
      input.focus();
      void search();
    } else if (event.key === 'Enter' && event.target === input) list.querySelector('a')?.click();
    else if (step) {
      const all = stops();
      all[(all.indexOf(event.target as HTMLElement) + step + all.length) % all.length]!.focus();
      event.preventDefault();
    }
  });
  addEventListener('keydown', (event) => {
    const typed = (event.target as HTMLElement).closest('input, textarea, select, [contenteditable]');
    if (event.key !== '/' || typed || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
  });
}
