import type { Allowed } from '../../validation/elements.js';
import type { LibrarySettings } from '../model.js';

export const DEFAULT_SETTINGS: LibrarySettings = Object.freeze({
  embeds: [],
  cdns: [],
  frames: [],
  publicDrafts: false,
});

/** A library's settings as they are kept; what was written before there was a setting has its default. */
export const settingsFrom = (text: string): LibrarySettings => ({
  ...DEFAULT_SETTINGS,
  ...(JSON.parse(text) as Partial<LibrarySettings>),
});

/** In one order, so that equal settings are equal texts. */
export const settingsText = ({ embeds, cdns, frames, publicDrafts }: LibrarySettings): string =>
  JSON.stringify({ embeds, cdns, frames, publicDrafts } satisfies LibrarySettings);

/** What the views of a library may load from elsewhere. */
export const allowedBy = ({ embeds, cdns, frames }: LibrarySettings): Allowed => ({ embeds, cdns, frames });
