/** Lists of the picker without a browser: paging, keys, type-ahead, uploads, recent entries, idle detection, options, texts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entriesIn } from '../../frontend/src/picker/component/entries';
import { whenIdle } from '../../frontend/src/picker/component/when-idle';
import { recentOf, remember } from '../../frontend/src/picker/component/recent';
import { createTypeAhead, nextGridPosition } from '../../frontend/src/ui-kit/move';
import { createPages } from '../../frontend/src/ui-kit/pages';
import { hostURL, smallestVariant } from '../../frontend/src/picker/media/pictures';
import { createUploads, type Uploading } from '../../frontend/src/picker/media/uploads';
import { checkOptions } from '../../frontend/src/picker/modes';
import type { PickerEntry, PickerOptions } from '../../src/utils/frontend/types';
import type { CatalogPage, Picture, Upload } from '../../src/utils/gateway/catalog/catalog';
import { thumbnailURL } from '../../src/utils/source/thumbnail';

/** Waits until pending tasks have run. */
const flushTasks = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('pages load one at a time, empty pages are skipped, and a failure waits for a retry', async () => {
  const asked: (string | undefined)[] = [];
  const answers: (CatalogPage<number> | Error)[] = [
    { items: [1, 2], next: 'a' },
    { items: [], next: 'b' },
    new Error('away'),
    { items: [3], next: null },
  ];
  const pages = createPages<number>(async (after) => {
    asked.push(after);
    const answer = answers.shift()!;
    if (answer instanceof Error) throw answer;
    return answer;
  });
  pages.more();
  pages.more();
  await flushTasks();
  assert.deepEqual([pages.state.items, pages.state.isLoading, pages.state.isWhole], [[1, 2], false, false]);
  pages.more();
  await flushTasks();
  assert.deepEqual([pages.state.error?.message, pages.state.isLoading], ['away', false]);
  pages.more();
  await flushTasks();
  assert.deepEqual(asked, [undefined, 'a', 'b'], 'what failed is not asked for by scrolling');
  pages.more(true);
  await flushTasks();
  assert.deepEqual([pages.state.items, pages.state.isWhole, pages.state.error], [[1, 2, 3], true, undefined]);
  pages.more(true);
  assert.deepEqual(asked, [undefined, 'a', 'b', 'b']);
  pages.add(3, (one) => one === 3);
  assert.deepEqual(pages.state.items, [3, 1, 2]);
});

test('a prepended entry is not repeated when a page contains it, too', async () => {
  let answer: ((page: CatalogPage<number>) => void) | undefined;
  const pages = createPages<number>(() => new Promise((resolve) => (answer = resolve)));
  pages.more();
  pages.add(2, (one) => one === 2);
  answer!({ items: [1, 2], next: 'a' });
  await flushTasks();
  assert.deepEqual(pages.state.items, [2, 1]);
  pages.more();
  answer!({ items: [2], next: 'b' });
  await flushTasks();
  assert.equal(pages.state.isLoading, true, 'a page without anything new is no reason to wait');
  answer!({ items: [3], next: null });
  await flushTasks();
  assert.deepEqual(pages.state.items, [2, 1, 3]);
});

test('the entries of the previous list stay until the new list has entries, or none', async () => {
  const answers: (CatalogPage<number> | Error)[] = [];
  const create = () =>
    createPages<number>(async () => {
      const answer = answers.shift()!;
      if (answer instanceof Error) throw answer;
      return answer;
    }, [8, 9]);
  const told = (pages: ReturnType<typeof create>) => [pages.state.items, pages.state.isStale, pages.state.isWhole];

  let pages = create();
  assert.deepEqual(told(pages), [[8, 9], true, false]);
  const states: unknown[] = [];
  pages.subscribe(() => states.push(told(pages)));
  answers.push({ items: [], next: 'a' }, { items: [1], next: 'b' });
  pages.more();
  await flushTasks();
  assert.deepEqual(states[0], [[8, 9], true, false], 'a page without anything changes nothing');
  assert.deepEqual(told(pages), [[1], false, false]);
  answers.push({ items: [2], next: null });
  pages.more();
  await flushTasks();
  assert.deepEqual(told(pages), [[1, 2], false, true]);

  pages = create();
  answers.push({ items: [], next: null });
  pages.more();
  await flushTasks();
  assert.deepEqual(told(pages), [[], false, true]);

  pages = create();
  answers.push(new Error('away'));
  pages.more();
  await flushTasks();
  assert.deepEqual([...told(pages), pages.state.error?.message], [[], false, false, 'away']);

  pages = create();
  pages.add(3, (one) => one === 3);
  assert.deepEqual(told(pages), [[3], false, false]);
});

