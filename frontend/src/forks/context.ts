/** What every part of the screen is handed. */
import { createContext, useContext } from 'react';
import type { VersionStore } from '../../../src/utils/gateway';
import type { Forks } from '../../../src/utils/gateway/forks/forks';
import type { Words } from './words/words';

export interface Setting {
  readonly library: string;
  readonly forks: Forks;
  readonly versions: VersionStore;
  readonly words: Words;
  /** Closes the screen; undefined where it is a page of its own. */
  readonly close?: (() => void) | undefined;
}

export const Settings = createContext<Setting | null>(null);

export const useSetting = (): Setting => useContext(Settings)!;
