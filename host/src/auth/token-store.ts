/** Bearer tokens and sessions: who may do what. Tokens are kept as hashes only. */
import type { PrincipalIdentity } from './identity.js';
import type { Role } from './roles.js';
import type { SigningKeys } from './signing-keys.js';

export interface Token {
  readonly id: string;
  readonly name: string;
  /** Undefined for every library. */
  readonly library: string | undefined;
  readonly role: Role;
  readonly createdAt: number;
  /** Undefined for never. */
  readonly expiresAt: number | undefined;
  readonly revokedAt: number | undefined;
}

export interface SessionBasis {
  /** Whether the token that gave the session is neither revoked nor over; true where none gave it. */
  readonly isActive: boolean;
  /** When the library was created that the session is for; undefined for none, and where there is no such library. */
  readonly libraryCreatedAt: number | undefined;
}

export interface TokenStore extends SigningKeys {
  /** The secret is told once, here. @param bytes 32 random bytes that it is made of; new ones by default */
  createToken(
    token: Pick<Token, 'name' | 'library' | 'role' | 'expiresAt'>,
    by?: PrincipalIdentity,
    bytes?: Buffer,
  ): Promise<Token & { secret: string }>;
  revokeToken(id: string, by?: PrincipalIdentity): Promise<Token | undefined>;
  tokens(): Promise<readonly Token[]>;
  /** The token of a secret, unless it is revoked or over. */
  tokenOf(secret: string): Promise<Token | undefined>;
  /** What a session depends on, as it is now. */
  sessionBasis(session: {
    readonly madeBy?: string | undefined;
    readonly library?: string | undefined;
  }): Promise<SessionBasis>;
}
