import { randomUUID } from 'node:crypto';
import { hashed, type Lease, type SharedStore } from '../../shared/shared-store.js';
import { type ConnectionLimit, type ConnectionLimits, createConnectionLimit } from './connection-limit.js';

/** Milliseconds after which what a host that died had open counts no more. */
const LEASE = 30_000;
const HEARTBEAT = 10_000;

export interface SharedConnectionLimit extends ConnectionLimit {
  close(): Promise<void>;
}

/**
 * What principals, tokens and addresses have open at all hosts together; `all` is each host's own, as it bounds its memory. While the
 * store is away the host counts alone, and makes up for that with the next heartbeat.
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
    // What is not removed ends by itself.
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
        // Many end at the same time, such as those of a page.
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
