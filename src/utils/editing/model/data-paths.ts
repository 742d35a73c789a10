/** Finds the paths of data, as suggestions for fields that take a path. */

export interface DataPaths {
  /** Paths of single values. */
  readonly values: readonly string[];
  /** Paths of lists. */
  readonly lists: readonly string[];
}

/** Maximum number of paths, and of levels that are searched: data may be unlimited. */
const MAX_PATHS = 200;
const MAX_DEPTH = 8;
const IDENTIFIER = /^[A-Za-z_$][\w$-]*$/;

const memberPath = (path: string, name: string): string =>
  IDENTIFIER.test(name) ? (path ? `${path}.${name}` : name) : `${path}[${JSON.stringify(name)}]`;

/** Returns the paths of data, in its own order. The first item of a list represents all items. */
export function pathsIn(data: unknown): DataPaths {
  const values: string[] = [];
  const lists: string[] = [];
  const visit = (value: unknown, path: string, depth: number): void => {
    if (depth > MAX_DEPTH || values.length + lists.length >= MAX_PATHS) return;
    if (Array.isArray(value)) {
      lists.push(path);
      visit(value[0], `${path}.*`, depth + 1);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) visit(member, memberPath(path, name), depth + 1);
    } else if (path && value !== undefined && value !== null) values.push(path);
  };
  visit(data, '', 0);
  return { values, lists: lists.filter(Boolean) };
}
