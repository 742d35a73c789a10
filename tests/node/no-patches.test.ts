/** Dependencies are used unmodified: the build patches, aliases and rewrites none. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import ts from 'typescript';
import type { Plugin } from 'rollup';
import { freshImports } from '../../scripts/fresh-imports';
import { messageCatalogs } from '../../scripts/messages/plugins';
import { readPackages } from '../../scripts/packages';
import { config } from '../../stencil.config';
import viteConfig from '../../frontend/vite.config';

const ROOT = new URL('../../', import.meta.url).pathname;
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const json = (path: string): Record<string, any> => JSON.parse(read(path)) as Record<string, any>;

/** Plugin hooks that can replace the code of a module. */
const REWRITING = ['transform', 'load', 'resolveId', 'resolveDynamicImport', 'shouldTransformCachedModule'] as const;

/** Message catalogs are virtual modules: a plugin only resolves and loads them. */
const isOfCatalogs = ({ name }: Plugin, hook: string): boolean =>
  name === messageCatalogs().name && (hook === 'resolveId' || hook === 'load');

test('the plugin of the message catalogs does not change other modules', () => {
  const { resolveId, load } = messageCatalogs() as unknown as Record<
    'resolveId' | 'load',
    (...ids: string[]) => unknown
  >;
  const importer = join(ROOT, 'frontend/src/editor/mount.tsx');
  assert.match(String(resolveId('../messages/editor.json', importer)), /editor\.catalog\.js$/);
  for (const source of ['react', 'react/package.json', './store', '../messages/other.json'])
    assert.equal(resolveId(source, importer), undefined, source);
  for (const id of ['node_modules/react/index.js', 'frontend/src/editor/mount.tsx', 'frontend/package.json'])
    assert.equal(load(join(ROOT, id)), undefined, id);
});

const builds: readonly (readonly [name: string, plugins: readonly unknown[]])[] = [
  ['stencil.config.ts', [...(config.rollupPlugins?.before ?? []), ...(config.rollupPlugins?.after ?? [])]],
  ['frontend/vite.config.ts', [(viteConfig as { plugins?: unknown[] }).plugins ?? []].flat(2)],
];

for (const [name, plugins] of builds) {
  test(`no plugin of ${name} replaces or rewrites modules`, () => {
    assert.ok(plugins.length, 'there are plugins');
    for (const plugin of plugins as Plugin[])
      for (const hook of REWRITING)
        assert.ok(!(hook in plugin) || isOfCatalogs(plugin, hook), `${plugin.name} has ${hook}`);
  });
}

test('no build aliases a module', () => {
  assert.equal((viteConfig as { resolve?: unknown }).resolve, undefined);
  assert.equal(config.transformAliasedImportPaths ?? false, false);
  for (const path of ['scripts/build.ts', 'scripts/site.ts', 'scripts/test-bundle.ts', 'stencil.config.ts'])
    assert.doesNotMatch(read(path), /\balias\b/, path);
});

/** String literals of a script, including those in template literals. */
function literals(path: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isRegularExpressionLiteral(node) || ts.isTemplateHead(node))
      found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest));
  return found;
}

test('no script writes into node_modules, and built files are not rewritten as text', () => {
  const scripts = ts.sys
    .readDirectory(join(ROOT, 'scripts'), ['.ts', '.mjs', '.cjs'])
    .map((path) => path.slice(ROOT.length));
  assert.ok(scripts.length > 20);
  for (const path of scripts) {
    const text = read(path);
    if (!/\b(?:writeFile|writeFileSync|appendFile\w*|cp|cpSync|copyFile\w*|rename\w*)\b/.test(text)) continue;
    const written = [...text.matchAll(/\b(?:writeFileSync?|appendFile\w*|renameSync?)\(([^,)]*)/g)].map(
      ([, to]) => to!,
    );
    for (const to of written) assert.doesNotMatch(to, /node_modules/, `${path} writes ${to}`);
    // Bundled files stay unmodified; only their `.d.ts` files are our own.
    for (const to of written)
      assert.doesNotMatch(
        to,
        /(?:dist\/(?:components|server)|www\/build)\/(?!.*(?:\.d\.c?ts|\.html)[`'"])/,
        `${path} rewrites ${to}`,
      );
    assert.ok(!literals(path).some((each) => /^patch-package$/.test(each)), path);
  }
});

test('an import is repeated under another URL only where our own modules import our own modules', () => {
  const isOwn = (id: string): boolean => id.includes('/src/');
  const { renderDynamicImport } = freshImports(isOwn) as unknown as {
    renderDynamicImport(this: object, imported: object): { left: string; right: string } | null;
  };
  const build = { getModuleIds: () => [], getModuleInfo: () => null };
  const render = (moduleId: string, targetModuleId: string | null): unknown =>
    renderDynamicImport.call(build, { moduleId, targetModuleId, format: 'es', customResolution: null });
  const [ours, theirs] = ['/kit/src/utils/a.ts', '/kit/node_modules/@stencil/core/internal/client/index.js'];
  assert.ok(render(ours, ours));
  assert.deepEqual(
    [render(theirs, null), render(theirs, ours), render(ours, theirs), render(ours, null)],
    Array(4).fill(null),
  );
});

test('dependencies come from the registry, unmodified', () => {
  const names = [...readPackages().map(({ folder }) => join(folder, 'package.json')), 'frontend/package.json'];
  for (const name of names) {
    const manifest = json(name);
    for (const kind of ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'])
      for (const [dependency, range] of Object.entries((manifest[kind] ?? {}) as Record<string, string>))
        assert.match(range, /^(?:\*|npm:[^/]*\/?[^/]+@)?[~^>=<\d][\w.\-+~^>=<| *]*$|^\*$/, `${name}: ${dependency}`);
    for (const kind of ['overrides', 'resolutions', 'patchedDependencies', 'pnpm'])
      assert.ok(!(kind in manifest), `${name}: ${kind}`);
    for (const script of Object.values((manifest['scripts'] ?? {}) as Record<string, string>))
      assert.doesNotMatch(script, /patch-package|(?:^|&&\s*)patch\b/, name);
  }
  const lock = json('package-lock.json')['packages'] as Record<string, { resolved?: string; link?: boolean }>;
  for (const [path, { resolved, link }] of Object.entries(lock))
    if (path.includes('node_modules/') && resolved && !link)
      assert.match(resolved, /^https:\/\/registry\.npmjs\.org\//, path);
  for (const folder of ['patches', '.yarn/patches']) assert.ok(!existsSync(join(ROOT, folder)), folder);
});
