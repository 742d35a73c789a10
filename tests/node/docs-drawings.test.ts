/** The diagrams of docs/architecture.md: for each A ─► B, A imports B. They contain only files and such arrows. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { blocksOf, pagesIn } from '../../scripts/docs/pages';
import { importsOf, resolveImport } from '../lib/imports';

const ROOT = new URL('../../', import.meta.url).pathname;
const architecture = pagesIn(`${ROOT}docs`).find(({ name }) => name === 'architecture')!;
const drawings = blocksOf(architecture).filter(({ language }) => language === 'text');

interface Step {
  readonly path: string;
  readonly column: number;
  readonly hasArrow: boolean;
  readonly line: number;
}

/** The files of a diagram, in order, without folders in notes. */
const stepsOf = ({ code, line }: (typeof drawings)[number]): Step[] =>
  code.split('\n').flatMap((text, at) => {
    const [, before, path] = /^([│├└─►\s]*)((?:src|frontend|host)\/\S+)/.exec(text) ?? [];
    return path === undefined
      ? []
      : [{ path, column: before!.length, hasArrow: before!.includes('─►'), line: line + at + 1 }];
  });

for (const drawing of drawings) {
  const steps = stepsOf(drawing);
  test(`${drawing.title}: each arrow is an import`, () => {
    assert.ok(steps.filter(({ hasArrow }) => hasArrow).length > 12);
    steps.forEach(({ path, column, hasArrow, line }, at) => {
      const from = steps.slice(0, at).findLast((each) => each.column < column);
      assert.equal(hasArrow, from !== undefined, `docs/architecture.md:${line} has an arrow from what it stands below`);
      if (!from) return;
      const known = { has: (each: string) => existsSync(ROOT + each) } as ReadonlySet<string>;
      const imported = importsOf(from.path, readFileSync(ROOT + from.path, 'utf8'));
      assert.ok(
        imported.some((each) => each.startsWith('.') && resolveImport(from.path, each, known) === path),
        `docs/architecture.md:${line}: ${from.path} does not import ${path}`,
      );
    });
  });
}

test('there are two drawings', () => assert.equal(drawings.length, 2));
