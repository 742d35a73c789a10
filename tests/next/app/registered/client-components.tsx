'use client';

import { registerReactComponent } from 'feaas-kit-react';
import { useState, type ReactNode } from 'react';

function ClientHalf() {
  const [count, setCount] = useState(0);
  return (
    <button className="client-half" type="button" onClick={() => setCount(count + 1)}>
      Client half {count}
    </button>
  );
}
registerReactComponent(ClientHalf, { name: 'hybrid' });

/** What a page renders of this module brings it into the browser. */
export const ClientComponents = ({ children }: { children: ReactNode }) => children;
