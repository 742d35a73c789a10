/** The report: measurements compared with their targets. Missed targets are listed. */
import { cpus } from 'node:os';
import { HOSTS, URLS, VISITS, type MixFigures, type VisitFigure } from './delivery';
import type { TemplateLoad } from './first-load';
import type { Row } from './render';
import type { StringRow } from './render-to-string';
import { worstOf } from './statistics';

/** One measurement and its target. */
export interface Check {
  title: string;
  measured: string;
  target: string;
  met: boolean;
}

/** Milliseconds of each contender in one workload on one content shape. */
interface Times {
  workload: string;
  shape: string;
  figures: ReadonlyMap<string, { cpu: number; wall?: number; spread: number }>;
}

/** The rival for the kit's target, by the beginning of a workload's name. */
const rivalOf = (workload: string): 'lit' | 'handlebars' => (workload.startsWith('W6') ? 'handlebars' : 'lit');
/** Maximum ratio of the kit's time to the rival's. */
const MAX_TIME_RATIO = 1;

/** Targets of W4 as factors relative to the peer. */
const MIN_VISIT_SPEEDUP = 4;
const MIN_MAIN_THREAD_SPEEDUP = 3;

/** Target of W5 as a factor relative to the peer. */
const MIN_FIRST_RENDER_SPEEDUP = 1.25;

const times = (ratio: number): string => `${ratio.toFixed(ratio < 10 ? 2 : 0)}x`;
const milliseconds = (value: number): string => value.toFixed(value < 10 ? 2 : 1);
const percent = (share: number): string => `±${(share * 100).toFixed(0)} %`;
const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
const verdict = (met: boolean): string => (met ? 'met' : '**missed**');

/** The ratio of the kit's time to that of another contender; NaN if that took no part. */
const ratioTo = ({ figures }: Times, name: string): number => figures.get('kit')!.cpu / (figures.get(name)?.cpu ?? NaN);

const cell = (ratio: number): string => (Number.isNaN(ratio) ? '' : ratio.toFixed(2));

const OTHERS = ['lit', 'handlebars', 'hand-written', 'peer'] as const;

function ratios(rows: readonly Times[]): string {
  const others = OTHERS.filter((name) => rows.some(({ figures }) => figures.has(name)));
  return table(
    ['workload', 'shape', ...others.map((name) => `kit / ${name}`), 'target', ''],
    rows.map((row) => {
      const rival = rivalOf(row.workload);
      return [
        row.workload,
        row.shape,
        ...others.map((name) => cell(ratioTo(row, name))),
        `≤ ${rival}`,
        verdict(ratioTo(row, rival) <= MAX_TIME_RATIO),
      ];
    }),
  );
}

/** The shape with the worst result of the kit for each workload, which the target applies to. */
function worstRows(rows: readonly Times[]): { row: Times; ratio: number; rival: string }[] {
  const workloads = [...new Set(rows.map(({ workload }) => workload))];
  return workloads.map((workload) => {
    const rival = rivalOf(workload);
    const row = worstOf(
      rows.filter((each) => each.workload === workload),
      (each) => ratioTo(each, rival),
    );
    return { row, ratio: ratioTo(row, rival), rival };
  });
}

const worstTable = (rows: readonly Times[]): string =>
  table(
    ['workload', 'worst shape', 'kit / rival', 'target', ''],
    worstRows(rows).map(({ row, ratio, rival }) => [
      row.workload,
      row.shape,
      cell(ratio),
      `≤ ${MAX_TIME_RATIO.toFixed(2)} ${rival}`,
      verdict(ratio <= MAX_TIME_RATIO),
    ]),
  );

function details(rows: readonly Times[]): string {
  const names = ['kit', ...OTHERS].filter((name) => rows.some(({ figures }) => figures.has(name)));
  return table(
    ['workload', 'shape', ...names],
    rows.map(({ workload, shape, figures }) => [
      workload,
      shape,
      ...names.map((name) => {
        const figure = figures.get(name);
        if (!figure) return '';
        const wall = figure.wall === undefined ? '' : ` / ${milliseconds(figure.wall)}`;
        return `${milliseconds(figure.cpu)}${wall} ${percent(figure.spread)}`;
      }),
    ]),
  );
}

const visitTitle = ({ mix, host }: MixFigures, visit: string): string => `W4 ${mix}, ${host} host, ${visit} visit`;

function deliveries(all: readonly MixFigures[]): string {
  const compared = all.flatMap((each) =>
    VISITS.map((visit) => {
      const [kit, peer] = [each.figures.get('kit')![visit], each.figures.get('peer')![visit]];
      return [
        visitTitle(each, visit),
        ...(['shown', 'cpu', 'heap', 'heapWithNodes'] as const).map((key) => times(peer[key] / kit[key])),
      ];
    }),
  );
  const visits = all.flatMap((each) =>
    VISITS.flatMap((visit) =>
      [...each.figures].map(([name, { [visit]: figure }]) => {
        const { shown, shownSpread, answered, gets, heads, cpu, cpuSpread, heap, heapWithNodes, shift } = figure;
        return [
          visitTitle(each, visit),
          name,
          `${shown.toFixed(0)} ${percent(shownSpread)}`,
          (answered / 1000).toFixed(2),
          String(gets),
          String(heads),
          `${cpu.toFixed(0)} ${percent(cpuSpread)}`,
          (heap / 1e6).toFixed(2),
          (heapWithNodes / 1e6).toFixed(2),
          shift.toFixed(3),
        ];
      }),
    ),
  );
  return [
    table(['W4: the peer, times the kit', 'all shown', 'main thread', 'heap', 'heap with nodes'], compared),
    table(
      [
        ...['W4', '', 'all shown, ms', 'last answer, s', 'GET', 'HEAD', 'main thread, ms'],
        ...['heap, MB', 'heap with nodes, MB', 'layout shift'],
      ],
      visits,
    ),
  ].join('\n\n');
}

