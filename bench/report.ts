/** The report: what was measured, against what it should be. Whatever is missed stands in it. */
import { cpus } from 'node:os';
import { HOSTS, URLS, VISITS, type DeliveryFigures, type VisitFigure } from './delivery';
import type { Figure } from './lanes';
import type { LoadFigure, Loader } from './load';
import type { Row } from './paint';
import type { PrintRow } from './print';

/** One thing held against its target. */
export interface Check {
  title: string;
  measured: string;
  target: string;
  met: boolean;
}

/** A row of times: of whom, in milliseconds. */
interface Times {
  workload: string;
  data: string;
  times: ReadonlyMap<string, { cpu: number; wall?: number; spread: number }>;
}

interface Target {
  /** At most this many times the limit's time. */
  limit: number;
  /** At least as fast as these. */
  rival?: 'lit' | 'handlebars';
}

const COLUMNS = ['lit', 'handlebars', 'limit'] as const;

/** The aims, by the beginning of a workload's name. */
const TARGETS: readonly (readonly [workload: string, target: Target])[] = [
  ['W1 paint 1000', { limit: 1.5, rival: 'lit' }],
  ['W1 paint 12', { limit: 1.5 }],
  ['W2', { limit: 2, rival: 'lit' }],
  ['W3', { limit: 1.5 }],
  ['W6', { limit: 2, rival: 'handlebars' }],
];

/** Aims of W4: times the peer. */
const FASTER_SHOWN = { first: 4.5, repeat: 5 };
const LESS_CPU = 3;
const LESS_HEAP = 2;

/** Aims of W5. */
const MOST_BYTES = 22_000;
const MOST_FILES = 5;
const MOST_TRIPS = 2;
const FASTER_THAN_PEER = 1.35;

const times = (ratio: number): string => `${ratio.toFixed(ratio < 10 ? 2 : 0)}x`;
const milliseconds = (value: number): string => value.toFixed(value < 10 ? 2 : 1);
const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
const verdict = (met: boolean): string => (met ? 'met' : '**missed**');

function judge({ workload, times: found }: Times): { target: string; met: boolean } {
  const [, target] = TARGETS.find(([start]) => workload.startsWith(start))!;
  const cpu = (name: string): number => found.get(name)!.cpu;
  const { limit, rival } = target;
  return {
    target: `≤ ${limit}x limit${rival ? `, ≤ ${rival}` : ''}`,
    met: cpu('kit') <= limit * cpu('limit') && (!rival || cpu('kit') <= cpu(rival)),
  };
}

function ratios(rows: readonly Times[]): string {
  return table(
    ['workload', 'data', 'kit', ...COLUMNS, 'kit / limit', 'kit / lit', 'target', ''],
    rows.map((row) => {
      const cpu = (name: string): number => row.times.get(name)!.cpu;
      const { target, met } = judge(row);
      return [
        row.workload,
        row.data,
        ...['kit', ...COLUMNS].map((name) => times(cpu('peer') / cpu(name))),
        (cpu('kit') / cpu('limit')).toFixed(2),
        (cpu('kit') / cpu('lit')).toFixed(2),
        target,
        verdict(met),
      ];
    }),
  );
}

function details(rows: readonly Times[]): string {
  const names = ['kit', 'peer', ...COLUMNS];
  return table(
    ['workload', 'data', ...names],
    rows.map(({ workload, data, times: found }) => [
      workload,
      data,
      ...names.map((name) => {
        const { cpu, wall, spread } = found.get(name)!;
        const shown = wall === undefined ? '' : ` / ${milliseconds(wall)}`;
        return `${milliseconds(cpu)}${shown} ±${(spread * 100).toFixed(0)} %`;
      }),
    ]),
  );
}

/** What W4 found, by how far the host is. */
type Deliveries = Readonly<Record<keyof typeof HOSTS, DeliveryFigures>>;

const WHERE = Object.keys(HOSTS) as (keyof typeof HOSTS)[];

