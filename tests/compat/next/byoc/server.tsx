import * as FEAAS from '@sitecore-feaas/clientside/react';

const read = (text: string): Promise<number> => new Promise((resolve) => setTimeout(() => resolve(text.length), 20));

/** Registered for the server alone. */
async function Server({ name = '', seats }: { name?: string; seats?: number }) {
  return (
    <p className="server">
      {name} {typeof seats} {seats} of {await read(name)}
    </p>
  );
}

FEAAS.registerComponent(Server, {
  name: 'server',
  properties: { name: { type: 'string' }, seats: { type: 'number' } },
});
