/** A key that session tokens are signed with. */
export interface SigningKey {
  /** Header `kid` of what it signs. */
  readonly id: string;
  readonly secret: Uint8Array;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}
