/** What a thumbnail says about itself, and whether it still shows how things are. */
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

/** A name as it was, whatever letters it has: headers have few. */
function nameIn(text: string | undefined): string {
  try {
    return decodeURIComponent(text ?? '');
  } catch {
    return text!; // kept by somebody who does not encode
  }
}

export function metadataOf(headers: Headers): ThumbnailMetadata {
  const read = (name: string): string | undefined => metadataHeader(headers, name.toLowerCase());
  const time = (name: string): number => Date.parse(read(name) ?? '');
  return {
    versionId: nameIn(read('versionId')),
    versionRevision: Number(read('versionRevision') ?? Number.NaN),
    componentId: nameIn(read('componentId')),
    componentRenderedAt: time('componentRenderedAt'),
    componentModifiedAt: time('componentModifiedAt'),
    componentCreatedAt: time('componentCreatedAt'),
    modifiedAt: time('modifiedAt'),
  };
}

/**
 * Whether it was made of what there is now: clocks of who draws and who keeps differ, so a little earlier counts too. One that
 * does not say when it was made does not count as fresh.
 * @param modifiedAt when what it shows was changed last: milliseconds since 1970, or ISO 8601 text
 */
export function isFresh(
  { componentRenderedAt }: Pick<ThumbnailMetadata, 'componentRenderedAt'>,
  modifiedAt: number | string,
): boolean {
  const changed = typeof modifiedAt === 'string' ? Date.parse(modifiedAt) : modifiedAt;
  return componentRenderedAt + FRESHNESS_TOLERANCE >= changed;
}
