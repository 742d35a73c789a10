import { FeaasComponent, FeaasContext, FeaasEditor } from 'feaas-kit-react';
import { useEffect, useState } from 'react';
import { developmentToken } from './editing';

/** Where the content host is. */
const HOST: string = import.meta.env.VITE_FEAAS_HOST ?? 'http://127.0.0.1:3333';

const NEWS = { news: { url: `${HOST}/api/my-library/news.json` } };

export function App() {
  // Null for visitors: they get no editor.
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => {
    if (import.meta.env.DEV) void developmentToken(HOST).then(setToken);
  }, []);
  return (
    <FeaasContext
      library="my-library"
      cdn={`${HOST}/cdn`}
      frontend={HOST}
      auth={token}
      onFeaasAuth={({ detail }) => detail.respondWith(developmentToken(HOST))}
    >
      <main>
        <FeaasComponent component="welcome" data={NEWS} editable={token !== null} />
      </main>
      {token !== null && <FeaasEditor />}
    </FeaasContext>
  );
}
