/** `feaas-host schedule` and `feaas-host release`, through the running host. */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { spawnCli, runCliInProcess, makeTemporaryFolder } from './support/cli.js';
import { sendRequest } from './support/client.js';
import { waitUntil } from '../../tests/lib/wait-until.js';

const START = ['start', '--port', '0', '--library', 'libraries', '--site', 'libraries'];
const YEAR = new Date().getUTCFullYear() + 1;

test('schedules are added, listed, canceled and run, and releases published, through the running host', async (t) => {
  const folder = await makeTemporaryFolder(t);
  const hero = join(folder, 'libraries/demo/components/hero');
  await mkdir(hero, { recursive: true });
  await writeFile(join(hero, 'component.json'), '{}');
  for (const name of ['responsive', 'wide']) await writeFile(join(hero, `${name}.html`), `<p>${name}</p>`);
  await writeFile(join(hero, 'next.saved.html'), '<p>next</p>');
  const host = spawnCli(t, folder, START);
  const url = await host.waitUntilReady();
  const statusOf = async (name: string) =>
    (await sendRequest(`${url}/components/demo/hero/${name}/published.html`)).status;
  const here = async (...args: string[]) => {
    const { code, out, err } = await runCliInProcess(folder, args);
    assert.equal(code, 0, err);
    return {
      out: out
        .trimEnd()
        .split('\n')
        .map((line) => line.split('\t')),
      err,
    };
  };

  const added = await here(
    'schedule',
    'add',
    'demo/hero/next',
    '--at',
    `${YEAR}-07-01T09:00`,
    '--zone',
    'Europe/Berlin',
  );
  const [id, ...rest] = added.out[0]!;
  const columns = [
    `${YEAR}-07-01T07:00:00.000Z`,
    `${YEAR}-07-01T09:00:00 Europe/Berlin`,
    'publish',
    'demo/hero/next',
    '1',
  ];
  assert.deepEqual(rest, ['pending', ...columns, 'feaas-host', '-']);
  assert.deepEqual((await here('schedule', 'list')).out, [[id, ...rest]]);
  assert.deepEqual((await here('schedule', 'list', '--only', 'demo', '--state', 'done')).out, [['']]);
  assert.equal((await here('schedule', 'cancel', id!)).out[0]![0], `canceled ${id}`);
  assert.equal((await here('schedule', 'list', '--state', 'all')).out[0]![1], 'canceled');
  const gap = await here('schedule', 'add', 'demo/hero/next', '--at', '2030-03-31T02:30', '--zone', 'Europe/Berlin');
  assert.match(gap.err, /Clocks skip 2030-03-31T02:30:00 in Europe\/Berlin: it runs later by the skipped time\./);
  assert.equal(gap.out[0]![2], '2030-03-31T01:30:00.000Z');
  const twice = await here('schedule', 'add', 'demo/hero/next', '--at', '2030-10-27T02:30', '--zone', 'Europe/Berlin');
  assert.match(twice.err, /twice: it runs at the first time\./);

  // The host runs the schedule by itself.
  assert.equal(await statusOf('next'), 404);
  const soon = new Date(Date.now() + 1_500).toISOString();
  await here('schedule', 'add', 'demo/hero/next', '--at', soon);
  await here('schedule', 'add', 'demo/hero/wide', '--at', soon, '--unpublish');
  await waitUntil(async () => (await statusOf('next')) === 200);
  await waitUntil(async () => (await here('schedule', 'list', '--state', 'done')).out.length >= 2);
  const wide = await sendRequest(`${url}/components/demo/hero/wide/published.html`);
  assert.equal(wide.headers['x-ms-meta-versiondeletedat'] !== undefined, true);

  await writeFile(
    join(folder, 'items.txt'),
    'demo/hero/wide latest\n\ndemo/hero/next unpublish\r\ndemo/hero/responsive 1\n',
  );
  const created = await here('release', 'create', 'demo/spring', '--items', 'items.txt', '--name', 'Spring 2027');
  assert.deepEqual(created.out, [['demo/spring: 3 items']]);
  assert.deepEqual((await here('release', 'list')).out, [['demo/spring', 'open', 'Spring 2027']]);
  assert.deepEqual((await here('release', 'show', 'demo/spring')).out, [
    ['demo/hero/next unpublish'],
    ['demo/hero/responsive 1'],
    ['demo/hero/wide 1'],
  ]);
  const scheduled = await here('schedule', 'add', 'demo/spring', '--at', `${YEAR}-01-01T00:00`, '--zone', 'UTC');
  assert.deepEqual(scheduled.out[0]!.slice(4, 7), ['release', 'demo/spring', '-']);
  assert.deepEqual((await here('release', 'publish', 'demo/spring')).out, [['demo/spring: published']]);
  assert.equal((await sendRequest(`${url}/components/demo/hero/wide/published.html`)).text, '<p>wide</p>');
  assert.deepEqual((await here('release', 'list', '--only', 'demo')).out, [
    ['demo/spring', 'published', 'Spring 2027'],
  ]);
  assert.deepEqual((await here('release', 'delete', 'demo/spring')).out, [['demo/spring: deleted']]);

  for (const [args, wrong] of [
    [['schedule', 'ad', 'x'], /'schedule' takes add, list, cancel, not 'ad'; the nearest is 'add'/],
    [['schedule', 'add'], /'schedule add' needs an id/],
    [['schedule', 'add', 'demo/hero/next'], /needs a time\. Add --at 2026-12-24T18:00 --zone Europe\/Berlin/],
    [['schedule', 'add', 'demo/hero/next', '--at', '2030-01-01T00:00'], /--at must be a time such as/],
    [['schedule', 'add', 'demo/hero/next', '--at', '2030-01-01T00:00Z', '--zone', 'UTC'], /has an offset/],
    [['schedule', 'add', 'demo/hero/next', '--at', 'soon', '--zone', 'UTC'], /--at "soon" is no local time/],
    [
      ['schedule', 'add', 'demo/hero/next', '--at', '2030-01-01T00:00', '--zone', 'Mars'],
      /--zone "Mars" is no time zone/,
    ],
    [['schedule', 'add', 'demo/hero/next', '--at', '2020-01-01T00:00Z'], /is in the past\. Choose a later time/],
    [['schedule', 'add', 'demo/hero/none', '--at', '2030-01-01T00:00Z'], /there is no version 'demo\/hero\/none'/],
    [['schedule', 'add', 'demo/hero/next', '--at', '2030-01-01T00:00Z', '--revision', '9'], /has no revision 9/],
    [['schedule', 'add', 'demo/none', '--at', '2030-01-01T00:00Z'], /There is no release 'demo\/none'/],
    [['schedule', 'add', 'demo/none', '--at', '2030-01-01T00:00Z', '--unpublish'], /is a release: leave out/],
    [['schedule', 'add', 'a/b/c/d', '--at', '2030-01-01T00:00Z'], /'schedule add' takes library\/component\/version/],
    [['schedule', 'list', 'x'], /takes no further argument/],
    [['schedule', 'list', '--state', 'running'], /--state/],
    [['schedule', 'list', '--only', 'x'], /there is no library 'x'; there are demo\./],
    [['schedule', 'cancel', 'none'], /There is no schedule "none"/],
    [['release', 'make', 'x'], /'release' takes create, list, show, publish, delete/],
    [['release', 'show', 'demo'], /takes the id of a release, but got 'demo'\. Give one such as library\/key/],
    [['release', 'show', 'demo/none'], /there is no release 'demo\/none'/],
    [['release', 'publish', 'demo/none'], /there is no release 'demo\/none'/],
    [['release', 'delete', 'demo/none'], /there is no release 'demo\/none'/],
    [['release', 'create', 'demo/x'], /needs its items\. Add --items <file>/],
    [['release', 'create', 'demo/x', '--items', 'none.txt'], /--items: could not read/],
    [['release', 'create', 'demo/x', '--items', 'libraries/demo/components/hero/wide.html'], /--items: line 1 must be/],
  ] as const) {
    const { code, err } = await runCliInProcess(folder, args);
    assert.equal(code, 1, args.join(' '));
    assert.match(err, wrong);
  }
});
