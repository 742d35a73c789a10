/** W6: printing to a string in Node. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { renderHTMLContent as printPeer } from '@sitecore-feaas/clientside/headless';
import { render as renderLit } from '@lit-labs/ssr';
import { collectResultSync } from '@lit-labs/ssr/lib/render-result.js';
import { renderHTMLContent as printKit } from 'feaas-kit/server';
import { normalise } from '../tests/lib/normalise';
import { litCards } from './lit-cards';
import { median, spread } from './statistics';
import { HANDLEBARS_TEMPLATE, makeData, stripMarkers, TEMPLATE, type Data } from './workload';

const handlebars = createRequire(import.meta.url)('handlebars') as typeof import('handlebars');

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const NEEDS_ESCAPE = /[&<>"]/;
/** Escapes what needs it; most text does not. */
const safe = (text: string): string =>
  NEEDS_ESCAPE.test(text) ? text.replace(/[&<>"]/g, (character) => ESCAPES[character]!) : text;

/** The limit: literals by hand. */
function printLimit({ shop }: Data): string {
  let out = '<section class="cards">';
  for (const each of shop.cards) {
    out +=
      `<article class="card"><img class="image" src="${safe(each.image)}" alt="${safe(each.alt)}">` +
      `<h3 class="title">${safe(each.title)}</h3><p class="text">${safe(each.text)}</p>` +
      `<span class="price">${safe(each.price)}</span><time class="date">${safe(each.date)}</time><ul class="tags">`;
    for (const tag of each.tags) out += `<li class="tag"><a href="${safe(tag.href)}">${safe(tag.label)}</a></li>`;
    out += `</ul><a class="more" href="${safe(each.href)}">${safe(each.link)}</a></article>`;
  }
  return out + '</section>';
}

const compiled = handlebars.compile(HANDLEBARS_TEMPLATE);

export const PRINTERS = {
  kit: (data: Data): string => printKit(TEMPLATE, data),
  peer: (data: Data): string => printPeer(TEMPLATE, data),
  'lit-ssr': (data: Data): string => collectResultSync(renderLit(litCards(data))),
  handlebars: (data: Data): string => compiled(data),
  limit: printLimit,
} satisfies Record<string, (data: Data) => string>;

export type Printer = keyof typeof PRINTERS;

export interface PrintRow {
  workload: string;
  /** Milliseconds for one print, and how much rounds differ. */
  figures: Map<Printer, { milliseconds: number; spread: number }>;
}

/** A string that was put together has to be walked once to be sent; that belongs to printing it. */
const size = (text: string): number => Buffer.byteLength(text);

/** Milliseconds of one print: as many as take some time, so that the clock does not matter. */
function time(print: (data: Data) => string, data: Data, repeats: number): number {
  const start = process.cpuUsage();
  let bytes = 0;
  for (let left = repeats; left; left--) bytes += size(print(data));
  const { user, system } = process.cpuUsage(start);
  assert.ok(bytes);
  return (user + system) / 1000 / repeats;
}

export function print(rounds: number): PrintRow[] {
  const names = Object.keys(PRINTERS) as Printer[];
  return [12, 100, 1000].map((count) => {
    const data = JSON.parse(JSON.stringify(makeData(count, 'p'))) as Data;
    const shown = names.map((name) => normalise(stripMarkers(PRINTERS[name](data))));
    shown.forEach((each, at) => assert.equal(each, shown[0], `${names[at]} prints something else`));
    const repeats = new Map<Printer, number>();
    for (const name of names) {
      // Warm, and how often fits into the time of a round.
      const start = performance.now();
      let done = 0;
      while (performance.now() - start < 150) {
        PRINTERS[name](data);
        done++;
      }
      repeats.set(name, Math.max(1, Math.round(done / 2)));
    }
    const samples = new Map<Printer, number[]>(names.map((name) => [name, []]));
    for (let round = 0; round < rounds; round++) {
      names.forEach((_name, at) => {
        const name = names[(at + round) % names.length]!;
        samples.get(name)!.push(time(PRINTERS[name], data, repeats.get(name)!));
      });
    }
    return {
      workload: `W6 print ${count} cards`,
      figures: new Map(
        [...samples].map(([name, each]) => [name, { milliseconds: median(each), spread: spread(each) }]),
      ),
    };
  });
}
