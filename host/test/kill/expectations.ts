/** What a child is told, and what is made of what it has said. */
import type { DatabaseSettings } from '../../src/db/database.js';
import type { S3Options } from '../../src/storage/s3/location.js';

export interface Task {
  readonly settings: DatabaseSettings;
  /** Holds the folder `blobs`. */
  readonly folder: string;
  /** A bucket in its place. */
  readonly bucket?: S3Options | undefined;
  readonly run: number;
  readonly writers: number;
}

interface Said {
  readonly version: string;
  readonly op: string;
  /** In the view of a save. */
  readonly marker?: string;
  readonly revision?: number;
}

/** A version as it must be. */
export interface Expected {
  readonly revision: number;
  readonly staged: number | null;
  readonly published: number | null;
  readonly deleted: boolean;
}

export interface Account {
  readonly version: string;
  /** By what is acknowledged. */
  readonly sure: Expected;
  /** If what was under way has happened too; undefined where nothing was. */
  readonly perhaps: Expected | undefined;
  /** Markers of the acknowledged revisions, by number. */
  readonly markers: ReadonlyMap<number, string>;
  readonly acknowledged: number;
}

const NOTHING: Expected = { revision: 0, staged: null, published: null, deleted: false };

/** Adds up the lines of a child. The last may be cut off. */
export function accountsOf(output: string): Account[] {
  const accounts = new Map<
    string,
    { -readonly [Key in keyof Account]: Account[Key] } & { markers: Map<number, string> }
  >();
  for (const line of output.split('\n').slice(0, -1)) {
    if (!/^[<>]/.test(line)) continue;
    const said = JSON.parse(line.slice(1)) as Said;
    const { version, marker, revision } = said;
    let account = accounts.get(version);
    if (!account) {
      account = { version, sure: NOTHING, perhaps: undefined, markers: new Map(), acknowledged: 0 };
      accounts.set(version, account);
    }
    const next = after(account.sure, said.op);
    if (line.startsWith('>')) {
      account.perhaps = next;
      continue;
    }
    if (revision !== next.revision) throw new Error(`${version} was told revision ${revision}, not ${next.revision}.`);
    account.sure = next;
    account.perhaps = undefined;
    account.acknowledged++;
    if (marker !== undefined) account.markers.set(next.revision, marker);
  }
  return [...accounts.values()];
}

function after(state: Expected, op: string): Expected {
  switch (op) {
    case 'save':
      return { ...state, revision: state.revision + 1 };
    case 'stage':
      return { ...state, staged: state.revision };
    case 'publish':
      return { ...state, published: state.revision };
    case 'unstage':
      return { ...state, staged: null };
    case 'unpublish':
      return { ...state, published: null };
    case 'delete':
      return { ...state, staged: null, published: null, deleted: true };
    case 'restore':
      return { ...state, deleted: false };
    default:
      throw new Error(`A child says '${op}'.`);
  }
}
