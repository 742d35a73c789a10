/** Which paths there are in data: what is offered where a path is asked for. */

export interface DataPaths {
  /** Of single values. */
  readonly values: readonly string[];
  /** Of lists. */
  readonly lists: readonly string[];
}

/** Paths that are found at most, and levels that are looked into: data may be endless. */
const MOST = 200;
const DEEPEST = 8;
const PLAIN = /^[A-Za-z_$][\w$-]*$/;

const inside = (path: string, name: string): string =>
  PLAIN.test(name) ? (path ? `${path}.${name}` : name) : `${path}[${JSON.stringify(name)}]`;

/** The paths of data, in its own order; of a list those of its first item stand for all. */
export function pathsIn(data: unknown): DataPaths {
  const values: string[] = [];
  const lists: string[] = [];
  const look = (value: unknown, path: string, depth: number): void => {
    if (depth > DEEPEST || values.length + lists.length >= MOST) return;
    if (Array.isArray(value)) {
      lists.push(path);
      look(value[0], `${path}.*`, depth + 1);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) look(member, inside(path, name), depth + 1);
    } else if (path && value !== undefined && value !== null) values.push(path);
  };
  look(data, '', 0);
  return { values, lists: lists.filter(Boolean) };
}
