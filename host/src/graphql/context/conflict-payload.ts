/** Versions, stylesheets and releases as plain values with the names of the GraphQL schema. */
import { versionId } from '../../content/addresses.js';
import type { Revisioned, Stylesheet, Theme, Version } from '../../content/model.js';
import type { Release } from '../../content/release.js';

export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();
const isoTimeOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : isoTime(milliseconds);

const revisionedState = ({ revision, staged, published, deletedAt, createdAt, modifiedAt }: Revisioned) => ({
  revision,
  staged,
  published,
  deletedAt: isoTimeOrNull(deletedAt),
  createdAt: isoTime(createdAt),
  modifiedAt: isoTime(modifiedAt),
});

export const versionState = (version: Version): Readonly<Record<string, unknown>> => ({
  id: versionId(version),
  name: version.version,
  view: version.view,
  forkOriginId: version.forkOrigin,
  ...revisionedState(version),
});

export const themeState = ({ id, name, className = `-theme--${id}`, description = '' }: Theme): Required<Theme> => ({
  ...{ id, name, className, description },
});

export const stylesheetState = (sheet: Stylesheet): Readonly<Record<string, unknown>> => ({
  id: sheet.library,
  css: sheet.css,
  themes: sheet.themes.map(themeState),
  breakpoints: sheet.breakpoints,
  ...revisionedState(sheet),
});

export const releaseState = (release: Release): Readonly<Record<string, unknown>> => ({
  id: `${release.library}/${release.id}`,
  key: release.id,
  name: release.name,
  state: release.state.toUpperCase(),
  revision: release.revision,
  createdBy: release.createdBy,
  createdAt: isoTime(release.createdAt),
  modifiedAt: isoTime(release.modifiedAt),
  publishedAt: isoTimeOrNull(release.publishedAt),
});
