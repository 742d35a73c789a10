import { existsSync } from 'node:fs';
import type { NextConfig } from 'next';

const host = process.env['FEAAS_HOST'] ?? 'http://127.0.0.1:3333';

/** Where this folder stands in the kit's repository: the kit is then a link out of it. */
const repository = new URL('../..', import.meta.url).pathname;

const config: NextConfig = {
  turbopack: existsSync(`${repository}react-wrapper`) ? { root: repository } : {},
  // Pictures of the demo library stand on the content host.
  rewrites: async () => [{ source: '/media/:path*', destination: `${host}/media/:path*` }],
};

export default config;
