/** What every part of the inspector is handed. */
import { createContext, useContext } from 'react';
import type { Glow } from './glow';
import type { Item, Store } from './store';
import type { Words } from './words/words';

export const TABS = ['overview', 'bindings', 'node', 'events'] as const;
export type Tab = (typeof TABS)[number];

export interface Setting {
  readonly store: Store;
  readonly words: Words;
  /** Lights elements of the page up. */
  readonly glow: Glow;
  /** Shows why an element shows what it shows. */
  show(element: Element): void;
}

export const Settings = createContext<Setting | null>(null);
export const useSetting = (): Setting => useContext(Settings)!;

export interface Shown {
  readonly item: Item;
}

/** An error, with the status that the host gave. */
export const errorText = (error: Error): string => {
  const { status } = error as Error & { status?: number };
  return status === undefined ? error.message : `${error.message} · ${status}`;
};
