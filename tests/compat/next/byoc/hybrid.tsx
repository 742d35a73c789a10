import * as FEAAS from '@sitecore-feaas/clientside/react';

/** Registered for both. */
const Hybrid = ({ name, seats, bold }: { name?: string; seats?: number; bold?: boolean }) => (
  <p className="hybrid" style={bold ? { fontWeight: 'bold' } : {}}>
    {name} {typeof seats} {seats} {String(bold)}
  </p>
);

FEAAS.registerComponent(Hybrid, {
  name: 'hybrid',
  properties: {
    name: { type: 'string' },
    seats: { type: 'number' },
    bold: { type: 'boolean', default: true },
  },
});
