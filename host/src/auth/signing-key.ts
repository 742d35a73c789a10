/** A key that signs session tokens. */
export interface SigningKey {
  /** The `kid` header of signed tokens. */
  readonly id: string;
  readonly secret: Uint8Array;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}
