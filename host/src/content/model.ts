/**
 * What the host remembers. Names are those of the delivery URLs: `/components/{library}/{component}/{version}/…`. Times
 * are milliseconds since 1970.
 */
import type { ComponentFields } from './component-fields.js';

export interface LibrarySettings {
  /** URL prefixes that a view may load scripts from. */
  readonly embeds: readonly string[];
  /** URL prefixes that feaas-* elements of a view may load from, besides the page's own origin and the default cdn. */
  readonly cdns: readonly string[];
  /** URL prefixes of documents that a view may show in a frame, besides iframes of the page's own origin. */
  readonly frames: readonly string[];
  /** Staged and saved revisions are delivered without a token. */
  readonly publicDrafts: boolean;
}

export interface Library {
  readonly id: string;
  readonly name: string;
  /** For people; empty for none. */
  readonly description: string;
  readonly settings: LibrarySettings;
  readonly createdAt: number;
}

/** What a component has by itself, whatever collections, versions and forks there are. */
export interface ComponentSummary extends Omit<ComponentFields, 'collections'> {
  readonly library: string;
  readonly id: string;
  readonly createdAt: number;
  /** When one of its fields was written last. */
  readonly describedAt: number;
}

export interface Component extends ComponentSummary, ComponentFields {
  /** The same, or when one of its versions changed; forks are no change of it. */
  readonly modifiedAt: number;
  /** When what is published of it changed last, 0 where forks alone ever were; null while nothing is. */
  readonly publishedAt: number | null;
}

/** What is written of a component: what is left out stays. */
export interface ComponentInput extends Partial<ComponentFields> {
  readonly library: string;
  readonly id: string;
  readonly name: string;
}

/** Names one version of a component, or a fork by its instance; printed `library/component/version`. */
export interface VersionAddress {
  readonly library: string;
  readonly component: string;
  readonly version: string;
}

/** What versions and stylesheets have in common: numbered revisions, of which one is staged and one published. */
export interface Revisioned {
  /** Number of the last saved revision, from 1; 0 where there is none yet. */
  readonly revision: number;
  readonly staged: number | null;
  readonly published: number | null;
  /** Since when it is deleted. */
  readonly deletedAt: number | null;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

export interface Version extends VersionAddress, Revisioned {
  /** HTML of the last saved revision. */
  readonly view: string;
  /** `library/component/version` of what it was forked from. */
  readonly forkOrigin: string | null;
}

/** What a version is without its views. */
export interface VersionState extends Omit<Version, 'view'> {
  /** When what is published last changed; null where nothing ever was. It never goes back. */
  readonly publishedAt: number | null;
}

/** A version without its views; what they weigh is known before one is read. */
export interface VersionSummary extends VersionState {
  /** Bytes of the last saved view. */
  readonly bytes: number;
  /** Bytes of the published view; null while none is. */
  readonly publishedBytes: number | null;
  /** The last saved view, where it is short and no list is read: most callers ask for it next. */
  readonly shortContent?: string | undefined;
}

/** A stylesheet in the same way. */
export type StylesheetSummary = Omit<VersionSummary, 'component' | 'version' | 'forkOrigin'>;

export type RevisionState = 'saved' | 'staged' | 'published';

/** One entry of a history; never changed once written. `content` is a view's HTML, or a stylesheet as JSON. */
export interface Revision {
  readonly number: number;
  readonly content: string;
  readonly author: string;
  readonly at: number;
  /** The furthest it is delivered as now. */
  readonly state: RevisionState;
}

/** One entry of a history without its content. */
export interface RevisionSummary extends Omit<Revision, 'content'>, VersionAddress {
  /** Bytes of the content. */
  readonly bytes: number;
}

/** A theme: a class that a view may carry. */
export interface Theme {
  readonly id: string;
  readonly name: string;
  /** The class; without it, `-theme--{id}`. */
  readonly className?: string;
  /** For people. */
  readonly description?: string;
}
export interface Breakpoint {
  readonly id: string;
  /** Least width of the viewport in CSS pixels. */
  readonly minWidth: number;
}
export interface StylesheetContent {
  readonly css: string;
  readonly themes: readonly Theme[];
  readonly breakpoints: readonly Breakpoint[];
}
export interface Stylesheet extends Revisioned, StylesheetContent {
  readonly library: string;
}

export interface Collection {
  readonly library: string;
  readonly id: string;
  readonly name: string;
}

export interface DataSource {
  readonly library: string;
  readonly id: string;
  /** JSON text of an example of its data. */
  readonly sample: string;
  /** JSON text of data settings (D14), where it is fetched; else null. */
  readonly settings: string | null;
  /** When one of these changed last. */
  readonly modifiedAt: number;
  /** The sample is delivered without a token. */
  readonly public: boolean;
}

/** A data source without its sample. */
export interface DataSourceSummary extends Omit<DataSource, 'sample'> {
  /** Bytes of the sample. */
  readonly bytes: number;
}

/** One size of a picture. */
export interface MediaVariant {
  readonly width: number;
  readonly height: number;
  /** `image/avif`, `image/webp`, `image/jpeg`, `image/png`, `image/gif`. */
  readonly type: string;
  readonly bytes: number;
  /** Path below `/media/{library}/`. */
  readonly path: string;
}
export interface Media {
  readonly library: string;
  readonly id: string;
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** Largest first; the first is what `src` names. */
  readonly variants: readonly MediaVariant[];
  readonly author: string;
  readonly createdAt: number;
}

/** Something that happened to a version or stylesheet; in order of `sequence`. */
export interface Change {
  readonly sequence: number;
  readonly library: string;
  /** `library/component/version`, or `library` for its stylesheet. */
  readonly subject: string;
  readonly kind: 'version' | 'stylesheet';
  readonly action: Action;
  readonly revision: number;
  readonly at: number;
}

export type Action = 'fork' | 'save' | 'stage' | 'publish' | 'unstage' | 'unpublish' | 'restore' | 'revert' | 'delete';
