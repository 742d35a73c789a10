'use client';
import * as FEAAS from '@sitecore-feaas/clientside/react';
import { useState, type ReactNode } from 'react';

/** Registered for pages alone. */
export default function Counter({ name, seats, children }: { name?: string; seats?: number; children?: ReactNode }) {
  const [count, setCount] = useState(0);
  return (
    <div className="counter">
      <button type="button" onClick={() => setCount(count + 1)}>
        {name} {typeof seats} {seats}: {count}
      </button>
      {children && (children as unknown[]).length !== 0 && <p>{children}</p>}
    </div>
  );
}

FEAAS.registerComponent(Counter, {
  name: 'client',
  title: 'Counter',
  description: 'Counts clicks',
  group: 'Examples',
  required: ['name'],
  properties: { name: { type: 'string', title: 'Name' }, seats: { type: 'number', title: 'Seats' } },
  ui: { name: { 'ui:placeholder': 'A name' } },
});
