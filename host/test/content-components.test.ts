/** Stylesheets, content without revisions, and tokens, on both databases. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BadInputError, ConflictError, NotFoundError } from '../src/lib/domain-error.js';
import type { ComponentFields } from '../src/content/component-fields.js';
import type { LibrarySettings } from '../src/content/model.js';
import { isDataSettings } from '../../src/utils/data/is-settings';
import { openDatabase } from '../src/db/dialects/open-database.js';
import { testStores, DATABASE_KINDS, suiteContentService } from './support/databases.js';
import { writeOptions, openContentService } from './support/content-services.js';

/** JSON texts; some of them are data settings. */
const SETTINGS = [
  ...['[]', '7', 'null', '"/a.json"', '{}', '{"url":7}', '{"url":"/a.json","foo":1}', '{"method":"GET"}'],
  ...['{"url":"javascript:alert(1)"}', '{"url":" JavaScript:1"}', '{"url":"data:application/json,1"}'],
  ...[
    '{"url":""}',
    '{"url":"/a.json"}',
    '{"url":"//cdn.example/a"}',
    '{"url":"a?b=c"}',
    '{"url":"datasource:weather"}',
  ],
  '{"url":"https://a.example","method":"POST","headers":{"a":"b"},"params":{"c":[1]},"body":{"d":1},"jsonpath":"$.e"}',
];

