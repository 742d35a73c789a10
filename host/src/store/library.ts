import type { Content } from './content.js';

export interface ComponentAddress {
  readonly library: string;
  readonly component: string;
  /** A version's name or, for a fork, the id of the instance. */
  readonly version: string;
  /** published, staged, saved or digits. */
  readonly revision: string;
}

export interface StylesheetAddress {
  readonly library: string;
  readonly revision: string;
}

/** A component or stylesheet as it is delivered; one that was deleted is still there, marked (contract S5). */
export interface Delivered {
  /** Undefined when only the mark is left. */
  readonly content: Content | undefined;
  /** Milliseconds since 1970. */
  readonly deletedAt: number | undefined;
}

/** Where content comes from. A folder today; whatever keeps this promise can take its place. */
export interface Library {
  component(address: ComponentAddress): Promise<Delivered | undefined>;
  stylesheet(address: StylesheetAddress): Promise<Delivered | undefined>;
  /** Without a library, the first one (by name) that has such data. */
  data(name: string, library?: string): Promise<Content | undefined>;
  media(library: string, names: readonly string[]): Promise<Content | undefined>;
}
