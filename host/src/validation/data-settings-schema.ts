/** JSON Schema of data settings, `<name>.settings.json` (specification §5). The validation uses its property names. */
export const DATA_SETTINGS_SCHEMA = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Data settings of a feaas-kit library (data/<name>.settings.json)',
  description: 'Where pages fetch the data of this data source.',
  type: 'object',
  additionalProperties: false,
  required: ['url'],
  properties: {
    $schema: { type: 'string', description: 'Address of this schema. The import ignores it.' },
    url: {
      type: 'string',
      pattern:
        '^(?:(?:[Hh][Tt][Tt][Pp][Ss]?|[Dd][Aa][Tt][Aa][Ss][Oo][Uu][Rr][Cc][Ee]):|(?![A-Za-z][A-Za-z0-9+.\\-]*:))',
      description:
        'Address of the data, with http or https, or a path of the page. datasource:<name> is one that the page registers.',
    },
    method: { type: ['string', 'null'], description: 'HTTP method; GET by default.' },
    headers: { type: ['object', 'null'], description: 'Headers of the request.' },
    params: { type: ['object', 'null'], description: 'Added to the query string. A list repeats its name.' },
    body: { description: 'Body of the request. GET and HEAD send none.' },
    jsonpath: { type: ['string', 'null'], description: 'JSONPath that picks the data from the response.' },
  },
} as const;
