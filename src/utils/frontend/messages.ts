/** Messages between an editor's window and a framed page (contract §5): their form, and which of them are accepted. */
import { warnOnce } from '../../global/logger';

/** Opens the editor on a component of the framed page; `id` is the page's own id of its position. */
export interface EditMessage {
  readonly type: 'feaasEdit';
  readonly id: string;
  readonly library: string;
  readonly component: string;
  readonly version?: string | undefined;
  readonly revision?: string | undefined;
  readonly instance?: string | undefined;
}

/** In CSS pixels of the framed page's viewport. */
export interface Measurement {
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

/** The positions of the framed page's components, by their ids. */
export interface MeasurementsMessage {
  readonly type: 'feaasMeasurements';
  readonly measurements: Readonly<Record<string, Measurement>>;
}

/** The edited markup of a component, for the framed page to show. */
export interface UpdateMessage {
  readonly type: 'feaasUpdate';
  readonly id: string;
  readonly content: string;
}

export type FrameMessage = EditMessage | MeasurementsMessage | UpdateMessage;

/** Maximum characters of an id or name, characters of markup, and number of measured components. */
const MAX_NAME_LENGTH = 200;
const MAX_CONTENT_LENGTH = 500_000;
const MAX_MEASUREMENTS = 1_000;
/** Maximum position and size, in pixels. */
const MAX_PIXELS = 10_000_000;

const isText = (value: unknown, limit: number): value is string => typeof value === 'string' && value.length <= limit;

/** Whether a value can be a part of a source: a slash would change its path. */
const isName = (value: unknown): value is string =>
  isText(value, MAX_NAME_LENGTH) && value !== '' && value !== '.' && value !== '..' && !/[/\\?#\s\p{Cc}]/u.test(value);

const isPixels = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= MAX_PIXELS;

type Data = Readonly<Record<string, unknown>>;

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value);

function editOf({ id, library, component, version, revision, instance }: Data): EditMessage | string {
  if (!isText(id, MAX_NAME_LENGTH) || id === '') return 'its id is missing';
  if (!isName(library)) return 'its library is no name';
  if (!isName(component)) return 'its component is no name';
  const revisionName = typeof revision === 'number' ? String(revision) : revision;
  for (const [name, value] of Object.entries({ version, revision: revisionName, instance }))
    if (value !== undefined && value !== null && !isName(value)) return `its ${name} is no name`;
  const [ownVersion, ownRevision, ownInstance] = [version, revisionName, instance].map((value) => value ?? undefined);
  return {
    ...{ type: 'feaasEdit', id, library, component },
    version: ownVersion as string | undefined,
    revision: ownRevision as string | undefined,
    instance: ownInstance as string | undefined,
  };
}

function measurementsOf({ measurements }: Data): MeasurementsMessage | string {
  if (!isData(measurements)) return 'its measurements are missing';
  const entries = Object.entries(measurements);
  if (entries.length > MAX_MEASUREMENTS) return `it has more than ${MAX_MEASUREMENTS} measurements`;
  const found: [string, Measurement][] = [];
  for (const [id, value] of entries) {
    if (!isData(value)) return `the measurement of '${id.slice(0, MAX_NAME_LENGTH)}' is none`;
    const { top, left, width, height } = value;
    if (![top, left, width, height].every(isPixels) || (width as number) < 0 || (height as number) < 0)
      return `the measurement of '${id.slice(0, MAX_NAME_LENGTH)}' is none`;
    found.push([id, { top, left, width, height } as Measurement]);
  }
  return { type: 'feaasMeasurements', measurements: Object.fromEntries(found) };
}

function updateOf({ id, content }: Data): UpdateMessage | string {
  if (!isText(id, MAX_NAME_LENGTH) || id === '') return 'its id is missing';
  if (!isText(content, MAX_CONTENT_LENGTH)) return `its content is no text of up to ${MAX_CONTENT_LENGTH} characters`;
  return { type: 'feaasUpdate', id, content };
}

const READERS = { feaasEdit: editOf, feaasMeasurements: measurementsOf, feaasUpdate: updateOf } as const;
type Type = keyof typeof READERS;

/** Which messages are accepted. */
export interface Listening<Name extends Type> {
  readonly types: readonly Name[];
  /** Accepted origins (M1). */
  readonly origins: readonly string[];
  /** Whether such messages are expected from a window (M1). */
  isExpected(source: MessageEventSource): boolean;
}

/**
 * Returns an accepted message; undefined for all others. Messages of other code are ignored.
 * Malformed ones are reported to the developer once (M2).
 */
export function frameMessage<Name extends Type>(
  { data, origin, source }: Pick<MessageEvent<unknown>, 'data' | 'origin' | 'source'>,
  { types, origins, isExpected }: Listening<Name>,
): Extract<FrameMessage, { type: Name }> | undefined {
  if (!isData(data) || typeof data['type'] !== 'string' || !(types as readonly string[]).includes(data['type']))
    return undefined;
  const type = data['type'] as Name;
  // Every opaque origin is 'null', so it identifies nobody.
  if (origin === 'null' || !origins.includes(origin)) {
    warnOnce(`Ignored a message '${type}' from ${origin}. Add the origin to the context's \`origins\` to let it in.`);
    return undefined;
  }
  if (!source || !isExpected(source)) return undefined;
  const message = READERS[type](data);
  if (typeof message === 'string') {
    warnOnce(`Ignored a message '${type}' from ${origin}: ${message}. See the contract of messages between windows.`);
    return undefined;
  }
  return message as Extract<FrameMessage, { type: Name }>;
}
