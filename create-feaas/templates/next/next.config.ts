import type { NextConfig } from 'next';

const config: NextConfig = {
  // Where this site begins, also where a folder around it has a lock file.
  turbopack: { root: import.meta.dirname },
};

export default config;
