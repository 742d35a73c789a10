/** What `/context.js` is for: the connection of a `feaas-context` to its backend. */
import type { ContextScript } from '../../../src/utils/frontend/contract';
import { createGateway, graphqlUrl } from '../../../src/utils/gateway';

/** Makes the gateway of a context. */
export const mount: ContextScript['mount'] = ({ backend, library, environment, auth, requestAuth }) =>
  createGateway({ url: graphqlUrl(backend), library, environment, auth, requestAuth });