function deliveries(all: Deliveries): string {
  const named = (where: keyof typeof HOSTS, visit: string): string => `W4 ${where} host, ${visit} visit`;
  const better = (key: 'shown' | 'cpu' | 'heap'): string[][] =>
    WHERE.flatMap((where) =>
      VISITS.map((visit) => [
        named(where, visit),
        { shown: 'all shown', cpu: 'main thread', heap: 'heap' }[key],
        ...[...all[where].values()].map((each) => times(all[where].get('peer')![visit][key] / each[visit][key])),
      ]),
    );
  const visits = WHERE.flatMap((where) =>
    VISITS.flatMap((visit) =>
      [...all[where]].map(([name, { [visit]: figure }]) => {
        const { shown, shownSpread, answered, gets, heads, cpu, cpuSpread, heap, shift } = figure;
        return [
          named(where, visit),
          name,
          `${shown.toFixed(0)} ±${(shownSpread * 100).toFixed(0)} %`,
          (answered / 1000).toFixed(2),
          String(gets),
          String(heads),
          `${cpu.toFixed(0)} ±${(cpuSpread * 100).toFixed(0)} %`,
          (heap / 1e6).toFixed(2),
          shift.toFixed(3),
        ];
      }),
    ),
  );
  return [
    table(['W4', 'times the peer', ...all.near.keys()], [...better('shown'), ...better('cpu'), ...better('heap')]),
    table(
      ['W4', '', 'all shown, ms', 'last answer, s', 'GET', 'HEAD', 'main thread, ms', 'heap, MB', 'layout shift'],
      visits,
    ),
  ].join('\n\n');
}

/** Times are held against their targets where the host answers at once; what does not depend on it, everywhere. */
function deliveryChecks(all: Deliveries): Check[] {
  return WHERE.flatMap((where) =>
    VISITS.flatMap((visit) => {
      const [kit, peer] = [all[where].get('kit')!, all[where].get('peer')!];
      const title = `W4 ${where} host, ${visit} visit`;
      const atLeast = (what: string, key: keyof VisitFigure, least: number): Check => {
        const ratio = peer[visit][key] / kit[visit][key];
        return {
          title: `${title}: ${what}`,
          measured: `${times(ratio)} the peer`,
          target: `≥ ${least}x the peer`,
          met: ratio >= least,
        };
      };
      const { gets, heads, shift } = kit[visit];
      const [mostGets, mostHeads] = visit === 'first' ? [URLS, 0] : [0, URLS];
      return [
        ...(where === 'near' ? [atLeast('all shown', 'shown', FASTER_SHOWN[visit])] : []),
        ...(where === 'near' ? [atLeast('main thread', 'cpu', LESS_CPU), atLeast('heap', 'heap', LESS_HEAP)] : []),
        {
          title: `${title}: requests`,
          measured: `${gets} GET, ${heads} HEAD`,
          target: `≤ ${mostGets} GET, ≤ ${mostHeads} HEAD`,
          met: gets <= mostGets && heads <= mostHeads,
        },
        { title: `${title}: layout shift`, measured: shift.toFixed(3), target: '0', met: shift === 0 },
      ];
    }),
  );
}

function loads(figures: ReadonlyMap<Loader, LoadFigure>): string {
  const peer = figures.get('peer')!.shown;
  const bundled = figures.get('peer, one file')!.shown;
  return table(
    ['W5', 'script bytes', 'files', 'round trips of scripts', 'shown, ms', 'x peer', 'x peer in one file'],
    [...figures].map(([name, { bytes, files, trips, shown, spread }]) => [
      name,
      String(bytes),
      String(files),
      String(trips),
      `${shown.toFixed(0)} ±${(spread * 100).toFixed(0)} %`,
      times(peer / shown),
      times(bundled / shown),
    ]),
  );
}

