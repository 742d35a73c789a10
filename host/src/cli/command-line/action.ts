/** Commands with several actions: the first operand is the action, and the others are its operands. */
import { HostError } from '../../lib/host-error.js';
import { nearest } from '../../lib/nearest-name.js';
import type { Arguments } from './arguments.js';

type Invocation = Pick<Arguments, 'command' | 'operands'>;

/** @throws HostError that names the nearest action */
export function actionOf<Action extends string>({ command, operands }: Invocation, actions: readonly Action[]): Action {
  const [name = ''] = operands;
  const found = actions.find((action) => action === name);
  if (found !== undefined) return found;
  throw new HostError(
    `'${command}' takes ${actions.join(', ')}, not '${name}'; the nearest is '${nearest(name, actions)}'. Use one of these.`,
  );
}

/** The operand of an action. @param label the action needs, for the message @throws HostError if it is missing */
export function requireOperand({ command, operands }: Invocation, operand: string | undefined, label: string): string {
  if (operand !== undefined) return operand;
  throw new HostError(`'${command} ${operands[0]}' needs ${label}. Add it.`);
}

/** @throws HostError if an action without operands gets one */
export function requireNoOperand({ command, operands }: Invocation, operand: string | undefined): void {
  if (operand === undefined) return;
  throw new HostError(`'${command} ${operands[0]}' takes no further argument, but got '${operand}'. Remove it.`);
}

/** For lists, whose library is an option. @throws HostError for an operand */
export function requireOnlyOption({ command, operands }: Invocation, operand: string | undefined): void {
  if (operand === undefined) return;
  throw new HostError(
    `'${command} ${operands[0]}' takes no further argument, but got '${operand}'. Use --only <library>.`,
  );
}
