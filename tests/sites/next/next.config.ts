import type { NextConfig } from 'next';

const nextConfig: NextConfig = { cacheComponents: process.env['SITE_VARIANT'] !== 'next-without' };

export default nextConfig;
