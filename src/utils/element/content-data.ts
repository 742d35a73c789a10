/**
 * Types of the content of a site. `feaas types` writes a file that adds members to the two interfaces; without it they are empty, and
 * every component takes any data.
 */
import type { JsonData } from './property-types';
import type { Settings } from '../data/is-settings';

declare global {
  /** By library and component: the data sources that the component's templates read. `feaas types` adds to it. */
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- what is added to it is the site's
  interface FeaasContent {}
  /** By id: the props of the components that the page registers. The site adds its own to it. */
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- what is added to it is the site's
  interface FeaasExternals {}
}

type Name = string | undefined;

/** The data sources of a component; those of each library that has a component of the name where the library is inherited. */
type SourcesOf<Library, Component> = Library extends keyof FeaasContent
  ? Component extends keyof FeaasContent[Library]
    ? FeaasContent[Library][Component]
    : never
  : never;

/** A data source that is given without its id; one that may have any member would take the misspelt id of another. */
type WithoutId<Source> = unknown extends Source
  ? never
  : string extends keyof Extract<Source, object>
    ? never
    : Extract<Source, object>;

/** Data by source id, each source as a value or as data settings; or data of one source, without its id. */
type DataOf<Sources> = Sources extends unknown
  ? unknown extends Sources
    ? JsonData
    : keyof Sources extends never
      ? JsonData
      : | ({ readonly [Id in keyof Sources]?: Sources[Id] | Settings } & {
            readonly _?: Sources[keyof Sources] | { readonly [Id in keyof Sources]?: Sources[Id] } | Settings;
          })
        | { [Id in keyof Sources]-?: WithoutId<Sources[Id]> }[keyof Sources]
        | Settings
        | string
        | null
  : never;

/**
 * The data of a component, as its templates read it. Any JSON value while nothing is known of the component: without the file that
 * `feaas types` writes, for a name that is not in it, for a name or library that is no literal, and with a template of one's own. With an
 * inherited library (`undefined`) the component's name decides.
 */
export type ContentData<
  Library extends Name,
  Component extends Name,
  Template extends Name = undefined,
  Unknown = JsonData,
> = [Template] extends [undefined]
  ? string extends Library | Component
    ? Unknown
    : [SourcesOf<Library extends string ? Library : keyof FeaasContent, Component>] extends [never]
      ? Unknown
      : DataOf<SourcesOf<Library extends string ? Library : keyof FeaasContent, Component>>
  : Unknown;

/** Properties that name a component and have its data, checked against each other. */
export type WithContentData<Props, Library extends Name, Component extends Name, Template extends Name> = Props & {
  readonly library?: Library | undefined;
  readonly component?: Component | undefined;
  readonly template?: Template | undefined;
  readonly data?: ContentData<Library, Component, Template, unknown> | undefined;
};

/** The id of an external component, without the defaults in its query. */
type ExternalId<Id> = Id extends `${infer Name}?${string}` ? Name : Id;

/** The properties of an external component; any while nothing is known of it. */
export type ExternalPropsOf<Id extends Name> =
  ExternalId<Id> extends keyof FeaasExternals
    ? Partial<FeaasExternals[ExternalId<Id>]>
    : { readonly [property: string]: unknown };

/** By library and component: what names a component, and its data. */
type KnownComponents = {
  [Library in keyof FeaasContent]: {
    [Component in keyof FeaasContent[Library]]: {
      readonly library?: Library | undefined;
      readonly component: Component;
      readonly template?: undefined;
      readonly data?: DataOf<FeaasContent[Library][Component]> | undefined;
    };
  }[keyof FeaasContent[Library]];
}[keyof FeaasContent];

/**
 * What names a component, and its data, where types can not be generic, as those of elements in JSX. Once types are generated, an object is
 * data of a known component, or of none; a component whose name is no literal, or is not known, takes JSON text.
 */
export type ComponentAttributes = [KnownComponents] extends [never]
  ? {
      readonly library?: string | undefined;
      readonly component?: string | undefined;
      readonly template?: string | undefined;
      readonly data?: JsonData | undefined;
    }
  : | KnownComponents
    | {
        readonly library?: string | undefined;
        readonly component?: string | undefined;
        readonly template?: string | undefined;
        readonly data?: string | null | undefined;
      }
    | {
        readonly library?: string | undefined;
        readonly component?: undefined;
        readonly template?: string | undefined;
        readonly data?: JsonData | undefined;
      }
    | {
        readonly library?: string | undefined;
        readonly component?: string | undefined;
        readonly template: string;
        readonly data?: JsonData | undefined;
      };

/** `<feaas-component>` of a known component: its `data` is checked. */
export interface ContentElement<Library extends string, Component extends string> extends Omit<
  HTMLFeaasComponentElement,
  'data' | 'library' | 'component'
> {
  library?: Library;
  component?: Component;
  data?: ContentData<Library, Component>;
}
