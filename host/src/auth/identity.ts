/** Who does something. */
export interface PrincipalIdentity {
  /** Name shown in histories. */
  readonly name: string;
  /** Id of the token or session that speaks for them; idempotency keys are theirs. */
  readonly id: string;
}
