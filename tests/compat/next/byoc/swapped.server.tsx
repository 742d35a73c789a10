import * as FEAAS from '@sitecore-feaas/clientside/react';

FEAAS.registerComponent(
  ({ name, seats }: { name?: string; seats?: number }) => (
    <div className="swapped">
      <h3>
        Of the server: {name} {typeof seats} {seats}
      </h3>
    </div>
  ),
  { name: 'swapped', properties: { name: { type: 'string' }, seats: { type: 'number' } } },
);
