/** Generated content types in sites: correct code compiles, and each mistake is a compiler error in its line. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { createContentTypesProject, expectedErrors, type ContentTypesProject } from '../lib/content-types-project';
import { REAL_WORLD, readTemplates } from '../lib/real-world';

const run = promisify(execFile);
const ROOT = new URL('../../', import.meta.url).pathname;
const PAGES = new URL('../content-types/', import.meta.url).pathname;
const CONTENT = 'feaas-content.d.ts';

const projects = new Map<18 | 19, ContentTypesProject>();
before(async () => {
  for (const react of [18, 19] as const) {
    const project = await createContentTypesProject(react);
    projects.set(react, project);
    await feaas(project, 'types', join(ROOT, 'host/library'));
  }
});
after(async () => {
  for (const project of projects.values()) await project.remove();
});

/** Runs the command of the built package. */
const feaas = (project: ContentTypesProject, ...argv: readonly string[]): Promise<{ stdout: string; stderr: string }> =>
  run(process.execPath, [join(project.folder, 'node_modules/feaas-kit/dist/cli.js'), ...argv], { cwd: project.folder });

/** Asserts that a page has exactly the compiler errors that its comments announce. */
async function check(project: ContentTypesProject, compiler: 'tsc' | 'vue-tsc', page: string): Promise<void> {
  await cp(join(PAGES, page), join(project.folder, page));
  const expected = await expectedErrors(project.folder, page);
  const { errors } = await project.compile(compiler, page, CONTENT);
  assert.ok(expected.size > 4, 'the page has mistakes');
  assert.deepEqual(
    [...errors].filter(([place]) => !expected.has(place)),
    [],
    'errors that are none',
  );
  for (const [place, word] of expected) {
    const message = errors.get(place);
    assert.ok(message?.includes(word), `${place} should be an error about ${word}, but is: ${message ?? 'none'}`);
  }
}

for (const react of [18, 19] as const)
  test(`React ${react}: data, properties, events, external components and their definitions`, () =>
    check(projects.get(react)!, 'tsc', 'react.tsx'));

test('React 19: server components, and elements without components', () =>
  check(projects.get(19)!, 'tsc', 'react-19.tsx'));

test('a page without a framework: elements, and the functions of the kit', () =>
  check(projects.get(19)!, 'tsc', 'html.ts'));

test('Vue: elements in templates, by vue-tsc', () => check(projects.get(19)!, 'vue-tsc', 'Vue.vue'));

test('without generated types every component takes any data', async () => {
  const project = projects.get(19)!;
  await project.write(
    'open.tsx',
    `import type {} from 'feaas-kit/react-jsx';
import { FeaasComponent } from 'feaas-kit-react';
export default [<FeaasComponent library="aurora" component="hero" data={{ any: 1 }} />,
  <feaas-component library="aurora" component="hero" data={{ any: 1 }} />];`,
  );
  const { errors } = await project.compile('tsc', 'open.tsx');
  assert.deepEqual([...errors], []);
});

test('the demo library and real-world templates accept their own data, with and without samples', async () => {
  const project = projects.get(19)!;
  const page = ["import type { ContentData } from 'feaas-kit';"];
  const templates = readTemplates(REAL_WORLD);
  for (const library of ['sampled', 'plain']) {
    for (const { name, html, data } of templates) {
      await project.write(`libraries/${library}-${name}/components/it/responsive.html`, html);
      await project.write(`libraries/${library}-${name}/library.json`, '{}');
      if (library === 'sampled')
        for (const [id, sample] of Object.entries(data as object))
          await project.write(`libraries/${library}-${name}/data/${id}.json`, JSON.stringify(sample));
      page.push(
        `const ${`${library}_${name}`.replaceAll('-', '_')} = ${JSON.stringify(data)};`,
        `export const _${page.length}: ContentData<'${library}-${name}', 'it'> = ${`${library}_${name}`.replaceAll('-', '_')};`,
      );
      // With a sample, an object literal may have members that the template does not use, but no unknown ones.
      if (library === 'sampled') {
        page.push(`export const _${page.length}: ContentData<'${library}-${name}', 'it'> = ${JSON.stringify(data)};`);
      }
      page.push(
        `// wrong: misspelt`,
        `export const _${page.length}: ContentData<'${library}-${name}', 'it'> = { misspelt: {} };`,
      );
    }
  }
  assert.ok(templates.length > 10);
  await project.write('real-world.ts', page.join('\n'));
  await feaas(project, 'types', 'libraries', '--out', 'real-world-content.d.ts');
  const expected = await expectedErrors(project.folder, 'real-world.ts');
  const { errors } = await project.compile('tsc', 'real-world.ts', 'real-world-content.d.ts');
  assert.deepEqual(
    [...errors].filter(([place]) => !expected.has(place)),
    [],
  );
  // Components that read no data, or contain an unknown component, accept any data.
  const open = [...expected.keys()]
    .filter((place) => !errors.has(place))
    .map((place) => /ContentData<'([\w-]+)'/.exec(page[Number(place.split(':')[1]) - 1]!)![1]!);
  assert.deepEqual(open, [
    ...['sampled-call-to-action', 'sampled-nested-components', 'plain-call-to-action', 'plain-nested-components'],
  ]);
});

