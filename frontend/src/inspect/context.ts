/** The context of the inspector's components. */
import { createContext, useContext } from 'react';
import type { Highlight } from './highlight';
import type { Item, Store } from './store';
import type { InspectorMessages } from './messages';

export const TABS = ['overview', 'bindings', 'node', 'events'] as const;
export type Tab = (typeof TABS)[number];

export interface InspectorContextValue {
  readonly store: Store;
  readonly messages: InspectorMessages;
  /** Highlights elements of the page. */
  readonly highlight: Highlight;
  /** Selects an element and explains its content. */
  show(element: Element): void;
}

export const InspectorContext = createContext<InspectorContextValue | null>(null);
export const useInspector = (): InspectorContextValue => useContext(InspectorContext)!;

export interface ItemProps {
  readonly item: Item;
}

/** The message of an error, with its HTTP status. */
export const errorText = (error: Error): string => {
  const { status } = error as Error & { status?: number };
  return status === undefined ? error.message : `${error.message} · ${status}`;
};
