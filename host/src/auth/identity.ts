/** The author of an action. */
export interface PrincipalIdentity {
  /** Name shown in histories. */
  readonly name: string;
  /** Id of the token or session. Idempotency keys are scoped to it. */
  readonly id: string;
  /** Network address of the request, if known. */
  readonly address?: string;
}

/** The identity of commands on the host's machine. */
export const COMMAND_LINE: PrincipalIdentity = Object.freeze({ name: 'feaas-host', id: 'cli' });
