import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// These relative paths are valid in src/ and dist/, which have the same depth.
const resolvePath = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** In the repository, the site is built next to this folder; the package contains it. */
const site = resolvePath(existsSync(resolvePath('../../src')) ? '../../../www' : '../../www');

export const DEFAULTS = Object.freeze({
  libraries: resolvePath('../../library'),
  site,
  port: 3333,
  /** Only the local machine by default. */
  hostname: '127.0.0.1',
  oidcScopes: 'openid profile email',
  /** Seconds for which browsers may use a published component without revalidation. */
  deliveryMaxAge: 0,
  /** Longer than the timeouts of proxies: nginx and ALB 60, Traefik 90, Caddy 120. */
  keepAliveSeconds: 125,
  /** A year, a usual requirement of security reviews. */
  auditDays: 365,
  /** Daily backups of a week. */
  backupKeep: 7,
  /** Maximum lag of a replica in seconds. */
  replicaLagSeconds: 5,
});
