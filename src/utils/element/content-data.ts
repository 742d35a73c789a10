/**
 * Types of the content of a site. `feaas types` writes a file that adds members to the two interfaces. Without it they
 * are empty, and all components accept any data.
 */
import type { JsonData } from './property-types';
import type { Settings } from '../data/is-settings';

declare global {
  /** Data sources that the templates read, by library and component. `feaas types` adds members. */
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- what is added to it is the site's
  interface FeaasContent {}
  /** Props of the external components that the page registers, by id. The site adds its own members. */
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- what is added to it is the site's
  interface FeaasExternals {}
}

type Name = string | undefined;

/** The data sources of a component. With an inherited library: those of all libraries with a component of that name. */
type SourcesOf<Library, Component> = Library extends keyof FeaasContent
  ? Component extends keyof FeaasContent[Library]
    ? FeaasContent[Library][Component]
    : never
  : never;

/**
 * Data of a source without its id. Excludes sources that allow any member, which would accept a misspelled id of
 * another source.
 */
type WithoutId<Source> = unknown extends Source
  ? never
  : string extends keyof Extract<Source, object>
    ? never
    : Extract<Source, object>;

/** Data by source id, each source as a value or as data settings; or the data of one source without its id. */
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
 * The data of a component, as its templates read it. It is any JSON value if the component is unknown or has a template
 * of its own. A component is unknown without the file of `feaas types`, if that does not contain its name, or if its
 * name or library is not a literal. With an inherited library (`undefined`) the component's name decides.
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

/** Props that specify a component and contain its data, checked against each other. */
export type WithContentData<Props, Library extends Name, Component extends Name, Template extends Name> = Props & {
  readonly library?: Library | undefined;
  readonly component?: Component | undefined;
  readonly template?: Template | undefined;
  readonly data?: ContentData<Library, Component, Template, unknown> | undefined;
};

/** The id of an external component, without the defaults in its query. */
type ExternalId<Id> = Id extends `${infer Name}?${string}` ? Name : Id;

/** The properties of an external component; any properties if the component is unknown. */
export type ExternalPropsOf<Id extends Name> =
  ExternalId<Id> extends keyof FeaasExternals
    ? Partial<FeaasExternals[ExternalId<Id>]>
    : { readonly [property: string]: unknown };

/** Attributes of known components with their data, by library and component. */
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
 * Attributes that specify a component, and its data, for types that can not be generic, such as JSX elements. Once
 * types are generated, an object must be data of a known component, or there is no component name. A component whose
 * name is unknown or not a literal accepts JSON text.
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
