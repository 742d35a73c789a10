/**
 * Bytes that are loaded before an editor is usable: of the kit, Puck and GrapesJS, built by the same Vite for the same
 * browsers. Scripts that are loaded later by `import()` are not counted for any of them.
 */
import { gzipSync } from 'node:zlib';
import { build, type Rollup } from 'vite';
import type { Check } from './report';

const LIMIT = 215_000;
const root = new URL('..', import.meta.url).pathname;
/** Names of the peers' pages, `pages/editor-….ts`. */
const PEERS = ['puck', 'grapesjs'] as const;

type Output = Rollup.RollupOutput['output'];

/** Bytes after gzip of each file. */
interface Weight {
  readonly scripts: number;
  readonly styles: number;
  readonly files: number;
}

async function built(config: Parameters<typeof build>[0]): Promise<Output> {
  const made = await build({ ...config, logLevel: 'error' });
  if (Array.isArray(made) || !('output' in made)) throw new Error('Vite did not answer with one bundle.');
  return made.output;
}

/** The kit's own scripts, as built by `npm run build`. */
const kit = (): Promise<Output> => built({ configFile: `${root}frontend/vite.config.ts`, build: { write: false } });

/** A peer's page with the options of the kit's build; its style is a separate file. */
const peer = (name: string): Promise<Output> =>
  built({
    configFile: false,
    root: `${root}bench`,
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ...{ write: false, target: 'es2022', modulePreload: false, cssCodeSplit: false, reportCompressedSize: false },
      rollupOptions: { input: `${root}bench/pages/editor-${name}.ts`, onwarn: () => {} },
    },
  });

const gzipped = (content: string | Uint8Array): number => gzipSync(content, { level: 9 }).length;

/** Weighs the entries of a bundle with all their static imports, and its style sheets. */
function weigh(output: Output, entries: readonly string[]): Weight {
  const chunks = new Map(output.filter((each) => each.type === 'chunk').map((each) => [each.fileName, each]));
  const needed = new Set<string>();
  const follow = (name: string): void => {
    const chunk = chunks.get(name);
    if (!chunk) throw new Error(`The bundle has no ${name}, only ${[...chunks.keys()].join(', ')}.`);
    if (needed.has(name)) return;
    needed.add(name);
    chunk.imports.forEach(follow);
  };
  entries.forEach(follow);
  const styles = output.filter((each) => each.type === 'asset' && each.fileName.endsWith('.css'));
  return {
    scripts: [...needed].reduce((sum, name) => sum + gzipped(chunks.get(name)!.code), 0),
    styles: styles.reduce((sum, each) => sum + gzipped((each as Rollup.OutputAsset).source), 0),
    files: needed.size + styles.length,
  };
}

const total = ({ scripts, styles }: Weight): number => scripts + styles;
const describe = (weight: Weight): string =>
  `${(total(weight) / 1000).toFixed(1)} kB gz (scripts ${(weight.scripts / 1000).toFixed(1)}, styles ${(weight.styles / 1000).toFixed(1)}, ${weight.files} files)`;

/** Builds all three one after the other, and weighs them. */
export async function editorBytes(): Promise<Check[]> {
  const own = await kit();
  const editor = weigh(own, ['editor.js']);
  const connected = weigh(own, ['editor.js', 'context.js']);
  const checks: Check[] = [
    {
      title: '/editor.js with all it needs to be ready',
      measured: `${describe(editor)}; with /context.js and its GraphQL client ${describe(connected)}`,
      target: `≤ ${LIMIT / 1000} kB`,
      met: total(editor) <= LIMIT,
    },
  ];
  for (const name of PEERS) {
    const output = await peer(name);
    const entries = output.filter((each) => each.type === 'chunk' && each.isEntry).map(({ fileName }) => fileName);
    const weight = weigh(output, entries);
    checks.push({
      title: `/editor.js and /context.js beside ${name}, built in the same run`,
      measured: `${(total(weight) / total(connected)).toFixed(2)}x as much: ${describe(weight)}`,
      target: '≥ 1x',
      met: total(weight) >= total(connected),
    });
  }
  return checks;
}
