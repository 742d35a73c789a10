import { registerReactComponent } from 'feaas-kit-react';
import { Counter } from '../counter';

/** Of the server alone. */
function Plain({ firstName = 'nobody' }: { firstName?: string }) {
  return <h3 className="plain">Server {firstName}</h3>;
}
registerReactComponent(Plain, { name: 'plain' });

/** Fetches what it shows; what is interactive in it comes to life in the page. */
async function Async({ size = 0 }: { size?: number }) {
  await new Promise((resolve) => setTimeout(resolve, 10));
  return (
    <div className="async">
      Async {size + 1} <Counter id="in-async" />
    </div>
  );
}
registerReactComponent(Async, { name: 'async', properties: { size: { type: 'integer' } } });

/** Its other half is registered for pages. */
const ServerHalf = () => <em className="server-half">Server half</em>;
registerReactComponent(ServerHalf, { name: 'hybrid' });
