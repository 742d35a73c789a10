/** W6: rendering to a string in Node. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import { renderHTMLContent as renderPeer } from '@sitecore-feaas/clientside/headless';
import { render as renderLit } from '@lit-labs/ssr';
import { collectResultSync } from '@lit-labs/ssr/lib/render-result.js';
import { renderHTMLContent as renderKit } from 'feaas-kit/server';
import { normalize } from '../tests/lib/normalize';
import { assertSameContent, formatDate, makeItems, stripMarkers, type Item, type Shape } from './shapes/shape';
import { median, spread } from './statistics';

/** Only the CommonJS entry of `handlebars` has the compiler. */
const handlebars = createRequire(import.meta.url)('handlebars') as typeof import('handlebars');
handlebars.registerHelper('formatDate', formatDate);

export type StringContender = 'kit' | 'handlebars' | 'lit' | 'hand-written' | 'peer';

/** Renders a contender's string from its data. */
type Render = () => string;

export interface StringRow {
  workload: string;
  shape: string;
  /** Milliseconds per string, and how much rounds vary. */
  figures: ReadonlyMap<StringContender, { cpu: number; spread: number }>;
}

function contendersOf(shape: Shape, count: number, names: readonly StringContender[]): Map<StringContender, Render> {
  const items = JSON.parse(JSON.stringify(makeItems(shape, count, 'p'))) as Item[];
  const data = shape.toData(items) as Record<string, unknown>;
  const compiled = handlebars.compile(shape.handlebars);
  const all: Record<StringContender, Render> = {
    kit: () => renderKit(shape.template, data),
    handlebars: () => compiled(data),
    lit: () => collectResultSync(renderLit(shape.lit(items))),
    'hand-written': () => shape.html(items),
    peer: () => renderPeer(shape.template, data),
  };
  return new Map(names.map((name) => [name, all[name]]));
}

/**
 * Size of a flattened string in bytes. A concatenated string has to be flattened to be sent, which is part of the
 * rendering cost. Reading a character makes V8 flatten it.
 */
function flattenedSize(text: string): number {
  text.charCodeAt(text.length - 1);
  return Buffer.byteLength(text);
}

/** CPU milliseconds per string, over enough repetitions to make the clock's precision irrelevant. */
function time(render: Render, repeats: number): number {
  const start = process.cpuUsage();
  let bytes = 0;
  for (let left = repeats; left; left--) bytes += flattenedSize(render());
  const { user, system } = process.cpuUsage(start);
  assert.ok(bytes);
  return (user + system) / 1000 / repeats;
}

async function measureRow(
  shape: Shape,
  count: number,
  rounds: number,
  names: readonly StringContender[],
): Promise<StringRow> {
  const contenders = [...contendersOf(shape, count, names)];
  let expected: string | undefined;
  for (const [name, render] of contenders) {
    const shown = normalize(stripMarkers(render()));
    expected ??= shown;
    assertSameContent(shown, expected, `${shape.name}: ${name} renders something else than ${contenders[0]![0]}`);
  }
  const repeats = contenders.map(([, render]) => {
    // Warm up, and count how often it runs within the time of a round.
    const start = performance.now();
    let done = 0;
    while (performance.now() - start < 150) {
      flattenedSize(render());
      done++;
    }
    return Math.max(1, Math.round(done / 2));
  });
  const samples = contenders.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < contenders.length; turn++) {
      const at = (turn + round) % contenders.length;
      samples[at]!.push(time(contenders[at]![1], repeats[at]!));
      // Some contenders free memory only at the end of a task.
      await setImmediate();
    }
  }
  return {
    workload: `W6 string of ${count === shape.size ? 'all' : count}`,
    shape: shape.name,
    figures: new Map(
      contenders.map(([name], at) => [name, { cpu: median(samples[at]!), spread: spread(samples[at]!) }]),
    ),
  };
}

/** Measures the rows of the given shapes. */
export async function* renderToString(
  shapes: readonly Shape[],
  rounds: number,
  names: readonly StringContender[],
): AsyncGenerator<StringRow> {
  for (const shape of shapes)
    for (const count of [12, 100, shape.size]) yield await measureRow(shape, count, rounds, names);
}
