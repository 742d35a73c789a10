/** The report of a run, as JSON and as text. */
import type { CollectedLibrary } from './collect.js';
import type { Finding, Findings } from './findings.js';
import { themesOf } from './themes.js';

export interface LibraryReport {
  readonly id: string;
  /** Where it was read from; empty for a folder. */
  readonly cdn: string;
  readonly components: number;
  /** Forks aside. */
  readonly versions: number;
  readonly forks: number;
  /** Revisions of the stylesheet that were found. */
  readonly stylesheets: readonly string[];
  readonly themes: readonly string[];
  /** External components that templates use, and that the site has to register. */
  readonly externals: readonly { readonly id: string; readonly usedBy: readonly string[] }[];
}

export interface Report {
  readonly source: string;
  /** Number of requests. */
  readonly requests: number;
  readonly pages: number;
  readonly libraries: readonly LibraryReport[];
  /** Number of places in pages without a customization. */
  readonly uncustomized: number;
  /** Content that is deleted in the original product. */
  readonly deleted: readonly string[];
  readonly problems: readonly Finding[];
  readonly warnings: readonly Finding[];
  /** Number of files written or removed. */
  readonly files: number;
  /** Results of the import; null if nothing was imported. */
  readonly imported: { readonly changes: number; readonly problems: number } | null;
}

export function libraryReport({ id, cdn, components, forks, styles, externals }: CollectedLibrary): LibraryReport {
  const count = (map: ReadonlyMap<string, ReadonlyMap<string, unknown>>): number =>
    [...map.values()].reduce((sum, { size }) => sum + size, 0);
  const css = Object.values(styles).join('\n');
  return {
    ...{ id, cdn, components: components.size, forks: count(forks), versions: count(components) - count(forks) },
    stylesheets: Object.keys(styles),
    themes: themesOf(css).map((theme) => theme.id),
    externals: [...externals]
      .map(([external, usedBy]) => ({ id: external, usedBy: [...usedBy].sort() }))
      .sort((one, other) => (one.id < other.id ? -1 : 1)),
  };
}

export const createReport = (
  run: Pick<Report, 'source' | 'requests' | 'libraries' | 'files' | 'imported'>,
  { pages, uncustomized, deleted, problems, warnings }: Findings,
): Report => ({
  ...run,
  ...{ pages, uncustomized: uncustomized.size, deleted: [...deleted].sort(), problems, warnings },
});

const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** A summary of the collected content as lines. Problems and warnings are printed separately. */
export function summaryOf(report: Report): readonly string[] {
  const lines: string[] = [];
  for (const { id, cdn, components, versions, forks, stylesheets, themes, externals } of report.libraries) {
    lines.push(
      `${id}${cdn && ` from ${cdn}`}: ${[
        plural(components, 'component'),
        plural(versions, 'version'),
        plural(forks, 'fork'),
        plural(stylesheets.length, 'stylesheet'),
        plural(themes.length, 'theme'),
      ].join(', ')}`,
    );
    for (const { id: external, usedBy } of externals)
      lines.push(
        `${id}: register the external component '${external}', which ${usedBy.join(', ')} ${usedBy.length === 1 ? 'uses' : 'use'}`,
      );
  }
  for (const location of report.deleted) lines.push(`${location}: is deleted there`);
  lines.push(
    [
      plural(report.pages, 'page') + ' read',
      plural(report.uncustomized, 'place') + ' without a customization',
      plural(report.files, 'file') + ' changed',
      plural(report.warnings.length, 'warning'),
      plural(report.problems.length, 'problem'),
    ].join(', '),
  );
  return lines;
}
