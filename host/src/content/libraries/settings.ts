import type { Allowed } from '../../validation/elements.js';
import type { LibrarySettings } from '../model.js';

export const DEFAULT_SETTINGS: LibrarySettings = Object.freeze({
  embeds: [],
  cdns: [],
  frames: [],
  publicDrafts: false,
});

/** Parses stored settings. A setting that is newer than the stored text gets its default. */
export const settingsFrom = (text: string): LibrarySettings => ({
  ...DEFAULT_SETTINGS,
  ...(JSON.parse(text) as Partial<LibrarySettings>),
});

/** Serializes in a fixed order, so that equal settings are equal texts. */
export const settingsText = ({ embeds, cdns, frames, publicDrafts }: LibrarySettings): string =>
  JSON.stringify({ embeds, cdns, frames, publicDrafts } satisfies LibrarySettings);

/** The external resources that markup of a library may load. */
export const allowedBy = ({ embeds, cdns, frames }: LibrarySettings): Allowed => ({ embeds, cdns, frames });
