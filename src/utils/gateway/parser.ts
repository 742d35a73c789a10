/** The parser of graphql-js, and nothing else of it, as a file that is loaded when somebody brings a query as text. */
export { parse } from 'graphql';
