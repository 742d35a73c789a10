/** Only the parser of graphql-js, in a file that is loaded on demand for queries as text. */
export { parse } from 'graphql';
