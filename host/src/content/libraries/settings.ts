import type { LibrarySettings } from '../model.js';

export const DEFAULT_SETTINGS: LibrarySettings = Object.freeze({ embeds: [], cdns: [], publicDrafts: false });

/** A library's settings as they are kept; what was written before there was a setting has its default. */
export const settingsFrom = (text: string): LibrarySettings => ({
  ...DEFAULT_SETTINGS,
  ...(JSON.parse(text) as Partial<LibrarySettings>),
});
