/** The functions of all entries by their old names. Their types import no module, so that any module resolution works. */
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

/** The error of an invalid response. */
export const InvalidResponse: { new (...details: never[]): Error; prototype: Error } = kit.InvalidResponseError;

export const parseComponentSource = kit.parseComponentSource as (source: string) => FEAASCDNComponentParams;
export const getComponentSource = kit.getComponentSource as (props: FEAASCDNComponentParams) => string;
export const getComponentURL = kit.getComponentURL as (props: FEAASCDNComponentProps | string) => string;
export const parseStylesheetSource = kit.parseStylesheetSource as (source: string) => FEAASCDNStylesheetParams;
export const getStylesheetSource = kit.getStylesheetSource as (props: FEAASCDNStylesheetParams) => string;
export const getStylesheetURL = kit.getStylesheetURL as (props: FEAASCDNStylesheetProps) => string;

/** Converts rich text of the original's format to HTML. */
export const serializeCH1RichText = kit.serializeRichText as (data: unknown) => string;

/** Renders a template with data to HTML. In pages, returns a promise if data contain markup. */
export const renderHTMLContent = kit.renderHTMLContent as (
  template: string,
  data?: DataScopes,
  config?: FEAASCustomizations,
) => string;

/** Fetches the template of a component. */
export const fetchComponent = kit.fetchComponent as unknown as (
  props: FEAASCDNComponentProps | string,
) => Promise<{ template: string; lastModified: string } & Partial<FEAASCDNComponentParams & { instance: string }>>;
