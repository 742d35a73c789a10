/** `preview-link`: through the running host and without it, and without the token of a link in the log. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { sendRequest } from './support/client.js';
import { spawnCli, runCliInProcess, makeTemporaryFolder } from './support/cli.js';

const ID = 'aurora/hero/responsive';

test('preview-link create, list and revoke, through the running host and without; no log holds the token', async (t) => {
  const folder = await makeTemporaryFolder(t);
  const library = new URL('../library/', import.meta.url).pathname;
  const running = spawnCli(t, folder, ['start', '--port', '0', '--library', library, '--site', '.'], {
    LOG_LEVEL: 'info',
  });
  const url = await running.waitUntilReady();
  const created = await runCliInProcess(folder, ['preview-link', 'create', ID, '--days', '3', '--url', url]);
  assert.match(created.err, /through the host that runs on/);
  assert.match(created.err, /^[\w-]{22}: aurora\/hero\/responsive \(newest\)\. This is the only time/m);
  const link = created.out.trim();
  assert.match(link, new RegExp(`^${url}/preview/feaas_preview_[\\w-]{77}$`));
  const draft = `${link}/components/${ID}/saved.html`;
  assert.equal((await sendRequest(draft)).status, 200);
  // In other letter case, and with an escaped slash, which is invalid in a path.
  assert.equal((await sendRequest(draft.replace('/preview/feaas', '/%70review/%66eaas'))).status, 200);
  assert.equal((await sendRequest(draft.replace('/preview/feaas', '/preview%2Ffeaas'))).status, 400);

  const listed = await runCliInProcess(folder, ['preview-link', 'list']);
  const day = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d';
  const row = new RegExp(`^([\\w-]{22})  until ${day}  feaas-host  aurora/hero/responsive \\(newest\\)\\n$`);
  const [, id] = row.exec(listed.out) ?? assert.fail(listed.out);
  assert.equal((await runCliInProcess(folder, ['preview-link', 'list', '--only', 'none'])).out, '');
  assert.equal((await runCliInProcess(folder, ['preview-link', 'revoke', id!])).out, `revoked ${id}\n`);
  assert.equal((await sendRequest(draft)).status, 410, 'at once');
  const audited = await runCliInProcess(folder, ['audit', '--action', 'createPreviewLink']);
  assert.match(audited.out, /"action":"createPreviewLink"/);
  running.process.kill('SIGTERM');
  await running.exited;

  const token = link.split('/').at(-1)!;
  const signature = token.slice(-43);
  for (const [what, text] of Object.entries({ ...running.output, audit: audited.out, list: listed.out })) {
    assert.ok(!text.includes(signature), `${what} holds the token`);
  }
  assert.match(running.output.out, /\/preview\/\*\*\*\/components\/aurora\/hero\/responsive\/saved\.html/);

  const alone = await runCliInProcess(folder, ['preview-link', 'create', ID, '--pinned']);
  assert.match(alone.err, /no host runs on .*\n.*\(revision 1\)/);
  assert.match(alone.out, /^http:\/\/(?:localhost|127\.0\.0\.1):3333\/preview\//);
  assert.match(
    (await runCliInProcess(folder, ['preview-link', 'list'])).out,
    new RegExp(`^${id}  revoked ${day}`, 'm'),
  );
  for (const [args, message] of [
    [['creat', ID], /'preview-link' takes create, revoke, list, not 'creat'; the nearest is 'create'\./],
    [['create'], /needs library\/component\/version, or --page and --only\. Add it\./],
    [['create', 'aurora'], /needs library\/component\/version, but got 'aurora'\. Correct it\./],
    [['create', ID, '--only', 'other'], /--only is 'other', but the version is of 'aurora'/],
    [['create', ID, '--days', '91'], /--days must be .* 90/],
    [['create', ID, '--days', '0'], /days must be a whole number from 1 to 90, but is 0/],
    [['create', 'aurora/none/responsive'], /There is no version 'aurora\/none\/responsive'/],
    [['create', ID, '--url', 'https://h.example/x'], /--url must be the address of a host without a path/],
    [['revoke'], /'preview-link revoke' needs an id\. Add it\./],
    [['revoke', 'none'], /there is no preview link 'none'\. Choose one of 'preview-link list'\./],
    [['list', 'x'], /'preview-link list' takes no further argument, but got 'x'/],
  ] as const) {
    const { code, err } = await runCliInProcess(folder, ['preview-link', ...args]);
    assert.equal(code, 1, args.join(' '));
    assert.match(err, message);
  }
});