test('canceled pages change nothing', async () => {
  let signal: AbortSignal | undefined;
  const pages = createPages<number>(async (_after, given) => ((signal = given), { items: [1], next: null }));
  let told = 0;
  pages.subscribe(() => told++);
  pages.more();
  pages.stop();
  await flushTasks();
  assert.deepEqual([signal?.aborted, told, pages.state.items], [true, 1, []]);
});

test('arrow keys move through a grid, in both text directions', () => {
  const layout = { count: 8, columns: 3, rows: 2, direction: 'ltr' } as const;
  const led = (key: string, at: number, more = {}) => nextGridPosition(key, at, { ...layout, ...more });
  assert.deepEqual([led('ArrowRight', 2), led('ArrowLeft', 2), led('ArrowDown', 2), led('ArrowUp', 5)], [3, 1, 5, 2]);
  assert.deepEqual([led('ArrowLeft', 2, { direction: 'rtl' }), led('ArrowRight', 2, { direction: 'rtl' })], [3, 1]);
  assert.deepEqual([led('Home', 5), led('End', 0), led('PageDown', 1), led('PageUp', 4)], [0, 7, 4, 1]);
  // The last row is shorter: down moves to its end, and does nothing there.
  assert.deepEqual([led('ArrowDown', 5), led('ArrowDown', 7), led('ArrowUp', 1), led('ArrowRight', 7)], [7, 7, 1, 7]);
  assert.deepEqual([led('x', 1), led('End', 0, { count: 0 })], [undefined, undefined]);
  assert.equal(led('ArrowRight', 1, { columns: 1 }), undefined, 'a single column has no sides');
});

test('type-ahead finds a name; the same letter again finds the next one; a pause begins a new word', () => {
  const names = ['Card', 'Carousel', 'Hero', 'Über', 'card two'];
  const { type } = createTypeAhead();
  const typed = (letter: string, time: number, at: number) => type(letter, time, at, names.length, (at) => names[at]!);
  assert.equal(typed('c', 0, 2), 4);
  assert.equal(typed('a', 100, 4), 4);
  assert.equal(typed('r', 200, 4), 4);
  assert.equal(typed('o', 300, 4), 1);
  assert.equal(typed('c', 2000, 0), 1);
  assert.equal(typed('c', 2100, 1), 4);
  assert.equal(typed('ü', 4000, 0), 3);
  assert.equal(typed('z', 6000, 0), undefined);
});

const PICTURE: Picture = {
  ...{ id: 'demo/a', name: 'a.png', width: 900, height: 600, src: '/media/demo/a-900.avif', author: 'Ann' },
  variants: [
    { width: 900, type: 'image/avif', bytes: 40, src: '/media/demo/a-900.avif' },
    { width: 900, type: 'image/webp', bytes: 50, src: '/media/demo/a-900.webp' },
    { width: 400, type: 'image/avif', bytes: 15, src: '/media/demo/a-400.avif' },
    { width: 400, type: 'image/webp', bytes: 20, src: '/media/demo/a-400.webp' },
    { width: 100, type: 'image/webp', bytes: 4, src: '/media/demo/a-100.webp' },
  ],
  createdAt: '2026-01-01T00:00:00Z',
};

test('files are uploaded sequentially; a failed or canceled one does not stop the others', async () => {
  const told: string[] = [];
  const gates: { upload: Upload; end(error?: Error): void }[] = [];
  let uploading: Uploading | undefined;
  const uploads = createUploads({
    library: 'demo',
    catalog: {
      upload: (_library, upload) =>
        new Promise((resolve, reject) => {
          upload.signal!.addEventListener('abort', () => reject(new Error('aborted')));
          gates.push({ upload, end: (error) => (error ? reject(error) : resolve(PICTURE)) });
        }),
    },
    changed: (now) => void (uploading = now),
    arrived: ({ name }) => void told.push(`arrived ${name}`),
    failed: (name, { message }) => void told.push(`failed ${name}: ${message}`),
  });
  const file = (name: string): File => new File(['x'], name);
  const done = uploads.send([file('one'), file('two')]);
  void uploads.send([file('three')]);
  assert.deepEqual([gates.length, uploading?.name, uploading?.sent], [1, 'one', 0]);
  gates[0]!.upload.progress!(0.5);
  assert.equal(uploading?.sent, 0.5);
  gates[0]!.end(new Error('no picture'));
  await flushTasks();
  assert.equal(uploading?.name, 'two');
  uploading!.cancel();
  await flushTasks();
  assert.equal(uploading?.name, 'three');
  gates[2]!.end();
  await done;
  assert.deepEqual([told, uploading], [['failed one: no picture', 'arrived a.png'], undefined]);
});

