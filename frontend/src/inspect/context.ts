/** What every part of the inspector is handed. */
import { createContext, useContext } from 'react';
import type { Highlight } from './highlight';
import type { Item, Store } from './store';
import type { InspectorMessages } from './messages';

export const TABS = ['overview', 'bindings', 'node', 'events'] as const;
export type Tab = (typeof TABS)[number];

export interface InspectorContextValue {
  readonly store: Store;
  readonly messages: InspectorMessages;
  /** Lights elements of the page up. */
  readonly highlight: Highlight;
  /** Shows why an element shows what it shows. */
  show(element: Element): void;
}

export const InspectorContext = createContext<InspectorContextValue | null>(null);
export const useInspector = (): InspectorContextValue => useContext(InspectorContext)!;

export interface ItemProps {
  readonly item: Item;
}

/** An error, with the status that the host gave. */
export const errorText = (error: Error): string => {
  const { status } = error as Error & { status?: number };
  return status === undefined ? error.message : `${error.message} · ${status}`;
};
