import { randomUUID } from 'node:crypto';
import { hashed, type Lease, type SharedStore } from '../../shared/shared-store.js';
import { type ConnectionLimit, type ConnectionLimits, createConnectionLimit } from './connection-limit.js';

/** Milliseconds after which the leases of a stopped host expire. */
const LEASE = 30_000;
const HEARTBEAT = 10_000;

export interface SharedConnectionLimit extends ConnectionLimit {
  close(): Promise<void>;
}

/**
 * Limits the connections of principals, tokens and addresses on all hosts together. `all` limits each host alone,
 * because it limits its memory. While the store is unavailable, the host counts alone. The next heartbeat adds its
 * leases.
 */
export function createSharedConnectionLimit(
  limits: ConnectionLimits,
  store: Pick<SharedStore, 'takeLease' | 'renewLeases' | 'removeLeases'>,
  heartbeatMilliseconds: number = HEARTBEAT,
  leaseMilliseconds: number = LEASE,
): SharedConnectionLimit {
  const local = createConnectionLimit(limits);
  const openLeases = new Map<string, Lease>();
  let closedLeases: Lease[] = [];

  const removeClosed = (): void => {
    const leases = closedLeases;
    closedLeases = [];
    // Leases that are not removed expire.
    if (leases.length > 0) store.removeLeases(leases).catch(() => {});
  };

  const heartbeat = setInterval(() => {
    if (openLeases.size > 0) store.renewLeases([...openLeases.values()], leaseMilliseconds).catch(() => {});
  }, heartbeatMilliseconds);
  heartbeat.unref();

  return {
    get taken() {
      return local.taken;
    },
    async take(holder) {
      const isScarce = local.taken >= limits.all - limits.reserved;
      const releaseLocal = local.take(holder);
      if (!releaseLocal) return undefined;
      const lease: Lease = {
        id: randomUUID(),
        holders: [`principal ${holder.principal}`, `token ${holder.token}`, `address ${holder.address}`].map(hashed),
      };
      const { ofPrincipal, ofToken, ofAddress } = limits;
      const holderLimits = isScarce
        ? [ofPrincipal, Math.min(ofToken, ofPrincipal), Math.min(ofAddress, ofPrincipal)]
        : [ofPrincipal, ofToken, ofAddress];
      const isTaken = await store.takeLease(lease, holderLimits, leaseMilliseconds).catch(() => true);
      if (!isTaken) {
        releaseLocal();
        return undefined;
      }
      openLeases.set(lease.id, lease);
      return () => {
        releaseLocal();
        if (!openLeases.delete(lease.id)) return;
        // Batched, because many connections end together, such as those of a page.
        if (closedLeases.push(lease) === 1) setImmediate(removeClosed);
      };
    },
    async close() {
      clearInterval(heartbeat);
      const leases = [...openLeases.values(), ...closedLeases];
      openLeases.clear();
      closedLeases = [];
      if (leases.length > 0) await store.removeLeases(leases).catch(() => {});
    },
  };
}
