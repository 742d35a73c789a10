/** Rows with values that an earlier release accepted: their valid parts are returned, and `check` names them. */
import assert from 'node:assert/strict';
import test from './support/each-database.js';
import { startGraphQLHost } from './support/graphql-host.js';

const CSS = 'p { color: red; }';

/** Stored values of a stylesheet revision, and their valid parts. */
const SHEETS = [
  {
    holds: {
      css: CSS,
      themes: [{ id: 'unnamed' }, { name: 'No id' }, null, 'x', { id: 'dark', name: 'Dark', className: 7 }],
      breakpoints: [
        { id: 'half', minWidth: 767.98 },
        { id: 'below', minWidth: -1 },
        { id: 'above', minWidth: 2 ** 31 },
        { id: 'none' },
        { id: 'text', minWidth: '5' },
        ...[{ minWidth: 7 }, null, 7],
        { id: 'good', minWidth: 1024 },
      ],
    },
    usable: {
      css: CSS,
      themes: [
        { id: 'unnamed', name: 'unnamed' },
        { id: 'dark', name: 'Dark' },
      ],
      breakpoints: [
        { id: 'half', minWidth: 768 },
        { id: 'below', minWidth: 0 },
        { id: 'above', minWidth: 2 ** 31 - 1 },
        { id: 'good', minWidth: 1024 },
      ],
    },
  },
  { holds: { css: CSS, themes: null }, usable: { css: CSS, themes: [], breakpoints: [] } },
];

test('a stylesheet with breakpoints and themes that are no longer valid has the valid ones', async (t) => {
  for (const { holds, usable } of SHEETS) {
    const host = await startGraphQLHost(t);
    await host.database.write((transaction) =>
      transaction
        .updateTable('revisions')
        .set({ content: JSON.stringify(holds) })
        .where('library', '=', 'demo')
        .where('component', '=', '')
        .execute(),
    );
    for (const as of [undefined, host.secrets.viewer]) {
      const query = '{ stylesheet(library: "demo") { css themes { id name } breakpoints { id minWidth } } }';
      const { json } = await host.execute(query, { token: as });
      assert.deepEqual(json, { data: { stylesheet: usable } });
    }
    const lines = (await host.contentService.check()).filter((line) => !line.includes('.css: '));
    assert.deepEqual(
      lines.map((line) => /^styles\/demo: revision (\d): \S/.exec(line)?.[1]),
      ['1', '2'],
      lines.join('\n'),
    );
    // A conflict returns the valid parts, and a save of the CSS alone keeps them.
    const save = (expected: number): string =>
      `mutation { saveStylesheet(library: "demo", css: "a {}", expectedRevision: ${expected}) { revision breakpoints { id minWidth } } }`;
    const late = await host.execute(save(1), { token: host.secrets.editor });
    assert.equal(late.json.errors[0].extensions.code, 'CONFLICT');
    assert.deepEqual(late.json.errors[0].extensions.current.breakpoints, usable.breakpoints);
    const saved = await host.execute(save(2), { token: host.secrets.editor });
    assert.deepEqual(saved.json, { data: { saveStylesheet: { revision: 3, breakpoints: usable.breakpoints } } });
    assert.deepEqual(host.errors, []);
  }
});

test('a picture that is no longer valid hides no other from the list and can be deleted', async (t) => {
  const host = await startGraphQLHost(t);
  const variant = { path: 'p/1.png', type: 'image/png', width: 4, height: 3, bytes: 9 };
  const rows: Record<string, unknown> = {
    good: [variant],
    half: [{ ...variant, width: 1.5, height: 0, bytes: -1 }],
    large: [{ ...variant, width: 2 ** 31, height: 2 ** 40 }],
    bare: [{ path: 'p/1.png', type: 'image/png' }],
    part: [{ ...variant, path: '../../other/a.png' }, null, { width: 1 }, variant],
    lost: [{ ...variant, path: '../../other/a.png' }],
    none: [],
    other: 7,
  };
  const values = Object.entries(rows).map(([id, variants]) => ({
    ...{ library: 'demo', id, name: id, width: 4, height: 3, variants: JSON.stringify(variants) },
    ...{ author: 'Ann', created_at: 5, folded: id },
  }));
  await host.database.write(async (transaction) => {
    await transaction.insertInto('media').values(values).execute();
    const torn = { ...values[0]!, id: 'torn', name: 'torn', variants: '[{' };
    await transaction.insertInto('media').values(torn).execute();
    await transaction
      .updateTable('media')
      .set({ width: 2 ** 31, height: 0 })
      .where('id', '=', 'large')
      .execute();
  });
  const as = host.secrets.viewer;
  const query =
    '{ media(library: "demo") { items { key width height src createdAt variants { width height bytes src } } } }';
  const { json } = await host.execute(query, { token: as });
  const src = '/media/demo/p/1.png';
  const shown = (width: number, height: number, bytes: number) => [{ width, height, bytes, src }];
  assert.deepEqual(
    json.data?.media.items.map(({ key, variants }: { key: string; variants: unknown }) => [key, variants]),
    [
      ['part', shown(4, 3, 9)],
      ['large', shown(2 ** 31 - 1, 2 ** 31 - 1, 9)],
      ['half', shown(2, 1, 0)],
      ['good', shown(4, 3, 9)],
      ['bare', shown(1, 1, 0)],
    ],
    JSON.stringify(json),
  );
  const lines = (await host.contentService.check()).filter((line) => line.startsWith('media/demo: picture '));
  assert.deepEqual(
    lines.map((line) => line.split(': ')[1]),
    ['bare', 'half', 'large', 'lost', 'none', 'other', 'part', 'torn'].map((id) => `picture ${id}`),
    lines.join('\n'),
  );
  for (const id of [...Object.keys(rows), 'torn']) {
    const mutation = `mutation { deleteMedia(id: "demo/${id}") }`;
    const deleted = await host.execute(mutation, { token: host.secrets.publisher });
    assert.equal(deleted.json.errors, undefined, `${id}: ${deleted.text}`);
  }
  assert.deepEqual((await host.execute(query, { token: as })).json.data.media.items, []);
  assert.deepEqual(host.errors, []);
});
