import { createCounter } from '../../lib/counter.js';

/** The caller that holds a connection. */
export interface Holder {
  /** Id of the principal. */
  readonly principal: string;
  /** Id of the token. All sessions of a token count together. */
  readonly token: string;
  /** Address of the client, as for the rate limits. */
  readonly address: string;
}

/** Limits open connections: per principal, token and address, and in total. */
export interface ConnectionLimit {
  /** Takes a connection and returns a function that releases it. Undefined if a limit is reached. */
  take(holder: Holder): (() => void) | undefined | Promise<(() => void) | undefined>;
  /** The number of connections of this process. */
  readonly taken: number;
}

export interface ConnectionLimits {
  readonly ofPrincipal: number;
  readonly ofToken: number;
  readonly ofAddress: number;
  readonly all: number;
  /** The last connections are reserved for tokens and addresses that have fewer than one principal may have. */
  readonly reserved: number;
}

/** Counts only the connections of this process. */
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
      const adjustCounts = (change: 1 | -1): void => {
        principals.add(holder.principal, change);
        tokens.add(holder.token, change);
        addresses.add(holder.address, change);
        taken += change;
      };
      adjustCounts(1);
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        adjustCounts(-1);
      };
    },
  };
}