/** Time targets apply to the host that responds at once; targets that do not depend on it apply to both. */
function deliveryChecks(all: readonly MixFigures[]): Check[] {
  return all.flatMap((each) =>
    VISITS.flatMap((visit) => {
      const [kit, peer] = [each.figures.get('kit')!, each.figures.get('peer')!];
      const title = visitTitle(each, visit);
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
        ...(HOSTS[each.host]
          ? []
          : [atLeast('all shown', 'shown', MIN_VISIT_SPEEDUP), atLeast('main thread', 'cpu', MIN_MAIN_THREAD_SPEEDUP)]),
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

const KIT_BUILDS = ['kit', 'kit, one file'] as const;
const loadRatio = ({ shown }: TemplateLoad, build: (typeof KIT_BUILDS)[number]): number =>
  shown.get('peer')! / shown.get(build)!;

const loads = (all: readonly TemplateLoad[]): string =>
  table(
    ['W5: template', 'kit, ms', 'kit in one file, ms', 'peer, ms', 'peer / kit', 'peer / kit in one file', ''],
    all.map((each) => [
      each.template,
      ...[...KIT_BUILDS, 'peer' as const].map((name) => each.shown.get(name)!.toFixed(0)),
      ...KIT_BUILDS.map((build) => times(loadRatio(each, build))),
      verdict(KIT_BUILDS.every((build) => loadRatio(each, build) >= MIN_FIRST_RENDER_SPEEDUP)),
    ]),
  );

const loadChecks = (all: readonly TemplateLoad[]): Check[] =>
  KIT_BUILDS.map((build) => {
    const worst = worstOf(all, (each) => -loadRatio(each, build));
    const ratio = loadRatio(worst, build);
    return {
      title: `W5 ${build}: first render of the worst of ${all.length} templates, ${worst.template}`,
      measured: `${times(ratio)} the peer`,
      target: `≥ ${MIN_FIRST_RENDER_SPEEDUP}x the peer`,
      met: ratio >= MIN_FIRST_RENDER_SPEEDUP,
    };
  });

export interface Measurements {
  rows: readonly Row[];
  strings: readonly StringRow[];
  deliveries: readonly MixFigures[];
  loads: readonly TemplateLoad[];
  checks: readonly Check[];
  /** Circumstances of the measurement: rounds, browser. */
  circumstances: string;
}

const METHOD = `Ratios are the kit's time by that of another: less is better, and a target holds for the worst shape of
content. Content is the same for all, which is asserted. Medians over rounds, in one run, one page per contender, in
turn; the peer is \`@sitecore-feaas/clientside\`. "Hand-written" is code for exactly one shape, for information only.
W1-W3: CPU time of the page's main thread (lower quartile over rounds), content under \`display: none\`, from the change
until the DOM shows it and one frame has passed (W1: three more, in which its pictures come from memory); what idle frames
cost is taken off. Milliseconds of W1-W3: CPU / time until shown, which for elements includes waiting for a frame, of all
copies at once. W4: a page of 500 components from 20 sources and one stylesheet; a content host of another origin that
answers at once ("near"), or after 300 ms ("far"; HTTP/1.1, so six requests at a time, and the peer in every other round);
\`max-age=3600\` spares the peer hundreds of requests and nobody else any; a fresh profile each round. "All shown": since
the start of the navigation, in the DOM, styled and painted. "Main thread": CPU time until the host had been quiet for a
second. "Heap": of scripts, then, collected; with the nodes and styles of the browser, as scripts can hold nodes that are
not shown. Requests and layout shift are the most of any round. W5: "Fast 3G" of
puppeteer (1.44 Mbit/s, 562.5 ms), processor 4 times slower, nothing cached; until content is in the DOM, styled and
painted. W6: CPU time in Node of a string that is flattened.`;

/** The report in Markdown, and whether all targets are met. */
export function report({ rows, strings, deliveries: delivered, loads: loaded, checks, circumstances }: Measurements): {
  text: string;
  met: boolean;
} {
  const all: Times[] = [...rows, ...strings];
  const held = [
    ...(delivered.length ? deliveryChecks(delivered) : []),
    ...(loaded.length ? loadChecks(loaded) : []),
    ...checks,
  ];
  const parts = ['# Benchmarks', `${circumstances} ${cpus()[0]?.model ?? ''}, ${cpus().length} cores.`, METHOD];
  if (all.length) parts.push('## Worst shape of each workload', worstTable(all));
  if (all.length) parts.push('## All shapes', ratios(all));
  if (delivered.length) parts.push('## Delivery', deliveries(delivered));
  if (loaded.length) parts.push('## First render', loads(loaded));
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
  const met = worstRows(all).every(({ ratio }) => ratio <= MAX_TIME_RATIO) && held.every((check) => check.met);
  parts.push(met ? 'Every target is met.' : 'Targets are missed: see above.');
  return { text: parts.join('\n\n') + '\n', met };
}
