/** The context of the component list. */
import { createContext, useContext } from 'react';
import type { Catalog } from '../../../src/utils/gateway/catalog/catalog';
import type { Overview } from '../../../src/utils/gateway/overview/overview';
import type { LibrariesMessages } from './messages';

export interface LibraryContextValue {
  readonly library: string;
  readonly messages: LibrariesMessages;
  readonly overview: Overview;
  readonly collections: Catalog['collections'];
  /** Origin of the host, for embed code. */
  readonly host: string;
}

export const LibraryContext = createContext<LibraryContextValue | null>(null);

export const useLibrary = (): LibraryContextValue => useContext(LibraryContext)!;
