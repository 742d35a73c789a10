/**
 * Templates of real-world shape, as editing tools write them, each with its data: `name.html` and `name.json`. Templates in
 * the folder `html-from-data` render HTML or rich text from data, or use filters or descendant segments in their paths.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface RealWorldTemplate {
  readonly name: string;
  readonly html: string;
  readonly data: unknown;
  /** Whether the template needs the sanitizer, the rich-text serializer or the filter library. */
  readonly isHeavy: boolean;
}

/** The folder of the committed templates. */
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

/** Reads the templates of a folder and of its subfolder `html-from-data`. */
export function readTemplates(folder: string): RealWorldTemplate[] {
  const heavy = join(folder, HEAVY);
  return [...readFolder(folder, false), ...(existsSync(heavy) ? readFolder(heavy, true) : [])];
}

/** Escapes a text for an attribute in double quotes. */
export const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
