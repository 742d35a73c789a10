/** The task of a writer process, and the state of its versions according to its output. */
import type { DatabaseSettings } from '../../src/db/database.js';
import type { S3Options } from '../../src/storage/s3/location.js';

export interface WriterTask {
  readonly settings: DatabaseSettings;
  /** Contains the folder `blobs`. */
  readonly folder: string;
  /** A bucket instead of the folder. */
  readonly bucket?: S3Options | undefined;
  readonly run: number;
  readonly writers: number;
}

interface LogEntry {
  readonly version: string;
  readonly op: string;
  /** The text in the view of a save. */
  readonly marker?: string;
  readonly revision?: number;
}

/** The expected state of a version. */
export interface VersionState {
  readonly revision: number;
  readonly staged: number | null;
  readonly published: number | null;
  readonly deleted: boolean;
}

export interface WriterHistory {
  readonly version: string;
  /** The state after the acknowledged operations. */
  readonly confirmed: VersionState;
  /** The state if the pending operation was applied, too; undefined without one. */
  readonly pending: VersionState | undefined;
  /** Markers of the acknowledged revisions, by number. */
  readonly markers: ReadonlyMap<number, string>;
  readonly acknowledged: number;
}

const INITIAL_STATE: VersionState = { revision: 0, staged: null, published: null, deleted: false };

/** Computes the states from the lines of a writer. The last line may be truncated. */
export function parseHistories(output: string): WriterHistory[] {
  const histories = new Map<
    string,
    { -readonly [Key in keyof WriterHistory]: WriterHistory[Key] } & { markers: Map<number, string> }
  >();
  for (const line of output.split('\n').slice(0, -1)) {
    if (!/^[<>]/.test(line)) continue;
    const entry = JSON.parse(line.slice(1)) as LogEntry;
    const { version, marker, revision } = entry;
    let history = histories.get(version);
    if (!history) {
      history = { version, confirmed: INITIAL_STATE, pending: undefined, markers: new Map(), acknowledged: 0 };
      histories.set(version, history);
    }
    const next = applyOperation(history.confirmed, entry.op);
    if (line.startsWith('>')) {
      history.pending = next;
      continue;
    }
    if (revision !== next.revision) throw new Error(`${version} was told revision ${revision}, not ${next.revision}.`);
    history.confirmed = next;
    history.pending = undefined;
    history.acknowledged++;
    if (marker !== undefined) history.markers.set(next.revision, marker);
  }
  return [...histories.values()];
}

function applyOperation(state: VersionState, op: string): VersionState {
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
      throw new Error(`A writer logged the operation '${op}'.`);
  }
}
