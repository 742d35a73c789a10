import { createCounter } from '../../lib/counter.js';

/** On whose behalf something is open. */
export interface Holder {
  /** Id of the principal. */
  readonly principal: string;
  /** Id of the token, which counts for all sessions that it gave. */
  readonly token: string;
  /** As rate limits count it. */
  readonly address: string;
}

/** How many things are open at once: for one principal, token and address, and in all. */
export interface ConnectionLimit {
  /** Takes one and gives what frees it again; undefined when there is none for this holder. */
  take(holder: Holder): (() => void) | undefined | Promise<(() => void) | undefined>;
  /** How many are taken, of this process. */
  readonly taken: number;
}

export interface ConnectionLimits {
  readonly ofPrincipal: number;
  readonly ofToken: number;
  readonly ofAddress: number;
  readonly all: number;
  /** The last ones of all are kept for tokens and addresses that have fewer than a principal may have. */
  readonly reserved: number;
}

/** Counts in this process alone. */
export interface LocalConnectionLimit extends ConnectionLimit {
  take(holder: Holder): (() => void) | undefined;
}

export function createConnectionLimit(limits: ConnectionLimits): LocalConnectionLimit {
  const principals = createCounter();
  const tokens = createCounter();
  const addresses = createCounter();
  let taken = 0;

  const isFree = ({ principal, token, address }: Holder): boolean => {
    if (taken >= limits.all || principals.of(principal) >= limits.ofPrincipal) return false;
    const ofToken = tokens.of(token);
    const ofAddress = addresses.of(address);
    if (ofToken >= limits.ofToken || ofAddress >= limits.ofAddress) return false;
    return taken < limits.all - limits.reserved || Math.max(ofToken, ofAddress) < limits.ofPrincipal;
  };

  return {
    get taken() {
      return taken;
    },
    take(holder) {
      if (!isFree(holder)) return undefined;
      const count = (more: 1 | -1): void => {
        principals.add(holder.principal, more);
        tokens.add(holder.token, more);
        addresses.add(holder.address, more);
        taken += more;
      };
      count(1);
      let free = false;
      return () => {
        if (free) return;
        free = true;
        count(-1);
      };
    },
  };
}
