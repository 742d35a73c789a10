import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { HostError } from '../../lib/host-error.js';
import { textOf } from '../command-line/arguments.js';
import { createProgress, type Output } from '../command-line/progress.js';
import { collect, type CollectedLibrary } from '../import-feaas/collect.js';
import { createFetcher } from '../import-feaas/fetcher.js';
import { Findings } from '../import-feaas/findings.js';
import { folderOrigin, httpOrigin } from '../import-feaas/origin.js';
import { createReport, libraryReport, type Report, summaryOf } from '../import-feaas/report.js';
import {
  entriesOfFile,
  type Operand,
  parseOperand,
  isAddress,
  rootOf,
  seedsFromFolder,
  seedsFromList,
} from '../import-feaas/seeds.js';
import { copyLibrary, writeLibrary } from '../import-feaas/write.js';
import type { CommandHandler } from './command.js';
import { runImport } from './run-import.js';

const DEFAULT_FOLDER = 'feaas-import';
/** Folder for the tool's data in the target folder. It is hidden, so it is not a library. */
const NOTES = '.import-feaas';

/** `import-feaas <address|folder>`: exits with 1 if anything could not be read or imported, after everything else. */
export const importFeaasCommand: CommandHandler = async (context) => {
  const { arguments: args, output, folder: workingFolder } = context;
  const { flags, operands } = args;
  const isDryRun = flags['dry-run'] === true;
  const isFilesOnly = flags['files-only'] === true;
  const isJson = flags['json'] === true;
  const source = operands[0]!;
  const only = textOf(args, 'only');
  const destination = resolve(workingFolder, textOf(args, 'to') ?? DEFAULT_FOLDER);
  const operand = await parseOperand(source, workingFolder);
  const findings = new Findings();
  // A dry run writes to a temporary copy.
  const target = isDryRun ? await mkdtemp(join(tmpdir(), 'feaas-import-')) : destination;
  try {
    const cache = isDryRun ? undefined : join(target, NOTES, 'cache');
    const { libraries, requests } = await readLibraries(operand, { source, only, cache, findings, output });
    if (libraries.length === 0) {
      if (only !== undefined && findings.problems.length === 0)
        throw new HostError(
          `--only: '${source}' leads to nothing of the library '${only}'. Check its name, or leave out --only.`,
        );
      findings.problem(source, 'leads to no readable component or stylesheet. Check the address');
    }
    const folders: string[] = [];
    let files = 0;
    for (const library of libraries) {
      // The result depends on existing files, so they are copied.
      if (isDryRun) await copyLibrary(library.id, { from: destination, to: target, notes: NOTES });
      const options = { notes: join(target, NOTES), replace: flags['force'] === true, findings };
      const { folder, changed } = await writeLibrary(target, library, options);
      folders.push(folder);
      files += changed;
    }
    // With --json, standard output contains only the report.
    const messages: Output = isJson ? { out: output.err, err: output.err } : output;
    const readResult = { source, requests, libraries: libraries.map(libraryReport), files };
    const before = createReport({ ...readResult, imported: null }, findings);
    for (const { where, what } of before.problems) messages.err.write(`${where}: ${what}\n`);
    for (const { where, what } of before.warnings) messages.err.write(`${where}: warning: ${what}\n`);
    for (const line of summaryOf(before)) messages.out.write(`${line}\n`);
    const imported =
      isFilesOnly || folders.length === 0
        ? null
        : await runImport({ ...context, output: messages }, folders, ({ changes, problems }) => ({
            changes,
            problems,
          }));
    const report: Report = { ...before, imported };
    const json = `${JSON.stringify(report, null, 2)}\n`;
    if (!isDryRun && folders.length > 0) {
      await writeFile(join(target, 'report.json'), json);
      messages.out.write(`files and report.json are in ${target}\n`);
    }
    if (isJson) output.out.write(json);
    return report.problems.length > 0 || (imported?.problems ?? 0) > 0 ? 1 : 0;
  } finally {
    if (isDryRun) await rm(target, { recursive: true, force: true });
  }
};

interface Reading {
  /** The command's argument. */
  readonly source: string;
  readonly only: string | undefined;
  /** Cache folder; undefined disables the cache. */
  readonly cache: string | undefined;
  readonly findings: Findings;
  readonly output: Output;
}

async function readLibraries(
  operand: Operand,
  { source, only, cache, findings, output }: Reading,
): Promise<{ readonly libraries: readonly CollectedLibrary[]; readonly requests: number }> {
  if (operand.kind === 'folder') {
    const root = await rootOf(operand.path, source);
    const seeds = await seedsFromFolder(root, findings);
    const libraries = await collect(seeds, { origin: folderOrigin(root), findings, only, ignoresHosts: true });
    return { libraries, requests: 0 };
  }
  const entries = operand.kind === 'file' ? await entriesOfFile(operand.path, source) : [operand.url];
  const hosts = entries
    .filter((entry) => isAddress(entry) && URL.canParse(entry))
    .map((entry) => new URL(entry).hostname);
  const progress = createProgress('addresses', output);
  try {
    const fetcher = createFetcher({ named: new Set(hosts), cache, progress });
    const seeds = await seedsFromList(entries, { fetcher, findings });
    const libraries = await collect(seeds, { origin: httpOrigin(fetcher), findings, only, ignoresHosts: false });
    return { libraries, requests: fetcher.requests };
  } finally {
    progress.end();
  }
}
