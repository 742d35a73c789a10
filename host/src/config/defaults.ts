import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// src/ and dist/ lie equally deep, so the same relative paths serve both.
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The repository builds the site beside this folder, while the package brings it along. */
const site = here(existsSync(here('../../src')) ? '../../../www' : '../../www');

export const DEFAULTS = Object.freeze({
  libraries: here('../../library'),
  site,
  port: 3333,
  /** Only this machine, until an operator says otherwise. */
  hostname: '127.0.0.1',
  oidcScopes: 'openid profile email',
  /** Seconds for which browsers may show a published component without asking. */
  deliveryMaxAge: 0,
  /** Longer than proxies keep theirs: nginx and ALB 60, Traefik 90, Caddy 120. */
  keepAliveSeconds: 125,
  /** A year, which is what reviews usually ask for. */
  auditDays: 365,
  /** A week of daily backups. */
  backupKeep: 7,
  /** Seconds that a replica may be behind. */
  replicaLagSeconds: 5,
});
