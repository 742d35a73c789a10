/** Revalidates thumbnails: renders outdated or missing ones, and uploads them to the host. */
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
  /** The delivery address of content (E4). */
  readonly cdn: string | undefined;
  /** Base URL of the backend. */
  readonly backend: string;
  /** URL of the frontend host, whose `/assets` contain the fallback for screenshots. */
  readonly frontend: string;
}

export interface ThumbnailRequest {
  /** `library/component/version`. */
  readonly id: string;
  /** Whether it is the thumbnail of the whole component. */
  readonly ofComponent: boolean;
  /** The known thumbnail; by default it is requested from its delivery address. */
  readonly known?: KnownThumbnail;
  /** Called before the work starts. False skips it. */
  ready?(): Promise<boolean>;
  /** Called with the picture to show; see `RevalidationDependencies`. */
  show?(picture: string | Blob | null): void;
}

/** Serializes the work, since each thumbnail lays out a document. */
let queue: Promise<unknown> = Promise.resolve();
const runInSequence = <Result>(work: () => Promise<Result>): Promise<Result> => {
  const result = queue.then(work);
  queue = result.catch(() => {});
  return result;
};

/** Renews the thumbnail of a version if needed. Never rejects. Errors are only logged (§8). */
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

/** Renews the thumbnail of a version after a save, and that of the component if it is the default version. */
export const revalidateSavedThumbnails = (context: ThumbnailDependencies, id: string): Promise<void> =>
  runInSequence(async () => {
    const version = await versionOf(context, id);
    if (!version) return;
    let thumbnail: Promise<DrawnThumbnail> | undefined;
    // Existing thumbnails are older than the save, so they are not requested.
    const find = async () => ({ state: 'missing' }) as const;
    const draw = (): Promise<DrawnThumbnail> => (thumbnail ??= drawVersion(context, version));
    await renew(context, version, { id, ofComponent: false }, { find, draw });
    if (version.name === DEFAULT_VERSION) await renew(context, version, { id, ofComponent: true }, { find, draw });
  });

/** Undefined if the version does not exist or cannot be read. */
async function versionOf(context: ThumbnailDependencies, id: string): Promise<Version | undefined> {
  try {
    const [version] = await context.gateway.versions.find([id]);
    return version && version.deletedAt === null ? version : undefined;
  } catch (error) {
    logFor(context)(`Could not make the thumbnail of ${id}`, error);
    return undefined;
  }
}

/** Refusals by client. Each is logged once, and uploads are not tried again. */
const refused = new WeakMap<object, unknown>();
const isRefusal = (error: unknown): boolean => error instanceof ForbiddenError || error instanceof UnauthenticatedError;

/** A gateway that closes with its page is not an error. */
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
      async upload(thumbnail) {
        const refusal = refused.get(gateway.client);
        if (refusal instanceof ForbiddenError) throw refusal;
        try {
          await send({ ...thumbnail, versionId: id, revision, ofComponent });
        } catch (error) {
          // A newer save creates its own thumbnail.
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
  const options = {
    view,
    css: stylesheet?.css ?? '',
    base: new URL(stylesheetURL({ library, ...(cdn === undefined ? {} : { cdn }) }), document.baseURI).href,
    data: Object.fromEntries(sources.map(({ key, sample }) => [key, JSON.parse(sample) as unknown])),
    width: layoutWidth(),
    inherited: { library, ...(cdn === undefined ? {} : { cdn }) },
  };
  const file = await drawThumbnail(options, dependencies, { proxy: `${backend}/proxy/media?url=`, frontend });
  // The thumbnail must not be older than the save, even if the local clock is wrong.
  return { file, renderedAt: Math.max(Date.now(), Date.parse(modifiedAt)) };
}
