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
import { drawThumbnail } from './draw-thumbnail';
import {
  revalidateThumbnail,
  type DrawnThumbnail,
  type KnownThumbnail,
  type RevalidationResult,
  type RevalidationDependencies,
} from '../../../src/utils/thumbnail/revalidate';

export interface ThumbnailDependencies {
  readonly gateway: Pick<Gateway, 'client' | 'versions'>;
  readonly dependencies: ScriptDependencies;
  /** Where content is delivered (E4). */
  readonly cdn: string | undefined;
  /** URL below which the backend answers. */
  readonly backend: string;
  /** URL of the frontend host, whose `/assets` have the fallback for screenshots. */
  readonly frontend: string;
}

export interface ThumbnailRequest {
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
const runInSequence = <Result>(work: () => Promise<Result>): Promise<Result> => {
  const result = line.then(work);
  line = result.catch(() => {});
  return result;
};

/** Renews the thumbnail of a version, where that is needed. Never rejects; what failed is logged, and no more (§8). */
export const revalidateVersionThumbnail = (
  context: ThumbnailDependencies,
  request: ThumbnailRequest,
): Promise<RevalidationResult | 'unwanted'> =>
  runInSequence(async () => {
    if ((await request.ready?.()) === false) return 'unwanted';
    const version = await versionOf(context, request.id);
    if (!version) return 'failed';
    const { known } = request;
    return renew(context, version, request, known && { find: async () => known });
  });

/** After a save: the picture of the version, and that of the component where it is the one that it is known by. */
export const revalidateSavedThumbnails = (context: ThumbnailDependencies, id: string): Promise<void> =>
  runInSequence(async () => {
    const version = await versionOf(context, id);
    if (!version) return;
    let drawn: Promise<DrawnThumbnail> | undefined;
    // What is there is older than what was saved just now: nobody has to be asked.
    const find = async () => ({ state: 'missing' }) as const;
    const draw = (): Promise<DrawnThumbnail> => (drawn ??= drawVersion(context, version));
    await renew(context, version, { id, ofComponent: false }, { find, draw });
    if (version.name === DEFAULT_VERSION) await renew(context, version, { id, ofComponent: true }, { find, draw });
  });

/** Undefined for one that is not there, or can not be had. */
async function versionOf(context: ThumbnailDependencies, id: string): Promise<Version | undefined> {
  try {
    const [version] = await context.gateway.versions.find([id]);
    return version && version.deletedAt === null ? version : undefined;
  } catch (error) {
    logFor(context)(`Could not make the thumbnail of ${id}`, error);
    return undefined;
  }
}

/** Who may not do something, by client: it is said once, and not tried with every other picture. */
const refused = new WeakMap<object, unknown>();
const isRefusal = (error: unknown): boolean => error instanceof ForbiddenError || error instanceof UnauthenticatedError;

/** A page that is left takes its gateway along, which is no failure. */
const logFor =
  ({ gateway }: ThumbnailDependencies) =>
  (message: string, error: unknown): void => {
    if (error instanceof GatewayClosedError) return;
    if (isRefusal(error)) {
      if (refused.has(gateway.client)) return;
      refused.set(gateway.client, error);
    }
    logError(message, error);
  };

function renew(
  context: ThumbnailDependencies,
  version: Version,
  { ofComponent, show }: ThumbnailRequest,
  dependencies?: Partial<Pick<RevalidationDependencies, 'find' | 'draw'>>,
): Promise<RevalidationResult> {
  const { gateway, cdn } = context;
  const { id, library, name, revision, modifiedAt } = version;
  const component = version.component.split('/')[1]!;
  const url = thumbnailURL({ cdn, library, component, ...(ofComponent ? {} : { version: name }) });
  const send = graphqlThumbnails(gateway.client);
  return revalidateThumbnail(
    { url: new URL(url, document.baseURI).href, modifiedAt },
    {
      draw: () => drawVersion(context, version),
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
      ...dependencies,
      log: logFor(context),
    },
  );
}

async function drawVersion(
  { gateway, dependencies, cdn, backend, frontend }: ThumbnailDependencies,
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
  const file = await drawThumbnail(setting, dependencies, { proxy: `${backend}/proxy/media?url=`, frontend });
  // Nothing is drawn before it was saved, whatever the clock of this computer says.
  return { file, renderedAt: Math.max(Date.now(), Date.parse(modifiedAt)) };
}