test('pictures use the smallest variant that is large enough, of a common type, and absolute URLs only on other origins', () => {
  assert.equal(smallestVariant(PICTURE), '/media/demo/a-400.webp');
  assert.equal(smallestVariant({ ...PICTURE, variants: PICTURE.variants.slice(0, 1) }), PICTURE.src);
  const path = '/media/demo/a b.webp';
  assert.equal(hostURL(path, 'https://kit.example/x', 'https://kit.example/page'), '/media/demo/a%20b.webp');
  assert.equal(
    hostURL(path, 'https://kit.example/x', 'https://page.example/'),
    'https://kit.example/media/demo/a%20b.webp',
  );
});

test('recent entries are unique, few, and latest first; failing or invalid storage counts as empty', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  for (const id of ['a', 'b', 'a', 'c', 'd', 'e', 'f', 'g']) remember('demo', { id, name: id.toUpperCase() }, storage);
  assert.deepEqual(
    recentOf('demo', storage).map(({ name }) => name),
    ['G', 'F', 'E', 'D', 'C', 'A'],
  );
  assert.deepEqual(recentOf('other', storage), []);
  for (const text of ['{', '{}', '[1, {"id": 1}]']) {
    assert.deepEqual(recentOf('demo', { ...storage, getItem: () => text }), []);
  }
  const full = { getItem: () => null, setItem: () => assert.fail('QuotaExceededError') };
  remember('demo', { id: 'a', name: 'A' }, full);
});

test('expensive work waits for an idle second, and is skipped if it is not needed any more', async () => {
  const place = new EventTarget();
  let time = 5_000;
  let during = (): void => {};
  const waited: number[] = [];
  const ports = {
    now: () => time,
    async wait(milliseconds: number) {
      waited.push(milliseconds);
      time += milliseconds;
      during();
    },
  };
  // An opened picker is not idle.
  assert.equal(await whenIdle(place, () => true, ports), true);
  assert.deepEqual(waited.splice(0), [1_000]);
  assert.equal(await whenIdle(place, () => true, ports), true);
  assert.deepEqual(waited, [], 'it has been quiet for long');
  place.dispatchEvent(new Event('scroll'));
  time += 400;
  let left = 2;
  during = () => void (left-- > 0 && place.dispatchEvent(new Event('keydown')));
  assert.equal(await whenIdle(place, () => true, ports), true);
  assert.deepEqual(waited.splice(0), [600, 1_000, 1_000]);
  place.dispatchEvent(new Event('pointermove'));
  let isWanted = true;
  during = () => void (isWanted = false);
  assert.equal(await whenIdle(place, () => isWanted, ports), false);
});

test('E4: the URLs of thumbnails', () => {
  const source = { cdn: 'https://cdn.example/', library: 'a b', component: 'c' };
  assert.equal(thumbnailURL(source), 'https://cdn.example/thumbnails/a%20b/c.jpg');
  assert.equal(thumbnailURL({ ...source, version: 'v' }), 'https://cdn.example/thumbnails/a%20b/c/v.jpg');
  assert.match(
    thumbnailURL({ library: 'a', component: 'c' }),
    /^https:\/\/feaas\.blob\.core\.windows\.net\/thumbnails\//,
  );
});

test('invalid options are named', () => {
  const options = { mode: 'theme' } as PickerOptions;
  assert.equal(checkOptions(options).mode, 'theme');
  for (const [wrong, message] of [
    [{ mode: 'color' }, /mode is 'color'; it must be one of theme, component, data, media, revision/],
    [{ mode: 'data', binding: 'list' }, /binding is 'list'; it must be one of text, attribute, repeat/],
    [{ mode: 'revision' }, /mode 'revision' needs a `component`/],
  ] as const) {
    assert.throws(() => checkOptions({ ...options, ...wrong }), message);
  }
});

test('added entries are found by all words of a search, in their name or description', () => {
  const entries: PickerEntry[] = [
    { id: 'block/quote', name: 'Quote', kind: 'block' },
    { id: 'external/clock', name: 'Clock', description: 'Tells the time', kind: 'external' },
  ];
  const found = (kind: PickerEntry['kind'] | undefined, search: string): string[] =>
    entriesIn(entries, kind, search).map(({ name }) => name);
  assert.deepEqual(found(undefined, ''), ['Quote', 'Clock']);
  assert.deepEqual(found('external', ''), ['Clock']);
  assert.deepEqual(found(undefined, 'TIME  clo'), ['Clock']);
  assert.deepEqual(found('block', 'time'), []);
  assert.deepEqual(found(undefined, 'time quote'), []);
});
