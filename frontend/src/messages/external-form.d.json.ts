/** Made by `npm run messages`; do not edit. */
import type { Catalog } from '../ui-kit/messages';

export interface ExternalFormMessageValues {
  readonly title: undefined;
  readonly unknown: { readonly name: string };
  readonly none: undefined;
  readonly add: undefined;
  readonly up: undefined;
  readonly down: undefined;
  readonly copy: undefined;
  readonly remove: undefined;
  readonly item: undefined;
  readonly way: undefined;
  readonly option: { readonly number: number };
  readonly yes: undefined;
  readonly no: undefined;
  readonly bound: { readonly path: string };
  readonly empty: undefined;
  readonly required: undefined;
  readonly 'type.string': undefined;
  readonly 'type.number': undefined;
  readonly 'type.integer': undefined;
  readonly 'type.boolean': undefined;
  readonly 'type.array': undefined;
  readonly 'type.object': undefined;
  readonly choice: undefined;
  readonly minLength: { readonly limit: number };
  readonly maxLength: { readonly limit: number };
  readonly pattern: { readonly pattern: string };
  readonly minimum: { readonly limit: number };
  readonly maximum: { readonly limit: number };
  readonly exclusiveMinimum: { readonly limit: number };
  readonly exclusiveMaximum: { readonly limit: number };
  readonly multipleOf: { readonly limit: number };
  readonly minItems: { readonly limit: number };
  readonly maxItems: { readonly limit: number };
  readonly uniqueItems: undefined;
  readonly 'format.uri': undefined;
  readonly 'format.email': undefined;
  readonly 'format.date': undefined;
  readonly 'format.color': undefined;
  readonly invalid: undefined;
  readonly refused: undefined;
}

declare const catalog: Catalog<ExternalFormMessageValues>;
export default catalog;
