/** `/context.js` connects a `feaas-context` to its backend. */
import type { ContextScript } from '../../../src/utils/frontend/types';
import { createGateway, graphqlUrl } from '../../../src/utils/gateway';

/** The presence heartbeat in seconds, as set by `<meta name="feaas-editing" content="heartbeat=15">`. */
function heartbeat(): number | undefined {
  const content = document.querySelector<HTMLMetaElement>('meta[name=feaas-editing]')?.content;
  const seconds = Number(/\bheartbeat=(\d+(?:\.\d+)?)/.exec(content ?? '')?.[1]);
  return seconds > 0 ? seconds : undefined;
}

/** Creates the gateway of a context. */
export const mount: ContextScript['mount'] = ({ backend, library, environment, auth, requestAuth }) => {
  const seconds = heartbeat();
  return createGateway({
    ...{ url: graphqlUrl(backend), library, environment, auth, requestAuth },
    ...(seconds === undefined ? {} : { heartbeat: seconds }),
  });
};