function loadChecks(figures: ReadonlyMap<Loader, LoadFigure>): Check[] {
  const peer = figures.get('peer')!.shown;
  return (['kit', 'kit, one file'] as const).flatMap((name) => {
    const { bytes, files, trips, shown } = figures.get(name)!;
    return [
      {
        title: `W5 ${name}: scripts before it shows`,
        measured: `${bytes} bytes, ${files} files, ${trips} round trips`,
        target: `≤ ${MOST_BYTES} bytes, ≤ ${MOST_FILES} files, ≤ ${MOST_TRIPS} round trips`,
        met: bytes <= MOST_BYTES && files <= MOST_FILES && trips <= MOST_TRIPS,
      },
      {
        title: `W5 ${name}: shown`,
        measured: `${times(peer / shown)} the peer`,
        target: `≥ ${FASTER_THAN_PEER}x the peer`,
        met: peer / shown >= FASTER_THAN_PEER,
      },
    ];
  });
}

export interface Measured {
  rows: readonly Row[];
  printed: readonly PrintRow[];
  delivered: Deliveries | undefined;
  loaded: ReadonlyMap<Loader, LoadFigure> | undefined;
  checks: readonly Check[];
  /** How it was measured: rounds, browser. */
  circumstances: string;
}

const METHOD = `Ratios are times of the published peer (\`@sitecore-feaas/clientside\`) by those of each: more is
better. Medians over rounds, in one run, one page per competitor, in turn. W1-W3: CPU time of the page's main thread
(lower quartile over rounds), content under \`display: none\`, from the change until the DOM shows it and one frame has
passed (W1: three more, in which its pictures come from memory); what idle frames cost is taken off. W1-W3 details: CPU /
time until shown, which for elements includes waiting for a frame, of all copies at once. W4: a page of 500 components from 20 sources and one stylesheet; a
content host of another origin that answers at once ("near"), or after 300 ms ("far"; HTTP/1.1, so six requests at a
time, and the peer in every other round); \`max-age=3600\` spares the peer hundreds of requests and nobody else any; a
fresh profile each round. "All shown": since the start of the navigation, in the DOM, styled and painted. "Main thread":
CPU time until the host had been quiet for a second. "Heap": of scripts, then, collected. Requests and layout shift are
the most of any round; of the peer's requests on a first visit chance decides, as it takes an answer for cached whose
\`Date\`, in whole seconds, is before the request. W5: "Fast 3G" of puppeteer (1.44 Mbit/s, 562.5 ms), processor 4 times slower, nothing cached; until content is in the
DOM, styled and painted. W6: CPU time in Node. "object": data as a property; "json": as JSON text, which those without
attributes parse.`;

/** The report in Markdown, and whether every target is met. */
export function report({ rows, printed, delivered, loaded, checks, circumstances }: Measured): {
  text: string;
  met: boolean;
} {
  const all: Times[] = [
    ...rows.map(({ workload, mode, figures }) => ({
      workload,
      data: mode,
      times: figures as ReadonlyMap<string, Figure>,
    })),
    ...printed.map(({ workload, figures }) => ({
      workload,
      data: '',
      times: new Map(
        [...figures].map(([name, { milliseconds: cpu, spread }]) => [
          name === 'lit-ssr' ? 'lit' : name,
          { cpu, spread },
        ]),
      ),
    })),
  ];
  const held = [...(delivered ? deliveryChecks(delivered) : []), ...(loaded ? loadChecks(loaded) : []), ...checks];
  const parts = ['# Benchmarks', `${circumstances} ${cpus()[0]?.model ?? ''}, ${cpus().length} cores.`, METHOD];
  if (all.length) parts.push('## Times the peer', ratios(all));
  if (delivered) parts.push('## Delivery', deliveries(delivered));
  if (loaded) parts.push('## Loading', loads(loaded));
  if (held.length) {
    parts.push(
      '## Checks',
      table(
        ['check', 'measured', 'target', ''],
        held.map(({ title, measured, target, met }) => [title, measured, target, verdict(met)]),
      ),
    );
  }
  if (all.length) parts.push('## Milliseconds', details(all));
  const met = all.every((row) => judge(row).met) && held.every((check) => check.met);
  parts.push(met ? 'Every target is met.' : 'Targets are missed: see above.');
  return { text: parts.join('\n\n') + '\n', met };
}
