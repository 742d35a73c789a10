/** Runs the last stage of the Dockerfile without Docker: a folder with only the copied files is a host. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { UNSET_ENVIRONMENT, makeTemporaryFolder, trackProcess } from './support/cli.js';
import { sendRequest } from './support/client.js';

const ROOT = new URL('../../', import.meta.url).pathname;

interface Image {
  /** Sources, in the context or in the named stage, and their destination. */
  readonly copies: readonly {
    readonly from: string | undefined;
    readonly sources: readonly string[];
    readonly to: string;
  }[];
  readonly environment: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
}

/** Parses the last stage of a Dockerfile, whose commands are in list form. */
function lastStage(dockerfile: string): Image {
  const stage = dockerfile.replace(/\\\n\s*/g, ' ').slice(dockerfile.lastIndexOf('\nFROM '));
  const of = (name: string): string[] =>
    [...stage.matchAll(new RegExp(`^${name} (.*)$`, 'gm'))].map(([, rest]) => rest!);
  const list = (text: string): string[] => JSON.parse(text.slice(text.indexOf('['))) as string[];
  return {
    copies: of('COPY').map((rest) => {
      const words = rest.split(' ');
      const from = words[0]!.startsWith('--from=') ? words.shift()!.slice('--from='.length) : undefined;
      return { from, to: words.pop()!, sources: words };
    }),
    environment: Object.fromEntries(
      of('ENV').flatMap((rest) => rest.split(/ +/).map((pair) => pair.split('=') as [string, string])),
    ),
    command: list(of('CMD')[0]!),
    healthcheck: list(of('HEALTHCHECK')[0]!),
  };
}

/** Copies files into the folder of the image. Built and installed files of earlier stages are in the repository. */
async function copy({ from, sources, to }: Image['copies'][number], folder: string): Promise<void> {
  if (from === 'dependencies') {
    assert.deepEqual(sources, ['/app']);
    for (const path of ['package.json', 'host/package.json']) await cp(ROOT + path, join(folder, path));
    return symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  }
  for (const source of sources) {
    const into = to.endsWith('/') ? join(folder, to, basename(source)) : join(folder, to);
    await mkdir(dirname(into), { recursive: true });
    await cp(join(ROOT, source.replace(/^\/app\//, '')), into, { recursive: true });
  }
}

test('the image contains a working host: it starts, is healthy, and serves its pages, its API and the demo library', async (t) => {
  const image = lastStage(await readFile(`${ROOT}host/Dockerfile`, 'utf8'));
  const folder = join(await makeTemporaryFolder(t), 'app');
  for (const each of image.copies) await copy(each, folder);
  const environment = {
    ...process.env,
    ...UNSET_ENVIRONMENT,
    ...image.environment,
    HOST: '127.0.0.1',
    PORT: '0',
    FEAAS_DATA: join(folder, '../data'),
    // As the instructions in compose.yaml.
    FEAAS_LIBRARY: join(folder, 'host/library'),
  };
  const [program, ...args] = image.command;
  assert.equal(program, 'node');
  const host = trackProcess(t, spawn(process.execPath, args, { cwd: folder, env: environment }));
  const [, url] = await host.waitForOutput(/ready at (http:\/\/[^\s"]+)/);
  const [healthcheck, ...how] = image.healthcheck;
  assert.equal(healthcheck, 'node');
  await promisify(execFile)(process.execPath, how, {
    env: { ...environment, PORT: new URL(url!).port },
  });
  for (const path of ['/', '/docs/', '/editor.js', '/build/feaas.esm.js', '/cdn/styles/aurora/published.css'])
    assert.equal((await sendRequest(url + path)).status, 200, path);
  const asked = await fetch(`${url}/api/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ __typename }' }),
  });
  assert.deepEqual([asked.status, await asked.json()], [200, { data: { __typename: 'Query' } }]);
});
