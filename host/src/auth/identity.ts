/** Who does something. */
export interface PrincipalIdentity {
  /** Name shown in histories. */
  readonly name: string;
  /** Id of the token or session that speaks for them; idempotency keys are theirs. */
  readonly id: string;
  /** Network address that their request came from, as far as it is known. */
  readonly address?: string;
}

/** Who works on the machine itself. */
export const COMMAND_LINE: PrincipalIdentity = Object.freeze({ name: 'feaas-host', id: 'cli' });
