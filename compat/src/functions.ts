/** The functions of all entries, under their old names. Their types name no module, so that any resolution finds them. */
import * as kit from '#kit';
import type {
  DataScopes,
  FEAASCDNComponentParams,
  FEAASCDNComponentProps,
  FEAASCDNStylesheetParams,
  FEAASCDNStylesheetProps,
  FEAASCustomizations,
} from './types.js';

export const DEFAULT_CDN_URL = 'https://feaas.blob.core.windows.net';

/** The error of a response that can not be used. */
export const InvalidResponse: { new (...details: never[]): Error; prototype: Error } = kit.InvalidResponseError;

export const parseComponentSource = kit.parseComponentSource as (source: string) => FEAASCDNComponentParams;
export const getComponentSource = kit.getComponentSource as (props: FEAASCDNComponentParams) => string;
export const getComponentURL = kit.getComponentURL as (props: FEAASCDNComponentProps | string) => string;
export const parseStylesheetSource = kit.parseStylesheetSource as (source: string) => FEAASCDNStylesheetParams;
export const getStylesheetSource = kit.getStylesheetSource as (props: FEAASCDNStylesheetParams) => string;
export const getStylesheetURL = kit.getStylesheetURL as (props: FEAASCDNStylesheetProps) => string;

/** Rich text of the original's format as HTML. */
export const serializeCH1RichText = kit.serializeRichText as (data: unknown) => string;

/** A template with data as HTML; in pages a promise of it where data holds markup. */
export const renderHTMLContent = kit.renderHTMLContent as (
  template: string,
  data?: DataScopes,
  config?: FEAASCustomizations,
) => string;

/** Fetches the template of a component. */
export const fetchComponent = kit.fetchComponent as unknown as (
  props: FEAASCDNComponentProps | string,
) => Promise<{ template: string; lastModified: string } & Partial<FEAASCDNComponentParams & { instance: string }>>;
