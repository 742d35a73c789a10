/**
 * The model of the host's content. Names match the delivery URLs: `/components/{library}/{component}/{version}/…`.
 * Times are milliseconds since 1970.
 */
import type { ComponentFields } from './component-fields.js';

export interface LibrarySettings {
  /** URL prefixes that markup may load scripts from. */
  readonly embeds: readonly string[];
  /** URL prefixes that feaas-* elements in markup may load from, besides the page's own origin and the default cdn. */
  readonly cdns: readonly string[];
  /** URL prefixes of documents that markup may embed as frames, besides iframes of the page's own origin. */
  readonly frames: readonly string[];
  /** Whether staged and saved revisions are delivered without a token. */
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

/** A component without values from its collections, versions and forks. */
export interface ComponentSummary extends Omit<ComponentFields, 'collections'> {
  readonly library: string;
  readonly id: string;
  readonly createdAt: number;
  /** When one of its fields was last written. */
  readonly describedAt: number;
}

export interface Component extends ComponentSummary, ComponentFields {
  /** When the component or one of its versions last changed. Forks do not count. */
  readonly modifiedAt: number;
  /** When its published content last changed. 0 if only forks were ever published, null if nothing is published. */
  readonly publishedAt: number | null;
}

/** The values of a component from other tables. Each takes another read per component of a list. */
export type ComponentDetail = Exclude<keyof Component, keyof ComponentSummary>;

/** A component of a list, with the requested details. The others are undefined. */
export type ListedComponent = ComponentSummary & { readonly [Name in ComponentDetail]: Component[Name] | undefined };

/** Input of a write of a component. Omitted properties do not change. */
export interface ComponentInput extends Partial<ComponentFields> {
  readonly library: string;
  readonly id: string;
  readonly name: string;
}

/** Identifies a version of a component, or a fork by its instance. As text: `library/component/version`. */
export interface VersionAddress {
  readonly library: string;
  readonly component: string;
  readonly version: string;
}

/** The common properties of versions and stylesheets: numbered revisions, of which one may be staged and one published. */
export interface Revisioned {
  /** Number of the last saved revision, from 1; 0 if there is none. */
  readonly revision: number;
  readonly staged: number | null;
  readonly published: number | null;
  /** When it was deleted; null if it is not. */
  readonly deletedAt: number | null;
  readonly createdAt: number;
  readonly modifiedAt: number;
}

export interface Version extends VersionAddress, Revisioned {
  /** HTML of the last saved revision. */
  readonly view: string;
  /** `library/component/version` of the original of a fork. */
  readonly forkOrigin: string | null;
}

/** A version without markup. */
export interface VersionState extends Omit<Version, 'view'> {
  /** When the published content last changed; null if nothing was ever published. It never decreases. */
  readonly publishedAt: number | null;
}

/** A version without markup but with the sizes of its markup. */
export interface VersionSummary extends VersionState {
  /** Bytes of the last saved markup. */
  readonly bytes: number;
  /** Bytes of the published markup; null if nothing is published. */
  readonly publishedBytes: number | null;
  /** The last saved markup if it is short, because most callers request it next. Not set in lists. */
  readonly shortContent?: string | undefined;
}

/** The same for a stylesheet. */
export type StylesheetSummary = Omit<VersionSummary, 'component' | 'version' | 'forkOrigin'>;

export type RevisionState = 'saved' | 'staged' | 'published';

/** An immutable entry of a history. `content` is HTML of a version, or JSON of a stylesheet. */
export interface Revision {
  readonly number: number;
  readonly content: string;
  readonly author: string;
  readonly at: number;
  /** The most public state in which this revision is delivered now. */
  readonly state: RevisionState;
}

/** A revision without its content. */
export interface RevisionSummary extends Omit<Revision, 'content'>, VersionAddress {
  /** Bytes of the content. */
  readonly bytes: number;
}

/** A theme: a class that markup may have. */
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
  /** Minimum width of the viewport in CSS pixels. */
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
  /** JSON text of sample data. */
  readonly sample: string;
  /** JSON text of data settings (D14) if the data is fetched; otherwise null. */
  readonly settings: string | null;
  /** When the sample or the settings last changed. */
  readonly modifiedAt: number;
  /** Whether the sample is delivered without a token. */
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
  /** Largest first. The first one is the `src`. */
  readonly variants: readonly MediaVariant[];
  readonly author: string;
  readonly createdAt: number;
}

/** A change of a version or stylesheet, ordered by `sequence`. */
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
