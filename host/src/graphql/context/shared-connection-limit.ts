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
  const open = new Map<string, Lease>();
  let closing: Lease[] = [];

  const removeClosed = (): void => {
    const leases = closing;
    closing = [];
    // Leases that are not removed expire.
    if (leases.length > 0) store.removeLeases(leases).catch(() => {});
  };

  const heartbeat = setInterval(() => {
    if (open.size > 0) store.renewLeases([...open.values()], leaseMilliseconds).catch(() => {});
  }, heartbeatMilliseconds);
  heartbeat.unref();

  return {
    get taken() {
      return local.taken;
    },
    async take(holder) {
      const isScarce = local.taken >= limits.all - limits.reserved;
      const free = local.take(holder);
      if (!free) return undefined;
      const lease: Lease = {
        id: randomUUID(),
        holders: [`principal ${holder.principal}`, `token ${holder.token}`, `address ${holder.address}`].map(hashed),
      };
      const { ofPrincipal, ofToken, ofAddress } = limits;
      const most = isScarce
        ? [ofPrincipal, Math.min(ofToken, ofPrincipal), Math.min(ofAddress, ofPrincipal)]
        : [ofPrincipal, ofToken, ofAddress];
      const isTaken = await store.takeLease(lease, most, leaseMilliseconds).catch(() => true);
      if (!isTaken) {
        free();
        return undefined;
      }
      open.set(lease.id, lease);
      return () => {
        free();
        if (!open.delete(lease.id)) return;
        // Batched, because many connections end together, such as those of a page.
        if (closing.push(lease) === 1) setImmediate(removeClosed);
      };
    },
    async close() {
      clearInterval(heartbeat);
      const leases = [...open.values(), ...closing];
      open.clear();
      closing = [];
      if (leases.length > 0) await store.removeLeases(leases).catch(() => {});
    },
  };
}
