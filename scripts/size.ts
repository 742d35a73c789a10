/**
 * Measures the bytes that a visitor loads before a component shows its content, and an editor before it is ready.
 * Compares them with their budgets.
 *
 * `npm run test:size -- [--templates folder]`
 *
 * Measures the visitor's bytes in a browser, for the tags of `head.html` and for the one-file build. It does so for
 * each template of a folder (tests/templates/real-world by default).
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { launch } from '../tests/lib/browser';
import { measureFirstRenders, medianSize, type FirstRenderRow } from '../tests/lib/first-render';
import { readTemplates, REAL_WORLD } from '../tests/lib/real-world';
import { PICKER_BUDGET, pickerSizes } from './picker-size';

const { values: options } = parseArgs({ options: { templates: { type: 'string', default: REAL_WORLD } } });
/** Lines over a budget, printed again at the end, because readers of a long log start there. */
const overBudget: string[] = [];

function report(isWithin: boolean, text: string): void {
  const line = `  ${isWithin ? 'within' : 'OVER  '} ${text}`;
  console.log(line);
  if (!isWithin) overBudget.push(line);
}

const templates = readTemplates(options.templates);
console.log(`Scripts before the first render of ${templates.length} templates: bytes after gzip, files, round trips`);
const browser = await launch();
try {
  const rows: FirstRenderRow[] = [];
  for await (const row of measureFirstRenders(browser, templates)) {
    rows.push(row);
    const { template, build, load, problem, isOnTarget, isWithin } = row;
    const kind = template.isHeavy ? ' (HTML from data)' : '';
    const figures = load ? `${String(load.bytes).padStart(6)} B ${load.files.length} ${load.roundTrips}` : problem;
    const note = isWithin && !isOnTarget ? ', above the target' : '';
    report(isWithin, `${figures}  ${build}: ${template.name}${kind}${note}`);
  }
  const median = medianSize(rows);
  report(median.isWithin, `median by head.html: ${median.bytes} of ${median.most}, target ${median.target}`);
} finally {
  await browser.close();
}

/** The scripts of the frontend host with all their static imports. */
const SCRIPTS = 'www';
const SCRIPT_BUDGETS: readonly (readonly [name: string, bytes: number])[] = [['editor.js', 215_000]];
/**
 * A text in the file of the text editor. A script loads that file at run time before it is ready, because frames load
 * it, too.
 */
const TEXT_EDITOR = 'feaas-text-editor';
/**
 * A text in the file with the English messages of the editor's tools. A script loads one language before it is ready.
 */
const MESSAGES = 'Editing tools';

/** A file and all its static imports. */
function closure(path: string, into = new Set<string>()): ReadonlySet<string> {
  if (into.has(path)) return into;
  into.add(path);
  const code = readFileSync(path, 'utf8');
  for (const [, next] of code.matchAll(/(?:^|[;}\s])(?:import|export)\s*(?:[^"';()]*?from\s*)?"(\.[^"]+)"/g))
    closure(join(dirname(path), next!), into);
  return into;
}

/** Files that a script loads at run time before it is ready: the one that contains a text, with its imports. */
function loadedFiles(files: ReadonlySet<string>, text: string): ReadonlySet<string> {
  const referenced = [...files].flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/"\.\/(?:assets\/)?(p-[\w-]+\.js)"/g)].map(([, file]) =>
      join(SCRIPTS, 'assets', file!),
    ),
  );
  const found = referenced.find((path) => readFileSync(path, 'utf8').includes(`"${text}"`));
  if (!found) throw new Error(`No file that a script loads has ${text}`);
  return closure(found);
}

for (const [name, limit] of SCRIPT_BUDGETS) {
  const scriptFiles = closure(join(SCRIPTS, name));
  const files = [
    ...new Set([...scriptFiles, ...loadedFiles(scriptFiles, TEXT_EDITOR), ...loadedFiles(scriptFiles, MESSAGES)]),
  ];
  const bytes = files.reduce((sum, path) => sum + gzipSync(readFileSync(path), { level: 9 }).length, 0);
  console.log(`\n/${name} with all it needs to be ready, ${files.length} files`);
  report(bytes <= limit, `/${name}, bytes, gzip: ${bytes} of ${limit}`);
}

console.log('\n/picker.js beyond /editor.js');
for (const [label, bytes] of pickerSizes())
  report(bytes <= PICKER_BUDGET, `picker, bytes, gzip, ${label}: ${bytes} of ${PICKER_BUDGET}`);

if (overBudget.length) {
  console.error(
    `\nA budget is exceeded: load what common templates do without in a module of src/utils/modules.ts, and what an editor is ready without by import().\n${overBudget.join('\n')}`,
  );
  process.exitCode = 1;
}
