/**
 * Reads values that an earlier release stored and current ones reject, such as sizes that are not whole numbers. Usable
 * parts are returned, because one row must not make a whole list fail. The command `check` lists such rows.
 */
import { BadInputError } from '../lib/domain-error.js';
import { namesOfKey } from '../storage/blob-keys.js';
import { MAX_INT, MAX_TIME } from '../validation/check-input.js';
import type { MediaRow } from '../db/schema.js';
import { mediaKey } from './addresses.js';
import type { Breakpoint, Media, MediaVariant, StylesheetContent, Theme } from './model.js';

type Unknown<Value> = { readonly [Name in keyof Value]?: unknown };

/** The entries of a list that are objects. */
const objectsIn = <Value>(list: unknown): readonly Unknown<Value>[] =>
  Array.isArray(list) ? list.filter((item) => typeof item === 'object' && item !== null) : [];

const stringsOf = <Name extends string>(
  object: { readonly [Key in Name]?: unknown },
  ...names: Name[]
): { [Key in Name]?: string } =>
  Object.fromEntries(names.filter((name) => typeof object[name] === 'string').map((name) => [name, object[name]])) as {
    [Key in Name]?: string;
  };

/** The nearest whole number within the range; undefined if the value is not a number. */
function nearestNumber(value: unknown, min: number, max: number): number | undefined {
  if (typeof value !== 'number' || Number.isNaN(value)) return undefined;
  return Math.min(max, Math.max(min, Math.round(value)));
}

/** Parses the content of a stylesheet revision. */
export function parseStylesheet(text: string): StylesheetContent {
  const { css, themes, breakpoints } = JSON.parse(text) as Unknown<StylesheetContent>;
  return {
    css: typeof css === 'string' ? css : '',
    themes: objectsIn<Theme>(themes).flatMap((theme) => {
      const { id, name = id, ...rest } = stringsOf(theme, 'id', 'name', 'className', 'description');
      return id === undefined ? [] : [{ id, name: name!, ...rest }];
    }),
    breakpoints: objectsIn<Breakpoint>(breakpoints).flatMap((breakpoint) => {
      const { id } = stringsOf(breakpoint, 'id');
      const minWidth = nearestNumber(breakpoint.minWidth, 0, MAX_INT);
      return id === undefined || minWidth === undefined ? [] : [{ id, minWidth }];
    }),
  };
}

/** Reads a stored picture; undefined if none of its variants has a readable file. */
export function mediaOf(row: MediaRow): Media | undefined {
  const { library, id, name, author } = row;
  const sizeOf = ({ width, height }: Unknown<Pick<Media, 'width' | 'height'>>): Pick<Media, 'width' | 'height'> => ({
    width: nearestNumber(width, 1, MAX_INT) ?? 1,
    height: nearestNumber(height, 1, MAX_INT) ?? 1,
  });
  const variants = objectsIn<MediaVariant>(parseJson(row.variants)).flatMap((variant): MediaVariant[] => {
    const { type, path } = stringsOf(variant, 'type', 'path');
    if (type === undefined || path === undefined || !isReadable(library, path)) return [];
    return [{ ...sizeOf(variant), type, bytes: nearestNumber(variant.bytes, 0, MAX_INT) ?? 0, path }];
  });
  if (variants.length === 0) return undefined;
  const createdAt = nearestNumber(row.created_at, 0, MAX_TIME) ?? 0;
  return { library, id, name, ...sizeOf(row), author, variants, createdAt };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isReadable(library: string, path: string): boolean {
  try {
    namesOfKey(mediaKey(library, path));
    return true;
  } catch (error) {
    if (error instanceof BadInputError) return false;
    throw error;
  }
}
