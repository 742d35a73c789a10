/** Versions and stylesheets under the names of the interface, as plain values. */
import { versionId } from '../../content/addresses.js';
import type { Revisioned, Stylesheet, Theme, Version } from '../../content/model.js';

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
