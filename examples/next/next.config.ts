import type { NextConfig } from 'next';

const host = process.env['FEAAS_HOST'] ?? 'http://127.0.0.1:3333';

const config: NextConfig = {
  // The kit is a link out of this folder while it is developed in one repository.
  turbopack: { root: new URL('../..', import.meta.url).pathname },
  // Pictures of the demo library stand on the content host.
  rewrites: async () => [{ source: '/media/:path*', destination: `${host}/media/:path*` }],
};

export default config;
