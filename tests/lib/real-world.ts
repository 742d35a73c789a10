/**
 * Templates of real-world shape, as editors' tools write them, each with its data: `name.html` beside `name.json`. Those in
 * the folder `html-from-data` show HTML or rich text from data, or have filters or descendant segments in their paths.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface RealWorldTemplate {
  readonly name: string;
  readonly html: string;
  readonly data: unknown;
  /** Needs the sanitizer, the rich-text serializer or the filter library. */
  readonly isHeavy: boolean;
}

/** The committed set. */
export const REAL_WORLD = new URL('../templates/real-world', import.meta.url).pathname;
const HEAVY = 'html-from-data';

const readFolder = (folder: string, isHeavy: boolean): RealWorldTemplate[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.html'))
    .sort()
    .map((file) => {
      const path = join(folder, file);
      const data = JSON.parse(readFileSync(path.replace(/html$/, 'json'), 'utf8')) as unknown;
      return { name: file.slice(0, -'.html'.length), html: readFileSync(path, 'utf8'), data, isHeavy };
    });

/** The templates of a folder, and of its folder `html-from-data`. */
export function readTemplates(folder: string): RealWorldTemplate[] {
  const heavy = join(folder, HEAVY);
  return [...readFolder(folder, false), ...(existsSync(heavy) ? readFolder(heavy, true) : [])];
}

/** A text as it is written in an attribute. */
export const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
