/** The types of `@sitecore-feaas/clientside` and `@sitecore/byoc` that sites use. They depend only on React's types. */
import type { ComponentType, CSSProperties, ReactNode } from 'react';

// The original allows any value here, and sites rely on it.
/* eslint-disable @typescript-eslint/no-explicit-any */

export type Data = Record<string, any> | any[];
export type DataSourceId = string;
export type DataScopes = Data | Record<DataSourceId, Data>;

/** The source of data. */
export interface DataSettings {
  url: string;
  method: 'GET' | 'POST' | 'OPTIONS' | 'PUT' | 'DELETE' | 'UPDATE' | 'HEAD';
  headers: Record<string, string>;
  params: Record<string, any>;
  body: Record<string, any>;
  jsonpath: string;
}
export type DataOptionsById = Record<DataSourceId, DataSettings | Data>;
export type DataOptions = Data | DataSettings | DataOptionsById;

type Revision = 'staged' | 'published' | 'saved' | number;

export interface FEAASCDNComponentParams {
  cdn?: string;
  library: string;
  component: string;
  version?: string;
  revision?: Revision;
  /** @deprecated Use `cdn`. */
  hostname?: string;
}
export interface FEAASCDNComponentSource {
  src: string;
}
export interface FEAASCDNComponentParamsCustomizations {
  instance?: string;
}
export type FEAASCDNComponentProps = (FEAASCDNComponentParams | FEAASCDNComponentSource) &
  FEAASCDNComponentParamsCustomizations;

export interface FEAASCDNStylesheetParams {
  cdn?: string;
  library: string;
  revision?: Revision;
  /** @deprecated Use `cdn`. */
  hostname?: string;
}
export interface FEAASCDNStylesheetSource {
  src: string;
}
export type FEAASCDNStylesheetProps = FEAASCDNStylesheetParams | FEAASCDNStylesheetSource | string;

/** Rendering hooks in a page. */
export interface FEAASCustomizations {
  processTemplate?: (element: HTMLElement, template: string, data: DataScopes) => string;
  processData?: (element: HTMLElement, data: DataScopes) => any;
  processValue?: (element: HTMLElement, property: string, value: any) => any;
  shouldRepeat?: (element: HTMLElement, value: any) => boolean;
  onRender?: (element: HTMLElement, data: DataScopes) => void;
}
export interface ExplicitTemplate {
  template: string;
}
export type FEAASComponentProps<T = DataOptions> = Partial<ExplicitTemplate> & {
  data?: T;
} & (ExplicitTemplate | FEAASCDNComponentProps) &
  FEAASCustomizations;

/** A node of a template, as passed to `renderNode`. */
export interface HTMLNode {
  nodeName: string;
  nodeType: number;
  readonly tagName: string;
  readonly localName: string;
  textContent?: string | undefined;
  attributes: { name: string; value: string }[];
  childNodes: HTMLNode[];
  readonly children: HTMLNode[];
  parentNode?: HTMLNode | undefined;
  getAttribute(name: string): string | undefined;
}

/** The properties of the React component `Component`. */
export type FEAASReactComponentProps = FEAASComponentProps & {
  fetch?: string[] | string | boolean | null | undefined;
  /** Requests the template before the element does. */
  preload?: boolean;
  lastModified?: Date | string;
  /** Returns a replacement of a node, or its attributes. */
  renderNode?: (node: HTMLNode, attributes: Record<string, any>) => ReactNode | Record<string, any>;
  className?: string;
  id?: string;
  style?: CSSProperties;
  editable?: boolean;
};

/** A property's JSON Schema. */
export interface JSONSchema {
  type?: string;
  title?: string;
  description?: string;
  default?: any;
  properties?: Record<string, JSONSchema>;
  items?: JSONSchema | JSONSchema[];
  [keyword: string]: any;
}
export type ObjectSchema = JSONSchema;
export type UISchema = Record<string, any>;

export interface ContextProperties {
  [key: string]: any;
}

/** The properties of `ExternalComponent`: its own, and those of the external component. */
export interface MinimalComponentProps {
  componentName: string;
  uid?: string;
  datasources?: Record<string, any>;
  [prop: string]: any;
}
export interface ExternalComponentProps extends MinimalComponentProps {
  fallbackWrapper?: boolean;
  /** Shown if no component of that name is registered. */
  fallback?: any;
  /** Shown instead of `fallback` after hydration. */
  clientFallback?: any;
}

type PropertySchema = Omit<JSONSchema, 'type'> & { type: string; isHidden?: boolean; default?: any };

/** The options of `registerComponent`. */
export interface ExternalComponentOptions<T = any> {
  id?: string;
  name: string;
  title?: string;
  description?: string;
  group?: string;
  thumbnail?: string;
  required?: string[];
  /** Includes properties that the props do not declare, since components may pass them on. */
  properties?: { [Name in keyof T]?: PropertySchema } & Record<string, PropertySchema>;
  ui?: UISchema;
  isHidden?: boolean;
  datasourceIds?: string[];
  links?: Record<string, string>;
  meta?: Record<string, string>;
  [keyword: string]: any;
}
export type ExternalComponentHandler<P = any> =
  ComponentType<P> | ((props: P) => Promise<ReactNode>) | CustomElementConstructor | null;

/** A registered component. */
export interface RegisteredComponent {
  component: Exclude<ExternalComponentHandler, null>;
  id: string;
  name: string;
  title: string;
  schema: ObjectSchema;
  uiSchema: UISchema;
  thumbnail: string;
  group: string;
  isHidden: boolean;
  datasourceIds: string[];
  links: Record<string, string>;
  meta: Record<string, string>;
}
export type RegisteredComponents = Record<string, RegisteredComponent>;

/** Returns the settings of a data source's request, or a promise of its data. */
export type DataHandler = (settings: DataSettings) => Partial<DataSettings> | Promise<any>;
export interface DatasourceOptionsInput {
  id: string;
  name?: string;
  title?: string;
  description?: string;
  sample?: any;
  schema?: JSONSchema;
  type?: 'array' | 'object';
  properties?: Record<string, JSONSchema>;
}
export interface RegisteredDatasource {
  id: string;
  name: string;
  description: string | null;
  sample: any;
  handler: DataHandler;
  schema: JSONSchema | undefined;
}

export type ExternalComponentSchemaProperty = JSONSchema;
export type ExternalComponentSchemaHandler = (property: JSONSchema) => JSONSchema | undefined;

interface ElementAttributes {
  class?: string;
  id?: string;
  slot?: string;
  style?: CSSProperties;
  hidden?: boolean;
  children?: any;
  key?: any;
  ref?: any;
  suppressHydrationWarning?: boolean;
  dangerouslySetInnerHTML?: { __html: string };
  [attribute: string]: any;
}

declare module 'react' {
  // As React declares it.
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace JSX {
    interface IntrinsicElements {
      'feaas-component': ElementAttributes;
      'feaas-context': ElementAttributes;
      'feaas-editor': ElementAttributes;
      'feaas-external': ElementAttributes & { 'data-external-id': string };
      'feaas-loader': ElementAttributes;
      'feaas-picker': ElementAttributes;
      'feaas-stylesheet': ElementAttributes;
    }
  }
}
