'use client';

import { FeaasContext, FeaasEditor } from 'feaas-kit-react';
import { useEffect, useState, type ReactNode } from 'react';
import { developmentToken } from './editing';

/** Content of the library. Whoever is signed in can edit it. */
export function Content({ host, children }: { host: string; children: ReactNode }) {
  // Null for visitors: they get no editor.
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => {
    if (process.env.NODE_ENV === 'development') void developmentToken(host).then(setToken);
  }, [host]);
  useEffect(() => {
    // The server rendered the components for everyone, and renders others when the page changes.
    for (const component of document.querySelectorAll('feaas-component'))
      component.toggleAttribute('editable', token !== null);
  }, [token, children]);
  return (
    <FeaasContext
      library="my-library"
      cdn={`${host}/cdn`}
      frontend={host}
      auth={token}
      onFeaasAuth={({ detail }) => detail.respondWith(developmentToken(host))}
    >
      {children}
      {token !== null && <FeaasEditor />}
    </FeaasContext>
  );
}
