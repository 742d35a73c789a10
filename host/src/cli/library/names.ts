/**
 * Encodes ids as file names. Characters that some system forbids, or that are special in this layout, become `%XX`.
 * `idOf` decodes every id.
 */
export const fileNameOf = (id: string): string =>
  id
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u001f\u007f%/\\:*?"<>|]|^\.|[. ]$/g, percent)
    // Windows reserves these names for devices.
    .replace(/^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i, (name) => percent(name[0]!) + name.slice(1));

export const idOf = (fileName: string): string =>
  fileName.replace(/%([0-9a-fA-F]{2})/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));

const percent = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

/** Which content of a version or stylesheet a file contains. `plain` is the default of all others. */
export type Slot = 'plain' | 'published' | 'staged' | 'saved';

export interface RevisionFile {
  /** Id of the version. */
  readonly id: string;
  /** A number is a revision of the history. */
  readonly slot: Slot | number;
  /** Whether it is a `.deleted` file, which withdraws the content. */
  readonly deleted: boolean;
}

/** Parses the name of a component's file, such as `responsive.staged.html.deleted`; undefined for any other file. */
export function parseVersionFile(name: string): RevisionFile | undefined {
  const match = VERSION_FILE.exec(name);
  if (!match) return undefined;
  const [, id, revision, tombstone] = match;
  return { id: idOf(id!), slot: slotOf(revision), deleted: tombstone !== undefined };
}

const VERSION_FILE = /^(.+?)(?:\.(published|staged|saved|\d{1,15}))?\.html(\.deleted)?$/s;

export function versionFile(id: string, slot: Slot): string {
  const base = fileNameOf(id).replace(/\.(?=(?:published|staged|saved|\d{1,15})$)/, '%2E');
  return `${base}${slot === 'plain' ? '' : `.${slot}`}.html`;
}

/** Parses the name of a stylesheet file, such as `styles.staged.css`. */
export function parseStylesFile(name: string): Omit<RevisionFile, 'id'> | undefined {
  const match = /^styles(?:\.(published|staged|saved|\d{1,15}))?\.css(\.deleted)?$/.exec(name);
  return match ? { slot: slotOf(match[1]), deleted: match[2] !== undefined } : undefined;
}

export const stylesFile = (slot: Slot): string => `styles${slot === 'plain' ? '' : `.${slot}`}.css`;

function slotOf(revision: string | undefined): Slot | number {
  if (revision === undefined) return 'plain';
  return /^\d/.test(revision) ? Number(revision) : (revision as Slot);
}

/** Parses the name of a data file: `news.json` is the sample of data source `news`, `news.settings.json` its settings. */
export function parseDataFile(name: string): { readonly id: string; readonly part: 'sample' | 'settings' } | undefined {
  const match = /^(.+?)(\.settings)?\.json$/s.exec(name);
  return match ? { id: idOf(match[1]!), part: match[2] ? 'settings' : 'sample' } : undefined;
}

export const dataFile = (id: string, part: 'sample' | 'settings'): string =>
  `${fileNameOf(id).replace(/\.(?=settings$)/, '%2E')}${part === 'settings' ? '.settings' : ''}.json`;