for (const kind of DATABASE_KINDS) {
  describe(`component repository on ${kind}`, () => {
    const { contentService, time, metadataOf, library } = suiteContentService(kind);

    test('two concurrent changes of different settings both persist', async () => {
      for (let round = 0; round < 20; round++) {
        const id = `settings-${round}`;
        await library(id);
        const put = (settings: Partial<LibrarySettings>) => contentService.putLibrary({ id, name: id, settings });
        await Promise.all([put({ embeds: ['https://a.example/'] }), put({ publicDrafts: true })]);
        const { embeds, publicDrafts } = (await contentService.library(id))!.settings;
        assert.deepEqual({ embeds, publicDrafts }, { embeds: ['https://a.example/'], publicDrafts: true });
      }
    });

    test('two concurrent writes of different fields of a component both persist', async () => {
      await library('fields');
      for (let round = 0; round < 20; round++) {
        const put = (fields: Partial<ComponentFields>) =>
          contentService.putComponent({ library: 'fields', id: `c${round}`, name: 'C', ...fields });
        await contentService.putCollection({ library: 'fields', id: 'cards', name: 'Cards' });
        await Promise.all([put({ description: 'kept' }), put({ collections: ['cards'] }), put({})]);
        const { description, collections } = (await contentService.component('fields', `c${round}`))!;
        assert.deepEqual({ description, collections }, { description: 'kept', collections: ['cards'] });
      }
    });

    test('missing and invalid input is named in errors', async () => {
      const hero = await library('names');
      await assert.rejects(
        contentService.save(hero, 'x', writeOptions(1)),
        /There is no version 'names\/hero\/responsive'/,
      );
      await assert.rejects(
        contentService.save({ ...hero, component: 'none' }, 'x', writeOptions(0)),
        /no component 'names\/none'/,
      );
      await assert.rejects(contentService.step('publish', hero, writeOptions(1)), NotFoundError);
      await assert.rejects(
        contentService.saveStylesheet('none', { css: '', themes: [], breakpoints: [] }, writeOptions(0)),
        /no library/,
      );
      await assert.rejects(
        contentService.putComponent({ library: 'none', id: 'a', name: 'A', collections: [] }),
        NotFoundError,
      );
      const bad = [
        '',
        '.',
        '..',
        '.hidden',
        'a/b',
        'a\\b',
        'a\u0000',
        'a\nb',
        'a:b',
        'x'.repeat(201),
        '字'.repeat(101),
      ];
      for (const name of [...bad, 'a.published', 'a.staged', 'a.saved', 'a.7', '\ud800']) {
        await assert.rejects(
          contentService.save({ ...hero, version: name }, 'x', writeOptions(0)),
          (error: unknown) => error instanceof BadInputError && error.details['argument'] === 'version',
          JSON.stringify(name),
        );
      }
      for (const name of bad) {
        await assert.rejects(contentService.putLibrary({ id: name, name: 'A' }), BadInputError, JSON.stringify(name));
      }
      await assert.rejects(
        contentService.save(hero, 'a\u0000b', writeOptions(0)),
        /view holds a NUL character, at position 1/,
      );
      await assert.rejects(
        contentService.save(hero, 'a\ud800', writeOptions(0)),
        /view holds half a character, at position 1/,
      );
      await assert.rejects(
        contentService.save(hero, 'x', writeOptions(-1)),
        /expected must be a whole number from 0, but is -1/,
      );
      assert.equal((await contentService.versions([hero]))[0], undefined);
    });

    test('stylesheets have revisions', async () => {
      await library('style');
      assert.equal(await contentService.stylesheet('style'), undefined);
      const content = {
        css: 'a{}',
        themes: [{ id: 'dark', name: 'Dark' }],
        breakpoints: [{ id: 'wide', minWidth: 900 }],
      };
      const saved = await contentService.saveStylesheet('style', content, writeOptions(0));
      assert.deepEqual({ ...saved, ...content }, saved);
      await assert.rejects(
        contentService.saveStylesheet('style', { ...content, css: 'b{}' }, writeOptions(0)),
        (error: unknown) => {
          assert.ok(error instanceof ConflictError);
          assert.deepEqual(error.current, saved);
          return true;
        },
      );
      await contentService.stepStylesheet('stage', 'style', writeOptions(1));
      await contentService.stepStylesheet('publish', 'style', writeOptions(1));
      const blob = await contentService.blobs.get('styles/style/published.css');
      assert.equal(blob?.bytes.toString(), 'a{}');
      assert.equal(blob?.contentType, 'text/css; charset=utf-8');
      assert.deepEqual(Object.keys(blob?.metadata ?? {}), ['modifiedat']);
      assert.equal(await contentService.blobs.get('styles/style/1.css'), undefined);
      await contentService.stepStylesheet('unpublish', 'style', writeOptions(1));
      assert.equal((await metadataOf('styles/style/published.css'))?.['deletedat'], new Date(time.now).toISOString());
      assert.equal((await contentService.stylesheetHistory('style', { first: 10 })).items[0]?.state, 'staged');
      const bad = { ...content, themes: [{ id: 'a b', name: 'A' }] };
      await assert.rejects(contentService.saveStylesheet('style', bad, writeOptions(1)), /themes: id "a b"/);
    });

    test('libraries, components, collections, data sources and media are stored', async () => {
      await contentService.putLibrary({ id: 'kept', name: 'Kept' });
      const settings = {
        ...{ embeds: ['https://example.org/'], cdns: ['/cdn'], frames: ['https://video.example/'] },
        publicDrafts: true,
      };
      const description = 'Two\nlines';
      await contentService.putLibrary({
        id: 'kept',
        name: 'Kept 2',
        description,
        settings: { embeds: settings.embeds, cdns: ['/cdn'], frames: settings.frames },
      });
      const library = await contentService.putLibrary({ id: 'kept', name: 'Kept 3', settings: { publicDrafts: true } });
      assert.deepEqual(library.settings, settings);
      assert.equal(library.description, description);
      assert.deepEqual(await contentService.library('kept'), library);
      assert.ok((await contentService.libraries()).some(({ id }) => id === 'kept'));

      await contentService.putCollection({ library: 'kept', id: 'cards', name: 'Cards' });
      await contentService.putCollection({ library: 'kept', id: 'cards', name: 'All cards' });
      assert.deepEqual(await contentService.collections('kept'), [{ library: 'kept', id: 'cards', name: 'All cards' }]);
      for (const id of ['c', 'a', 'b']) {
        await contentService.putComponent({ library: 'kept', id, name: id, collections: id === 'b' ? [] : ['cards'] });
      }
      await contentService.putComponent({ library: 'kept', id: 'c', name: 'C', collections: ['cards', 'cards'] });
      const page = await contentService.components('kept', { first: 2 });
      assert.deepEqual(
        page.items.map(({ id, collections }) => [id, ...collections]),
        [['a', 'cards'], ['b']],
      );
      const rest = await contentService.components('kept', { first: 2, after: page.next ?? '' });
      assert.deepEqual(rest, { items: [await contentService.component('kept', 'c')], next: null });
      const cards = await contentService.components('kept', { first: 9, collection: 'cards' });
      assert.deepEqual(
        cards.items.map(({ id }) => id),
        ['a', 'c'],
      );
      const stray = { library: 'kept', id: 'd', name: 'D', collections: ['none'] };
      await assert.rejects(contentService.putComponent(stray), /no collection 'none'/);
      assert.equal(await contentService.component('kept', 'd'), undefined);

      const source = { library: 'kept', id: 'news', sample: '{"a":1}', settings: null, public: false };
      await contentService.putDataSource(source);
      const modifiedAt = time.now;
      assert.deepEqual(await contentService.dataSources('kept'), [{ ...source, modifiedAt }]);
      time.now += 5_000;
      await contentService.putDataSource(source);
      assert.deepEqual(await contentService.dataSources('kept'), [{ ...source, modifiedAt }], 'nothing has changed');
      const changed = await contentService.putDataSource({ ...source, settings: '{"url":"/else.json"}' });
      assert.equal(changed.modifiedAt, time.now);
      await assert.rejects(contentService.putDataSource({ ...source, sample: '{' }), /sample is not JSON/);
      for (const settings of SETTINGS) {
        const put = contentService.putDataSource({ ...source, settings });
        // As a page parses it: values that are not settings are plain data.
        if (isDataSettings(JSON.parse(settings)) && !/javascript|data:/i.test(settings)) await put;
        else
          await assert.rejects(
            put,
            (error) => error instanceof BadInputError && error.argument === 'settings',
            settings,
          );
      }
      await contentService.putDataSource({ ...source, settings: null });

      const variants = [{ width: 2, height: 1, type: 'image/png', bytes: 9, path: 'x.png' }];
      for (const [id, createdAt] of [
        ['a', 5],
        ['b', 5],
        ['c', 9],
      ] as const) {
        const item = {
          library: 'kept',
          id,
          name: `${id}.png`,
          width: 2,
          height: 1,
          variants,
          author: 'Ann',
          createdAt,
        };
        assert.deepEqual(await contentService.putMedia(item), item);
        assert.deepEqual(await contentService.mediaItem('kept', id), item);
      }
      const media = await contentService.media('kept', { first: 2 });
      const older = await contentService.media('kept', { first: 2, after: media.next ?? '' });
      assert.deepEqual(
        [...media.items, ...older.items].map(({ id }) => id),
        ['c', 'b', 'a'],
      );
    });

    test('a component has the time of its last published change, which drafts and forks do not set', async () => {
      const hero = await library('publications');
      const { library: id, component } = hero;
      const publishedAt = async (): Promise<number | null> => {
        time.now += 1_000;
        const [listed] = (await contentService.components(id, { first: 1 })).items;
        const found = await contentService.component(id, component);
        assert.deepEqual(listed, found);
        return found!.publishedAt;
      };
      await contentService.save(hero, '<p>1</p>', writeOptions(0));
      assert.equal(await publishedAt(), null);
      const fork = { ...hero, version: 'page' };
      await contentService.fork(hero, 'page', writeOptions(0));
      assert.equal(await publishedAt(), null);
      await contentService.step('publish', fork, writeOptions(1));
      assert.equal(await publishedAt(), 0, 'a fork alone');
      const at = time.now;
      await contentService.step('publish', hero, writeOptions(1));
      assert.equal(await publishedAt(), at);
      const wide = { ...hero, version: 'wide' };
      await contentService.save(wide, '<p>wide</p>', writeOptions(0));
      assert.equal(await publishedAt(), at, 'a draft');
      const later = time.now;
      await contentService.step('publish', wide, writeOptions(1));
      await contentService.step('publish', fork, writeOptions(1));
      assert.equal(await publishedAt(), later);
      const deleted = time.now;
      await contentService.step('delete', wide, writeOptions(1));
      assert.equal(await publishedAt(), deleted, 'deleted');
      await contentService.step('unpublish', hero, writeOptions(1));
      await contentService.step('unpublish', fork, writeOptions(1));
      assert.equal(await publishedAt(), null);
    });

    test('the time of the last published change never goes back, even if the clock of a host does', async () => {
      const hero = await library('times');
      const { library: id, component } = hero;
      let last = { version: 0, component: 0 };
      let releases = 0;
      /** @param changes whether the operation changes published content */
      const after = async (what: string, changes: boolean, work: () => Promise<unknown>): Promise<void> => {
        time.now += 1_000;
        await work();
        const [version] = await contentService.versionSummaries([hero]);
        const now = {
          version: version!.publishedAt ?? 0,
          component: (await contentService.component(id, component))!.publishedAt ?? 0,
        };
        assert.deepEqual(now, changes ? { version: time.now, component: time.now } : last, what);
        last = now;
      };
      const publish = (revision: number) => async () => {
        const release = `r${++releases}`;
        const items = [{ ...hero, revision }];
        await contentService.saveRelease({ library: id, id: release, name: release, items }, 0, writeOptions(0).actor);
        await contentService.publishRelease(id, release, 1, writeOptions(0).actor);
      };
      await contentService.save(hero, '<p>1</p>', writeOptions(0));
      await after('published', true, () => contentService.step('publish', hero, writeOptions(1)));
      await after('a draft', false, () => contentService.save(hero, '<p>2</p>', writeOptions(1)));
      await after('staged', false, () => contentService.step('stage', hero, writeOptions(2)));
      await after('the draft published', true, () => contentService.step('publish', hero, writeOptions(2)));
      await after('staged, published as well', false, () => contentService.step('stage', hero, writeOptions(2)));
      await after('an earlier revision', true, publish(1));
      await after('the same once more', true, publish(1));
      await after('the later one', true, publish(2));
      await after('a draft after it', false, () => contentService.save(hero, '<p>3</p>', writeOptions(2)));
      time.now -= 60_000;
      await after('by a clock that is behind', false, publish(1));
      time.now += 60_000;
      await after('by one that is right', true, publish(3));
      await contentService.step('unpublish', hero, writeOptions(3));
      await after('again', true, publish(2));
      time.now += 1_000;
      const wide = { ...hero, version: 'wide' };
      await contentService.save(wide, '<p>wide</p>', writeOptions(0));
      await contentService.step('publish', wide, writeOptions(1));
      time.now += 1_000;
      await contentService.step('unpublish', wide, writeOptions(1));
      assert.equal((await contentService.component(id, component))!.publishedAt, time.now, 'another version goes');
    });

    test('components and media are searched by name, page by page', async () => {
      const library = 'found';
      await contentService.putLibrary({ id: library, name: 'Found' });
      await contentService.putCollection({ library, id: 'cards', name: 'Cards' });
      const put = (id: string, name: string, description?: string, collections: readonly string[] = []) =>
        contentService.putComponent({
          library,
          id,
          name,
          collections,
          ...(description === undefined ? {} : { description }),
        });
      await put('card-a', 'Übersicht', 'Straße und Weg', ['cards']);
      await put('card-b', 'Aufmacher', '100%_sure');
      await put('card-c', 'ＦＵＬＬ width', 'A \\ and a !', ['cards']);
      await put('hero', 'Заголовок');
      const find = async (search: string, more = {}) =>
        (await contentService.components(library, { first: 9, search, ...more })).items.map(({ id }) => id);
      for (const [search, expected] of [
        ['CARD', ['card-a', 'card-b', 'card-c']],
        ['übersicht', ['card-a']],
        ['U\u0308BERSICHT', ['card-a']],
        ['weg card', ['card-a']],
        ['заголовок', ['hero']],
        ['full', ['card-c']],
        ['%', ['card-b']],
        ['_', ['card-b']],
        ['!', ['card-c']],
        ['\\', ['card-c']],
        ["' or 1=1 --", []],
        ['\u0000', ['card-a', 'card-b', 'card-c', 'hero']],
        ['  ', ['card-a', 'card-b', 'card-c', 'hero']],
        ['nothing', []],
      ] as const) {
        assert.deepEqual(await find(search), expected, search);
      }
      assert.deepEqual(await find('card', { collection: 'cards' }), ['card-a', 'card-c']);
      const page = await contentService.components(library, { first: 2, search: 'card' });
      assert.equal(page.next, 'card-b');
      assert.deepEqual(await find('card', { after: page.next }), ['card-c']);
      // After a rename it is found by its new name, and still by its unchanged description.
      await put('card-a', 'Overview');
      assert.deepEqual([await find('übersicht'), await find('overview weg')], [[], ['card-a']]);
      await assert.rejects(
        contentService.components(library, { first: 9, search: 'x'.repeat(201) }),
        (error: unknown) => {
          assert.ok(error instanceof BadInputError);
          return error.argument === 'search';
        },
      );

      const variants = [{ width: 2, height: 1, type: 'image/png', bytes: 9, path: 'x.png' }];
      for (const [at, name] of ['Fjord.png', 'fjord 2.jpg', 'Dome.png'].entries()) {
        const rest = { width: 2, height: 1, variants, author: 'Ann', createdAt: at };
        await contentService.putMedia({ library, id: `m${at}`, name, ...rest });
      }
      const first = await contentService.media(library, { first: 1, search: 'FJORD' });
      const second = await contentService.media(library, { first: 1, search: 'FJORD', after: first.next ?? '' });
      assert.deepEqual(
        [...first.items, ...second.items].map(({ name }) => name),
        ['fjord 2.jpg', 'Fjord.png'],
      );
      assert.equal(second.next, null);
    });

    test('search ignores case, also where a capital letter maps to another letter or several letters', async () => {
      const library = 'cases';
      await contentService.putLibrary({ id: library, name: 'Cases' });
      const PAIRS = [
        ['Straße', 'STRASSE'],
        ['STRASSE', 'straße'],
        ['GROẞ', 'groß'],
        ['οδός', 'ΟΔΌΣ'],
        ['ΟΔΟΣ', 'οδος'],
        ['ΟΔΟΣ', 'οδοσ'],
        ['ΣΟΦΟΣ ΣΑΣ', 'σοφος σας'],
        ['ΐδιος', 'Ϊ́ΔΙΟΣ'],
        ['ᾳδης', 'ΑΙΔΗΣ'],
        ['ﬁne', 'FINE'],
        ['ŉ', 'ʼN'],
        ['Éclair', 'E\u0301CLAIR'],
      ] as const;
      for (const [index, [name]] of PAIRS.entries()) {
        await contentService.putComponent({ library, id: `c${index}`, name, collections: [] });
        const picture = { library, id: `c${index}`, name, width: 1, height: 1, author: 'Ann', createdAt: index };
        const variants = [{ width: 1, height: 1, type: 'image/png', bytes: 9, path: 'x.png' }];
        await contentService.putMedia({ ...picture, variants });
      }
      for (const [index, [name, search]] of PAIRS.entries())
        for (const text of [search, name, search.toLowerCase(), name.toLowerCase(), name.toUpperCase()])
          for (const items of [
            (await contentService.components(library, { first: 50, search: text })).items,
            (await contentService.media(library, { first: 50, search: text })).items,
          ])
            assert.ok(
              items.some(({ id }) => id === `c${index}`),
              `${name}: ${text}`,
            );
      const none = await contentService.components(library, { first: 50, search: 'strase' });
      assert.deepEqual(none.items, [], 'other letters are other words');
    });

    test('a token secret is returned once and stored as a hash', async () => {
      const made = await contentService.createToken({
        name: 'CI',
        library: 'demo',
        role: 'editor',
        expiresAt: time.now + 1000,
      });
      const { secret, ...token } = made;
      assert.match(secret, /^feaas_[\w-]{43}$/);
      assert.deepEqual(await contentService.tokenOf(secret), token);
      assert.equal(await contentService.tokenOf(`${secret}x`), undefined);
      assert.equal(await contentService.tokenOf(''), undefined);
      assert.ok(!JSON.stringify(await contentService.tokens()).includes(secret.slice(6)));
      time.now += 1000;
      assert.equal(await contentService.tokenOf(secret), undefined);
      const lasting = await contentService.createToken({
        name: 'all',
        library: undefined,
        role: 'admin',
        expiresAt: undefined,
      });
      assert.equal((await contentService.tokenOf(lasting.secret))?.library, undefined);
      const revoked = await contentService.revokeToken(lasting.id);
      assert.equal(revoked?.revokedAt, time.now);
      assert.equal(await contentService.tokenOf(lasting.secret), undefined);
      time.now += 1000;
      assert.deepEqual(await contentService.revokeToken(lasting.id), revoked);
      assert.equal(await contentService.revokeToken('none'), undefined);
      const wrong = { name: 'x', library: undefined, role: 'owner' as 'admin', expiresAt: undefined };
      await assert.rejects(contentService.createToken(wrong), /role 'owner'/);
      const key = await contentService.signingKey();
      assert.equal(key.secret.byteLength, 32);
      assert.deepEqual(await contentService.signingKey(), key);
    });

    test('a component can be in more collections than a statement allows parameters', async () => {
      const place = await testStores(kind).newStore();
      const collections = Array.from({ length: 25_000 }, (_, at) => `c${String(at).padStart(5, '0')}`);
      const database = await openDatabase(place.settings);
      await database.write(async (transaction) => {
        const row = { id: 'demo', name: 'Demo', description: '', settings: '{}', created_at: 0 };
        await transaction.insertInto('libraries').values(row).execute();
        for (let start = 0; start < collections.length; start += 1000)
          await transaction
            .insertInto('collections')
            .values(collections.slice(start, start + 1000).map((id) => ({ library: 'demo', id, name: id })))
            .execute();
      });
      await database.close();
      const contentService = await openContentService(place);
      try {
        const { collections: found } = await contentService.putComponent({
          library: 'demo',
          id: 'hero',
          name: 'Hero',
          collections,
        });
        assert.deepEqual(found, collections);
      } finally {
        await contentService.close();
      }
    });
  });
}