test('500 components need few type instantiations', async () => {
  const project = projects.get(19)!;
  const rows: string[] = [];
  for (let index = 0; index < 500; index++) {
    const fields = Array.from({ length: 15 }, (_, field) => `<p data-path="own${index}.field${field}">x</p>`).join('');
    const source = `shared${index % 50}`;
    await project.write(`many/components/c${index}/responsive.html`, `<h2 data-path="${source}.title">x</h2>${fields}`);
    await project.write(`many/data/${source}.json`, '{"title": "x", "items": [{"a": 1}]}');
    if (index % 10) continue;
    const data = `{{ ${source}: { title: 'a' }, own${index}: { field1: 1 } }}`;
    rows.push(
      `<FeaasComponent library="many" component="c${index}" data=${data} />`,
      `<feaas-component library="many" component="c${index}" data=${data} />`,
    );
  }
  const imports = `import type {} from 'feaas-kit/react-jsx';\nimport { FeaasComponent } from 'feaas-kit-react';\n`;
  await project.write('many.tsx', `${imports}export default [\n${rows.join(',\n')}\n];`);
  await feaas(project, 'types', 'many', '--out', 'many-content.d.ts');
  const without = await project.compile('tsc', 'many.tsx');
  const checked = await project.compile('tsc', 'many.tsx', 'many-content.d.ts');
  assert.deepEqual([...checked.errors], []);
  const added = checked.instantiations - without.instantiations;
  assert.ok(added < 60_000, `${added} instantiations more than ${without.instantiations}`);
});

test('the committed types of the Storybook example match the demo library', async () => {
  const project = projects.get(19)!;
  const file = join(ROOT, 'examples/storybook/src/feaas-content.d.ts');
  await feaas(project, 'types', join(ROOT, 'host/library/aurora'), '--out', file, '--check');
});

test('the command writes changed types, and --check reports an outdated file', async () => {
  const project = projects.get(19)!;
  const feaasFails = async (...argv: readonly string[]): Promise<{ code: number; stderr: string }> =>
    feaas(project, ...argv).then(
      () => assert.fail('the command should fail'),
      (error: { code: number; stderr: string }) => error,
    );
  await project.write('own/components/card/responsive.html', '<p data-path="card.title">x</p>');
  const missing = await feaasFails('types', 'own', '--out', 'own.d.ts', '--check');
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /own\.d\.ts does not exist/);
  const first = await feaas(project, 'types', 'own', '--out', 'own.d.ts');
  assert.equal(first.stdout, 'own.d.ts: types of 1 components, written\n');
  const text = await readFile(join(project.folder, 'own.d.ts'), 'utf8');
  assert.match(text, /run: npx feaas types own --out own\.d\.ts\n/);
  assert.equal(
    (await feaas(project, 'types', 'own', '--out', 'own.d.ts')).stdout,
    'own.d.ts: types of 1 components, unchanged\n',
  );
  await feaas(project, 'types', 'own', '--out', 'own.d.ts', '--check');
  // The same library and file, with paths as another folder or a CI job writes them.
  const absolute = (path: string): string => join(project.folder, path);
  await feaas(project, 'types', './own', '--out', absolute('own.d.ts'), '--check');
  await feaas(project, 'types', absolute('own'), '--out', './own.d.ts', '--check');
  await project.write('own/components/card/responsive.html', '<p data-path="card.heading">x</p>');
  const outdated = await feaasFails('types', 'own', '--out', 'own.d.ts', '--check');
  assert.equal(outdated.code, 1);
  assert.match(outdated.stderr, /own\.d\.ts is out of date\. Run the command without --check/);
  assert.equal(await readFile(join(project.folder, 'own.d.ts'), 'utf8'), text, '--check writes nothing');
});
