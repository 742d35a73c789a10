/** Thumbnails of what editors see and save: looked at, drawn where they are old or not there, and kept by the host. */
import { DEFAULT_VERSION } from '../../../src/global/defaults';
import { logError } from '../../../src/global/logger';
import type { ScriptDependencies } from '../../../src/utils/frontend/types';
import type { Gateway, Version } from '../../../src/utils/gateway';
import { graphqlCatalog } from '../../../src/utils/gateway/catalog/graphql';
import {
  ConflictError,
  ForbiddenError,
  GatewayClosedError,
  UnauthenticatedError,
} from '../../../src/utils/gateway/errors';
import { graphqlThumbnails } from '../../../src/utils/gateway/thumbnails/graphql';
import { stylesheetURL } from '../../../src/utils/source/urls';
import { thumbnailURL } from '../../../src/utils/source/thumbnail';
import { layoutWidth } from '../../../src/utils/thumbnail/layout';
import { drawThumbnail } from './draw';
import {
  revalidateThumbnail,
  type DrawnThumbnail,
  type KnownThumbnail,
  type RevalidationResult,
  type RevalidationDependencies,
} from '../../../src/utils/thumbnail/revalidate';

export interface Keeper {
  readonly gateway: Pick<Gateway, 'client' | 'versions'>;
  readonly ports: ScriptDependencies;
  /** Where content is delivered (E4). */
  readonly cdn: string | undefined;
  /** URL below which the backend answers. */
  readonly backend: string;
  /** URL of the frontend host, whose `/assets` have the fallback for screenshots. */
  readonly frontend: string;
}

export interface Wanted {
  /** `library/component/version`. */
  readonly id: string;
  /** It stands for the whole component. */
  readonly ofComponent: boolean;
  /** What there is; asked of where it is delivered by default. */
  readonly known?: KnownThumbnail;
  /** Is asked when its turn has come: false passes it over. */
  ready?(): Promise<boolean>;
  /** Is told what to show; see `RenewPorts`. */
  show?(picture: string | Blob | null): void;
}

/** One at a time: each lays out a page of its own. */
let line: Promise<unknown> = Promise.resolve();
const inLine = <Result>(work: () => Promise<Result>): Promise<Result> => {
  const result = line.then(work);
  line = result.catch(() => {});
  return result;
};

/** Renews the thumbnail of a version, where that is needed. Never rejects; what failed is logged, and no more (§8). */
export const keepThumbnail = (keeper: Keeper, wanted: Wanted): Promise<RevalidationResult | 'unwanted'> =>
  inLine(async () => {
    if ((await wanted.ready?.()) === false) return 'unwanted';
    const version = await versionOf(keeper, wanted.id);
    if (!version) return 'failed';
    const { known } = wanted;
    return renew(keeper, version, wanted, known && { find: async () => known });
  });

/** After a save: the picture of the version, and that of the component where it is the one that it is known by. */
export const keepSaved = (keeper: Keeper, id: string): Promise<void> =>
  inLine(async () => {
    const version = await versionOf(keeper, id);
    if (!version) return;
    let drawn: Promise<DrawnThumbnail> | undefined;
    // What is there is older than what was saved just now: nobody has to be asked.
    const find = async () => ({ state: 'missing' }) as const;
    const draw = (): Promise<DrawnThumbnail> => (drawn ??= drawVersion(keeper, version));
    await renew(keeper, version, { id, ofComponent: false }, { find, draw });
    if (version.name === DEFAULT_VERSION) await renew(keeper, version, { id, ofComponent: true }, { find, draw });
  });

/** Undefined for one that is not there, or can not be had. */
async function versionOf(keeper: Keeper, id: string): Promise<Version | undefined> {
  try {
    const [version] = await keeper.gateway.versions.find([id]);
    return version && version.deletedAt === null ? version : undefined;
  } catch (error) {
    logFor(keeper)(`The thumbnail of ${id} can not be made`, error);
    return undefined;
  }
}

/** Who may not do something, by client: it is said once, and not tried with every other picture. */
const refused = new WeakMap<object, unknown>();
const isRefusal = (error: unknown): boolean => error instanceof ForbiddenError || error instanceof UnauthenticatedError;

/** A page that is left takes its gateway along, which is no failure. */
const logFor =
  ({ gateway }: Keeper) =>
  (message: string, error: unknown): void => {
    if (error instanceof GatewayClosedError) return;
    if (isRefusal(error)) {
      if (refused.has(gateway.client)) return;
      refused.set(gateway.client, error);
    }
    logError(message, error);
  };

function renew(
  keeper: Keeper,
  version: Version,
  { ofComponent, show }: Wanted,
  ports?: Partial<Pick<RevalidationDependencies, 'find' | 'draw'>>,
): Promise<RevalidationResult> {
  const { gateway, cdn } = keeper;
  const { id, library, name, revision, modifiedAt } = version;
  const component = version.component.split('/')[1]!;
  const url = thumbnailURL({ cdn, library, component, ...(ofComponent ? {} : { version: name }) });
  const send = graphqlThumbnails(gateway.client);
  return revalidateThumbnail(
    { url: new URL(url, document.baseURI).href, modifiedAt },
    {
      draw: () => drawVersion(keeper, version),
      async upload(drawn) {
        const refusal = refused.get(gateway.client);
        if (refusal instanceof ForbiddenError) throw refusal;
        try {
          await send({ ...drawn, versionId: id, revision, ofComponent });
        } catch (error) {
          // Saved again meanwhile: that makes a thumbnail of its own.
          if (!(error instanceof ConflictError)) throw error;
        }
      },
      ...(show && { show }),
      ...ports,
      log: logFor(keeper),
    },
  );
}

async function drawVersion(
  { gateway, ports, cdn, backend, frontend }: Keeper,
  version: Version,
): Promise<DrawnThumbnail> {
  const { library, view, modifiedAt } = version;
  const [stylesheet, sources] = await Promise.all([
    gateway.versions.stylesheet(library),
    graphqlCatalog(gateway).dataSources(library),
  ]);
  const setting = {
    view,
    css: stylesheet?.css ?? '',
    base: new URL(stylesheetURL({ library, ...(cdn === undefined ? {} : { cdn }) }), document.baseURI).href,
    data: Object.fromEntries(sources.map(({ key, sample }) => [key, JSON.parse(sample) as unknown])),
    width: layoutWidth(),
    inherited: { library, ...(cdn === undefined ? {} : { cdn }) },
  };
  const file = await drawThumbnail(setting, ports, { proxy: `${backend}/proxy/media?url=`, frontend });
  // Nothing is drawn before it was saved, whatever the clock of this computer says.
  return { file, renderedAt: Math.max(Date.now(), Date.parse(modifiedAt)) };
}
