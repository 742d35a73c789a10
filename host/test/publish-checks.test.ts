/** Every step that makes content public validates it against the current settings, on both databases. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { StateTransition } from '../src/content/content-service.js';
import { BadInputError, ConflictError } from '../src/lib/domain-error.js';
import { writeOptions, openContentService } from './support/content-services.js';
import { testStores, DATABASE_KINDS, suiteContentService } from './support/databases.js';
import eachDatabase from './support/each-database.js';
import { startGraphQLHost } from './support/graphql-host.js';

const EMBED = '<div data-embed-src="https://widgets.example/w.js"></div>';
const ALLOWED = { embeds: ['https://widgets.example/'] };
const REMOVED = { embeds: [] };

const isValidationError = (action: string) => (error: unknown) => {
  assert.ok(error instanceof BadInputError, String(error));
  assert.match(error.message, new RegExp(`^view can not be ${action}: div@data-embed-src is not allowed`));
  assert.match(error.message, /Save it without that first, or have the settings of the library allow it\.$/);
  assert.deepEqual(error.details['argument'], 'view');
  return true;
};

for (const kind of DATABASE_KINDS) {
  describe(`checks of content that becomes public on ${kind}`, () => {
    const { contentService, library, textOf } = suiteContentService(kind);
    const allow = (id: string, settings: { embeds: string[] }) => contentService.putLibrary({ id, name: id, settings });

    const names: Partial<Record<StateTransition, string>> = { stage: 'staged', publish: 'published' };
    for (const [step, name] of Object.entries(names) as [StateTransition, string][]) {
      test(`${step}: content with a removed origin is rejected, and accepted when the origin is allowed again`, async () => {
        const hero = await library(`origin-${step}`);
        await allow(hero.library, ALLOWED);
        await contentService.save(hero, EMBED, writeOptions(0));
        await allow(hero.library, REMOVED);
        await assert.rejects(contentService.step(step, hero, writeOptions(1)), isValidationError(name));
        const [version] = await contentService.versions([hero]);
        assert.deepEqual([version?.staged, version?.published], [null, null]);
        assert.equal(await textOf(`components/${hero.library}/hero/responsive/${name}.html`), undefined);
        assert.deepEqual(await contentService.check(), []);
        await allow(hero.library, ALLOWED);
        await contentService.step(step, hero, writeOptions(1));
        assert.equal(await textOf(`components/${hero.library}/hero/responsive/${name}.html`), EMBED);
      });
    }

    test('restore and fork are checked, too; unpublish and delete are not', async () => {
      const hero = await library('others');
      await allow(hero.library, ALLOWED);
      await contentService.save(hero, EMBED, writeOptions(0));
      await contentService.step('publish', hero, writeOptions(1));
      await allow(hero.library, REMOVED);
      await assert.rejects(contentService.fork(hero, 'home', writeOptions(0)), isValidationError('forked'));
      assert.deepEqual(await contentService.versions([{ ...hero, version: 'home' }]), [undefined]);
      await contentService.step('unpublish', hero, writeOptions(1));
      await contentService.step('delete', hero, writeOptions(1));
      await assert.rejects(contentService.step('restore', hero, writeOptions(1)), isValidationError('restored'));
      assert.notEqual((await contentService.versions([hero]))[0]?.deletedAt, null);
    });

    test('content that was saved before a rule existed cannot be published after it', async () => {
      const hero = await library('rules');
      await contentService.save(hero, '<p onclick="x()">a</p>', writeOptions(0));
      await assert.rejects(contentService.step('publish', hero, writeOptions(1)), /p@onclick is an event handler/);
      const css = '@import url(https://elsewhere.example/x.css);';
      await contentService.saveStylesheet('rules', { css, themes: [], breakpoints: [] }, writeOptions(0));
      for (const [step, name] of Object.entries(names) as ['stage' | 'publish', string][])
        await assert.rejects(
          contentService.stepStylesheet(step, 'rules', writeOptions(1)),
          new RegExp(`css can not be ${name}:`),
        );
      assert.equal((await contentService.stylesheet('rules'))?.published, null);
    });

    test('a retry of a completed step returns its result; a late step gets the conflict', async () => {
      const hero = await library('retries');
      await allow(hero.library, ALLOWED);
      await contentService.save(hero, EMBED, writeOptions(0));
      const published = await contentService.step('publish', hero, writeOptions(1, 'once'));
      await allow(hero.library, REMOVED);
      assert.deepEqual(await contentService.step('publish', hero, writeOptions(1, 'once')), published);
      await contentService.save(hero, '<p>without</p>', writeOptions(1));
      await assert.rejects(contentService.step('publish', hero, writeOptions(1)), ConflictError);
      assert.equal((await contentService.step('publish', hero, writeOptions(2))).published, 2);
    });

    test('settings that change during the check of the content are respected', async () => {
      const place = await testStores(kind).newStore();
      const other = { change: async (): Promise<void> => {} };
      let checks = 0;
      const slow = await openContentService(place, {
        validator: {
          async markup(_html, { embeds }) {
            checks++;
            const problems = embeds.length > 0 ? [] : [{ path: 'div', line: 1, column: 1, problem: 'div is wrong.' }];
            await other.change();
            return problems;
          },
          stylesheet: async () => [],
        },
      });
      await slow.putLibrary({ id: 'demo', name: 'Demo', settings: ALLOWED });
      await slow.putComponent({ library: 'demo', id: 'hero', name: 'Hero' });
      const hero = { library: 'demo', component: 'hero', version: 'responsive' };
      await slow.save(hero, EMBED, writeOptions(0));
      other.change = async () => {
        other.change = async () => {};
        await slow.putLibrary({ id: 'demo', name: 'Demo', settings: REMOVED });
      };
      await assert.rejects(slow.step('publish', hero, writeOptions(1)), /view can not be published: div is wrong\./);
      assert.equal(checks, 2);
      await slow.close();
    });
  });
}

eachDatabase('GraphQL returns each position that prevents a publication', async (t) => {
  const host = await startGraphQLHost(t);
  const hero = { library: 'demo', component: 'hero', version: 'responsive' };
  await host.contentService.save(hero, EMBED, writeOptions(2));
  await host.contentService.putLibrary({ id: 'demo', name: 'Demo', settings: REMOVED });
  for (const mutation of [
    'publishVersion(id: "demo/hero/responsive", expectedRevision: 3)',
    'stageVersion(id: "demo/hero/responsive", expectedRevision: 3)',
    'fork(originId: "demo/hero/responsive", instance: "home", expectedRevision: 0)',
  ]) {
    const { json } = await host.execute(`mutation { ${mutation} { id } }`, { token: host.secrets.publisher });
    const { code, argument, problems } = json.errors[0].extensions;
    assert.deepEqual([code, argument], ['BAD_USER_INPUT', 'view'], mutation);
    assert.deepEqual([problems[0].path, problems[0].line, problems[0].column], ['div@data-embed-src', 1, 6]);
  }
  const { items } = await host.contentService.history(hero, { first: 10 });
  assert.equal(items.length, 3);
});

eachDatabase('the documents that a view may embed are a setting of the library', async (t) => {
  const host = await startGraphQLHost(t);
  const as = host.secrets.admin;
  const change = (settings: string) =>
    host.execute(
      `mutation { saveLibrary(id: "demo", name: "Demo", settings: ${settings}) { settings { embeds frames } } }`,
      { token: as },
    );
  const view = '<div><iframe src="https://video.example/embed/1" title="a"></iframe></div>';
  const save = async (expected: number) =>
    host.execute(
      `mutation ($view: String!) { saveVersion(id: "demo/hero/responsive", view: $view, expectedRevision: ${expected}) { revision } }`,
      { token: host.secrets.editor, variables: { view } },
    );
  const [problem] = (await save(2)).json.errors[0].extensions.problems;
  assert.equal(problem.path, 'div > iframe@src');
  assert.match(problem.problem, /is not allowed: the library has no allowed frames/);
  assert.equal((await change('{ frames: ["video.example"] }')).json.errors[0].extensions.argument, 'settings');
  const allowed = { embeds: ['https://widgets.example/'], frames: ['https://video.example/embed'] };
  for (const settings of ['{ frames: ["https://video.example/embed"] }', '{ publicDrafts: false }', '{ frames: null }'])
    assert.deepEqual((await change(settings)).json.data.saveLibrary.settings, allowed, settings);
  assert.equal((await save(2)).json.data.saveVersion.revision, 3);
});
