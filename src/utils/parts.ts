/**
 * Parts of the kit that arrive only when a page needs them. A room asks with {@link part}; what is not there yet is
 * thrown as {@link MissingPart}, which whoever renders catches, loads, and renders again.
 */
import type * as Kept from './delivery/kept/kept';
import type * as More from './more';
import type * as Painting from './painting';
import type * as Paths from './path/complex';
import type * as Markup from './template/markup';

export interface Parts {
  /** What a first paint of a plain template does without: list matching, adopting, dates, attribute objects … */
  more: typeof More;
  /** Painting itself. What asks for templates comes before it. */
  painting: typeof Painting;
  /** Copies of what was delivered, and their checks. Pages have it, servers do not. */
  kept: typeof Kept;
  /** Filters and descendants in paths. */
  paths: Pick<typeof Paths, 'queryComplex'>;
  /** The sanitiser. */
  markup: Pick<typeof Markup, 'sanitise'>;
}

/** The parts that are there. */
export const parts: Partial<Parts> = {};

/**
 * How the others are loaded. The sanitiser is the page's or the server's, copies are a page's, and painting is at hand or a file of
 * its own: who has them says so here.
 */
export const loaders: { [Name in keyof Parts]?: () => Promise<Parts[Name]> } = {
  more: () => import('./more'),
  paths: () => import('./path/complex'),
};

/** Thrown where a part is missing; `part` names it. */
export class MissingPart {
  constructor(readonly part: keyof Parts) {}
}

/**
 * A part, now.
 * @throws MissingPart when it has to be loaded first.
 */
export function part<Name extends keyof Parts>(name: Name): Parts[Name] {
  const found = parts[name];
  if (!found) throw new MissingPart(name);
  return found;
}

const loading: { [Name in keyof Parts]?: Promise<Parts[Name]> } = {};

/** Loads a part. */
export async function loadPart<Name extends keyof Parts>(name: Name): Promise<Parts[Name]> {
  if (!parts[name])
    try {
      // However many ask for it, it is imported once.
      parts[name] = await ((loading[name] as Promise<Parts[Name]>) ??= (loaders[name] as () => Promise<Parts[Name]>)());
    } finally {
      delete loading[name];
    }
  const found = parts[name]!;
  waiting[name]?.splice(0).forEach((use) => use());
  return found;
}

const waiting: { [name: string]: (() => void)[] | undefined } = {};

/** Calls with a part as soon as it is there, without asking for it. */
export function whenPart<Name extends keyof Parts>(name: Name, use: (part: Parts[Name]) => void): void {
  const found = parts[name];
  if (found) use(found);
  else (waiting[name] ??= []).push(() => use(parts[name]!));
}

const asked = new Set<keyof Parts>();

/** Loads a part when the page has nothing better to do; a failure shows when the part is asked for. */
export function loadWhenIdle(name: keyof Parts): void {
  if (asked.has(name)) return;
  asked.add(name);
  (globalThis.requestIdleCallback ?? setTimeout)(() =>
    loadPart(name).then(
      (part) => 'attend' in part && part.attend(),
      () => asked.delete(name),
    ),
  );
}
