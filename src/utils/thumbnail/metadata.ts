/** The metadata of a thumbnail, and whether it is still up to date. */
import { metadataHeader } from '../../global/metadata-header';
import { FRESHNESS_TOLERANCE } from './limits';

/** Metadata headers of a thumbnail (specification §3); times are milliseconds since 1970, unknown ones NaN. */
export interface ThumbnailMetadata {
  readonly versionId: string;
  readonly versionRevision: number;
  readonly componentId: string;
  readonly componentRenderedAt: number;
  readonly componentModifiedAt: number;
  readonly componentCreatedAt: number;
  readonly modifiedAt: number;
}

/** Decodes a name: headers allow few characters. */
function decodeName(text: string | undefined): string {
  try {
    return decodeURIComponent(text ?? '');
  } catch {
    return text!; // stored without encoding
  }
}

export function metadataOf(headers: Headers): ThumbnailMetadata {
  const read = (name: string): string | undefined => metadataHeader(headers, name.toLowerCase());
  const time = (name: string): number => Date.parse(read(name) ?? '');
  return {
    versionId: decodeName(read('versionId')),
    versionRevision: Number(read('versionRevision') ?? Number.NaN),
    componentId: decodeName(read('componentId')),
    componentRenderedAt: time('componentRenderedAt'),
    componentModifiedAt: time('componentModifiedAt'),
    componentCreatedAt: time('componentCreatedAt'),
    modifiedAt: time('modifiedAt'),
  };
}

/**
 * Whether a thumbnail shows the current content. Clocks differ, so a slightly earlier time counts, too.
 * A thumbnail without a time is not fresh.
 * @param modifiedAt when its content last changed: milliseconds since 1970, or ISO 8601 text
 */
export function isFresh(
  { componentRenderedAt }: Pick<ThumbnailMetadata, 'componentRenderedAt'>,
  modifiedAt: number | string,
): boolean {
  const changed = typeof modifiedAt === 'string' ? Date.parse(modifiedAt) : modifiedAt;
  return componentRenderedAt + FRESHNESS_TOLERANCE >= changed;
}
